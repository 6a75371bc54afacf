"""What the games of an environment have in common: the game on its terms, its actions and its observation."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import questions
from ..core.arrays import Records, copy
from ..core.chance import Chance
from ..core.form import Form, form
from ..core.game import Game
from ..core.names import Terms
from ..core.observing import Spec, declared
from ..core.position import Position
from ..core.record import Record
from ..core.registry import check_players
from ..core.registry import game as game_named
from ..core.rules import BAG
from .errors import refused
from .kernels import Shared
from .plain_spec import PlainSpec


class Playing:
    """A game on given terms: players, options, choices about the deal, who starts. Raises SommetError for wrong ones.

    Actions are numbered from 0 without gaps, in the order of the moves' own numbers; `moves[action]` is that number.
    Which text an action has may depend on the deal (`texts`), its number never does.
    """

    def __init__(
        self, name: str, players: int = 2, first: int | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        self.game: Game = game_named(name)
        check_players(self.game, players)
        self.players = players
        self.options, self.blank_setup = self.game.agree(players, {}, first, **options or {})
        setup = copy(self.blank_setup)
        with Chance(0).lent() as stream:
            questions.deal_out(stream, setup, np.zeros(BAG, np.int16))
        record = self.record(setup, ())
        room, setting, state, terms = self.game.begin(record)
        self.room = room
        self.terms = Terms(players, self.options, record.setup)
        self.form: Form = form(self.game, room, terms, setting, state)
        if Position.of(self.game, record).over:
            raise refused("no_moves")
        self.moves: NDArray[np.int64] = self.form.moves
        self.longest = self.game.longest(self.terms)
        found = declared(self.game, self.terms, setting, state)
        self.spec: Spec = found or PlainSpec.of(self.game, self.form, self.terms, setting, state)

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return len(self.moves)

    def like(self, other: "Playing") -> bool:
        """Whether games of the two are played on the same terms, but for the deal and who starts."""
        same = self.game.name == other.game.name and self.players == other.players
        return same and dict(self.options) == dict(other.options) and self.room is other.room

    @cached_property
    def shared(self) -> Shared:
        """The same for the kernels."""
        return Shared(copy(self.room.setting), copy(self.room.state), self.blank_setup, self.moves, self.form.actions)

    def record(self, setup: Records, moves: tuple[str, ...]) -> Record:
        """The record of a game with this set-up."""
        told = self.game.setup.read(setup, self.players, self.options)
        return Record(self.game.name, self.players, self.options, told, moves)

    def position(self, setup: Records, numbers: list[int]) -> Position:
        """The position of a game with this set-up after these moves."""
        start = Position.of(self.game, self.record(setup, ()))
        return start.after([start.notation.texts[number] for number in numbers])

    def setup_of(self, position: Position) -> Records:
        """The set-up of a game that is to be played on; SommetError where it is not one on these terms."""
        record = position.record
        if record.viewer is not None:
            raise refused("whole")
        same = (record.game, record.players) == (self.game.name, self.players)
        if not same or dict(record.fixed_options) != dict(self.options) or position.notation.room is not self.room:
            raise refused("terms")
        return self.game.setup.write(record)

    def texts(self, position: Position) -> tuple[str, ...]:
        """By action: the move as people write it, in this game."""
        return tuple(position.notation.texts[number] for number in self.moves)
