"""Sommet: play, study and research stacking games in which only the top counts.

>>> import sommet
>>> position = sommet.new("babylone", seed=7)
>>> len(position.legal)
132

Everything of daily use is here. Each name is loaded when it is first asked for: importing Sommet takes hardly any time.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .analysis import Analysis as Analysis
    from .analysis import analyse as analyse
    from .bots import Bot as Bot
    from .bots.registry import bot as bot
    from .bots.registry import names as bot_names
    from .core.arranging import set_up as set_up
    from .core.chance import Chance as Chance
    from .core.errors import BadRecord as BadRecord
    from .core.errors import IllegalMove as IllegalMove
    from .core.errors import SommetError as SommetError
    from .core.files import read as read
    from .core.files import read_all as read_all
    from .core.files import write as write
    from .core.game import Game as Game
    from .core.game import Result as Result
    from .core.links import link as link
    from .core.match import Match as Match
    from .core.position import Position as Position
    from .core.position import View as View
    from .core.record import Record as Record
    from .core.registry import game as game
    from .core.registry import load as load
    from .core.registry import new as new
    from .core.registry import players as players
    from .core.registry import read_link as read_link
    from .drawing.finding import svg as svg
    from .drawing.finding import text as text
    from .search.advice import Advice as Advice
    from .search.advice import Budget as Budget
    from .search.advice import MoveValue as MoveValue

__version__ = "0.1.0"

# The name here: the module it is in, and what it is called there if not the same.
_WHERE = {
    "Advice": ("search.advice",),
    "Analysis": ("analysis",),
    "BadRecord": ("core.errors",),
    "Bot": ("bots",),
    "Budget": ("search.advice",),
    "Chance": ("core.chance",),
    "Game": ("core.game",),
    "IllegalMove": ("core.errors",),
    "Match": ("core.match",),
    "MoveValue": ("search.advice",),
    "Position": ("core.position",),
    "Record": ("core.record",),
    "Result": ("core.game",),
    "SommetError": ("core.errors",),
    "View": ("core.position",),
    "analyse": ("analysis",),
    "bot": ("bots.registry",),
    "bot_names": ("bots.registry", "names"),
    "game": ("core.registry",),
    "link": ("core.links",),
    "load": ("core.registry",),
    "new": ("core.registry",),
    "players": ("core.registry",),
    "read": ("core.files",),
    "read_all": ("core.files",),
    "read_link": ("core.registry",),
    "set_up": ("core.arranging",),
    "svg": ("drawing.finding",),
    "text": ("drawing.finding",),
    "write": ("core.files",),
}
__all__ = [
    "Advice",
    "Analysis",
    "BadRecord",
    "Bot",
    "Budget",
    "Chance",
    "Game",
    "IllegalMove",
    "Match",
    "MoveValue",
    "Position",
    "Record",
    "Result",
    "SommetError",
    "View",
    "__version__",
    "analyse",
    "bot",
    "bot_names",
    "game",
    "link",
    "load",
    "new",
    "players",
    "read",
    "read_all",
    "read_link",
    "set_up",
    "svg",
    "text",
    "write",
]


def __getattr__(name: str) -> Any:
    """Load a part when it is first asked for: importing Sommet loads neither NumPy nor Numba."""
    if name in _WHERE:
        from importlib import import_module

        module, *other = _WHERE[name]
        found = getattr(import_module(f"{__name__}.{module}"), *(other or [name]))
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, so that an interactive Python completes them."""
    return sorted(__all__)
