"""Players written in Python by others: ``py:MODULE:CLASS``, with a budget if wanted.

The class is made without arguments. It is a `sommet.bots.Bot`, or has ``think(view, budget, seed)``, which answers with
a move or with an `Advice`; `budget` is None where the spec names none. The module is looked for as `import` does, and
then in the current folder.
"""

import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from ..core.position import View
from ..search.advice import Advice, Budget
from .errors import ArenaError
from .worth import Worth, worth_of

PY = "py"


class PythonPlayer:
    """Somebody's bot."""

    def __init__(self, bot: Any, budget: Budget | None) -> None:
        self.bot, self.budget = bot, budget
        self.worth: Worth | None = None

    def move(self, view: View, seed: int) -> str:
        """What it would play."""
        found: Any = self.bot.think(view, self.budget, seed)
        self.worth = worth_of(found) if isinstance(found, Advice) else None
        move: str = found.best if isinstance(found, Advice) else found  # `play` checks it
        return move

    def warm(self, view: View) -> None:
        """Whatever it does to prepare."""
        if hasattr(self.bot, "prepare"):
            self.bot.prepare(view)


def _parts(rest: str) -> tuple[str, str, str]:
    module, _, named = rest.partition(":")
    name, _, budget = named.partition(":")
    if not module or not name:
        raise ArenaError(f"py:{rest}: py:MODULE:CLASS is expected")
    return module, name, budget


def _module(rest: str) -> ModuleType:
    name = _parts(rest)[0]
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and name.startswith(error.name):
            raise ArenaError(f"py:{rest}: no module {name!r}, nor in the current folder") from None
        raise ArenaError(f"py:{rest}: {name} needs {error.name!r}, which is not installed") from None
    except Exception as error:
        raise ArenaError(f"py:{rest}: {name} cannot be imported: {type(error).__name__}: {error}") from None


def source_of(rest: str) -> bytes:
    """The source of a bot's module, as far as there is one."""
    file = getattr(_module(rest), "__file__", None)
    return Path(file).read_bytes() if file else b""


def bot_of(rest: str) -> Any:
    """The bot of ``MODULE:CLASS``."""
    name = _parts(rest)[1]
    kind = getattr(_module(rest), name, None)
    if not callable(kind):
        raise ArenaError(f"py:{rest}: the module has no class {name!r}")
    try:
        bot = kind()
    except Exception as error:
        raise ArenaError(f"py:{rest}: {name}() raises {type(error).__name__}: {error}") from None
    if not callable(getattr(bot, "think", None)):
        raise ArenaError(f"py:{rest}: {name} has no think(view, budget, seed)")
    return bot
