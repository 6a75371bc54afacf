"""Nobody waits for a compiler: until a bot's machine code is there, a simpler bot answers in its place."""

import time
from contextlib import suppress
from threading import Event, Thread

from ..core import calls
from ..core.kernel import INTERPRETED, in_background
from ..core.kernel_cache import cache_folder, layers_of
from ..core.position import View
from ..search.advice import Advice, Thinking
from .bot import Bot

PATIENCE = 2.5  # for code that was compiled before to be loaded; it takes a fraction of that

_loading: dict[str, tuple[float, Event]] = {}


class Patient(Bot):
    """Plays as `bot` does, or as `meanwhile` while that is being compiled."""

    def __init__(self, game: str, bot: Bot, meanwhile: Bot) -> None:
        self.name, self.budget, self._bot, self._meanwhile, self._game = bot.name, bot.budget, bot, meanwhile, game

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """The answer of whoever is ready."""
        ready = not INTERPRETED and self._ready(view)
        return (self._bot if ready else self._meanwhile).advise(view, thinking, seed)

    def _ready(self, view: View) -> bool:
        """Whether the bot is compiled for this size of state; where it was compiled before, it is waited for."""
        until, done = self.loading(view)
        return done.wait(max(0.0, until - time.monotonic()))

    def loading(self, view: View) -> tuple[float, Event]:
        """Start to load the bot's machine code, or to compile it, beside all else; until when to wait, and the end."""
        key = f"{self._game}-{type(self._bot).__name__}-{view.known.state.dtype.itemsize}.ready"
        if key not in _loading:
            mark, done = cache_folder(layers_of(__name__)) / key, Event()

            def prepare() -> None:
                with suppress(RuntimeError), in_background():  # the program may end meanwhile: no new threads then
                    self._bot.prepare(view)
                    calls.prepare(view.known.setting, view.known.state)
                    done.set()
                    with suppress(OSError):  # a read-only home: compiled anew each time
                        mark.touch()

            _loading[key] = time.monotonic() + (PATIENCE if mark.exists() else 0.0), done
            Thread(target=prepare, daemon=True).start()
        return _loading[key]
