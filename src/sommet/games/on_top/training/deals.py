"""Where trainings begin: deals of every kind of game on every board, and games played on from them."""

import numpy as np
from numpy.typing import NDArray

from ....core.position import Position
from ....core.record import Record
from ....core.registry import new
from ..bots.worth import TEAMS
from ..declared import NAME, TILE
from ..game import GAME
from ..shape import BOARDS


def players_of(kind: int) -> int:
    """How many play."""
    return 4 if kind == TEAMS else kind + 2


def fair(kind: int) -> float:
    """The share of the wins that equals have."""
    return round(1 / (2 if kind == TEAMS else players_of(kind)), 4)


def deal(kind: int, board: int, seed: int) -> Position:
    """A game of that kind on that board."""
    players = players_of(kind)
    options = {"board": BOARDS[board], "teams": kind == TEAMS} if players == 4 else {"board": BOARDS[board]}
    return new(NAME, players, seed, options=options)


def games_of(start: Position, played: NDArray[np.int16]) -> list[Position]:
    """Games from that deal, played again by the rules: in each row of `played` the tiles to come, and the moves."""
    texts, record = start.notation.texts, start.record
    found = []
    for tiles, moves in played.tolist():
        setup = {**record.setup, "tiles": [TILE.texts[tile] for tile in tiles]}
        made = [texts[move] for move in moves if move >= 0]
        found.append(Position.of(GAME, Record(NAME, record.players, record.options, setup, made)))
    return found
