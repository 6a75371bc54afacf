"""Positions, views, refusals, deals and links are the same in TypeScript as in Python, whatever is played."""

import io
import json
import random
import secrets
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sommet
from sommet.core import files
from sommet.core.chance import Chance
from sommet.core.digits import Digits
from sommet.core.links import link
from sommet.core.match import Match
from sommet.core.position import Position
from sommet.core.record import SPECTATOR, Viewer
from sommet.core.registry import read_link

from ..support.examples import examples
from ..support.setups import SETUPS, Setup, course
from .asking import ELSEWHERE, Asked, answer, loaded, refused, told

HERE = [setup for setup in SETUPS if setup.options.get("board", "hex-1-5-5") in ("hex-1-5-5", "hex-5-3-3")]
OTHER_BOARDS = [setup for setup in SETUPS if setup not in HERE]
SETUP = st.sampled_from(HERE)
SEED = st.integers(0, 2**64 - 1)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_!=é "


@pytest.mark.parametrize("setup", HERE, ids=str)
def test_whole_games(setup: Setup, engine: Asked) -> None:
    """Every position of a random game, from a seed nobody knows before: legal moves, shown, views, effects, links."""
    seed = secrets.randbits(64)
    positions = course(setup.deal(seed), seed)
    asked = engine("game", record=positions[-1].record.as_dict())["answer"]
    for position, after, found in zip(positions, positions[1:], asked, strict=False):
        assert found == {**told(position), "effects": position.effects(after.moves[-1])}, seed
    assert len(asked) == len(positions) - 1
    end = positions[-1]
    assert engine("load", record=end.record.as_dict(), every=True)["answer"] == loaded(end, []), seed


def other_moves(position: Position, chance: random.Random) -> list[str]:
    """Moves that may not be legal: another game's, of other numbers, of other forms, with strange letters."""
    texts = [text for text in position.notation.texts if text]
    found = chance.sample(texts, min(len(texts), 12))
    for text in found[:4]:
        place = chance.randrange(len(text))
        found.append(text[:place] + chance.choice("019AZa>@-'\"\n\u202e💥") + text[place + 1 :])
    return [*found, "", "1>1", "99>1", "A1-A1", "ZZ9-A1", "blue@99", "red@1", "violet@2", "x" * 50, "1>2\n", "１>2"]


@given(SETUP, SEED, st.data())
@examples(60)
def test_refusals_of_moves(engine: Asked, setup: Setup, seed: int, data: st.DataObject) -> None:
    """The same code, clause and sentence in every language, for a full record and for a viewer's."""
    position = data.draw(st.sampled_from(course(setup.deal(seed), seed)))
    viewer = data.draw(st.sampled_from([None, "spectator", *range(position.players)]))
    known = position if viewer is None else position.view(viewer).known
    moves = other_moves(known, random.Random(seed))
    asked = engine("load", record=known.record.as_dict(), every=True, moves=moves)
    assert asked["answer"] == loaded(sommet.load(known.record.as_dict()), moves)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 40) | st.floats(0.01, 0.99) | st.text(max_size=6)
    | st.sampled_from(["red", "blue", "c7", "RYBW", "A1", "spectator", "sommet-record/1", "x" * 60, "a'b", 'a"\'']),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["red", "blue", "k"]), inner),
    max_leaves=6,
)  # fmt: skip


def _changed(value: Any, data: st.DataObject, path: str = "") -> Any:
    """The same JSON with one thing changed, somewhere."""
    inside = data.draw(st.booleans(), label=f"inside {path}") if isinstance(value, dict | list) and value else False
    if not inside:
        return data.draw(JSON, label=f"at {path}")
    if isinstance(value, dict):
        key = data.draw(st.sampled_from([*value, "more"]))
        if data.draw(st.integers(0, 5)) == 0:
            return {name: part for name, part in value.items() if name != key}
        return {**value, key: _changed(value.get(key), data, f"{path}.{key}")}
    place = data.draw(st.integers(0, len(value) - 1))
    if data.draw(st.integers(0, 5)) == 0:
        return [part for number, part in enumerate(value) if number != place]
    return [_changed(part, data, f"{path}[{place}]") if n == place else part for n, part in enumerate(value)]


