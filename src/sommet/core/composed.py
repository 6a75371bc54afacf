"""Puzzles that a kernel composes (`puzzle_kernels`): a game's module `puzzles` declares a `Composer`."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Any, cast

from . import compiling
from .arrays import one
from .errors import BadRecord, shown
from .game import Game
from .kernel import INTERPRETED
from .links import link
from .position import Position
from .puzzle_kernels import KINDS, LEGAL, LENGTH, PLIES, WHOLE, Puzzling, composed
from .record import Record
from .rules import modules_for
from .words import say

MOST_SEED = 1 << 61  # beyond the seeds that are drawn there are others
HEAD_START = 2.0  # seconds, for a first puzzle by the interpreter before compiling slows it down
PER_CENT = 100


@dataclass(frozen=True)
class Verdict:
    """What a move of a puzzle is worth."""

    wins: bool  # it is the one that was looked for
    refutation: str | None  # the answer to another, where there is one that can be named
    moves_to_end: int  # this move included
    share: float  # of the win, from 0 to 1
    told: float | None  # how much of the mover's secret, from 0 to 1; None: there is none


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move, or several that come to the same, is better than all others."""

    level: int
    seed: int
    position: Position  # as the mover knows it
    verdicts: Mapping[str, Verdict] = field(hash=False)  # of every legal move, in the order of their texts
    kinds: int  # how many kinds of moves there are to choose from
    moves_to_end: int  # with the right move

    @property
    def solutions(self) -> tuple[str, ...]:
        """The right move, and those that come to the same."""
        return tuple(move for move, verdict in self.verdicts.items() if verdict.wins)

    @property
    def best(self) -> Verdict:
        """What the right move is worth."""
        return self.verdicts[self.solutions[0]]

    @property
    def link(self) -> str:
        """The position with its past, as a link."""
        return link(self.position)

    def judge(self, move: str) -> Verdict:
        """What a legal move is worth; raises SommetError for another."""
        self.position.play(move)
        return self.verdicts[move]

    def hint(self, language: str) -> str:
        """Half of the solution."""
        game = self.position.game
        return say(language, f"{game.name}.puzzle.hint", **game.moves.values(self.solutions[0]))

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
            "share": self.best.share,
            "told": self.best.told,
        }


def in_per_cent(puzzle: Puzzle, verdict: Verdict) -> dict[str, object]:
    """What a sentence about a verdict may want to say."""
    return {"share": round(PER_CENT * verdict.share), "best": round(PER_CENT * puzzle.best.share)}


@dataclass(frozen=True)
class Composer:
    """Makes a game's puzzles: the same level and seed give the same one, everywhere."""

    game: Game
    puzzling: Puzzling
    # what the game's sentences about a verdict say
    telling: Callable[[Puzzle, Verdict], dict[str, object]] = in_per_cent

    @cached_property
    def _desk(self) -> Any:
        return self.puzzling.new_desk()

    @cached_property
    def _lock(self) -> Any:
        return Lock()

    def loading(self) -> compiling.Job:
        """Start to load the machine code, or to compile it, in the background."""
        chances, *room = self.puzzling.room()
        setup = one(self.game.setup.type)
        asked = chances, setup, 1, 0, *room, self._desk
        modules = {composed.__module__, *modules_for(self.game.setup.type)}
        name = f"{__name__} {self.game.name}"
        start = 0.0 if self.puzzling.heavy else HEAD_START
        return compiling.start(name, lambda: cast(Any, composed).prepare(*asked), modules, start)

    def compiled(self) -> bool:
        """Whether the machine code is there; it is waited for where it was compiled before, or must be."""
        if INTERPRETED:
            return False
        return self.loading().wait() if self.puzzling.heavy else self.loading().here()

    def puzzle(self, level: int, seed: int | None = None, way: str | None = None) -> Puzzle:
        """The puzzle of that level and seed; BadRecord for a seed that is none. `way`: of running the kernel."""
        chosen = secrets.randbelow(self.puzzling.seeds) if seed is None else seed
        if type(chosen) is not int or not 0 <= chosen < MOST_SEED:
            raise BadRecord("error.seed", given=shown(chosen))
        if level not in self.puzzling.levels:
            raise KeyError(level)
        ask = cast(Any, composed).in_way(way or ("compiled" if self.compiled() else "interpreted"))
        game, players = self.game, self.puzzling.players
        setup = one(game.setup.type)
        chances, moves, verdicts, facts = self.puzzling.room()
        with self._lock:
            ask(chances, setup, level, chosen, moves, verdicts, facts, self._desk)
        start = Position.of(game, Record(game.name, players, {}, game.setup.read(setup, players, {})))
        texts = start.notation.texts
        position = start.after([texts[move] for move in moves[: facts[PLIES]].tolist()])
        if game.secret:
            position = position.view(position.facts.mover).known
        told = {
            texts[move]: Verdict(bool(right), texts[reply] if reply >= 0 else None, length, share / WHOLE,
                                 secret / WHOLE if secret >= 0 else None)
            for move, right, length, reply, share, secret in verdicts[: facts[LEGAL]].tolist()
        }  # fmt: skip
        return Puzzle(level, chosen, position, dict(sorted(told.items())), int(facts[KINDS]), int(facts[LENGTH]))

    def puzzles(self, level: int, seed: int | None = None) -> Iterator[Puzzle]:
        """One after the other, from that seed on."""
        first = secrets.randbelow(self.puzzling.seeds) if seed is None else seed
        while True:
            yield self.puzzle(level, first)
            first += 1
