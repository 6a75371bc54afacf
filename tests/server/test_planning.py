"""Moves that are planned while somebody else thinks: those that may be legal, and none where chance comes between."""

import random

import pytest

from sommet.core.position import Position
from sommet.core.registry import new
from sommet.server.tables.planning import ahead


@pytest.mark.parametrize("game", ["babylone", "kabaleo"])
def test_what_is_legal_next_was_planned(game: str) -> None:
    """By whoever comes next, from what they know; whoever moves now, or comes later, plans nothing."""
    chance = random.Random(3)
    position: Position = new(game, 3, 5)
    for _ in range(6):
        seat = position.to_move
        assert seat is not None
        following = position.play(chance.choice(position.legal)).to_move
        assert following is not None
        planned = ahead(position.view(following).known, following)
        assert len(planned) == len(set(planned))
        for move in chance.sample(position.legal, 3):
            assert set(position.play(move).view(following).known.legal) <= set(planned)
        assert ahead(position.view(seat).known, seat) == []
        later = ({0, 1, 2} - {seat, following}).pop()
        assert ahead(position.view(later).known, later) == []
        position = position.play(chance.choice(position.legal))


def test_nothing_is_planned_before_something_is_turned_up() -> None:
    """In such a game the next tile is not known."""
    position = new("on_top", 2, 5)
    assert ahead(position.view(1 - (position.to_move or 0)).known, 1 - (position.to_move or 0)) == []
