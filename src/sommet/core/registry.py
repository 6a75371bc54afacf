"""Which games there are: the packages under `sommet.games`, and those that other packages offer.

Another package offers a game by an entry point of the group ``sommet.games`` whose name is the game's and whose value
is the import path of the game's package. A game's package says how many play it (`PLAYERS`) and has a module `game`
with `GAME`; its bots, drawing, lessons, rule pages and words are found beside that.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

from .chance import Chance
from .errors import BadRecord
from .game import Game
from .links import linked
from .position import Position
from .record import parse_record, shown

GROUP = "sommet.games"


@cache
def packages() -> Mapping[str, str]:
    """Every game's name, and the import path of its package; a built-in game is never replaced by another's."""
    built_in = find_spec(GROUP)
    folders = built_in.submodule_search_locations if built_in is not None else None
    own = {found.name: f"{GROUP}.{found.name}" for found in iter_modules(folders) if found.ispkg}
    others = {point.name: point.value for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}
    return {**own, **{name: path for name, path in others.items() if name not in own}}


@cache
def players() -> Mapping[str, tuple[int, ...]]:
    """Every game's name, and how many may play it."""
    return {name: import_module(package).PLAYERS for name, package in packages().items()}


@cache
def game(name: str) -> Game:
    """The game of that name; its rules are loaded now. BadRecord when there is none."""
    if name not in packages():
        raise BadRecord("error.game", given=shown(name), games=", ".join(packages()))
    found: Game = import_module(f"{packages()[name]}.game").GAME
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
    if name not in packages():
        raise BadRecord("error.link")
    return linked(text, game(name))
