"""Best responses, values and an equilibrium in a `PublicTree`, for all types of both players at once.

A policy is a table: by node, how probable the mover before it chooses it, by that mover's type. Values are shares of
the win.
"""

import numpy as np

from .public_tree import OVER, PublicTree, Reals


def reach(tree: PublicTree, seat: int, policy: Reals) -> Reals:
    """By node and by the type of this seat: how probable its own choices lead there."""
    found = np.ones((tree.nodes, tree.types))
    for span in tree.spans()[1:]:
        parents = tree.parent[span]
        own = tree.mover[parents] == seat
        found[span] = found[parents] * np.where(own[:, None], policy[span], 1.0)
    return found


def _at_ends(tree: PublicTree, seat: int, others: Reals) -> Reals:
    """By node and this seat's type: what the ends are worth, weighed by chance and the other's choices."""
    chance = tree.chance if seat == 0 else tree.chance.T
    won = tree.won if seat == 0 else 1.0 - tree.won.transpose(0, 2, 1)
    found = np.einsum("ij,nj,nij->ni", chance, others, won)
    found[tree.mover != OVER] = 0.0
    return np.asarray(found)


def values(tree: PublicTree, seat: int, others: Reals, policy: Reals | None) -> Reals:
    """By node and this seat's type, weighed as above: what it gets by this policy; None: by the best there is."""
    found = _at_ends(tree, seat, others)
    for span in tree.spans()[-2::-1]:
        inner = np.arange(span.start, span.stop)[tree.count[span] > 0]
        if not len(inner):
            continue
        below = slice(int(tree.first[inner[0]]), int(tree.first[inner[-1]] + tree.count[inner[-1]]))
        starts = tree.first[inner] - below.start
        rows = found[below]
        own = tree.mover[inner] == seat
        best = np.maximum.reduceat(rows, starts) if policy is None else np.add.reduceat(rows * policy[below], starts)
        found[inner] = np.where(own[:, None], best, np.add.reduceat(rows, starts))
    return found


def best_response(tree: PublicTree, seat: int, policy: Reals) -> tuple[float, Reals]:
    """The share this seat wins at best against a policy, and how: a policy, of several that are as good the first."""
    worth = values(tree, seat, reach(tree, 1 - seat, policy), None)
    answer = np.zeros((tree.nodes, tree.types))
    for node in np.flatnonzero(tree.mover == seat):
        children = slice(int(tree.first[node]), int(tree.first[node] + tree.count[node]))
        chosen = children.start + np.argmax(worth[children], axis=0)
        answer[chosen, np.arange(tree.types)] = 1.0
    return float(worth[0].sum()), answer


def share(tree: PublicTree, seat: int, policy: Reals, against: Reals) -> float:
    """What this seat wins by its policy against the other's."""
    return float(values(tree, seat, reach(tree, 1 - seat, against), policy)[0].sum())


def exploited(tree: PublicTree, policy: Reals) -> float:
    """What the best response wins against a policy, the mean of both seats: a half if nobody can exploit it."""
    return sum(best_response(tree, seat, policy)[0] for seat in range(2)) / 2


def equilibrium(tree: PublicTree, iterations: int) -> Reals:
    """A policy for both seats that the longer, the less can be exploited: regret matching, with CFR+'s averages."""
    regrets = np.zeros((tree.nodes, tree.types))
    total = np.zeros((tree.nodes, tree.types))
    even = tree.uniform()
    before = tree.mover[tree.parent]
    for turn in range(1, iterations + 1):
        for seat in range(2):
            policy = _matched(tree, regrets, even)
            own = (before == seat)[:, None]
            worth = values(tree, seat, reach(tree, 1 - seat, policy), policy)
            regrets = np.where(own, np.maximum(regrets + worth - worth[tree.parent], 0.0), regrets)
            policy = _matched(tree, regrets, even)
            total += turn * np.where(own, reach(tree, seat, policy), 0.0)
    return _matched(tree, total, even)


def _matched(tree: PublicTree, weights: Reals, even: Reals) -> Reals:
    """Each child as probable as its weight among its siblings; where all are 0, all alike."""
    sums = tree.siblings(weights)
    return np.where(sums > 0.0, weights / np.where(sums > 0.0, sums, 1.0), even)
