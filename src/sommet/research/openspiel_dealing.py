"""The nodes of a game's tree up to its first move: where the set-up says how it is drawn, chance is explicit, one value
after the other, each with its exact probability. Otherwise chance draws the number of a whole deal."""

from collections.abc import Sequence
from typing import Any

from ..core.arrays import Records
from ..core.record import Record
from .openspiel_play import CHANCE, Node, begun
from .openspiel_tree import DEALS, Tree, tree_of


class Dealing(Node):
    """Chance draws what is settled before the first move, piece by piece: now for the `stage`-th field."""

    __slots__ = ("drawn", "left", "stage")

    def __init__(self, tree: Tree, drawn: tuple[int, ...], stage: int, left: tuple[int, ...]) -> None:
        self.tree, self.mover = tree, CHANCE
        self.drawn, self.stage, self.left = drawn, stage, left

    def path(self) -> list[int]:
        """What was drawn."""
        return list(self.drawn)

    def outcomes(self) -> list[tuple[int, float]]:
        """What is left of what is being dealt."""
        left = self.left
        total = sum(left)
        return [(member, count / total) for member, count in enumerate(left) if count]

    def actions(self) -> list[int]:
        """As chance."""
        return [member for member, count in enumerate(self.left) if count]

    def after(self, action: int) -> Node:
        """One more is dealt."""
        tree, drawn, stage = self.tree, (*self.drawn, action), self.stage
        if len(drawn) < tree.until[stage]:
            return Dealing(tree, drawn, stage, tree.before[stage].without(self.left, action))
        if stage + 1 < len(tree.before):
            return Dealing(tree, drawn, stage + 1, tree.before[stage + 1].full)
        return begun(tree, tree.dealt(drawn))

    def action_name(self, action: int) -> str:
        """What is dealt."""
        draws = self.tree.before[self.stage]
        return f"{draws.field.name} {draws.members[action]}"

    def known_setup(self) -> Records:
        """As far as it is drawn."""
        return self.tree.dealt(self.drawn)


class Sampling(Node):
    """Chance draws a deal, where nothing is known of how."""

    __slots__ = ("_number",)

    def __init__(self, tree: Tree) -> None:
        self.tree, self.mover = tree, CHANCE
        self._number = -1

    def path(self) -> list[int]:
        """The start."""
        return []

    def outcomes(self) -> list[tuple[int, float]]:
        """One, sampled."""
        if self._number < 0:
            self._number = self.tree.sampler.below(DEALS)
        return [(self._number, 1.0)]

    def actions(self) -> list[int]:
        """As chance."""
        return [self.outcomes()[0][0]]

    def after(self, action: int) -> Node:
        """The deal of that number."""
        return begun(self.tree, self.tree.sampled(action), action)

    def action_name(self, action: int) -> str:
        """By number."""
        return f"deal {action}"

    def known_setup(self) -> Records:
        """What the parameters settle."""
        return self.tree.template


def root(tree: Tree) -> Node:
    """The start."""
    if not tree.explicit:
        return Sampling(tree)
    return Dealing(tree, (), 0, tree.before[0].full) if tree.before else begun(tree, tree.dealt(()))


def restored(game: str, given: tuple[tuple[str, Any], ...], path: Sequence[int]) -> Node:
    """The node that these actions lead to."""
    node = root(tree_of(game, given))
    for action in path:
        node = node.after(action)
    return node


def path_of(tree: Tree, record: Record) -> list[int]:
    """All actions, chance's too, that lead to a record's position, in which nothing is unknown but what is to come.

    Where deals are sampled, those after the deal.
    """
    form = tree.form_of(setup_of(tree, record))
    return tree.path(setup_of(tree, record), [form.numbers[move] for move in record.moves])


def setup_of(tree: Tree, record: Record) -> Records:
    """A record's set-up."""
    return tree.game.setup.write(Record(record.game, record.players, record.fixed_options, record.fixed_setup))
