"""On Top's last tiles, played out in full: every placement, every tile that may be turned over, as often as it may."""

from typing import Any

import numpy as np

from ...core.kernel import kernel
from ...core.position import Position
from ...core.rules import legal, mover, over, payoff, play
from ...games.on_top.rules import TILES

MOST_PAIRS = 8
MOST_NODES = 300_000
DEEPEST = 10


@kernel
def expect(setting: Any, states: Any, moves: Any, shares: Any, kinds: Any, nodes: Any, depth: Any) -> Any:
    """Fill `shares[depth]`, everybody's share, the tile to lay being known; False: too much to look at."""
    nodes[0] += 1
    if nodes[0] > MOST_NODES or depth + 1 >= states.shape[0]:
        return False
    state = states[depth]
    if over(setting, state):
        for seat in range(setting.players):
            shares[depth, seat] = payoff(setting, state, seat)
        return True
    seat = mover(setting, state)
    best = -1.0
    number = legal(setting, state, moves[depth])
    for k in range(number):
        if not after_move(setting, states, moves, shares, kinds, nodes, depth, moves[depth, k]):
            return False
        if shares[depth + 1, seat + 4] > best:
            best = shares[depth + 1, seat + 4]
            for other in range(setting.players):
                shares[depth, other] = shares[depth + 1, other + 4]
    return True


@kernel
def after_move(
    setting: Any, states: Any, moves: Any, shares: Any, kinds: Any, nodes: Any, depth: Any, move: Any
) -> Any:
    """Fill the second half of `shares[depth + 1]`: the mean over the tiles that may come after this move."""
    below = depth + 1
    for seat in range(setting.players):
        shares[below, seat + 4] = 0.0
    states[below] = states[depth]
    play(setting, states[below], move)
    if over(setting, states[below]):
        for seat in range(setting.players):
            shares[below, seat + 4] = payoff(setting, states[below], seat)
        return True
    total = 0.0
    for kind in range(kinds.shape[0]):
        total += kinds[kind]
    ply = states[below].ply
    for kind in range(kinds.shape[0]):
        count = kinds[kind]
        if count > 0:
            states[below] = states[depth]
            play(setting, states[below], move)
            states[below].tiles[ply] = 2 * kind
            states[below].known = ply + 1
            kinds[kind] = count - 1
            fine = expect(setting, states, moves, shares, kinds, nodes, below)
            kinds[kind] = count
            if not fine:
                return False
            for seat in range(setting.players):
                shares[below, seat + 4] += shares[below, seat] * count / total
    return True


@kernel
def expect_moves(
    settings: Any, states: Any, moves: Any, shares: Any, kinds: Any, nodes: Any, root: Any, out: Any
) -> Any:
    """The mover's expected share after each move of the root; False when there is too much to look at."""
    seat = mover(settings[0], states[0])
    for k in range(root.shape[0]):
        if not after_move(settings[0], states, moves, shares, kinds, nodes, 0, root[k]):
            return False
        out[k] = shares[1, seat + 4]
    return True


def solved(known: Position, kinds: Any) -> dict[int, float] | None:
    """Every legal move's exact value (each side for itself), or None when too much is left to play."""
    alive = sum(int(word).bit_count() for word in known.state["alive"][0].tolist())
    if alive > MOST_PAIRS or TILES - len(known.moves) < 1:
        return None
    states = np.zeros(DEEPEST + 1, known.state.dtype)
    states[0] = known.state[0]
    root = np.array(known.numbers, np.int64)
    values = np.zeros(len(root))
    moves, shares = np.zeros((DEEPEST + 1, 4 * MOST_PAIRS), np.int64), np.zeros((DEEPEST + 1, 8))
    nodes = np.zeros(1, np.int64)
    if not expect_moves(known.setting, states, moves, shares, np.array(kinds, np.float64), nodes, root, values):
        return None
    return dict(zip(root.tolist(), values.tolist(), strict=True))
