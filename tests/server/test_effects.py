"""Effects over the doors: with every view for those who ask, in positions, in replays."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from sommet.client.api import Api, ApiError
from sommet.core.position import Position
from sommet.core.registry import new
from sommet.server.store.log import Entry
from sommet.server.tables.progress import Dealt, Progress
from sommet.server.wire.messages import encode
from sommet.server.wire.settings import Settings

from .inside import Inside
from .running import guest, new_table
from .talking import Talk, talking

GAMES = ("babylone", "kabaleo", "on_top")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def _played(name: str, moves: int, seed: int = 5) -> Position:
    """A game after this many moves."""
    position, chance = new(name, 2, seed), random.Random(seed)
    while len(position.moves) < moves and not position.over:
        position = position.play(chance.choice(position.legal))
    return position


def _told(position: Position) -> list[dict[str, Any]]:
    """What its moves did."""
    start = Position.of(position.game, position.record.with_moves(()))
    return [start.after(position.moves[:ply]).effects(move) for ply, move in enumerate(position.moves)]


@pytest.mark.parametrize("name", GAMES)
def test_every_view_brings_them_to_those_who_asked(server: Inside, name: str) -> None:
    """One for each move of the round; the other player, who did not ask, has no such key."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    table = new_table(apis, {"game": name})
    with talking(apis[0], table, effects=True) as here, talking(apis[1], table, knowledge=True) as there:
        for talk in (here, there):
            while talk.view is None:
                talk.hear("update")
        assert here.view
        assert here.view["effects"] == []
        for ply in range(1, 7):
            mover = here if here.view["legal"] else there
            mover.move(len(mover.view["legal"]) // 2 if mover.view else 0)
            for talk in (here, there):
                while talk.view is None or talk.view["ply"] < ply:
                    talk.hear("update")
            assert len(here.view["effects"]) == ply
            assert "effects" not in (there.view or {})
            found = apis[1].call("POST", "/positions", {"record": (there.view or {})["knowledge"], "effects": True})
            assert found["effects"] == here.view["effects"]
        with talking(apis[0], table, effects=True, knowledge=True) as again:
            assert again.view
            assert again.view["effects"] == here.view["effects"]
            assert again.view["knowledge"]["moves"]
            again.send("join")
            assert "effects" not in again.hear("welcome")["view"]


def _add(progress: Progress, kind: str, text: str) -> None:
    progress.add(Entry("t", progress.seq, kind, None, text, 0))


@pytest.mark.parametrize("name", GAMES)
def test_they_follow_a_take_back_and_a_new_round(name: str) -> None:
    """Those of the moves that count, always; whoever asks late gets all of them."""
    progress = Progress(Settings(game=name, rounds=2), 0)
    for number in (1, 2):
        position = _played(name, 8, number)
        _add(progress, "deal", encode(Dealt(dict(position.record.setup))).decode())
        for ply, move in enumerate(position.moves):
            _add(progress, "move", move)
            if ply != 3:
                shown = progress.message(0, effects=True)
                assert shown is not None
                assert encode(shown.effects) == encode(_told(position)[: ply + 1])
        _add(progress, "back", "2")
        other = Position.of(position.game, position.record.with_moves(position.moves[:2]))
        other = other.play(next(move for move in reversed(other.legal) if move != position.moves[2]))
        _add(progress, "move", other.moves[-1])
        shown = progress.message(1, effects=True)
        assert shown is not None
        assert encode(shown.effects) == encode(_told(other))
        _add(progress, "end", "resigned")


@pytest.mark.parametrize("name", GAMES)
def test_positions_tell_more_on_demand(server: Inside, name: str) -> None:
    """Effects so far, effects of each legal move, every step; for all, for a seat, for the spectator."""
    api, position = Api(server.base), _played(name, 6)
    start = position.record.with_moves(position.moves[:4]).as_dict()
    asked = {"record": start, "moves": list(position.moves[4:]), "effects": True, "foresee": True, "steps": True}
    plain = api.call("POST", "/positions", {"record": position.record.as_dict()})
    for view in (None, 0, 1, "spectator"):
        found = api.call("POST", "/positions", asked | {"view": view})
        assert found["effects"] == _told(position)
        legal = found["legal"]
        assert bool(legal) == (view is None or view == position.to_move)
        assert found["foreseen"] == {move: position.effects(move) for move in legal}
        steps = found["steps"]
        assert [step["ply"] for step in steps] == list(range(7))
        assert [step["move"] for step in steps] == [None, *position.moves]
        assert [step["effects"] for step in steps] == [None, *_told(position)]
        assert steps[-1]["state"] == found["state"]
        if view is None:
            assert {key: found[key] for key in plain} == plain
    assert "effects" not in plain


def test_moves_that_cannot_be_appended(server: Inside) -> None:
    """The rule's own error."""
    api = Api(server.base)
    with pytest.raises(ApiError) as wrong:
        api.call("POST", "/positions", {"record": new("babylone", 2, 1).record.as_dict(), "moves": ["1>1"]})
    assert (wrong.value.status, wrong.value.code, wrong.value.error["clause"]) == (400, "illegal_move", "B4")


def test_replays_have_them(server: Inside) -> None:
    """The same as the position's steps, for every viewer."""
    apis = [guest(server.base, name) for name in ("Ana", "Bob")]
    table = new_table(apis, {"game": "on_top"})
    with talking(apis[0], table) as here, talking(apis[1], table) as there:
        for _ in range(5):
            mover = _mover(here, there)
            mover.move(7)
        here.answer("resign")
    record = apis[0].call("GET", f"/tables/{table}/rounds/1")["record"]
    for viewer in ("all", "0", "spectator"):
        steps = apis[0].call("GET", f"/tables/{table}/rounds/1/replay?viewer={viewer}")
        view = None if viewer == "all" else int(viewer) if viewer.isdigit() else viewer
        found = apis[0].call("POST", "/positions", {"record": record, "view": view, "steps": True})
        assert found["steps"] == steps
        assert steps[0]["effects"] is None
        assert all("circles" in step["effects"] for step in steps[1:])


def _mover(here: Talk, there: Talk) -> Talk:
    """Whose turn it is, once both know."""
    while here.view is None or there.view is None or here.view["ply"] != there.view["ply"]:
        behind = here if here.view is None or (there.view and here.view["ply"] < there.view["ply"]) else there
        behind.hear("update")
    return here if here.view["legal"] else there
