"""Kabaleo's puzzles as a kernel: games of two are dealt and played by lot until a late position makes a puzzle.

Moves by lot tell nothing, so the mover can only say that the rival may hold any of the other colours (K3), each as
likely as the others. What a move is sure to bring is found for all of these *worlds* together, by one strategy that
does not know which of them it is, against a rival who may know everything:

-   In each world a game is worth 0 (lost), 1 (shared) or 2 (won). A *goal* says how much is wanted in each world, a
    number of `WORLDS` digits in base 3; what a position can be made to bring is a set of goals, one bit each.
-   After the end: all goals that ask for no more than was got. Where the mover is to move: what any move can bring.
    Where the rival is: what remains whatever they do.

The best goal in a move's set is what it is sure to bring. What a move tells is how many of the colours in play it
would suit just as well: for an onlooker who sees all of this, and knows that nobody plays a worse move than they must,
it could be any of those.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import Records
from ...core.chance_kernels import drawn, next_bits, seed_stream
from ...core.kernel import kernel
from ...core.puzzle_kernels import (
    KINDS,
    LEGAL,
    LENGTH,
    MOVE,
    MOVES_TO_END,
    PLIES,
    REFUTATION,
    SHARE,
    TOLD,
    WHOLE,
    WINS,
    register_puzzles,
)
from .bots.endgame import kinds_of
from .bots.guide import twin
from .dealing import begin, deal
from .declared import MOST_LOCATIONS, MOST_PIECES, PIECES_A_COLOUR, SETUP
from .options import COLOURS_IN_PLAY
from .rules import MOST_MOVES, SETTING, STATE, legal, mover, over, payoff, play

PLAYERS = 2
COLOURS = COLOURS_IN_PLAY[PLAYERS]
PIECES = COLOURS * PIECES_A_COLOUR
WORLDS = COLOURS - 1
SHARES = 3  # lost, shared, won
MOST_BROUGHT = (SHARES - 1) * WORLDS
LEAST_BROUGHT = SHARES - 1  # a puzzle is worth finding where at least one world is won
GOALS = SHARES**WORLDS
DEEPEST = 4  # so many moves are played out


@dataclass(frozen=True)
class Level:
    """What makes a puzzle easy or hard."""

    left: int  # moves to the end
    kinds: int  # of moves, at least
    equals: int  # kinds of moves, at least, that bring as much as the right one


LEVELS = {
    1: Level(2, kinds=6, equals=1),
    2: Level(3, kinds=10, equals=2),
    3: Level(4, kinds=14, equals=2),
}
LEFT, LEAST_KINDS, EQUALS = range(3)
NUMBERS = np.zeros((max(LEVELS) + 1, 3), np.int64)
for _number, _level in LEVELS.items():
    NUMBERS[_number] = _level.left, _level.kinds, _level.equals


def _digits(goal: int) -> list[int]:
    return [goal // SHARES**world % SHARES for world in range(WORLDS)]


# Per goal: the goals that ask for no more, as bits; and per sum of what is brought: the goals that come to it.
WITHIN = np.array(
    [
        sum(
            1 << less for less in range(GOALS) if all(a <= b for a, b in zip(_digits(less), _digits(goal), strict=True))
        )
        for goal in range(GOALS)
    ],
    np.int64,
)
BRINGING = np.array(
    [sum(1 << goal for goal in range(GOALS) if sum(_digits(goal)) == total) for total in range(MOST_BROUGHT + 1)],
    np.int64,
)
EVERYTHING, NOTHING = int(WITHIN[-1]), int(WITHIN[0])


class Desk(NamedTuple):
    """What a puzzle is composed on."""

    setting: Records
    state: Records  # the game so far
    blank: Records  # stays empty
    bag: NDArray[np.int64]  # for dealing
    legal: NDArray[np.int64]
    root: NDArray[np.int64]  # a move of each kind
    brings: NDArray[np.int64]  # per colour of the mover and kind of move: what it is sure to bring
    fits: NDArray[np.int64]  # per kind of move: how many colours it suits
    states: Records  # per depth: the state, its moves, how many there are and were tried, what can be brought
    moves: NDArray[np.int64]
    counts: NDArray[np.int64]
    goals: NDArray[np.int64]


def new_desk() -> Desk:
    """An empty desk."""
    depths = DEEPEST + 1
    return Desk(
        setting=np.zeros(1, SETTING),
        state=np.zeros(1, STATE),
        blank=np.zeros(1, STATE),
        bag=np.zeros(MOST_PIECES, np.int64),
        legal=np.zeros(MOST_MOVES, np.int64),
        root=np.zeros(MOST_MOVES, np.int64),
        brings=np.zeros((COLOURS, MOST_MOVES), np.int64),
        fits=np.zeros(MOST_MOVES, np.int64),
        states=np.zeros(depths, STATE),
        moves=np.zeros((depths, MOST_MOVES), np.int64),
        counts=np.zeros((depths, 2), np.int64),
        goals=np.zeros(depths, np.int64),
    )


@kernel
def got(setting: Any, state: Any, seat: Any, own: Any) -> Any:
    """After the end: the goals that were reached by a seat with that colour; the rival's is each of the others."""
    goal = np.int64(0)
    place = np.int64(1)
    state.objective[seat] = own
    for other in range(COLOURS):
        if other != own:
            state.objective[1 - seat] = other
            goal += place * np.int64(2.0 * payoff(setting, state, seat))
            place *= SHARES
    return WITHIN[goal]


