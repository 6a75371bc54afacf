"""The games. Each is one folder here; adding a game means adding a folder."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from ..core.chance import Chance
from ..core.errors import BadRecord
from ..core.game import Game
from ..core.links import linked
from ..core.position import Position
from ..core.record import parse_record, shown


@cache
def players() -> Mapping[str, tuple[int, ...]]:
    """Every game's name, and how many may play it."""
    return {found.name: import_module(f"{__name__}.{found.name}").PLAYERS for found in iter_modules(__path__)}


@cache
def game(name: str) -> Game:
    """The game of that name; its rules are loaded now."""
    if name not in players():
        raise KeyError(name)
    found: Game = import_module(f"{__name__}.{name}.game").GAME
    return found


def load(data: object) -> Position:
    """The position of a record or knowledge record given as JSON has it; raises SommetError."""
    record = parse_record(data, players())
    return Position.of(game(record.game), record)


def new(
    name: str,
    players: int = 2,
    seed: int | None = None,
    first: int | None = None,
    *,
    options: Any = None,
    **choices: Any,
) -> Position:
    """Deal a new game; the same seed gives the same deal everywhere. Raises SommetError."""
    playing = game(name)
    if players not in playing.players:
        least, most = min(playing.players), max(playing.players)
        raise BadRecord("error.players", given=shown(players), least=least, most=most)
    record = playing.deal(players, options or {}, Chance(seed), first, **choices)
    return Position.of(playing, record)


def read_link(text: str) -> Position:
    """The position of a link; raises SommetError."""
    name = text.partition("~")[0]
    if name not in players():
        raise BadRecord("error.link")
    return linked(text, game(name))
