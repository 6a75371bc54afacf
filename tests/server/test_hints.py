"""Foresee and hint: what a seat's moves would do, and what the strongest computer player would do in its place."""

from collections.abc import Iterator
from typing import Any

import pytest

from sommet.bots import reasons
from sommet.core.chance import Chance
from sommet.core.position import Position, View
from sommet.core.registry import load
from sommet.search.advice import Advice
from sommet.server.tables import turns

from .inside import Inside
from .running import guest, new_table
from .talking import Talk, talking

GAMES = ("babylone", "kabaleo", "on_top")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints need not be good here."""
    monkeypatch.setattr(turns, "HINT_SECONDS", 0.05)


def _my_turn(talk: Talk) -> dict[str, Any]:
    """Wait for it."""
    while talk.view is None or not talk.view["legal"]:
        talk.hear("update")
    return talk.view


@pytest.mark.parametrize("name", GAMES)
def test_the_mover_foresees_what_his_moves_do(server: Inside, name: str) -> None:
    """As the rules say from their knowledge; nobody else is told anything."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    table = new_table(apis, {"game": name})
    with talking(apis[0], table, knowledge=True) as here, talking(apis[1], table, knowledge=True) as there:
        for talk in (here, there):
            while talk.view is None:
                talk.hear("update")
        assert here.view
        mover, other = (here, there) if here.view["legal"] else (there, here)
        with talking(guest(server.base), table) as watching:
            for ply in range(4):
                view = _my_turn(mover)
                assert view["ply"] == ply
                known: Position = load(view["knowledge"])
                expected = {move: known.effects(move) for move in view["legal"]}
                for _ in range(2):
                    assert mover.answer("foresee") == {"type": "foreseen", "id": "q", "ply": ply, "moves": expected}
                assert other.answer("foresee") == {"type": "foreseen", "id": "q", "ply": ply, "moves": {}}
                assert watching.answer("foresee") == {"type": "foreseen", "id": "q", "ply": ply, "moves": {}}
                mover.move(ply)
                mover, other = other, mover
                while (mover.view or {})["ply"] <= ply:
                    mover.hear("update")
                watching.hear("update", seq=ply + 2)
            other.answer("resign")
            assert watching.answer("foresee")["moves"] == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_against_the_computer(server: Inside, short: None, name: str) -> None:
    """Three moves at most, the best first, from this seat's view; moves are not kept waiting by it."""
    ana = guest(server.base)
    made = ana.call("POST", "/tables", {"settings": {"game": name, "bots": [None, "easy"]}})
    with talking(ana, made["id"]) as here:
        view = _my_turn(here)
        hint = here.answer("hint")
        assert (hint["type"], hint["ply"]) == ("hint", view["ply"])
        assert hint["best"] == hint["moves"][0]["move"]
        assert len(hint["moves"]) == min(3, len(view["legal"]))
        assert all(move["move"] in view["legal"] and 0 <= move["value"] <= 1 for move in hint["moves"])
        assert hint["exact"] in (True, False)
        assert hint["why"].strip()
        here.send("hint", id="late")
        here.move()
        late = [message for message in here.heard if message.get("id") == "late"] or [here.hear("hint", id="late")]
        assert late[0]["ply"] == view["ply"]
        here.answer("resign")
        assert here.answer("hint")["code"] == "over"


def test_a_hint_says_why_in_the_readers_language(server: Inside, short: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence or two of the language that they joined with, as on their own device."""
    told: list[tuple[View, Advice]] = []
    advise = turns._advise

    def spy(view: View, language: str) -> tuple[Advice, str]:
        found = advise(view, language)
        told.append((view, found[0]))
        return found

    monkeypatch.setattr(turns, "_advise", spy)
    ana = guest(server.base)
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": [None, "easy"]}})
    with talking(ana, made["id"], language="nl") as here:
        _my_turn(here)
        why = here.answer("hint")["why"]
    assert why == reasons(*told[-1], "nl") != reasons(*told[-1], "en")


def test_hints_on_one_device_and_where_they_would_harm(server: Inside, short: None) -> None:
    """One person at a device may have them, whoever is to move; where another person plays nobody may."""
    ana, bob = guest(server.base, "Ana"), guest(server.base, "Bob")
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone", "device": True}})
    with talking(ana, made["id"]) as here, talking(bob, made["id"]) as watching:
        while here.view is None:
            here.hear("update")
        mover = here.view["to_move"]
        here.send("join", seat=1 - mover)
        assert here.hear("welcome")["view"]["legal"] == []
        assert here.answer("hint")["code"] == "not_your_turn"
        here.send("join", seat=mover)
        here.hear("welcome")
        assert here.answer("hint")["type"] == "hint"
        assert watching.answer("hint")["code"] == "not_seated"
    table = new_table([ana, bob], {"game": "babylone", "players": 2})
    with talking(ana, table) as here:
        assert here.answer("hint")["code"] == "no_hints"
        with talking(bob, table) as there:
            for talk in (here, there):
                while talk.view is None:
                    talk.hear("update")
                assert talk.answer("hint")["code"] == "no_hints"
    alone = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": [None, None, "easy"], "players": 3}})
    with talking(ana, alone["id"]) as here:
        assert here.answer("hint")["code"] == "not_started"


def test_too_many_hints(server: Inside, short: None) -> None:
    """A stricter limit than that of messages, for each user."""
    ana = guest(server.base)
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone", "bots": [None, "easy"]}})
    with talking(ana, made["id"]) as here:
        _my_turn(here)
        kinds = [here.answer("hint")["type"] for _ in range(7)]
        assert kinds[:3] == ["hint"] * 3
        assert kinds[-1] == "refused"
        assert here.heard[-1]["code"] == "slow_down"


def test_a_hint_is_given_a_view_and_nothing_else(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the adviser gets is what this seat knows: another hidden part would give the very same."""
    given: list[View] = []
    advise = turns._advise

    def spy(view: View, language: str) -> tuple[Advice, str]:
        given.append(view)
        return advise(view, language)

    monkeypatch.setattr(turns, "_advise", spy)
    monkeypatch.setattr(turns, "HINT_SECONDS", 0.02)
    ana = guest(server.base)
    for name in ("kabaleo", "on_top"):
        made = ana.call("POST", "/tables", {"settings": {"game": name, "bots": [None, "beginner"]}})
        with talking(ana, made["id"], knowledge=True) as here:
            view = _my_turn(here)
            here.answer("hint")
            assert given[-1].viewer == 0
            assert given[-1].knowledge.as_dict() == view["knowledge"]
            room = server.hub.tables.rooms[made["id"]]
            assert room.progress.position is not None
            hidden = room.progress.position.record.setup
            assert given[-1].knowledge.setup != hidden
            assert given[-1].redeal(Chance(3)).view(0).knowledge == given[-1].knowledge
