"""Which games there are, and the ways to a position of one: a new deal, a record, a link.

A game's package says how many play it (`PLAYERS`) and has a module `game` with `GAME`; its bots, drawing, lessons, rule
pages and words are found beside that.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from .chance import Chance
from .errors import BadRecord, shown
from .game import Game
from .links import linked
from .packages import package, packages, relative
from .position import Position
from .record import Record, parse_record


@cache
def players() -> Mapping[str, tuple[int, ...]]:
    """Every game's name, and how many may play it."""
    return {name: import_module(package).PLAYERS for name, package in packages().items()}


def game(name: str) -> Game:
    """The game of that name, or the small relative of one; its rules are loaded now. BadRecord when there is none."""
    path = package(name) or relative(name) if isinstance(name, str) else None
    if path is None:
        raise BadRecord("error.game", given=shown(name), games=", ".join(packages()))
    return _game(path)


@cache
def _game(path: str) -> Game:
    found: Game = import_module(f"{path}.game").GAME
    return found


def load(data: object) -> Position:
    """The position of a record or knowledge record, as JSON has it or as a `Record`; raises SommetError."""
    record = data if isinstance(data, Record) else parse_record(data, players())
    return Position.of(game(record.game), record)


def new(
    name: str,
    players: int = 2,
    seed: int | None = None,
    first: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> Position:
    """Deal a new game; the same seed gives the same deal everywhere. Raises SommetError.

    The game's options are keyword arguments (`game(name).options` lists them): those of the record, which may also come
    together in `options`, and choices about the deal.
    """
    playing = game(name)
    check_players(playing, players)
    if seed is not None and type(seed) is not int:
        raise BadRecord("error.seed", given=shown(seed))
    if options is not None and not isinstance(options, Mapping):
        raise BadRecord("error.not_an_object", what="options")
    return Position.of(playing, playing.deal(players, options or {}, Chance(seed), first, **more))


def check_players(playing: Game, players: int) -> None:
    """BadRecord unless that many may play it."""
    if type(players) is not int or players not in playing.players:
        least, most = min(playing.players), max(playing.players)
        raise BadRecord("error.players", given=shown(players), least=least, most=most)


def read_link(text: str) -> Position:
    """The position of a link; raises SommetError."""
    name = text.partition("~")[0] if isinstance(text, str) else ""
    if package(name) is None:
        raise BadRecord("error.link")
    return linked(text, game(name))
