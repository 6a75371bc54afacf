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
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ...core.chance import Chance
from ...core.links import link
from ...core.position import Position
from ...core.registry import new
from ...core.words import say
from .options import STANDARD
from .solver.ready import compiled
from .solver.solve import Solver, TooLarge, Value

MOST_POSITIONS = 60_000  # far more than can follow any position that is looked at
SEEDS = 1 << 32


@dataclass(frozen=True)
class Level:
    """What makes a puzzle easy or hard."""

    others: float  # how often another set than the standard one
    tokens: tuple[int, int]  # of another set
    stacks: int  # at most
    kinds: int  # kinds of moves, at least
    moves: tuple[int, int]  # to the end, with the right move and best play


LEVELS = {
    1: Level(0.5, (9, 12), stacks=7, kinds=3, moves=(3, 3)),
    2: Level(0.5, (12, 14), stacks=8, kinds=5, moves=(5, 5)),
    3: Level(1.0, (14, 20), stacks=10, kinds=9, moves=(7, 9)),
}


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
    solutions: tuple[str, ...]  # the moves that win: all lead to the same position up to symmetry
    kinds: int  # how many kinds of moves there are to choose from
    moves_to_end: int  # with the right move and best play

    @property
    def link(self) -> str:
        """The position with its past, as a link."""
        return link(self.position)

    def judge(self, move: str) -> Verdict:
        """What a legal move is worth; raises SommetError for another."""
        self.position.play(move)
        solver, state = _solver(not compiled()), self.position.state
        number = self.position.notation.numbers[move]
        (value,) = solver.values(state, [number])[1]
        reply = solver.replies(state, [number])[0] if value.wins else -1
        refutation = self.position.notation.texts[reply] if reply >= 0 else None
        return Verdict(not value.wins, refutation, value.moves + 1)

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


@cache
def _solver(interpreted: bool) -> Solver:
    """Both find the same; the interpreted one serves while the other is not compiled yet."""
    return Solver(2, MOST_POSITIONS, interpreted)


def puzzle(level: int, seed: int | None = None) -> Puzzle:
    """The puzzle of that level, from 1 to 3, and seed."""
    wanted = LEVELS[level]
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    chance = Chance(chosen * (max(LEVELS) + 1) + level)
    while True:
        position = new("babylone", 2, seed=chance.word(), tokens=_set(wanted, chance))
        while not position.over:
            if int(position.state["stacks"][0]) <= wanted.stacks and (found := _one_winner(position, wanted)):
                solutions, kinds, value = found
                return Puzzle(level, chosen, position, solutions, kinds, value.moves)
            position = position.play(chance.choice(position.legal))


def puzzles(level: int, seed: int | None = None) -> Iterator[Puzzle]:
    """One after the other, from that seed on."""
    first = secrets.randbelow(SEEDS) if seed is None else seed
    while True:
        yield puzzle(level, first)
        first += 1


def _set(wanted: Level, chance: Chance) -> tuple[int, ...]:
    """The standard set, or another of three to six colours."""
    least, most = wanted.tokens
    if chance.below(100) >= 100 * wanted.others:
        return STANDARD
    counts = [1] * (3 + chance.below(4))
    for _ in range(least + chance.below(most - least + 1) - len(counts)):
        counts[chance.below(len(counts))] += 1
    return tuple(sorted(counts, reverse=True))


def _one_winner(position: Position, wanted: Level) -> tuple[tuple[str, ...], int, Value] | None:
    """The moves that win, how many kinds there are and the position's value, if that makes a puzzle."""
    solver, numbers = _solver(not compiled()), position.numbers
    try:
        value = solver.solve_state(position.state)
        if not value.wins or not wanted.moves[0] <= value.moves <= wanted.moves[1]:
            return None
        kinds, values = solver.values(position.state, numbers)
    except TooLarge:
        return None
    winning = [kind for kind, after in enumerate(values) if not after.wins]
    if len(winning) != 1 or len(values) < wanted.kinds:
        return None
    texts = position.notation.texts
    solutions = [texts[number] for number, kind in zip(numbers, kinds, strict=True) if kind == winning[0]]
    return tuple(sorted(solutions)), len(values), value