@kernel
def reachable(setting: Any, seat: Any, own: Any, desk: Any) -> Any:
    """The goals that a seat with that colour can be sure of from `desk.states[1]` on.

    (A loop and not a recursion: Numba crashes when it loads recursive machine code from its cache.) What cannot change
    the answer any more is not looked at: a mover who cannot add to what they have elsewhere, a rival who cannot take
    more than they could elsewhere.
    """
    states = desk.states
    goals = desk.goals
    counts = desk.counts
    depth = 1
    entering = True
    while True:
        if entering:
            counts[depth, 1] = 0
            if over(setting, states[depth]):
                counts[depth, 0] = 0
                goals[depth] = got(setting, states[depth], seat, own)
            else:
                counts[depth, 0] = kinds_of(setting, states[depth], desk.moves[depth])
                goals[depth] = NOTHING if mover(setting, states[depth]) == seat else EVERYTHING
        settled = counts[depth, 1] == counts[depth, 0]
        if not settled and counts[depth, 1] > 0:
            if mover(setting, states[depth]) == seat:
                limit = goals[depth - 1] if depth > 1 else np.int64(EVERYTHING)
                settled = goals[depth] & limit == limit
            else:
                limit = goals[depth - 1] if depth > 1 else np.int64(NOTHING)
                settled = goals[depth] | limit == limit
        if not settled:
            states[depth + 1] = states[depth]
            play(setting, states[depth + 1], desk.moves[depth, counts[depth, 1]])
            counts[depth, 1] += 1
            depth += 1
            entering = True
        elif depth == 1:
            return goals[1]
        else:
            depth -= 1
            entering = False
            if mover(setting, states[depth]) == seat:
                goals[depth] |= goals[depth + 1]
            else:
                goals[depth] &= goals[depth + 1]


@kernel
def play_out(setting: Any, state: Any, own: Any, kinds: Any, desk: Any) -> Any:
    """Fill `desk.brings` of that colour with what each of `desk.root` is sure to bring; the most of it."""
    seat = mover(setting, state)
    best = np.int64(0)
    for k in range(kinds):
        desk.states[1] = state
        play(setting, desk.states[1], desk.root[k])
        goals = reachable(setting, seat, own, desk)
        brought = np.int64(MOST_BROUGHT)
        while goals & BRINGING[brought] == 0:
            brought -= 1
        desk.brings[own, k] = brought
        best = max(best, brought)
    return best


