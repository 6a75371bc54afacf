"""A small game of two with one secret each, as the tree of what everybody sees: every move, and every secret behind it.

It is grown through the nodes of the OpenSpiel adapter. Chance may deal the secrets and nothing else, and what a player
may do must not depend on a secret. Arrays hold a row for each node, by levels, the children of a node side by side.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots.secret import Secret, secret_of
from ..core.form import Form
from .openspiel_dealing import root
from .openspiel_play import CHANCE, TERMINAL, Begun, Node
from .openspiel_tree import Tree, tree_of

Reals = NDArray[np.float64]
Whole = NDArray[np.int64]
MOST_NODES = 1_000_000
OVER = -1


@dataclass(frozen=True, eq=False)
class PublicTree:
    """What is not told by the names: `mover` is OVER at the end; `move` led here; `won[n, i, j]` is seat 0's share."""

    tree: Tree
    secret: Secret
    form: Form
    setup: dict[str, Any]
    chance: Reals  # how probable seat 0 has type i and seat 1 type j
    levels: tuple[int, ...]  # where each begins, and the end of the last
    parent: Whole
    move: Whole
    mover: Whole
    first: Whole  # of its children
    count: Whole
    won: Reals

    @property
    def nodes(self) -> int:
        """How many."""
        return len(self.parent)

    @property
    def types(self) -> int:
        """How many things a seat may be hiding."""
        return len(self.chance)

    def spans(self) -> list[slice]:
        """The levels, the root's first."""
        return [slice(start, end) for start, end in pairwise(self.levels)]

    def moves_to(self, node: int) -> list[str]:
        """The moves that lead there, as people write them."""
        found = []
        while self.parent[node] >= 0:
            found.append(self.form.texts[int(self.move[node])])
            node = int(self.parent[node])
        return found[::-1]

    def siblings(self, rows: Reals) -> Reals:
        """Of a table by nodes: for each node the sum over all children of its parent."""
        found = np.ones_like(rows)
        inner = np.flatnonzero(self.count)
        sums = np.add.reduceat(rows[1:], self.first[inner] - 1)
        found[1:] = np.repeat(sums, self.count[inner], axis=0)
        return found

    def uniform(self) -> Reals:
        """The policy of one who plays anything: by node, how probable the mover before it chooses it, by their type."""
        each = np.ones((self.nodes, self.types))
        return np.asarray(each / self.siblings(each))


def grow(name: str, options: Mapping[str, Any] | None = None) -> PublicTree:
    """The whole tree of a game on these parameters of the adapter; ValueError where it is no such game."""
    tree = tree_of(name, tuple(sorted((options or {}).items())))
    secret = secret_of(tree.game)
    if secret is None or tree.players != 2 or not tree.explicit or tree.turned is not None:
        raise ValueError(f"{name} is no game of two with one secret each and no other chance")
    if any(draws.field.name != secret.field.name for draws in tree.before):
        raise ValueError(f"{name}: chance deals more than the secrets")
    deals = _deals(root(tree), 1.0)
    held = [tuple(int(value) for value in deal.setup[secret.field.name][0, :2]) for _, deal in deals]
    size = 1 + max(max(pair) for pair in held)
    chance = np.zeros((size, size))
    for pair, (probable, _) in zip(held, deals, strict=True):
        chance[pair] += probable
    parent, move, levels = [-1], [-1], [0, 1]
    mover: list[int] = []
    first: list[int] = []
    count: list[int] = []
    ends: list[tuple[int, list[float]]] = []
    level = [[deal for _, deal in deals]]
    while level:
        below: list[list[Begun]] = []
        for worlds in level:
            acting, actions = worlds[0].mover, worlds[0].actions()
            if any(world.mover != acting or world.actions() != actions for world in worlds):
                raise ValueError(f"{name}: what may be done depends on a secret")
            node = len(mover)
            over = acting == TERMINAL
            if not over and not actions:
                raise ValueError(f"{name}: somebody has no move")
            mover.append(OVER if over else acting)
            first.append(levels[-1] + len(below))
            count.append(0 if over else len(actions))
            if over:
                ends.append((node, [world.shares()[0] for world in worlds]))
                continue
            for action in actions:
                parent.append(node)
                move.append(int(tree.form.moves[action]))
                below.append([_after(world, action) for world in worlds])
        if len(parent) > MOST_NODES:
            raise ValueError(f"{name}: more than {MOST_NODES:,} nodes; choose a smaller one")
        level = below
        if below:
            levels.append(levels[-1] + len(below))
    won = np.zeros((len(parent), size, size))
    for node, shares in ends:
        for pair, share in zip(held, shares, strict=True):
            won[(node, *pair)] = share
    start = deals[0][1]
    return PublicTree(
        tree=tree,
        secret=secret,
        form=start.deal.form,
        setup=start.record().setup,
        chance=chance,
        levels=tuple(levels),
        parent=np.array(parent, np.int64),
        move=np.array(move, np.int64),
        mover=np.array(mover, np.int64),
        first=np.array(first, np.int64),
        count=np.array(count, np.int64),
        won=won,
    )


def _deals(node: Node, probable: float) -> list[tuple[float, Begun]]:
    """Every deal, and how probable it is."""
    if isinstance(node, Begun):
        return [(probable, node)]
    assert node.mover == CHANCE
    return [deal for action, chance in node.outcomes() for deal in _deals(node.after(action), probable * chance)]


def _after(world: Begun, action: int) -> Begun:
    found = world.after(action)
    assert isinstance(found, Begun)
    return found
