"""Fair deals: what a player's own device can prove, and what it can find out."""

import copy
import json
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.cli import main
from sommet.core.errors import SommetError
from sommet.core.registry import load
from sommet.core.words import LANGUAGES, catalogue
from sommet.server.tables import fair
from sommet.server.tables.proof import judge, sentence
from sommet.server.wire.fair import Check, Facts, FirstFacts, Kept

from ..support.examples import examples
from .deals import TABLE, dealt, shown

GAMES = [("kabaleo", 3), ("babylone", 2), ("on_top", 4)]
Path_ = tuple[Any, ...]
FIRST_SEED = 76440932009983201901957709209754346498138561470279443532802429843628974987689


def first_wrong(data: object, mine: Kept | None, promised: str | None = None) -> tuple[str, ...]:
    """The outcome, and which check made it so."""
    found = judge(data, mine, promised)
    bad = [one for one in found.checks if one.found == "differs"] or [
        one for one in found.checks if one.found != "same"
    ]
    return (found.outcome, *((bad[0].what, bad[0].why or "") if bad else ()))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_fair_is_what_was_compared_in_every_part(name: str, players: int) -> None:
    """By everybody who took part; for anybody else it cannot be checked, and it is said what was not compared."""
    data, parts = dealt(name, players, number=2)
    for part in parts:
        assert first_wrong(data, part) == ("fair",)
    assert first_wrong(data, None) == ("cannot_be_checked", "promise", "no_commitment")
    bound = data["fair"]["commitment"]
    assert first_wrong(data, None, bound.upper()) == ("cannot_be_checked", "mine", "no_part")
    assert first_wrong(data["record"], parts[0]) == ("cannot_be_checked", "facts", "none")
    assert first_wrong({"record": data["record"]}, parts[0]) == ("cannot_be_checked", "facts", "none")
    other = msgspec.structs.replace(parts[0], table="another")
    assert first_wrong(data, other, bound) == ("cannot_be_checked", "mine", "other_table")


def leaves(data: Any, path: Path_ = ()) -> list[Path_]:
    """The way to every value in some JSON."""
    if isinstance(data, dict):
        return [way for name, part in data.items() for way in leaves(part, (*path, name))]
    if isinstance(data, list):
        return [way for at, part in enumerate(data) for way in leaves(part, (*path, at))]
    return [path]


def changed(data: Any, path: Path_, draw: st.DataObject) -> Any:
    """The same JSON with that value changed a little."""
    data = copy.deepcopy(data)
    inside = data
    for step in path[:-1]:
        inside = inside[step]
    value = inside[path[-1]]
    if isinstance(value, str) and value:
        at = draw.draw(st.integers(0, len(value) - 1))
        letter = draw.draw(st.sampled_from([one for one in "0123456789abcdef" if one != value[at]]))
        inside[path[-1]] = value[:at] + letter + value[at + 1 :]
    elif isinstance(value, bool):
        inside[path[-1]] = not value
    elif isinstance(value, int):
        inside[path[-1]] = value + draw.draw(st.sampled_from([-1, 1]))
    else:
        inside[path[-1]] = draw.draw(st.sampled_from([0, "x", [], "00" * 32]))
    return data


@given(st.sampled_from(GAMES), st.data())
@examples(120)
def test_any_change_of_any_fact_is_found(setting: tuple[str, int], draw: st.DataObject) -> None:
    """Whatever the server alters of what it reveals, or of the game's beginning, every player's device finds."""
    data, parts = dealt(*setting, first=0, seed=1)
    ways = [("fair", *way) for way in leaves(data["fair"])] + [
        ("record", "setup", *way) for way in leaves(data["record"]["setup"])
    ]
    altered = changed(data, draw.draw(st.sampled_from(ways)), draw)
    mine = draw.draw(st.sampled_from(parts))
    try:
        found = judge(altered, mine)
    except SommetError:
        return  # the record is none of this game
    assert found.outcome == "not_fair" or (found.outcome == "cannot_be_checked" and altered["fair"]["table"] != TABLE)


@given(st.sampled_from(GAMES), st.data())
@examples(40)
def test_any_change_of_what_was_kept_is_found(setting: tuple[str, int], draw: st.DataObject) -> None:
    """A device that kept something else does not say that it is fair."""
    data, parts = dealt(*setting, seed=1)
    kept = msgspec.to_builtins(parts[0])
    ways = [way for way in leaves(kept) if way[0] not in ("scheme", "again", "shown") and way != ("opened",)]
    altered = changed(kept, draw.draw(st.sampled_from(ways)), draw)
    try:
        mine = msgspec.convert(altered, Kept)
    except msgspec.ValidationError:
        return
    assert judge(data, mine).outcome != "fair"


