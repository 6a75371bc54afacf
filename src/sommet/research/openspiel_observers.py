"""What a player knows (information state) and sees (observation), as strings and tensors.

Everything is read from knowledge records and from what the protocol shows to everybody.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.record import SPECTATOR, Record
from .openspiel_nodes import Node, replayed

Shapes = dict[str, tuple[int, ...]]
Pieces = Mapping[str, NDArray[np.float32]]


class Observer:
    """OpenSpiel's PyObserver. `private`: with what the player alone knows; `recall`: the whole history."""

    def __init__(self, start: Node, private: bool, public: bool, recall: bool) -> None:
        self.private, self.public, self.recall = private, public, recall
        self._start = start.knowledge(SPECTATOR)
        shapes = _SHAPES[self._start.game](self._start)
        wanted: Shapes = {"player": (self._start.players,)}
        for name, shape in shapes.items():
            kind = _KIND[name]
            if (kind == "private" and private) or (public and kind == ("recall" if recall else "seen")):
                wanted[name] = shape
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in wanted.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        place = 0
        for name, shape in wanted.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[place : place + size].reshape(shape)
            place += size

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        node: Node = state.node
        known = node.knowledge(player)
        fill = {"kabaleo": _kabaleo, "on_top": _on_top, "babylone": _babylone}[known.game]
        fill(node, known, player, self.dict)

    def string_from(self, state: Any, player: int) -> str:
        """The same as text."""
        node: Node = state.node
        known = node.knowledge(player)
        parts = [f"p{player}"]
        if self.private and known.game == "kabaleo":
            parts.append(f"objective:{known.setup['objectives'][player]}")
        if self.public:
            parts.append(_public(known) if self.recall else _seen(node, known))
        return " ".join(parts)


def _public(known: Record) -> str:
    """The set-up that all know, and the moves."""
    setup = known.setup
    if known.game == "kabaleo":
        stocks = ";".join(_stock(stock) for stock in setup["stocks"])
        public = f"{','.join(setup['bases'])} {stocks}"
    else:
        public = ",".join(setup["tiles" if known.game == "on_top" else "tokens"])
    return f"{public} first:{setup['first']} {' '.join(known.moves)}"


def _stock(stock: Any) -> str:
    return ",".join(f"{name}:{count}" for name, count in stock.items()) if isinstance(stock, dict) else ",".join(stock)


def _seen(node: Node, known: Record) -> str:
    """The table as it lies."""
    if node.position is None:
        return _public(known)
    last = known.moves[-1] if known.moves else "-"
    return f"mover:{node.mover} last:{last} {node.position.shown}"


_KIND = {
    "objective": "private",
    **dict.fromkeys(("turn", "piles", "stocks", "last", "cells", "circles", "towers", "scores", "pawns"), "seen"),
    **dict.fromkeys(("black_left", "tile", "tiles_left", "tops", "heights"), "seen"),
    **dict.fromkeys(("bases", "dealt", "moves", "tiles", "tokens"), "recall"),
}


def _kabaleo_shapes(start: Record) -> Shapes:
    colours = len(start.setup["colours"])
    locations, pieces, players = 4 * colours, 6 * colours, start.players
    return {
        "objective": (colours,),
        "turn": (players,),
        "piles": (locations, pieces + 1, colours),
        "stocks": (players, colours),
        "last": (locations,),
        "bases": (locations, colours),
        "dealt": (players, colours),
        "moves": (pieces, colours + locations),
    }


def _on_top_shapes(start: Record) -> Shapes:
    from ..games.on_top.shape import board_of

    on = board_of(start.options)
    cells, crossings = len(on.cell_names), len(on.crossing_names)
    return {
        "turn": (start.players,),
        "cells": (cells, 4),
        "circles": (crossings, 4),
        "towers": (crossings, 7, 4),
        "scores": (start.players,),
        "pawns": (4,),
        "black_left": (1,),
        "tile": (24,),
        "tiles_left": (24,),
        "tiles": (34, 24),
        "moves": (34, 2, cells),
    }


def _babylone_shapes(start: Record) -> Shapes:
    tokens = len(start.setup["tokens"])
    colours = len(set(start.setup["tokens"]))
    return {
        "turn": (start.players,),
        "tops": (tokens, colours),
        "heights": (tokens,),
        "tokens": (tokens, colours),
        "moves": (max(1, tokens - 1), 2, tokens),
    }


