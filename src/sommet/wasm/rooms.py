"""Which record types a game's kernels are compiled for: its rooms, told apart by the types of their records alone."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.chance import Chance
from ..core.form import Room
from ..core.game import Game
from ..core.names import Terms

Types = tuple["np.dtype[Any]", ...]


def rooms(game: Game) -> Sequence[Room]:
    """The rooms of the games that a host without Python can run; where the game names none, that of any deal."""
    if game.rooms is not None:
        return game.rooms()
    record = game.deal(min(game.players), {}, Chance(0))
    return [game.room(Terms(record.players, record.fixed_options, record.fixed_setup))]


def types(room: Room) -> Types:
    """The types of all its records."""
    return room.setting.dtype, room.state.dtype, room.shown.type, room.own.type, room.effects.type


def kinds(game: Game) -> list[Room]:
    """The first room of each combination of types: the kernels' room number is the place in this list."""
    found: dict[Types, Room] = {}
    for room in rooms(game):
        found.setdefault(types(room), room)
    return list(found.values())


def kind_of(game: Game, room: Room) -> int:
    """The kernels' number of a room."""
    return [types(each) for each in kinds(game)].index(types(room))