@given(SETUP, SEED, st.data())
@examples(300)
def test_bad_records(engine: Asked, setup: Setup, seed: int, data: st.DataObject) -> None:
    """A record in which something was changed is refused alike, or means the same."""
    positions = course(setup.deal(seed), seed)
    position = data.draw(st.sampled_from(positions[: 1 + len(positions) // 4]))
    viewer: Viewer | None = data.draw(st.sampled_from([None, None, SPECTATOR, 0]))
    record = (position if viewer is None else position.view(viewer).known).record.as_dict()
    changed = _changed(record, data)
    mine = answer(lambda: loaded(sommet.load(changed), []))
    asked = engine("load", record=changed, every=True)
    if not (asked.get("refused", {}).get("code") == ELSEWHERE and "hex-" in str(changed)):
        assert asked == mine, changed


WANTED = st.fixed_dictionaries(
    {},
    optional={
        "deal": st.sampled_from(["random", "equal", "x", None, 1]),
        "golden_rule": st.sampled_from([True, False, 1]),
        "colours": st.lists(st.sampled_from(["pink", "orange", "green", "blue", "red", "white", 3]), max_size=6),
        "direction": st.sampled_from(["clockwise", "counterclockwise", "left"]),
        "tokens": st.lists(st.integers(-1, 40), max_size=5) | st.just("x"),
        "board": st.sampled_from(["hex-1-5-5", "hex-5-3-3", "hex", "", 7, "hex-0-1-1", "Hex-1-5-5", "hex-1-5-5\n"]),
        "teams": st.booleans(),
        "black": st.lists(st.sampled_from(["A1", "B2", "D5", "G5", "Z9"]), max_size=11),
    },
)


@given(st.sampled_from(["babylone", "kabaleo", "on_top"]), st.integers(1, 7), SEED, WANTED, st.data())
@examples(150)
def test_deals(engine: Asked, game: str, players: int, seed: int, wanted: dict[str, Any], data: st.DataObject) -> None:
    """A seed deals the same game, with whatever is agreed or chosen; what cannot be is refused alike."""
    first = data.draw(st.sampled_from([None, None, 0, 1, 6]))
    if data.draw(st.booleans()):
        known = {option.name for option in sommet.game(game).options.every}
        wanted = {name: value for name, value in wanted.items() if name in known}
    asked = engine("deal", game=game, players=players, seed=str(seed), choices=wanted, first=first)
    mine = answer(lambda: sommet.new(game, players, seed, first, **wanted).record.as_dict())
    assert asked == mine


@given(SETUP, SEED, st.data())
@examples(60)
def test_links(engine: Asked, setup: Setup, seed: int, data: st.DataObject) -> None:
    """Read both ways, and refused alike where letters were changed."""
    position = data.draw(st.sampled_from(course(setup.deal(seed), seed)))
    viewer = data.draw(st.sampled_from([None, "spectator", *range(position.players)]))
    text = link(position if viewer is None else position.view(viewer).known)
    chance = random.Random(seed)
    place = chance.randrange(len(text))
    damaged = text[:place] + chance.choice(LETTERS) + text[place + chance.choice((0, 1)) :]
    for each in (text, damaged, text.upper(), text[:-1], text + "A", text.partition("~")[2], ""):
        assert engine("link", link=each) == answer(partial(_linked, each)), each


def _linked(text: str) -> Any:
    position = read_link(text)
    return {"record": position.record.as_dict(), "link": link(position)}


@pytest.mark.parametrize("game", ["babylone", "kabaleo", "on_top"])
def test_links_made_by_hand(game: str, engine: Asked) -> None:
    """With a right check sum and anything inside: the same position, or none in either."""
    chance = random.Random(secrets.randbits(32))
    for _ in range(150):
        digits = Digits()
        digits.put(1, 8)
        for _ in range(chance.randrange(1, 60)):
            digits.put(chance.randrange(256), 256)
        text = f"{game}~{digits.text()}"
        asked = engine("link", link=text)
        if asked.get("refused", {}).get("code") != ELSEWHERE:
            assert asked == answer(partial(_linked, text)), text


@pytest.mark.parametrize("setup", OTHER_BOARDS, ids=str)
def test_other_boards_stay_with_the_server(setup: Setup, engine: Asked) -> None:
    """T4: a record, a link and a deal on a board without a name are told apart from wrong ones."""
    position = setup.deal(1)
    asked = [
        engine("load", record=position.record.as_dict()),
        engine("link", link=link(position)),
        engine("deal", game=setup.game, players=setup.players, seed="1", options=dict(setup.options)),
    ]
    assert [each["refused"]["code"] for each in asked] == [ELSEWHERE] * 3
    assert all(str(setup.options["board"]) in said for each in asked for said in each["refused"]["said"])


@given(SETUP, SEED, st.data())
@settings(max_examples=30)
def test_redealing(engine: Asked, setup: Setup, seed: int, data: st.DataObject) -> None:
    """What a viewer does not know is filled in alike, from the same seed."""
    position = data.draw(st.sampled_from(course(setup.deal(seed), seed)))
    viewer = data.draw(st.sampled_from(["spectator", *range(position.players)]))
    # Python's chance draws the stream's seed; the engine is given it
    word = Chance(seed).word()
    mine = position.view(viewer).redeal(Chance(seed)).record.as_dict()
    assert engine("redeal", record=position.record.as_dict(), viewer=viewer, seed=str(word))["answer"] == mine


@pytest.mark.parametrize("setup", [each for each in HERE if each.players in (2, 4)][:6], ids=str)
def test_matches(setup: Setup, engine: Asked) -> None:
    """B8: who has won how many rounds, who chooses next, until the match is over; then nothing goes on."""
    chance = random.Random(secrets.randbits(32))
    match = Match.start(sommet.game(setup.game), setup.players, setup.options, 2, 1)
    steps: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    while not match.winners and len(match.records) < 12:
        if match.position is None:
            first, seed = chance.randrange(setup.players), chance.getrandbits(64)
            steps.append({"first": first, "seed": str(seed)})
            match = match.choose(first, Chance(seed))
        else:
            steps.append({"move": chance.choice(match.position.legal)})
            match = match.play(steps[-1]["move"])
        lines.append(
            {
                "won": list(match.won),
                "winners": list(match.winners),
                "chooser": match.chooser,
                "records": len(match.records),
                "legal": None if match.position is None else list(match.position.legal),
            }
        )
    asked = {"game": setup.game, "players": setup.players, "options": dict(setup.options), "rounds": 2, "chooser": 1}
    assert engine("match", **asked, steps=steps)["answer"] == lines
    with pytest.raises(sommet.SommetError) as caught:
        match.play("x")
    assert engine("match", **asked, steps=[*steps, {"move": "x"}]) == refused(caught.value)


def _read(text: str) -> Any:
    return [each.record.as_dict() for each in files.read_all(io.StringIO(text))]


def test_files(engine: Asked) -> None:
    """A record or link alone, several, a list, a saved table, an export; what is none is refused."""
    one, two = sommet.new("kabaleo", 2, 1), course(sommet.new("on_top", 3, 2), 2)[-1]
    records = [json.dumps(each.record.as_dict()) for each in (one, two)]
    links = [link(one), link(two)]
    table = {"format": "sommet-table/1", "played": [links[0]], "now": links[1]}
    texts = [
        *(records[0], links[1], "\n".join(records), "\r\n".join(links), f"[{records[0]}, {records[1]}]"),
        *(json.dumps(table), json.dumps({"record": json.loads(records[0]), "other": 1}), json.dumps(links)),
        *("", "   \n", "x", "{", "null", "7", "[[]]", json.dumps({**table, "played": 5}), links[0] + "x"),
    ]
    for text in texts:
        asked = engine("file", text=text)
        mine = answer(partial(_read, text))
        if "refused" in mine and mine["refused"]["code"] == "bad_json":  # each reader has its own words for why
            assert asked["refused"]["code"] == "bad_json", text
        else:
            assert asked == mine, text
