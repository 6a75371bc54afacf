"""On Top's last tiles, played out in full: every placement, every tile that may be turned over, as often as it may."""

from typing import Any

import numpy as np

from ....core.bits import popcount
from ....core.kernel import kernel
from ....core.rules import legal, mover, over, payoff, play
from ..declared import DECK, TILES

KINDS = len(set(DECK))
OF_A_KIND = np.bincount(np.array(DECK) >> 1, minlength=KINDS)
MOST_PAIRS = 8
MOST_NODES = 300_000

# What `at` holds for each depth: how many moves there are, which is tried, which kind of tile comes after it.
MOVES, MOVE, KIND = 0, 1, 2
ENTER, NEXT_MOVE, NEXT_KIND, CAME_BACK, MOVE_DONE = 0, 1, 2, 3, 4


@kernel
def count_unseen(state: Any, kinds: Any) -> Any:
    """How many tiles of each kind are still face down (T3)."""
    for kind in range(kinds.shape[0]):
        kinds[kind] = OF_A_KIND[kind]
    turned: Any = min(np.int64(state.ply) + 1, TILES)
    for place in range(turned):
        kinds[np.int64(state.tiles[place]) >> 1] -= 1.0


@kernel
def near_the_end(state: Any) -> Any:
    """Whether so few placements are left that they can be played out."""
    alive = np.int64(0)
    for word in range(state.alive.shape[0]):
        alive += np.int64(popcount(state.alive[word]))
    return alive <= MOST_PAIRS and state.ply < TILES


@kernel
def expect_moves(setting: Any, state: Any, desk: Any) -> Any:
    """Fill `desk.values` with the mover's expected share of each of `desk.moves[0]`, the legal moves; how many.

    -1 when there is too much to look at. `best[depth]` is what everybody has of the best move so far, `mean[depth]` of
    the move being tried, over the kinds of tiles that may follow. (A loop and not a recursion: Numba crashes when it
    loads recursive machine code from its cache.)
    """
    if not near_the_end(state):
        return np.int64(-1)
    states = desk.states
    moves = desk.moves
    best = desk.best
    mean = desk.mean
    at = desk.at
    kinds = desk.kinds
    states[0] = state
    count_unseen(state, kinds)
    depth = 0
    doing = ENTER
    nodes = 0
    while True:
        if doing == ENTER:
            nodes += 1
            if nodes > MOST_NODES or depth + 1 >= states.shape[0]:
                return np.int64(-1)
            at[depth, MOVES] = legal(setting, states[depth], moves[depth])
            at[depth, MOVE] = -1
            for seat in range(setting.players):
                best[depth, seat] = -1.0
            doing = NEXT_MOVE
        elif doing == NEXT_MOVE:
            at[depth, MOVE] += 1
            if at[depth, MOVE] == at[depth, MOVES]:
                if depth == 0:
                    return np.int64(at[0, MOVES])
                depth -= 1
                doing = CAME_BACK
            else:
                states[depth + 1] = states[depth]
                play(setting, states[depth + 1], moves[depth, at[depth, MOVE]])
                ended = over(setting, states[depth + 1])
                for seat in range(setting.players):
                    mean[depth, seat] = payoff(setting, states[depth + 1], seat) if ended else 0.0
                at[depth, KIND] = -1
                doing = MOVE_DONE if ended else NEXT_KIND
        elif doing == NEXT_KIND:
            total = 0.0
            for kind in range(kinds.shape[0]):
                total += kinds[kind]
            kind = at[depth, KIND] + 1
            while kind < kinds.shape[0] and kinds[kind] == 0:
                kind += 1
            at[depth, KIND] = kind
            if kind == kinds.shape[0]:
                doing = MOVE_DONE
            else:
                desk.chance[depth] = kinds[kind] / total
                kinds[kind] -= 1
                depth += 1
                states[depth].tiles[states[depth].ply] = 2 * kind
                states[depth].known = states[depth].ply + 1
                doing = ENTER
        elif doing == CAME_BACK:
            kinds[at[depth, KIND]] += 1
            for seat in range(setting.players):
                mean[depth, seat] += desk.chance[depth] * best[depth + 1, seat]
            doing = NEXT_KIND
        else:
            seat = mover(setting, states[depth])
            if depth == 0:
                desk.values[at[0, MOVE]] = mean[0, seat]
            if mean[depth, seat] > best[depth, seat]:
                for other in range(setting.players):
                    best[depth, other] = mean[depth, other]
            doing = NEXT_MOVE