@kernel
def suited(setting: Any, state: Any, kinds: Any, desk: Any) -> Any:
    """Fill `desk.fits`: for how many of the colours no other move would bring more."""
    for k in range(kinds):
        desk.fits[k] = 0
    for colour in range(COLOURS):
        best = play_out(setting, state, colour, kinds, desk)
        for k in range(kinds):
            desk.fits[k] += np.int64(desk.brings[colour, k] == best)


@kernel
def right_one(level: Any, setting: Any, state: Any, desk: Any) -> Any:
    """The place of the right kind of move in `desk.root`, where the position makes a puzzle of this level; or -1."""
    own = np.int64(state.objective[mover(setting, state)])
    kinds = kinds_of(setting, state, desk.root)
    if kinds < NUMBERS[level, LEAST_KINDS]:
        return -1
    best = play_out(setting, state, own, kinds, desk)
    equals = np.int64(0)
    for k in range(kinds):
        equals += np.int64(desk.brings[own, k] == best)
    if best < LEAST_BROUGHT or 2 * equals > kinds or equals < NUMBERS[level, EQUALS]:
        return -1
    suited(setting, state, kinds, desk)
    chosen = -1
    alone = True
    for k in range(kinds):
        if desk.brings[own, k] == best:
            if chosen < 0 or desk.fits[k] > desk.fits[chosen]:
                chosen = k
                alone = True
            elif desk.fits[k] == desk.fits[chosen]:
                alone = False
    return chosen if alone else -1


@kernel
def judge(setting: Any, state: Any, chosen: Any, count: Any, desk: Any, verdicts: Any) -> Any:
    """Every legal move, by its kind: whether it is the right one, what it is sure to bring, what it tells."""
    own = np.int64(state.objective[mover(setting, state)])
    for place in range(count):
        location = desk.legal[place] % MOST_LOCATIONS
        k = 0
        while desk.root[k] != desk.legal[place] - location + twin(setting, state, location):
            k += 1
        verdicts[place, MOVE] = desk.legal[place]
        verdicts[place, WINS] = np.int64(k == chosen)
        verdicts[place, MOVES_TO_END] = np.int64(setting.pieces) - np.int64(state.ply)
        verdicts[place, REFUTATION] = -1
        verdicts[place, SHARE] = (2 * WHOLE * desk.brings[own, k] + MOST_BROUGHT) // (2 * MOST_BROUGHT)
        verdicts[place, TOLD] = (2 * WHOLE * (COLOURS - desk.fits[k]) + WORLDS) // (2 * WORLDS)


@kernel
def compose(chances: Any, setup: Any, level: Any, seed: Any, moves: Any, verdicts: Any, facts: Any, desk: Any) -> Any:
    """One game after the other, until a position of it makes a puzzle."""
    chance = chances[0]
    setting = desk.setting[0]
    state = desk.state[0]
    plies = PIECES - NUMBERS[level, LEFT]
    seed_stream(chance, np.uint64(seed) * np.uint64(NUMBERS.shape[0]) + np.uint64(level))
    while True:
        seed_stream(chances[1], next_bits(chance))
        setup.players = PLAYERS
        setup.deal = 0
        setup.golden_rule = 0
        setup.head_start = 0
        setup.colours_count = 0
        setup.first = -1
        deal(chances[1], setup, desk.bag)
        setting.pieces = 0
        desk.state[0] = desk.blank[0]
        begin(setting, state, setup)
        for ply in range(plies):
            moves[ply] = desk.legal[drawn(chance, legal(setting, state, desk.legal))]
            play(setting, state, moves[ply])
        chosen = right_one(level, setting, state, desk)
        if chosen >= 0:
            count = legal(setting, state, desk.legal)
            judge(setting, state, chosen, count, desk, verdicts)
            facts[PLIES] = plies
            facts[KINDS] = kinds_of(setting, state, desk.root)
            facts[LENGTH] = NUMBERS[level, LEFT]
            facts[LEGAL] = count
            return


register_puzzles(SETUP.type, compose=compose)
