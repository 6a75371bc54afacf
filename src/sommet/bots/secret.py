"""What a seat keeps from the others, in any game: the field of the set-up of which each player knows only their own."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..core.fields import Field
from ..core.game import Game
from ..core.knowing import OWN_SEAT
from ..core.names import Names, Seats, Terms
from ..core.position import Position, View
from ..core.record import Record
from ..core.registry import game as game_named


@dataclass(frozen=True)
class Secret:
    """The field, in a game where each seat has exactly one thing, out of a few that have names, to hide."""

    field: Field

    def types(self, record: Record) -> tuple[str, ...]:
        """All it may be, numbered as the kernels number a mover's private type."""
        assert isinstance(self.field.kind, Names)
        return self.field.kind.of(Terms(record.players, record.fixed_options, record.fixed_setup))

    def values(self, record: Record) -> tuple[str | None, ...]:
        """Each seat's, as far as this record tells."""
        told: Sequence[str | None] | None = record.fixed_setup[self.field.name]
        return (None,) * record.players if told is None else tuple(told)

    def supposing(self, record: Record, seat: int, value: str, moves: Sequence[str]) -> Record:
        """What this seat would know after these moves, had it this secret."""
        entries = [value if each == seat else None for each in range(record.players)]
        supposed = Record(
            record.game, record.players, record.fixed_options, {**record.setup, self.field.name: entries}, moves
        )
        return game_named(record.game).known(supposed, seat)

    def betrayed(self, position: Position, seat: int) -> View:
        """What this seat would see if everybody's secret were told to it: all else that is hidden stays so."""
        known, game = position.knowledge(seat), position.game
        setup = {**known.setup, self.field.name: position.record.setup[self.field.name]}
        told = Record(known.game, known.players, known.fixed_options, setup, known.moves, seat)
        return View(Position.of(game, told), seat)

    def worlds(self, record: Record) -> list[tuple[int, ...]]:
        """Every way, by the types' numbers, in which the secrets may be given out, for all that the record tells."""
        types, told = self.types(record), self.values(record)
        choices = [range(len(types)) if value is None else (types.index(value),) for value in told]
        return [world for world in product(*choices) if not self.field.distinct or len(set(world)) == len(world)]

    def posterior(self, record: Record, likely: NDArray[np.float64]) -> NDArray[np.float64]:
        """Per seat and type, how probable it is when everything was equally probable before anybody moved."""
        found = np.zeros_like(likely)
        seats = np.arange(record.players)
        for world in self.worlds(record):
            found[seats, world] += np.prod(likely[seats, world])
        return np.asarray(found / found.sum(axis=1, keepdims=True))


def secret_of(game: Game) -> Secret | None:
    """The game's; None where players hide nothing, or more than one thing each."""
    hidden = [each for each in game.setup.fields if each.known == OWN_SEAT]
    if len(hidden) != 1 or len(hidden[0].per) != 1 or not isinstance(hidden[0].per[0], Seats):
        return None
    return Secret(hidden[0]) if isinstance(hidden[0].kind, Names) else None
