"""Nobody waits for a compiler: until a bot's machine code is there, a simpler bot answers in its place, and says so."""

from dataclasses import replace

from ..core import calls, compiling
from ..core.kernel import INTERPRETED
from ..core.position import View
from ..core.rules import modules_for
from ..search.advice import Advice, Thinking
from .bot import Bot


def loading(bot: Bot, view: View, head_start: float = 0.0) -> compiling.Job:
    """Start to load the bot's machine code for this size of state, or to compile it, in the background."""
    states = view.known.state.dtype

    def prepare() -> None:
        bot.prepare(view)
        calls.prepare(view.known.setting, view.known.state)

    kind, modules = bot.code(view)
    name = f"{view.game.name}-{kind}-{states.itemsize}"
    return compiling.start(name, prepare, modules | modules_for(states), head_start)


class Patient(Bot):
    """Plays as `bot` does, or as `stand_in` while that is being compiled. `Advice.by` tells which."""

    def __init__(self, bot: Bot, stand_in: Bot) -> None:
        self.name, self.budget, self._bot, self._stand_in = bot.name, bot.budget, bot, stand_in

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """The answer of whoever is ready."""
        ready = not INTERPRETED and self.loading(view).here()
        answering = self._bot if ready else self._stand_in
        return replace(answering.advise(view, thinking, seed), by=answering.name)

    def loading(self, view: View) -> compiling.Job:
        """Start to load the bot's machine code, or to compile it, in the background."""
        return loading(self._bot, view)
