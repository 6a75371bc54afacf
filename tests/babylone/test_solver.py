"""The solver against the public rules, and against published results."""

import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from math import comb

import pytest

import sommet
from sommet.core.chance import Chance
from sommet.core.position import Position
from sommet.games.babylone.heights import Heights, canonical, heights_of, start, state_of
from sommet.games.babylone.sizes import MOST_TOKENS
from sommet.games.babylone.solver.counting import MANY, MOST_COLOURS, POSITIONS
from sommet.games.babylone.solver.solve import Solver, Stopped, TooLarge

STANDARD = start((3, 3, 3, 3))
BRUTE_TOKENS = 9
Answer = tuple[int, int, dict[int, tuple[float, ...]]]


@cache
def sets(tokens: int, most: int) -> list[tuple[int, ...]]:
    """All sets of this many tokens."""
    if tokens == 0:
        return [()]
    return [(first, *rest) for first in range(min(tokens, most), 0, -1) for rest in sets(tokens - first, first)]


def dealt(counts: tuple[int, ...], seed: int = 1) -> Position:
    """A game with that set."""
    return sommet.new("babylone", seed=seed, first=0, tokens=counts)


def seen(position: Position) -> Heights:
    """A position up to symmetry, from what the protocol shows of it."""
    parts: dict[str, list[int]] = {}
    for stack in position.shown["stacks"].values():
        parts.setdefault(stack[-1], []).append(len(stack))
    return canonical(parts.values())


def followers(position: Position) -> Counter[Heights]:
    """Where the legal moves lead."""
    return Counter(seen(position.play(move)) for move in position.legal)


class Brute:
    """Plain recursion over games as they are played."""

    def __init__(self) -> None:
        self.known: dict[Heights, Answer] = {}
        self.followers: dict[Heights, Counter[Heights]] = {}

    def solve(self, position: Position) -> Answer:
        """Grundy value, moves to the end, and the shares for three to six players."""
        key = seen(position)
        if key not in self.known:
            self.followers[key] = followers(position)
            after = {}
            for move in position.legal:
                following = position.play(move)
                after[seen(following)] = self.solve(following)
            self.known[key] = self.judge(list(after.values()))
        return self.known[key]

    @staticmethod
    def judge(after: list[Answer]) -> Answer:
        """From the different positions after one move."""
        grundy = next(value for value in range(99) if value not in [found[0] for found in after])
        lengths = [1 + found[1] for found in after if found[0] == 0 or not grundy]
        length = (min(found[1] for found in after if not found[0]) + 1) if grundy else max(lengths, default=0)
        shares = {}
        for players in range(3, 7):
            best = max((found[2][players][-1] for found in after), default=0.0)
            ties = [found[2][players] for found in after if found[2][players][-1] > best - 1e-9]
            end = (0.0,) * (players - 1) + (1.0,)
            turned = [sum(tie[turn - 1] for tie in ties) / max(len(ties), 1) for turn in range(players)]
            shares[players] = tuple(turned) if ties else end
        return grundy, length, shares


@pytest.fixture(scope="module")
def brute() -> Brute:
    """All positions of all small sets."""
    found = Brute()
    for tokens in range(1, BRUTE_TOKENS + 1):
        for counts in sets(tokens, tokens):
            found.solve(dealt(counts))
    return found


def test_every_small_position(brute: Brute) -> None:
    """Win or loss, Grundy value, moves to the end, shares; all positions of up to nine tokens."""
    assert len(brute.known) == 1 + 3 + 6 + 14 + 27 + 58 + 111 + 223 + 424
    solvers = {players: Solver(players) for players in range(2, 7)}
    for heights, (grundy, moves, shares) in brute.known.items():
        value = solvers[2].solve(heights)
        assert (value.wins, value.grundy, value.moves) == (grundy > 0, grundy, moves), heights
        for players, expected in shares.items():
            assert solvers[players].solve(heights).shares == pytest.approx(expected, abs=1e-9), (heights, players)


def test_every_small_successor(brute: Brute) -> None:
    """The kinds of move, and how many legal moves each has, are what the rules say."""
    solver = Solver()
    for heights, expected in brute.followers.items():
        assert solver.successors(heights) == expected


