"""Named opponents. A bot gets a view, never a position: it has no way to what its viewer may not know."""

from .bot import LEVELS, Bot
from .contract import Minds
from .mind import Kind, Level
from .reader import Reader
from .registry import analyse, beliefs, bot, explain, loading, names, opponent, reasons

__all__ = [
    "LEVELS",
    "Bot",
    "Kind",
    "Level",
    "Minds",
    "Reader",
    "analyse",
    "beliefs",
    "bot",
    "explain",
    "loading",
    "names",
    "opponent",
    "reasons",
]
