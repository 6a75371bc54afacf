"""Which kernels a module holds, and what they are called with: one line each.

A line has the kernel and a function that makes arguments like those it will get, from what the game has (`Given`); only
their types matter. None: this game does not need it. The export is called like the kernel.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..bots.mind import Kind
from ..core import arranging as core_arranging
from ..core import calls, puzzle_kernels, questions
from ..core.arranging import arranging
from ..core.arrays import Records, one
from ..core.bits import RANDOM
from ..core.chance_kernels import CHANCE
from ..core.findings import NO_FINDINGS
from ..core.form import Room
from ..core.game import Game
from ..core.puzzles import puzzling
from ..core.rules import modules_for
from ..search import minds as search_minds
from ..search import playouts, tree
from ..search.guide import REWARDS
from ..search.minds import Told, new_told
from ..search.why import new_said
from .minds import minds
from .rooms import kinds

NUMBER, WORD, FLAG = 0, np.uint64(0), False
NUMBERS, PAIRS = np.zeros(1, np.int64), np.zeros((1, 2))
SHORTS, ROWS = np.zeros(1, np.int16), np.zeros((1, 1), np.int64)
STREAM, CHANCES = one(RANDOM), one(CHANCE)
NOTHING = NO_FINDINGS.blank(), NO_FINDINGS.blank()


@dataclass(frozen=True)
class Given:
    """What a game has for its kernels in one room: arrays of one record."""

    game: Game
    room: Room

    @property
    def setting(self) -> Records:
        """What was agreed."""
        return self.room.setting

    @property
    def state(self) -> Records:
        """What changes."""
        return self.room.state

    @cached_property
    def setup(self) -> Records:
        """The set-up."""
        return one(self.game.setup.type)

    @cached_property
    def asked(self) -> Records | None:
        """A position to set up by hand; None: none can be."""
        found = arranging(self.game.name)
        return None if found is None else one(found.asked.type)

    @cached_property
    def shown(self) -> Records:
        """What everybody sees."""
        return one(self.room.shown.type)

    @cached_property
    def own(self) -> Records:
        """What one viewer sees besides."""
        return one(self.room.own.type)

    @cached_property
    def effects(self) -> Records:
        """What a move does."""
        return one(self.room.effects.type)

    @cached_property
    def kind(self) -> Kind:
        """Of the game's minds."""
        return minds(self.game).kind

    @cached_property
    def guide(self) -> Records:
        """What the search is told."""
        return one(self.kind.guide)

    @cached_property
    def desk(self) -> Any:
        """What minds write on."""
        return self.kind.new_desk(max(self.game.players), self.state.dtype)

    @cached_property
    def told(self) -> Told:
        """What they answer."""
        return new_told(1)

    @property
    def findings(self) -> tuple[Records, Records] | None:
        """About a position, and about each move; None: nothing is told besides."""
        kind = self.kind
        return None if kind.about is None or kind.notes is None else (kind.about.blank(), kind.notes.blank())

    @cached_property
    def scratch(self) -> tree.Scratch:
        """A simulation's."""
        return tree.new_scratch(self.state, STREAM, 1)

    @cached_property
    def tree(self) -> tree.Tree:
        """The search's."""
        return tree.new_tree(1, 1, 1)

    @property
    def names(self) -> "Mapping[np.dtype[Any], str]":
        """What the types of records are called in the description."""
        own = ("setting", "state", "setup", "shown", "own", "effects", "guide")
        found = {getattr(self, name).dtype: name for name in own}
        if self.asked is not None:
            found[self.asked.dtype] = "asked"
        found |= {each.dtype: name for each, name in zip(self.findings or (), ("about", "note"), strict=False)}
        return found | {
            NO_FINDINGS.type: "nothing",
            RANDOM: "random",
            CHANCE: "chance",
            REWARDS: "rewards",
            tree.NODE: "node",
            tree.SLOT: "slot",
            tree.ENTRY: "entry",
            tree.NOTES: "notes",
        }


Arguments = Callable[[Given], tuple[Any, ...] | None]


def _asked(given: Given) -> tuple[Any, ...]:
    """What every question to a mind begins with."""
    return given.setting, given.guide, given.state


def _puzzle(given: Given) -> tuple[Any, ...] | None:
    """What a puzzle is composed with, in a game that has some."""
    found = puzzling(given.game.name)
    if found is None:
        return None
    chances, moves, verdicts, facts = found.room()
    return chances, given.setup, NUMBER, NUMBER, moves, verdicts, facts, found.new_desk()


