"""Positions: shortcuts give what the long way gives."""

import pytest

from sommet.core.chance import Chance
from sommet.core.errors import SommetError
from sommet.core.position import Position
from sommet.core.record import SPECTATOR
from sommet.core.records import copy
from sommet.core.registry import new, players


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


def test_knowing_more_is_knowing_it_from_the_start() -> None:
    """T11: a tile is turned over, and then laid."""
    truth, chance = new("on_top", 2, 4), Chance(3)
    known = Position.of(truth.game, truth.knowledge(SPECTATOR))
    while not truth.over:
        move = chance.choice(truth.legal)
        truth = truth.play(move)
        record = truth.knowledge(SPECTATOR)
        learned = known.knowing(record)
        assert learned is not None
        known = learned.play(move)
        afresh = Position.of(truth.game, record)
        assert known.record == afresh.record
        assert known.state.tobytes() == afresh.state.tobytes()
        assert known.legal == afresh.legal


def test_what_cannot_be_learned_is_played_afresh() -> None:
    """Other secrets, or another set-up."""
    kabaleo = new("kabaleo", 2, 1)
    assert Position.of(kabaleo.game, kabaleo.knowledge(0)).knowing(kabaleo.knowledge(1)) is None
    tiles = [Position.of(new("on_top", 2, seed).game, new("on_top", 2, seed).knowledge(0)) for seed in (1, 2)]
    assert tiles[0].knowing(tiles[1].record) is None


def test_under_another_record() -> None:
    """The same position, as somebody else calls it."""
    position = new("babylone", 2, 1)
    position = position.play(position.legal[0])
    record = position.knowledge(1)
    other = position.under(record)
    assert (other.record, other.legal, other.to_move) == (record, position.legal, position.to_move)
    assert other.state is position.state


def test_a_copy_is_its_own() -> None:
    """Byte for byte, and free to be written."""
    state = new("kabaleo", 2, 1).state
    copied = copy(state)
    assert copied.dtype == state.dtype
    assert copied.tobytes() == state.tobytes()
    copied["ply"] = 9
    assert state["ply"][0] == 0
