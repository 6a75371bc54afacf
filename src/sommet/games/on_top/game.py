"""On Top as a `Game`."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ...core.chance import Chance
from ...core.digits import Digits
from ...core.errors import BadRecord, IllegalMove, SommetError
from ...core.game import Game, Notation
from ...core.position import Position
from ...core.record import Record, Viewer, shown
from ...core.records import Records, copy
from . import PLAYERS, setup
from .board import DEFAULT, Board, board
from .effects import laid, told
from .options import OPTIONS
from .rules import COLOURS, EMPTY, MOST_MOVES, REASONS, TILES
from .setup import TILE_NAMES, TILE_NUMBERS

CONTENTS = ("empty", "tile", "black", "void")


@lru_cache(maxsize=32)
def _notation(name: str) -> Notation:
    on = board(name)
    return Notation(on.move_names, on.moves)


class OnTop(Game):
    """Two to four players, tiles by chance."""

    name = "on_top"
    players = PLAYERS
    options = OPTIONS
    reasons = REASONS
    most_moves = MOST_MOVES

    def deal(
        self, players: int, options: Mapping[str, Any], chance: Chance, first: int | None = None, **choices: Any
    ) -> Record:
        """T9, T10; `colours` says who plays which."""
        return setup.deal(players, options, chance, first, **choices)

    def begin(self, record: Record) -> tuple[Records, Records]:
        """T7 to T10."""
        return setup.begin(record)

    def check(self, position: Position) -> None:
        """T11: the tile to lay now is turned over, so every viewer knows it."""
        if not position.over and position.state["ply"][0] >= position.state["known"][0]:
            raise BadRecord("on_top.error.tile_to_lay", "T11")

    def board(self, position: Position) -> Board:
        """The board it is played on."""
        return board(position.record.options.get("board", DEFAULT))

    def notation(self, record: Record) -> Notation:
        """``D4-D5``: the tile's first colour in D4, its third in D5."""
        return _notation(record.options.get("board", DEFAULT))

    def why_not(self, position: Position, move: str) -> SommetError:
        """T11, T12."""
        on = self.board(position)
        if position.state["ply"][0] >= position.state["known"][0]:
            return BadRecord("on_top.error.tile_to_lay", "T11")
        match = re.fullmatch(r"([A-Z]{1,2}[1-9][0-9]{0,2})-([A-Z]{1,2}[1-9][0-9]{0,2})", move, re.ASCII)
        if not match:
            return IllegalMove("on_top.error.notation", "T11", move=shown(move))
        for cell in match.groups():
            if cell not in on.cell_numbers:
                return IllegalMove("on_top.error.no_cell", "T4", cell=cell, board=on.name)
        if move not in on.moves:
            return IllegalMove("on_top.error.not_neighbours", "T11", a=match[1], b=match[2])
        for cell in match.groups():
            if position.state["cell"][0, on.cell_numbers[cell]] != EMPTY:
                return IllegalMove("on_top.error.not_empty", "T11", cell=cell)
        return IllegalMove("on_top.error.no_contact", "T12", a=match[1], b=match[2])

    def towers(self, position: Position) -> dict[str, list[str]]:
        """T17: every tower's colours, bottom to top."""
        order, circles = position.setting["order"][0].tolist(), position.state["circle"][0].tolist()
        names = self.board(position).crossing_names
        towers: dict[str, list[str]] = {}
        for crossing, tower in enumerate(position.state["tower"][0, : len(names)].tolist()):
            if tower & 7:
                towers[names[crossing]] = laid(order, circles[crossing], tower)
        return towers

    def show(self, position: Position) -> dict[str, Any]:
        """Cells, towers, track, pawns, triangles, the tile to lay and how many are left."""
        state, on = position.state, self.board(position)
        ply, known = int(state["ply"][0]), int(state["known"][0])
        tile = None if position.over or ply >= known else TILE_NAMES[state["tiles"][0, ply]]
        cells = state["cell"][0, : len(on.cell_names)].tolist()
        return {
            "cells": dict(zip(on.cell_names, map(CONTENTS.__getitem__, cells), strict=True)),
            "towers": self.towers(position),
            "scores": state["score"][0, : position.players].tolist(),
            "pawns": dict(zip(COLOURS, state["pawns"][0].tolist(), strict=True)),
            "black_left": int(state["black_left"][0]),
            "tile": tile,
            "tiles_left": TILES - ply - (tile is not None),
        }

    def effects(self, before: Position, move: str) -> dict[str, Any]:
        """T13: cells filled with `black` or left `void`; T14 to T19: `circles` in order; T23, T24: the `last_pawn`."""
        number = before.notation.numbers.get(move, -1)
        if number not in before.numbers:
            before.play(move)  # says what is wrong with it
        return told(before, self.board(before), number)

    def known(self, record: Record, viewer: Viewer) -> Mapping[str, Any]:
        """T11: the tiles turned over, the one to lay now included."""
        return {
            "colours": record.setup["colours"],
            "tiles": list(record.setup["tiles"][: len(record.moves) + 1]),
            "first": record.setup["first"],
        }

    def learn(self, position: Position, setup: Mapping[str, Any]) -> Records | None:
        """T11: more tiles have been turned over."""
        before = position.record.setup
        count = len(before["tiles"])
        fixed = all(setup[key] == before[key] for key in ("colours", "first"))
        if not fixed or list(setup["tiles"][:count]) != list(before["tiles"]):
            return None
        state = copy(position.state)
        tiles = state["tiles"][0].tolist()
        turned, hidden = [TILE_NUMBERS[tile] for tile in setup["tiles"][count:]], tiles[count:]
        for number in turned:
            hidden.remove(number & ~1)
        state["tiles"][0] = tiles[:count] + turned + hidden
        state["known"] = len(setup["tiles"])
        return state

    def guess(self, position: Position) -> Mapping[str, Any]:
        """With the order that the redeal drew."""
        return {**position.record.setup, "tiles": [TILE_NAMES[tile] for tile in position.state["tiles"][0].tolist()]}

    def pack(self, record: Record, digits: Digits) -> None:
        """For links."""
        setup.pack(record, digits)

    def unpack(self, players: int, digits: Digits) -> tuple[dict[str, Any], dict[str, Any]]:
        """From links."""
        return setup.unpack(players, digits)


GAME = OnTop()
