"""Babylone puzzles, without end: find the only move that wins.

>>> from sommet.games.babylone.puzzles import puzzle
>>> found = puzzle(level=1, seed=7)
>>> [found.judge(move).wins for move in found.solutions]
[True]

A puzzle is a position of a real game of two, with the moves that led to it. Exactly one kind of move wins (moves that
lead to the same position up to symmetry are one kind), and the solver has seen to that. The same level and seed give
the same puzzle, everywhere.
"""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import Any, cast

from ...core import compiling
from ...core.arrays import one
from ...core.errors import BadRecord, shown
from ...core.kernel import INTERPRETED
from ...core.links import link
from ...core.position import Position
from ...core.puzzle_kernels import KINDS, LEGAL, LENGTH, PLIES, Puzzling, composed
from ...core.record import Record
from ...core.rules import modules_for
from ...core.words import say
from .composing import LEVELS, MOST_POSITIONS, PLAYERS
from .game import GAME
from .sizes import MOST_TOKENS
from .solver.desk import new_desk

SEEDS = 1 << 32
MOST_SEED = 1 << 61  # beyond the seeds that are drawn there are others
HEAD_START = 2.0  # seconds, for a first puzzle by the interpreter before compiling slows it down

PUZZLES = Puzzling(
    PLAYERS,
    tuple(LEVELS),
    SEEDS,
    plies=max(level.tokens[1] for level in LEVELS.values()),
    moves=max(level.stacks * (level.stacks - 1) for level in LEVELS.values()),
    new_desk=lambda: new_desk(PLAYERS, MOST_TOKENS, MOST_POSITIONS),
)


@dataclass(frozen=True)
class Verdict:
    """What a move of a puzzle is worth: it wins, or there is an answer to it that does."""

    wins: bool
    refutation: str | None  # the quickest
    moves_to_end: int  # this move included


@dataclass(frozen=True)
class Puzzle:
    """A position in which one kind of move wins."""

    level: int
    seed: int
    position: Position
    verdicts: Mapping[str, Verdict] = field(hash=False)  # of every legal move, in the order of their texts
    kinds: int  # how many kinds of moves there are to choose from
    moves_to_end: int  # with the right move and best play

    @property
    def solutions(self) -> tuple[str, ...]:
        """The moves that win: all lead to the same position up to symmetry."""
        return tuple(move for move, verdict in self.verdicts.items() if verdict.wins)

    @property
    def link(self) -> str:
        """The position with its past, as a link."""
        return link(self.position)

    def judge(self, move: str) -> Verdict:
        """What a legal move is worth; raises SommetError for another."""
        self.position.play(move)
        return self.verdicts[move]

    def hint(self, language: str) -> str:
        """Which stack to take."""
        return say(language, "babylone.puzzle.hint", spot=self.solutions[0].split(">")[0])

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "level": self.level,
            "seed": self.seed,
            "link": self.link,
            "record": self.position.record.as_dict(),
            "solutions": list(self.solutions),
            "kinds": self.kinds,
            "moves_to_end": self.moves_to_end,
        }


_desk = lru_cache(maxsize=1)(PUZZLES.new_desk)
_lock = Lock()


def loading() -> compiling.Job:
    """Start to load the machine code, or to compile it, in the background; until it is there, the interpreter works."""
    chances, *room = PUZZLES.room()
    asked = chances, one(GAME.setup.type), 1, 0, *room, _desk()
    modules = {composed.__module__, *modules_for(GAME.setup.type)}
    return compiling.start(__name__, lambda: cast(Any, composed).prepare(*asked), modules, HEAD_START)


def compiled() -> bool:
    """Whether the machine code is there; where it was compiled before, it is waited for."""
    return not INTERPRETED and loading().here()


def puzzle(level: int, seed: int | None = None) -> Puzzle:
    """The puzzle of that level, from 1 to 3, and seed; BadRecord for a seed that is none."""
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    if type(chosen) is not int or not 0 <= chosen < MOST_SEED:
        raise BadRecord("error.seed", given=shown(chosen))
    if level not in LEVELS:
        raise KeyError(level)
    ask = cast(Any, composed).in_way("compiled" if compiled() else "interpreted")
    setup = one(GAME.setup.type)
    chances, moves, verdicts, facts = PUZZLES.room()
    with _lock:
        ask(chances, setup, level, chosen, moves, verdicts, facts, _desk())
    start = Position.of(GAME, Record(GAME.name, PLAYERS, {}, GAME.setup.read(setup, PLAYERS, {})))
    texts = start.notation.texts
    position = start.after([texts[move] for move in moves[: facts[PLIES]].tolist()])
    told = {
        texts[move]: Verdict(bool(wins), texts[reply] if reply >= 0 else None, length)
        for move, wins, length, reply in verdicts[: facts[LEGAL]].tolist()
    }
    return Puzzle(level, chosen, position, told, int(facts[KINDS]), int(facts[LENGTH]))


def puzzles(level: int, seed: int | None = None) -> Iterator[Puzzle]:
    """One after the other, from that seed on."""
    first = secrets.randbelow(SEEDS) if seed is None else seed
    while True:
        yield puzzle(level, first)
        first += 1
