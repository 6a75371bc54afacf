"""What a game is: kernels and data. Its kernels are registered for its record types; here is the data about them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from . import questions
from .arrays import Records, copy
from .chance import Chance
from .fields import Field, Group
from .form import Room
from .moves import Moves
from .names import Fixed, Names, Seats, Terms
from .options import Options
from .record import Record, Viewer
from .refusals import Refusals
from .rules import BAG
from .setup import EVERYBODY, OWN_SEAT, Setup


@dataclass(frozen=True)
class Result:
    """How a game ended; all None when what is unknown to the viewer decides."""

    winners: tuple[int, ...] | None
    reason: str | None
    scores: tuple[int, ...] | None

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON has it."""
        return {
            "winners": None if self.winners is None else list(self.winners),
            "reason": self.reason,
            "scores": None if self.scores is None else list(self.scores),
        }


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One of the games. Stateless: everything about a running game is in its `Position`."""

    name: str
    package: str  # the import path of the game's folder, where all else of the game is found
    players: tuple[int, ...]  # how many may play
    options: Options
    setup: Setup
    moves: Moves
    refusals: Refusals
    endings: tuple[str, ...]  # how it can end, numbered as the kernels number them
    most_moves: int  # never more legal moves than this
    room: Callable[[Terms], Room] = field(repr=False)
    # the rooms that hosts without Python get, the first that fits being taken; none said: there is just one
    rooms: Callable[[], Sequence[Room]] | None = field(default=None, repr=False)
    longest: Callable[[Terms], int] = field(default=lambda terms: 256, repr=False)  # no game has more moves
    rounds: int = 1  # how many won rounds win a match, usually
    starter_is_chosen: bool = False  # somebody chooses who starts, before the first round too

    @cached_property
    def names(self) -> tuple[Names, ...]:
        """The enumerations whose members may differ from game to game."""
        found = [part.names for part in self.moves.parts]
        for option in self.options.stored:
            names = getattr(option, "names", None)
            found += [names] if isinstance(names, Names) else []
        for each in self.setup.fields:
            found += _names(each)
        return tuple({id(names): names for names in found if not isinstance(names, Fixed | Seats)}.values())

    @cached_property
    def naming(self) -> tuple[str, ...]:
        """The fields of the set-up that tell the names of things; everybody knows them."""
        fields = (each.known_by for each in self.names)
        return tuple(dict.fromkeys(name for name in fields if name is not None))

    @cached_property
    def private(self) -> bool:
        """Whether some know what others do not."""
        return any(each.known == OWN_SEAT for each in self.setup.fields)

    @cached_property
    def secret(self) -> bool:
        """Whether there is anything in its set-up that not everybody knows from the start."""
        return any(each.known != EVERYBODY for each in self.setup.fields)

    def agree(
        self, players: int, options: Mapping[str, Any], first: int | None = None, **choices: Any
    ) -> tuple[Mapping[str, Any], Records]:
        """The record's options, and a set-up that holds what options and choices settle. Raises BadRecord."""
        stored, chosen = self.options.sorted_out(choices)
        options = {**options, **stored}
        terms = Terms(players, options, {})
        self.options.check(options, terms)
        setup = self.setup.blank(players, options)
        self.setup.choose(setup, chosen, terms)
        if first is not None:
            self.setup.start(setup, first, terms)
        return options, setup

    def deal(
        self, players: int, options: Mapping[str, Any], chance: Chance, first: int | None = None, **choices: Any
    ) -> Record:
        """A new game's record: chance settles everything that options and choices leave open. Raises BadRecord."""
        options, setup = self.agree(players, options, first, **choices)
        with chance.lent() as stream:
            questions.deal_out(stream, setup, np.zeros(BAG, np.int16))
        return Record(self.name, players, options, self.setup.read(setup, players, options))

    def begin(self, record: Record) -> tuple[Room, Records, Records, Terms]:
        """The setting and the state before the first move. Raises BadRecord, with the clause."""
        terms = Terms(record.players, record.fixed_options, record.fixed_setup)
        self.options.check(record.fixed_options, terms)
        setup = self.setup.write(record)
        partial = record.viewer is not None
        answer = int(questions.fault(partial, setup))
        if answer:
            raise self.refusals.error(answer, terms)
        room = self.room(terms)
        setting, state = copy(room.setting), copy(room.state)
        questions.set_up(setting, state, setup)
        named = {name: terms.setup[name] for name in self.naming}
        return room, setting, state, Terms(record.players, record.fixed_options, named)

    def known(self, record: Record, viewer: Viewer) -> Record:
        """The knowledge record of this viewer while the game runs."""
        return Record(
            record.game,
            record.players,
            record.fixed_options,
            self.setup.known(record, viewer),
            record.moves,
            viewer,
        )

    def recalled(self, record: Record, setting: Records, state: Records) -> Record:
        """The full record of a state in which nothing is unknown, of which this viewer's record tells a part."""
        setup = self.setup.blank(record.players, record.fixed_options)
        questions.recalled(setting, state, setup)
        whole = self.setup.completed(record, setup)
        return Record(record.game, record.players, record.fixed_options, whole, record.moves)


def _names(each: Field) -> list[Names]:
    inner = [names for part in each.kind.fields for names in _names(part)] if isinstance(each.kind, Group) else []
    return [*([each.kind] if isinstance(each.kind, Names) else []), *each.per, *inner]
