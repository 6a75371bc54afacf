"""The nodes of a game's tree as OpenSpiel wants them, once it has begun: who acts, what may be done, what follows.

A node is immutable, so a clone of an OpenSpiel state shares it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import calls, questions
from ..core.arrays import Records, copy
from ..core.bits import random_stream
from ..core.errors import SommetError
from ..core.form import Form
from ..core.kernel import kernel
from ..core.position import Position
from ..core.record import SPECTATOR, Record
from ..core.rules import begin, can, legal, mover, over, payoff, play
from ..core.setup import AS_TURNED
from .openspiel_tree import Tree, tree_of

CHANCE, TERMINAL = -1, -4  # as OpenSpiel numbers them
MOVER, COUNT, ACTIONS = 0, 1, 2  # where `look` leaves what it finds: who acts, how many actions they have, and which
ILLEGAL = -9
Numbers = NDArray[np.int64]


@kernel
def look(setting: Any, state: Any, actions: Any, found: Any) -> Any:
    """Who acts, and what they may do; `actions` by move."""
    if over(setting, state):
        found[MOVER] = TERMINAL
        found[COUNT] = 0
    else:
        found[MOVER] = mover(setting, state)
        count = legal(setting, state, found[ACTIONS:])
        found[COUNT] = count
        for rank in range(ACTIONS, ACTIONS + count):
            found[rank] = actions[found[rank]]


@kernel
def advance(settings: Any, states: Any, move: Any, turning: Any, actions: Any, found: Any) -> Any:
    """Play a move, if it is legal, and look; not at the moves, where something is to be turned over first."""
    if not can(settings[0], states[0], move):
        found[MOVER] = ILLEGAL
        return
    play(settings[0], states[0], move)
    if turning and not over(settings[0], states[0]):
        found[MOVER] = CHANCE
    else:
        look(settings[0], states[0], actions, found)


@kernel
def resume(settings: Any, states: Any, setups: Any, log: Any, played: Any, actions: Any, found: Any) -> Any:
    """Begin with this set-up, play the moves of the log, which are legal, and look."""
    begin(settings[0], states[0], setups[0])
    for ply in range(played):
        play(settings[0], states[0], log[ply])
    look(settings[0], states[0], actions, found)


@kernel
def share_out(settings: Any, states: Any, shares: Any) -> Any:
    """Each seat's share of the win."""
    for seat in range(shares.shape[0]):
        shares[seat] = payoff(settings[0], states[0], seat)


class Node:
    """Somewhere in a game: a seat acts, or chance, or nobody any more."""

    __slots__ = ("mover", "tree")

    mover: int
    tree: Tree

    def __deepcopy__(self, memory: dict[int, Any]) -> "Node":
        return self

    def __reduce__(self) -> Any:
        from .openspiel_dealing import restored

        return restored, (self.tree.game.name, self.tree.given, self.path())

    def path(self) -> list[int]:
        """All actions, chance's too, that lead here."""
        raise NotImplementedError

    def actions(self) -> list[int]:
        """What the mover may do, ascending."""
        raise NotImplementedError

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, and how probable it is."""
        raise NotImplementedError

    def after(self, action: int) -> "Node":
        """The node that follows; raises SommetError for a move that is not legal."""
        raise NotImplementedError

    def action_name(self, action: int) -> str:
        """As people write it."""
        raise NotImplementedError

    def known_setup(self) -> Records:
        """The set-up, as far as it is settled and has been turned over."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Deal:
    """What all nodes after a deal have in common; `told` remembers what is said of it."""

    tree: Tree
    form: Form
    number: int = -1  # where it was sampled
    told: dict[int | None, str] = field(default_factory=dict)