_SHAPES = {"kabaleo": _kabaleo_shapes, "on_top": _on_top_shapes, "babylone": _babylone_shapes}


def _turn(node: Node, out: Pieces) -> None:
    if node.mover >= 0 and "turn" in out:
        out["turn"][node.mover] = 1


def _kabaleo(node: Node, known: Record, player: int, out: Pieces) -> None:
    colours, setup = list(known.setup["colours"]), known.setup
    _turn(node, out)
    if "objective" in out and setup["objectives"][player] is not None:
        out["objective"][colours.index(setup["objectives"][player])] = 1
    if "bases" in out:
        for place, colour in enumerate(setup["bases"]):
            out["bases"][place, colours.index(colour)] = 1
        for ply, move in enumerate(known.moves):
            colour, location = move.split("@")
            out["moves"][ply, colours.index(colour)] = 1
            out["moves"][ply, len(colours) + int(location) - 1] = 1
        if isinstance(setup["stocks"][0], dict):
            out["dealt"][:] = [[stock[colour] / 6 for colour in colours] for stock in setup["stocks"]]
    if "piles" in out and node.position is not None:
        shown = node.position.shown
        for place, pile in enumerate(shown["locations"]):
            for height, colour in enumerate(pile):
                out["piles"][place, height, colours.index(colour)] = 1
        out["stocks"][:] = [[stock[colour] / 6 for colour in colours] for stock in shown["stocks"]]
        if known.moves:
            out["last"][int(known.moves[-1].split("@")[1]) - 1] = 1


def _on_top(node: Node, known: Record, player: int, out: Pieces) -> None:
    from ..games.on_top.declared import CONTENT, TILE
    from ..games.on_top.options import COLOUR
    from ..games.on_top.shape import board_of

    on = board_of(known.options)
    _turn(node, out)
    if "tiles" in out:
        for ply, tile in enumerate(known.setup["tiles"]):
            out["tiles"][ply, TILE.texts.index(tile)] = 1
        for ply, move in enumerate(known.moves):
            for end, cell in enumerate(move.split("-")):
                out["moves"][ply, end, on.cell_names.index(cell)] = 1
    if "cells" in out:
        position = replayed(known)  # from what the player knows, and from nothing else
        shown, state = position.shown, position.state
        for name, content in shown["cells"].items():
            out["cells"][on.cell_names.index(name), CONTENT.texts.index(content)] = 1
        circles = state["circle"][0, : len(on.crossing_names)].astype(np.int64)
        for colour in range(4):
            out["circles"][:, colour] = (circles >> 3 * colour & 7) / 6
        crossings = {name: place for place, name in enumerate(on.crossing_names)}
        for name, tower in shown["towers"].items():
            for height, colour in enumerate(tower):
                out["towers"][crossings[name], height, COLOUR.texts.index(colour)] = 1
        out["scores"][:] = np.array(shown["scores"]) / 20
        out["pawns"][:] = [shown["pawns"][colour] / 21 for colour in COLOUR.texts]
        out["black_left"][0] = shown["black_left"] / 10
        if shown["tile"] is not None:
            out["tile"][TILE.texts.index(shown["tile"])] = 1
        for tile in state["tiles"][0, int(state["known"][0]) :].tolist():
            out["tiles_left"][tile] += 1 / 3


def _babylone(node: Node, known: Record, player: int, out: Pieces) -> None:
    colours = list(dict.fromkeys(known.setup["tokens"]))
    _turn(node, out)
    if "tokens" in out:
        for place, colour in enumerate(known.setup["tokens"]):
            out["tokens"][place, colours.index(colour)] = 1
        for ply, move in enumerate(known.moves):
            for end, spot in enumerate(move.split(">")):
                out["moves"][ply, end, int(spot) - 1] = 1
    if "tops" in out and node.position is not None:
        for spot, stack in node.position.shown["stacks"].items():
            out["tops"][int(spot) - 1, colours.index(stack[-1])] = 1
            out["heights"][int(spot) - 1] = len(stack) / len(known.setup["tokens"])