@pytest.mark.parametrize("seed", range(12))
def test_random_successors(seed: int) -> None:
    """The same for positions of larger sets, the largest included."""
    chance = Chance(seed)
    counts = [1 + chance.below(64 // (3 + seed % 5)) for _ in range(3 + seed % 5)] if seed else [32, 32]
    position = dealt(tuple(counts), seed)
    for _ in range(sum(counts) * (2 + chance.below(5)) // 8):
        if position.over:
            break
        position = position.play(chance.choice(position.legal))
    assert heights_of(position.state) == seen(position)
    assert Solver().successors(seen(position)) == followers(position)


def test_two_colours() -> None:
    """Goadrich and Schlatter 2011, Georgakopoulos and Winkler 2012; with one colour the moves are counted."""
    solver = Solver()
    for tokens in range(1, 21):
        assert solver.solve(start((tokens,))).wins == (tokens % 2 == 0)
        for minority in range(1, tokens // 2 + 1):
            value = solver.solve(start((tokens - minority, minority)))
            assert value.wins == (tokens % 2 == 1 or minority <= 2), (tokens, minority)


def test_the_standard_set() -> None:
    """688 positions, 216 lost, the second player wins after ten moves."""
    solver = Solver()
    value = solver.solve(STANDARD)
    assert (value.wins, value.grundy, value.moves, value.shares) == (False, 0, 10, (0.0, 1.0))
    assert (solver.positions, solver.lost) == (688, 216)


def test_twenty_tokens() -> None:
    """Every set of twenty together: 318106 positions, as there are (OEIS A001970)."""
    solver = Solver()
    for counts in sets(20, 20):
        solver.solve(start(counts))
    assert solver.positions == 318106


@pytest.mark.parametrize(
    "shares",
    [
        (0.15, 0.0, 0.85),
        (0.35, 0.44, 0.21, 0.0),
        (0.06, 0.0, 0.10, 0.53, 0.32),
        (0.0, 0.32, 0.42, 0.25, 0.01, 0.0),
    ],
)
def test_more_players(shares: tuple[float, ...]) -> None:
    """The known chances of the standard set."""
    value = Solver(len(shares)).solve(STANDARD)
    assert value.shares == pytest.approx(shares, abs=0.01)
    assert sum(value.shares) == pytest.approx(1)


def test_too_large() -> None:
    """Whether a position is too large depends on it alone, not on what was asked before."""
    for warm in (False, True):
        exact, short = Solver(most=688), Solver(most=687)
        if warm:
            for solver in (exact, short):
                solver.solve(start((4, 4, 2)))
        assert exact.solve(STANDARD).moves == 10
        with pytest.raises(TooLarge, match="more than 687"):
            short.solve(STANDARD)
        assert short.solve(start((2, 2))).wins
    with pytest.raises(TooLarge):
        Solver(most=50_000).solve(start((32, 32)))


def test_stopping_and_going_on() -> None:
    """What was solved before a stop is kept, and right."""
    told: list[int] = []
    solver = Solver()

    def go_on(positions: int) -> bool:
        told.append(positions)
        return False

    with pytest.raises(Stopped):
        solver.solve(start((5, 5, 5, 5)), go_on)
    assert told[0] >= 20_000
    assert solver.solve(start((5, 5, 5, 5))) == Solver().solve(start((5, 5, 5, 5)))
    assert solver.positions == 60211


def test_growing_with_shares() -> None:
    """A table that grew holds the same as one that did not have to."""
    heights = start((5, 5, 4, 2))
    grown, solver = Solver(4), Solver(4)
    for counts in sets(12, 12):
        solver.solve(start(counts))
    assert grown.solve(heights) == solver.solve(heights)


@cache
def partitions(tokens: int, largest: int) -> int:
    """In how many ways this many tokens can stand in stacks of one top colour, none higher than that."""
    if tokens == 0 or largest == 0:
        return int(tokens == 0)
    return sum(partitions(tokens - part, part) for part in range(1, min(tokens, largest) + 1))


@cache
def most_positions(tokens: int, colours: int, largest: int = MOST_TOKENS) -> int:
    """Positions of this many tokens with at most this many top colours, of none more than so many tokens."""
    size = min(largest, tokens)
    if tokens == 0 or colours == 0 or size == 0:
        return int(tokens == 0)
    ways = partitions(size, size)
    return sum(
        comb(ways + colour - 1, colour) * most_positions(tokens - colour * size, colours - colour, size - 1)
        for colour in range(min(colours, tokens // size) + 1)
    )


def test_counting_positions() -> None:
    """How many positions there are at all, counted otherwise; and what can follow a start is no more."""
    for tokens in (*range(24), 33, MOST_TOKENS):
        for colours in range(MOST_COLOURS + 1):
            assert POSITIONS[tokens, colours] == min(MANY, most_positions(tokens, colours)), (tokens, colours)
        assert most_positions(tokens, MOST_TOKENS) < 1.01 * most_positions(tokens, MOST_COLOURS)
    assert [POSITIONS[tokens, tokens] for tokens in (1, 2, 3, 9, 18)] == [1, 3, 6, 424, 101887]
    solver = Solver()
    solver.solve(start((5, 3, 2)))
    assert solver.positions < POSITIONS[10, 3] < POSITIONS[10, 4]


def test_bad_positions() -> None:
    """No tokens, too many, or a stack of none."""
    for heights in ((), ((1,) * 65,), ((1, 0),)):
        with pytest.raises(ValueError, match="a position has"):
            state_of(heights)


DUMP = """
import json, sys
from sommet.games.babylone.heights import start
from sommet.games.babylone.solver.solve import Solver
solvers = [Solver(players) for players in (2, 3, 6)]
answers = []
for counts in json.loads(sys.argv[1]):
    values = [solver.solve(start(counts)) for solver in solvers]
    kinds = sorted(map(str, solvers[0].successors(start(counts)).items()))
    answers.append([[value.grundy, value.moves, list(value.shares), value.length] for value in values] + [kinds])
print(json.dumps([answers, [solver.positions for solver in solvers]]))
"""


def test_interpreted_is_compiled() -> None:
    """The same answers without Numba, in another process and in this one."""
    asked = [counts for tokens in range(1, 9) for counts in sets(tokens, tokens)]
    outputs = []
    for disabled in ("0", "1"):
        command = [sys.executable, "-c", DUMP, json.dumps(asked)]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        outputs.append(json.loads(done.stdout))
    assert outputs[0] == outputs[1]
    assert Solver(5, interpreted=True).solve(STANDARD) == Solver(5).solve(STANDARD)