def _arranged(given: Given) -> tuple[Any, ...] | None:
    """What a position is set up with, in a game that has it."""
    asked = given.asked
    if asked is None:
        return None
    return CHANCES, asked, given.setup, given.setting, given.state, NUMBERS, NUMBERS


KERNELS: tuple[tuple[Any, Arguments], ...] = (
    (calls.replay, lambda g: (g.setting, g.state, NUMBERS, NUMBERS)),
    (calls.fill_in, lambda g: (g.setting, g.state, STREAM)),
    (questions.begin_chance, lambda g: (CHANCES, WORD)),
    (questions.begin_stream, lambda g: (STREAM, WORD, NUMBER)),
    (questions.deal_out, lambda g: (CHANCES, g.setup, SHORTS)),
    (questions.fault, lambda g: (FLAG, g.setup)),
    (questions.set_up, lambda g: (g.setting, g.state, g.setup)),
    (questions.gap, lambda g: (g.setting, g.state)),
    (questions.why_not, lambda g: (g.setting, g.state, NUMBER)),
    (questions.spelled, lambda g: (g.setting, g.state, ROWS)),
    (questions.show_all, lambda g: (g.setting, g.state, g.shown)),
    (questions.show_viewer, lambda g: (g.setting, g.state, NUMBER, g.own) if g.room.own.fields else None),
    (questions.tell, lambda g: (g.setting, g.state, NUMBER, g.state, g.effects)),
    (questions.seen, lambda g: (g.setting, g.state, NUMBER, g.state)),
    (questions.recalled, lambda g: (g.setting, g.state, g.setup)),
    (questions.seats, lambda g: (g.setting, g.state, ROWS)),
    (tree.simulate, lambda g: (g.setting, g.guide, g.state, g.scratch, g.tree, NUMBER)),
    (tree.add_root, lambda g: (g.tree, PAIRS)),
    (playouts.try_moves, lambda g: (g.setting, g.state, g.state, NUMBERS, NUMBER, NUMBER, PAIRS, STREAM)),
    (search_minds.considered, lambda g: (*_asked(g), g.state, NUMBERS, STREAM, g.desk, NUMBER)),
    (search_minds.concluded, lambda g: (*_asked(g), STREAM, g.desk, PAIRS, g.told)),
    (
        search_minds.explained,
        lambda g: (*_asked(g), g.state, NUMBERS, g.desk, g.told, *g.findings) if g.findings else None,
    ),
    (search_minds.reasoned, lambda g: (*_asked(g), g.desk, g.told, *(g.findings or NOTHING), new_said())),
    (puzzle_kernels.composed, lambda g: _puzzle(g)),
    (core_arranging.arranged, lambda g: _arranged(g)),
    (playouts.random_games, lambda g: (g.setting, g.state, g.state, STREAM, NUMBER, NUMBER, SHORTS, SHORTS)),
)


@dataclass(frozen=True)
class Call:
    """A kernel for some types: its name in the module, and arguments of these types."""

    name: str
    kernel: Any
    example: tuple[Any, ...]
    room: int


def listed(game: Game) -> Iterator[Call]:
    """All that the game's module holds; in a further room only what is not as in those before."""
    taken: set[Any] = set()
    for number, room in enumerate(kinds(game)):
        given = Given(game, room)
        for kernel, made in KERNELS:
            example = made(given)
            if example is not None and (key := like(kernel, example)) not in taken:
                name: str = kernel.__name__
                yield Call(name if name not in taken else f"{name}.{number}", kernel, example, number)
                taken |= {key, name}


def like(kernel: Any, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same for all arguments that run the same code."""
    return kernel, *(_type(each) for each in arguments)


def _type(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_type, value))
    return (value.dtype, value.ndim) if isinstance(value, np.ndarray) else type(value)


def module_names(game: Game) -> set[str]:
    """The modules whose kernels are compiled for this game."""
    found = {kernel.__module__ for kernel, _ in KERNELS}
    puzzling(game.name)  # their kernels are registered when they are loaded
    for room in kinds(game):
        given = Given(game, room)
        for record in (given.state, given.setup, given.guide, given.asked):
            if record is not None:
                found |= modules_for(record.dtype)
    return found
