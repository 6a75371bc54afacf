"""Positions: shortcuts give what the long way gives."""

import copy as copy_module
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from sommet.core.arrays import copy
from sommet.core.chance import Chance
from sommet.core.errors import SommetError
from sommet.core.links import link
from sommet.core.position import Position, View
from sommet.core.record import SPECTATOR, Record
from sommet.core.registry import load, new, players, read_link

from ..support.setups import SETUPS, Setup, course


@pytest.mark.parametrize("name", sorted(players()))
def test_move_by_move_is_all_at_once(name: str) -> None:
    """Everything that is asked of a position; and a refusal says which move it was."""
    position, chance = new(name, 3, 2), Chance(1)
    while not position.over:
        position = position.play(chance.choice(position.legal))
        afresh = Position.of(position.game, position.record)
        assert position.state.tobytes() == afresh.state.tobytes()
        for what in ("over", "to_move", "numbers", "legal", "scores", "result", "shown"):
            assert getattr(position, what) == getattr(afresh, what), what
    with pytest.raises(SommetError) as late:
        position.play(position.moves[-1])
    assert late.value.at == len(position.moves)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_view_is_what_its_knowledge_record_gives(setup: Setup) -> None:
    """State, moves and all that is shown: filled in from the truth by an allow-list, or played from the record."""
    for position in course(setup.deal(4), 3)[::3]:
        for viewer in (*range(position.players), SPECTATOR):
            view = position.view(viewer)
            afresh = Position.of(position.game, Record(**_parts(position.knowledge(viewer).as_dict())))
            assert view.known.state.tobytes() == afresh.state.tobytes()
            assert view.known == afresh
            for what in ("to_move", "numbers", "legal", "scores", "result"):
                assert getattr(view.known, what) == getattr(afresh, what), what
            assert view.shown == View(afresh, viewer).shown


def _parts(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "format"}


@pytest.mark.parametrize("name", sorted(players()))
def test_equal_positions(name: str) -> None:
    """The same deal, the same moves, the same knowledge: equal, with the same hash; small when pickled."""
    position = new(name, seed=5)
    after = position.play(position.legal[0])
    again = new(name, seed=5).play(position.legal[0])
    assert after == again
    assert hash(after) == hash(again)
    assert len({after, again, position, new(name, seed=6), after.view(0).known}) == 4
    packed = pickle.dumps(after)
    assert len(packed) < 2000
    back = pickle.loads(packed)
    assert back == after
    assert back.legal == after.legal
    assert copy_module.deepcopy(after) == after
    assert pickle.loads(pickle.dumps(after.view(1))) == after.view(1)
    assert {after.record: 1}[again.record] == 1


@pytest.mark.parametrize("name", sorted(players()))
def test_nobody_changes_a_record(name: str) -> None:
    """What is handed out is the caller's own; a view shares nothing with the truth that could be changed."""
    position = new(name, seed=5)
    before = position.record.as_dict()
    for view in (position.view(0), position.view(SPECTATOR)):
        for value in view.knowledge.setup.values():
            if isinstance(value, list):
                value[0] = "changed"
        view.knowledge.options["changed"] = True
        view.known.record.setup.clear()
    position.record.setup.clear()
    assert position.record.as_dict() == before
    for record in (position.record, position.view(0).knowledge):
        with pytest.raises(AttributeError):
            record.players = 7
        with pytest.raises(TypeError):
            record.fixed_setup["first"] = 1
    assert position.record.as_dict() == before


@pytest.mark.parametrize("name", sorted(players()))
def test_a_game_move_by_move(name: str) -> None:
    """`positions` gives every position with the move made there."""
    last = course(new(name, seed=3), 1)[-1]
    steps = list(last.positions())
    assert [move for _, move in steps] == list(last.moves)
    assert all(before.play(move).moves == last.moves[: ply + 1] for ply, (before, move) in enumerate(steps))


LINKS = json.loads((Path(__file__).parent / "links_1.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kept", LINKS, ids=lambda kept: f"{kept['record']['game']} {kept['record'].get('viewer')}")
def test_links_of_the_first_version(kept: dict[str, Any]) -> None:
    """Made before set-ups were described as data: they say the same now, and are still written so."""
    position = load(kept["record"])
    assert read_link(kept["link"]) == position
    assert link(position) == kept["link"]


def test_a_copy_is_its_own() -> None:
    """Byte for byte, and free to be written."""
    state = new("kabaleo", 2, 1).state
    copied = copy(state)
    assert copied.dtype == state.dtype
    assert copied.tobytes() == state.tobytes()
    copied["ply"] = 9
    assert state["ply"][0] == 0
