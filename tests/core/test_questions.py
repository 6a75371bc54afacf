"""Dealing, beginning, refusing, showing, viewing: every question answers the same interpreted and compiled."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from sommet.core import questions
from sommet.core.chance import Chance
from sommet.core.kernel import Kernel
from sommet.core.position import Position
from sommet.core.record import SPECTATOR

from ..support.setups import USUAL, Setup, course

ASKED = {kernel for kernel in vars(questions).values() if isinstance(kernel, Kernel) and kernel.small}


@contextmanager
def all_questions(way: str) -> Iterator[None]:
    """Ask in one way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Kernel, "__call__", lambda self, *args: getattr(self, way if self in ASKED else "compiled")(*args)
        )
        yield


def everything(setup: Setup, seed: int) -> list[Any]:
    """All that can be asked of some positions of a game."""
    answers: list[Any] = []
    for position in course(setup.deal(seed), seed)[::4]:
        answers += [position.record, position.shown, position.sides, position.next_seats(), position.standings]
        for viewer in (0, 1, SPECTATOR):
            view = position.view(viewer)
            answers += [view.known.state.tobytes(), view.shown, view.redeal(Chance(seed)).record]
        for move in position.notation.texts[::11]:
            if move and move not in position.legal:
                error = position.refusal(move)
                answers.append((error.code, error.clause, error.say("en")))
        answers += [position.effects(move) for move in position.legal[:3]]
        answers.append(Position.of(position.game, position.record).state.tobytes())
    return answers


@pytest.mark.parametrize("setup", USUAL[::2], ids=str)
def test_questions_answer_the_same_in_every_way(setup: Setup) -> None:
    """Over whole games."""
    with all_questions("interpreted"):
        first = everything(setup, 11)
    with all_questions("compiled"):
        assert everything(setup, 11) == first