def lie(data: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """What a server reveals that deals as it likes and does its sums right."""
    facts = msgspec.convert(data["fair"] | changes, Facts)
    record = fair.deal(data["record"]["game"], data["record"]["players"], {}, facts)
    return {"record": record.as_dict(), "fair": msgspec.to_builtins(facts)}


def test_a_server_that_chooses_is_found_out_by_whoever_kept_their_part() -> None:
    """Its sums are right, so that nobody else can tell; the device that was cheated can, and knows by what."""
    data, parts = dealt("kabaleo", 2)
    mine, facts = parts[0], data["fair"]
    other, secret = fair.new_bytes(), secrets.token_hex(32)
    seals = [fair.seal(TABLE, other), facts["seals"][1]]
    swapped = lie(data, seals=seals, opened=[other, facts["opened"][1]])
    assert first_wrong(swapped, mine) == ("not_fair", "mine", "swapped")
    assert judge(swapped, None, facts["commitment"]).outcome == "cannot_be_checked"
    denied = lie(data, opened=[None, facts["opened"][1]])
    assert first_wrong(denied, mine) == ("not_fair", "mine", "denied")
    seen = {"1": shown(load(denied["record"]).record, 0)}  # what the server dealt then, too
    unsure = msgspec.structs.replace(mine, opened="sent", shown=seen)
    assert first_wrong(denied, unsure) == ("cannot_be_checked", "mine", "unacknowledged")
    friend = lie(data, seals=[facts["seals"][0], seals[0]], opened=[mine.bytes, other])
    assert first_wrong(friend, mine) == ("not_fair", "others", "")
    another = lie(data, secret=secret, commitment=fair.commitment(TABLE, secret))
    assert first_wrong(another, mine) == ("not_fair", "promise", "")
    mine.shown["1"] |= {"first": 1 - mine.shown["1"]["first"]}
    assert first_wrong(data, mine) == ("not_fair", "shown", "")


def test_whoever_sealed_and_did_not_open_is_named() -> None:
    """To the others it is fair, and they see it; to the one who was away it cannot be checked."""
    data, parts = dealt("kabaleo", 3, absent=(1,))
    found = judge(data, parts[0])
    assert (found.outcome, found.absent) == ("fair", [1])
    assert first_wrong(data, parts[1]) == ("cannot_be_checked", "mine", "not_opened")


def test_what_is_damaged_proves_nothing() -> None:
    """To whoever took part, a server that shows nothing readable is not fair."""
    data, parts = dealt("kabaleo", 2)
    damaged: Any
    for damaged in (None, [], "x", {}, data["fair"] | {"scheme": "sommet-fair/3"}, data["fair"] | {"seals": "x"}):
        given = data | {"fair": damaged}
        assert first_wrong(given, parts[0]) == ("not_fair", "facts", "damaged")
        assert first_wrong(given, None) == ("cannot_be_checked", "facts", "damaged")


def test_tables_of_the_first_scheme_are_still_checked() -> None:
    """As far as they can be: nobody's own part could be compared."""
    secret = secrets.token_hex(32)
    facts = FirstFacts(table="old", commitment=fair.commitment("old", secret, 1), secret=secret, entropy=["aa", None])
    data = {"record": fair.deal("kabaleo", 2, {}, facts).as_dict(), "fair": msgspec.to_builtins(facts)}
    found = judge(data, None, facts.commitment)
    assert found.outcome == "cannot_be_checked"
    assert {one.what for one in found.checks if one.found == "same"} == {"secret", "deal", "promise"}
    data["fair"]["entropy"] = ["ab", None]
    assert judge(data, None, facts.commitment).outcome == "not_fair"
    # exactly as these tables were dealt by earlier versions
    assert fair.commitment("old", "00" * 32, 1) == "22a3220c58d6a94eab17d810e2f809ed724b4d6e016c1c5df69054f59ca1aa53"
    assert fair.seed("old", "00" * 32, ["aa", None], 1, 1) == FIRST_SEED


def test_every_check_has_its_words() -> None:
    """In every language."""
    keys = {key for key in catalogue("en") if key.startswith("fair.")}
    assert keys == {key for key in catalogue("fr") if key.startswith("fair.")}
    told = Check("mine", "differs", "denied")
    assert len({sentence(told, language) for language in LANGUAGES}) == len(LANGUAGES)


def test_the_command_line_says_what_was_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 0: fair; 1: not fair; 2: it cannot be checked; in words, or for programs."""
    data, parts = dealt("kabaleo", 2)
    game, mine = tmp_path / "game.json", tmp_path / "mine.json"
    game.write_text(json.dumps(data | {"link": "x"}))
    mine.write_bytes(msgspec.json.encode(parts[0]))
    assert main(["verify", str(game), "--mine", str(mine)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(catalogue("en")["fair.outcome.fair"])
    assert out.count("✓") == 7
    assert main(["verify", str(game)]) == 2
    out = capsys.readouterr().out
    assert out.startswith(catalogue("en")["fair.outcome.cannot_be_checked"])
    assert catalogue("en")["fair.mine.no_part"] in out
    assert (out.count("✓"), out.count("–")) == (3, 4)
    assert main(["verify", str(game), "--mine", str(mine), "--commitment", "00" * 32, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["outcome"] == "not_fair"
    assert {"what": "promise", "found": "differs", "why": None} in found["checks"]
    game.write_text(json.dumps(data["record"]))
    assert main(["verify", str(game), "--mine", str(mine), "--lang", "nl"]) == 2
    assert catalogue("nl")["fair.facts.none"] in capsys.readouterr().out
    mine.write_text("{}")
    for args in ([str(game), "--mine", str(mine)], [str(tmp_path / "none")], [str(mine)]):
        assert main(["verify", *args]) == 2
        assert capsys.readouterr().err