class Begun(Node):
    """The game has begun. Do not write into its records.

    `log` holds the moves' numbers, `played` of them; `left` what is still to be turned over, by member.
    """

    __slots__ = ("deal", "left", "legal", "log", "played", "setting", "setup", "state")

    def __init__(
        self,
        deal: Deal,
        setup: Records,
        setting: Records,
        state: Records,
        log: Numbers,
        played: int,
        left: NDArray[np.float32],
        found: Numbers | None,
    ) -> None:
        self.tree, self.deal, self.setup, self.setting, self.state = deal.tree, deal, setup, setting, state
        self.log, self.played, self.left = log, played, left
        self.legal: list[int] = []
        self.mover = CHANCE
        if found is not None:
            self.mover, count = found[:ACTIONS].tolist()
            self.legal = found[ACTIONS : ACTIONS + count].tolist()

    def __reduce__(self) -> Any:
        if self.tree.explicit:
            return super().__reduce__()
        tree = self.tree  # what was sampled may have been dealt anew since
        return _again, (tree.game.name, tree.given, self.deal.number, self.setup.tobytes(), self.moves())

    def path(self) -> list[int]:
        """The deal and the moves, with what was turned over between them."""
        return self.tree.path(self.setup, self.moves(), self.deal.number)

    def moves(self) -> list[int]:
        """By their numbers."""
        return list(self.log[: self.played].tolist())

    def texts(self) -> list[str]:
        """The moves as people write them."""
        texts = self.deal.form.texts
        return [texts[move] for move in self.moves()]

    def known_setup(self) -> Records:
        """Without what is turned over later."""
        if self.tree.explicit:
            return self.setup
        setup = copy(self.setup)
        for each in self.tree.game.setup.fields:
            if each.known == AS_TURNED:
                count = f"{each.name}_count"
                setup[count] = np.minimum(setup[count], self.played + 1)
        return setup

    def record(self) -> Record:
        """So far; a spectator's where there is something left to be turned over."""
        tree = self.tree
        told = tree.game.setup.read(self.setup, tree.players, tree.options)
        viewer = None if tree.turned is None else SPECTATOR
        return Record(tree.game.name, tree.players, tree.options, told, self.texts(), viewer)

    def shown(self, viewer: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """What everybody sees, and what this viewer sees besides, from what they may know and from nothing else."""
        form, state, ended = self.deal.form, self.state, self.mover == TERMINAL
        room = form.room
        if not ended:
            state = copy(room.state)
            questions.seen(self.setting, self.state, viewer, state)
        record = np.zeros(1, room.shown.type)
        questions.show_all(self.setting, state, record)
        own: dict[str, Any] = {}
        if room.own.fields:
            besides = np.zeros(1, room.own.type)
            questions.show_viewer(self.setting, state, viewer, besides)
            own = form.read_own(besides, ended)
        return form.read_shown(record, ended), own

    def shares(self) -> list[float]:
        """After the end: each seat's share of the win."""
        shares = np.zeros(self.tree.players)
        share_out(self.setting, self.state, shares)
        return list(shares.tolist())

    def redealt(self, viewer: int, sampler: Callable[[], float]) -> "Begun":
        """The same node, had what this viewer does not know been dealt otherwise; what is not drawn yet stays so."""
        deal, turned = self.deal, self.tree.turned
        state, setup = copy(deal.form.room.state), copy(self.setup)
        questions.seen(self.setting, self.state, viewer, state)
        calls.fill_in(self.setting, state, random_stream(int(sampler() * (1 << 53))))
        questions.recalled(self.setting, state, setup)
        if turned is not None:
            turned.restore(setup, self.setup)
        again = Deal(deal.tree, deal.form, deal.number)
        return resumed(again, setup, self.log, self.played, self.left, self.mover == CHANCE)


class Playing(Begun):
    """A seat's turn, or the end."""

    __slots__ = ()

    def actions(self) -> list[int]:
        """Numbered without gaps."""
        return self.legal

    def after(self, action: int) -> Node:
        """Checked: OpenSpiel may be given anything."""
        tree, played, moves = self.tree, self.played, self.tree.form.moves
        if not 0 <= action < len(moves):
            raise self._refusal(str(action))
        state, found, move = copy(self.state), np.empty(tree.room_for_moves, np.int64), moves[action]
        advance(self.setting, state, move, tree.turned is not None, tree.form.actions, found)
        acting = found[MOVER]
        if acting == ILLEGAL:
            raise self._refusal(self.action_name(action))
        log = self.log.copy()
        log[played] = move
        if acting == CHANCE:
            return Turning(self.deal, self.setup, self.setting, state, log, played + 1, self.left, None)
        return Playing(self.deal, self.setup, self.setting, state, log, played + 1, self.left, found)

    def _refusal(self, text: str) -> SommetError:
        return Position(self.tree.game, self.record(), self.setting, self.state, self.deal.form).refusal(text)

    def action_name(self, action: int) -> str:
        """The move's text."""
        return self.deal.form.texts[int(self.tree.form.moves[action])]


class Turning(Begun):
    """Chance turns something over."""

    __slots__ = ()

    def outcomes(self) -> list[tuple[int, float]]:
        """What is left in the bag."""
        left = self.left.tolist()
        total = sum(left)
        return [(member, count / total) for member, count in enumerate(left) if count]

    def actions(self) -> list[int]:
        """As chance."""
        return [member for member, _ in self.outcomes()]

    def after(self, action: int) -> Node:
        """It is there for all to see."""
        turned, setup, left = self.tree.turned, copy(self.setup), self.left.copy()
        assert turned is not None
        turned.add(setup, self.played, action)
        left[turned.bag.one_of(action)] -= 1
        return resumed(self.deal, setup, self.log, self.played, left, False)

    def action_name(self, action: int) -> str:
        """What is turned over."""
        turned = self.tree.turned
        assert turned is not None
        return str(turned.members[action])


def resumed(deal: Deal, setup: Records, log: Numbers, played: int, left: NDArray[np.float32], turning: bool) -> Begun:
    """After the moves of a log, with this set-up; `turning`: something is to be turned over."""
    room, tree = deal.form.room, deal.tree
    setting, state, found = copy(room.setting), copy(room.state), np.empty(tree.room_for_moves, np.int64)
    resume(setting, state, setup, log, played, tree.form.actions, found)
    if turning:
        return Turning(deal, setup, setting, state, log, played, left, None)
    return Playing(deal, setup, setting, state, log, played, left, found)


def begun(tree: Tree, setup: Records, number: int = -1) -> Begun:
    """Before the first move."""
    deal = Deal(tree, tree.form_of(setup), number)
    return resumed(deal, setup, tree.empty_log, 0, tree.bag, tree.turned is not None)


def _again(game: str, given: tuple[tuple[str, Any], ...], number: int, setup: bytes, moves: list[int]) -> Node:
    tree = tree_of(game, given)
    node: Node = begun(tree, np.frombuffer(bytearray(setup), tree.template.dtype), number)
    for move in moves:
        node = node.after(int(tree.form.actions[move]))
    return node
