"""What a player knows (information state) and sees (observation), as strings and tensors."""

from typing import Any

import numpy as np

from ..core.setup import AS_TURNED, EVERYBODY, OWN_SEAT
from .draws import Draws
from .encoding import Vector
from .observations import named_parts
from .openspiel_dealing import Dealing
from .openspiel_play import Begun, Node

LEFT = "left_in_bag"


class Observer:
    """OpenSpiel's PyObserver. `private`: with what the player alone knows; `recall`: the whole history."""

    def __init__(self, start: Node, private: bool, public: bool, recall: bool) -> None:
        self.private, self.public, self.recall = private, public, recall
        tree = start.tree
        self._tree, self._start = tree, start
        self._at_start: dict[int, Vector] = {}
        self._seen = tree.observation(public, private)
        self._known = tree.recollection(public, private)
        shapes, size = (self._known.shapes, self._known.size) if recall else (self._seen.shapes, self._seen.size)
        left_at = size
        self._scale = np.float32(0)
        told = public and private and tree.spec is not None  # a declared observation tells what is left by itself
        if public and not recall and not told and tree.turned is not None:
            shapes = {**shapes, LEFT: (len(tree.turned.full),)}
            size += len(tree.turned.full)
            self._scale = np.float32(1 / max(tree.turned.full))
        self.tensor: Vector = np.zeros(size, np.float32)
        self._left = self.tensor[left_at:]
        self.parts: dict[str, Vector] = dict(named_parts(self.tensor, shapes))
        # C++ copies what is in here one by one, twice for each tensor: named parts would take longer than all else
        self.dict: dict[str, Vector] = {"information_state" if recall else "observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor."""
        node: Node = state.node
        if node is not self._start:
            self.tensor.fill(0)
            self._write(node, player)
            return
        if player not in self._at_start:  # OpenSpiel asks for this each time, to learn the tensor's size
            self.tensor.fill(0)
            self._write(node, player)
            self._at_start[player] = self.tensor.copy()
        self.tensor[:] = self._at_start[player]

    def _write(self, node: Node, player: int) -> None:
        tensor = self.tensor
        if self.recall:
            log, played = (node.log, node.played) if isinstance(node, Begun) else (self._tree.empty_log, 0)
            self._known.write(node.known_setup().view(np.int16), player, log, played, tensor)
        elif isinstance(node, Begun):
            self._seen.write(node.setting, node.state, player, node.log, node.played, tensor)
            if self._scale:
                np.multiply(node.left, self._scale, out=self._left)
        elif "player" in self.parts:
            self.parts["player"][player] = 1

    def string_from(self, state: Any, player: int) -> str:
        """The same as text."""
        node: Node = state.node
        parts = [f"p{player}"]
        if self.recall or not isinstance(node, Begun):
            parts += known_text(node, player, self.public, self.private)
        else:
            public, own = node.shown(player)
            if self.private:
                parts += [f"{name}:{value}" for name, value in own.items()]
            if self.public:
                last = node.deal.form.texts[node.log[node.played - 1]] if node.played else "-"
                parts += [f"mover:{node.mover}", f"last:{last}", str(public)]
        return " ".join(parts)


def known_text(node: Node, player: int, public: bool, private: bool) -> list[str]:
    """What is known of the set-up, and the moves."""
    parts = []
    if isinstance(node, Begun):
        if private:
            parts.append(_remembered(node, player))
        if public:
            parts += [_remembered(node, None), *_turned(node), *node.texts()]
    elif isinstance(node, Dealing):
        for draws, until in zip(node.tree.before, node.tree.until, strict=True):
            drawn = list(node.drawn[until - draws.times : until])
            if public and draws.field.known == EVERYBODY:
                parts.append(_drawn(draws, drawn))
            elif private and draws.field.known == OWN_SEAT:
                parts.append(_drawn(draws, draws.of_row(drawn, player)))
    return [part for part in parts if part]


def _remembered(node: Begun, seat: int | None) -> str:
    """What this seat alone knows of the set-up, or (None) what everybody does but for what is turned over."""
    told = node.deal.told
    if seat not in told:
        tree, known = node.tree, EVERYBODY if seat is None else OWN_SEAT
        setup = tree.game.setup.read(node.setup, tree.players, tree.options)
        values = {each.name: setup[each.name] for each in tree.uncertain if each.known == known}
        told[seat] = " ".join(f"{name}:{_text(v if seat is None else v[seat])}" for name, v in values.items())
    return told[seat]


def _turned(node: Begun) -> list[str]:
    """What has been turned over."""
    tree = node.tree
    if tree.turned is not None:
        return [_drawn(tree.turned, tree.turned.read(node.setup))]
    late = [each.name for each in tree.uncertain if each.known == AS_TURNED]
    if not late:
        return []
    setup = tree.game.setup.read(node.known_setup(), tree.players, tree.options)
    return [f"{name}:{_text(setup[name])}" for name in late]


def _drawn(draws: Draws, drawn: list[int]) -> str:
    return f"{draws.field.name}:{','.join(str(draws.members[member]) for member in drawn)}"


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "+".join(f"{count}*{name}" for name, count in value.items())
    return ",".join(map(_text, value)) if isinstance(value, list) else str(value)
