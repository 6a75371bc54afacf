"""Effects tell no secret: from what any viewer knows they are those of the truth."""

from itertools import pairwise

import pytest

from sommet.core.chance import Chance
from sommet.core.position import Position

from ..support.setups import SETUPS, Setup, course
from .test_views import viewers


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_effects_follow_from_every_viewers_knowledge(setup: Setup) -> None:
    """Of the move just played, of one that could be, and of all moves so far; another hidden part changes nothing."""
    positions = course(setup.deal(23), 23)
    truth = [before.effects(after.moves[-1]) for before, after in pairwise(positions)]
    for ply, position in enumerate(positions):
        for viewer in viewers(position):
            view = position.view(viewer)
            other = view.redeal(Chance(ply))
            for move in position.legal[ply % 7 :: 9]:
                assert view.known.effects(move) == position.effects(move) == other.effects(move)
            if ply % 6 == 0 or position.over:
                record = view.knowledge
                before = Position.of(position.game, record.with_moves(()))
                for move, told in zip(record.moves, truth, strict=False):
                    assert before.effects(move) == told
                    before = before.play(move)
