"""Minds as tests ask them: a level with numbers of one's own, and what it tells a search."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from sommet.bots import registry
from sommet.bots.mind import Case, Level, Mind
from sommet.core.arrays import Records
from sommet.core.bits import random_stream
from sommet.core.position import View
from sommet.search.advice import MoveValue
from sommet.search.minds import considered


def mind(game: str, name: str = "test", simulations: int | None = None, /, **numbers: float) -> Mind:
    """A mind of that game's kind."""
    return Mind(registry.game_bots(game).kind, Level(name, simulations, numbers=numbers))


@contextmanager
def thought_about(game: str, view: View, **numbers: float) -> Iterator[Case]:
    """The case after a mind with these numbers has considered it."""
    with mind(game, **numbers).case(view) as case:
        asked: tuple[Any, ...] = (*case.considering(random_stream(1)), 1 << 30)
        cast(Any, considered).prepare(*asked)
        cast(Any, considered)(*asked)
        yield case


def guide_of(game: str, view: View) -> Records:
    """What the strongest level tells a search."""
    return cast(Mind, registry.bot(game, "master")).guide(view)


def worth(move: MoveValue) -> float:
    """The value of a move that has one."""
    assert move.value is not None
    return move.value
