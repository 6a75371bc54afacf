"""Monte-Carlo tree search over what a viewer knows, for any game with a guide.

Each simulation fills in what is hidden (`imagine`), walks down the tree by UCB, adds one node, plays on to the end
(`follow`) and tells every move on its way what it led to: how glad its mover is of the end (`settle`), and at the root
also his share of the win, which is what an analysis reports. A node is a public history: moves, and what chance showed.
The mover's statistics there are kept for each secret mind he may have (`persona`), so that nobody in the tree acts on
what he cannot know, and everybody acts on what he does.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.kernel import kernel
from ..core.rules import mover, over, payoff, play
from .guide import MOST_PERSONAS, candidates, follow, imagine, persona, settle, signal

DEEPEST = 256
NONE = -1


@dataclass
class Pool:
    """A tree's memory. Nothing is freed; when it is full the tree stops growing and playouts go on."""

    counts: NDArray[np.int64]  # nodes, slots and statistics in use
    first_slot: NDArray[np.int32]  # per node: where its moves are; NONE: not looked at yet
    slots: NDArray[np.int32]  # how many
    label: NDArray[np.int32]  # the signal that led to it
    sibling: NDArray[np.int32]  # the next node after the same move with another signal
    statistics: NDArray[np.int32]  # per node and persona: where that mind's numbers are; NONE: nowhere yet
    visits_of: NDArray[np.int32]  # per node and persona
    move: NDArray[np.int16]  # per slot
    child: NDArray[np.int32]  # per slot: the first node after that move
    visits: NDArray[np.int32]  # per statistic
    value: NDArray[np.float64]  # per statistic: sum of rewards
    won: NDArray[np.float64]  # per move of the root: sum of the shares of the win


def pool(nodes: int, slots: int, most: int) -> Pool:
    """Room for so many nodes and moves, and for most at the root; pages that are not used cost nothing."""
    made = Pool(
        counts=np.zeros(3, np.int64),
        first_slot=np.empty(nodes, np.int32),
        slots=np.empty(nodes, np.int32),
        label=np.empty(nodes, np.int32),
        sibling=np.empty(nodes, np.int32),
        statistics=np.empty((nodes, MOST_PERSONAS), np.int32),
        visits_of=np.empty((nodes, MOST_PERSONAS), np.int32),
        move=np.empty(slots, np.int16),
        child=np.empty(slots, np.int32),
        visits=np.empty(slots, np.int32),
        value=np.empty(slots, np.float64),
        won=np.zeros(most, np.float64),
    )
    made.counts[0] = 1
    made.first_slot[0], made.sibling[0], made.label[0] = NONE, NONE, 0
    made.statistics[0], made.visits_of[0] = NONE, 0
    return made


@kernel
def simulate(
    settings: Any,
    guides: Any,
    states: Any,
    work: Any,
    rngs: Any,
    rewards: Any,
    scratch: Any,
    path: Any,
    counts: Any,
    first_slot: Any,
    slots: Any,
    label: Any,
    sibling: Any,
    statistics: Any,
    visits_of: Any,
    move: Any,
    child: Any,
    visits: Any,
    value: Any,
    won: Any,
    simulations: Any,
) -> Any:
    """Run so many simulations; the moves played in them, tree and playouts together."""
    setting = settings[0]
    guide = guides[0]
    rng = rngs[0]
    played = 0
    for _ in range(simulations):
        work[0] = states[0]
        state = work[0]
        imagine(setting, guide, state, rng)
        node = 0
        depth = 0
        opening = NONE
        while depth < DEEPEST and not over(setting, state):
            mind = persona(setting, guide, state)
            if first_slot[node] == NONE:
                number = candidates(setting, guide, state, scratch)
                start = counts[1]
                if start + number > move.shape[0]:
                    break
                counts[1] = start + number
                first_slot[node] = start
                slots[node] = number
                for k in range(number):
                    move[start + k] = scratch[k]
                    child[start + k] = NONE
            number = slots[node]
            base = statistics[node, mind]
            if base == NONE:
                base = counts[2]
                if base + number > visits.shape[0]:
                    break
                counts[2] = base + number
                statistics[node, mind] = base
                for k in range(base, base + number):
                    visits[k] = 0
                    value[k] = 0.0
            total = visits_of[node, mind]
            width = int(guide.wide + guide.widening * np.sqrt(np.float64(total)))
            width = min(max(width, 1), int(number))
            chosen = NONE
            best = -1.0
            spread = guide.exploration * np.sqrt(np.log(np.float64(total) + 1.0))
            for k in range(width):
                tries = visits[base + k]
                if tries == 0:
                    chosen = k
                    break
                worth = value[base + k] / tries + spread / np.sqrt(np.float64(tries))
                if worth > best:
                    best = worth
                    chosen = k
            if depth == 0:
                opening = chosen
            path[depth, 0] = node
            path[depth, 1] = mind
            path[depth, 2] = base + chosen
            path[depth, 3] = mover(setting, state)
            depth += 1
            slot = first_slot[node] + chosen
            play(setting, state, np.int64(move[slot]))
            shown = signal(setting, guide, state)
            after = child[slot]
            while after != NONE and label[after] != shown:
                after = sibling[after]
            if after == NONE:
                after = counts[0]
                if after < first_slot.shape[0]:
                    counts[0] = after + 1
                    first_slot[after] = NONE
                    label[after] = shown
                    sibling[after] = child[slot]
                    child[slot] = after
                    for other in range(statistics.shape[1]):
                        statistics[after, other] = NONE
                        visits_of[after, other] = 0
                break
            node = after
        played += depth
        while True:
            next_move = follow(setting, guide, state, rng)
            if next_move < 0:
                break
            play(setting, state, next_move)
            played += 1
        settle(setting, guide, state, rewards[0])
        if opening != NONE:
            won[opening] += payoff(setting, state, path[0, 3])
        for step in range(depth):
            visits_of[path[step, 0], path[step, 1]] += 1
            visits[path[step, 2]] += 1
            value[path[step, 2]] += rewards[0].seat[path[step, 3]]
    return played
