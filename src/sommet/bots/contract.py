"""What a game's package may say about its computer players: an object `BOTS` of this class in its module `bots`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..core.compiling import Job
from ..core.position import Position, View
from ..search.advice import Advice, Budget
from .bot import LEVELS, Bot, PlainSearcher, RandomBot
from .wording import Speaker, chances

Beliefs = Mapping[str, Mapping[str, Mapping[str, float]]]
"""By who believes it (a seat, or ``outside``) and about which seat: the probability of each thing it may be hiding."""


@dataclass(frozen=True)
class Level:
    """How strong an opponent is, in plain numbers; each game's own levels add what they need."""

    name: str
    simulations: int | None = None
    seconds: float | None = None

    @property
    def budget(self) -> Budget:
        """What it takes when it is given none; one look where nothing is said."""
        if self.simulations is None and self.seconds is None:
            return Budget(simulations=1)
        return Budget(self.seconds, self.simulations)


class GameBots:
    """A game's bots, and what else its own analysis can tell. As it is: for a game that says nothing of its own."""

    def __init__(self, levels: Iterable[Bot], others: Iterable[Bot] = ()) -> None:
        """The five levels, weakest first, and others by any name."""
        self.levels: Mapping[str, Bot] = {bot.name: bot for bot in levels}
        self.others: Mapping[str, Bot] = {bot.name: bot for bot in others}
        if tuple(self.levels) != LEVELS:
            raise ValueError(f"the levels are {', '.join(LEVELS)}; not {', '.join(self.levels)}")

    def stand_in(self, bot: Bot) -> Bot | None:
        """Who answers in this bot's place until its machine code is there; None for one that needs nobody."""
        return RandomBot() if isinstance(bot, PlainSearcher) else None

    def loading(self, view: View) -> Job | None:
        """Begin, in the background, to load or compile what the strongest bot needs, if it has no stand-in."""
        return None

    def explain(self, view: View, advice: Advice) -> Advice:
        """The advice with all that the game's own analysis has to tell besides."""
        return advice

    def reasons(self, view: View, advice: Advice, speaker: Speaker) -> Sequence[str]:
        """Why the advice's first move, in at most two sentences (empty ones are left out)."""
        return [chances(advice, speaker)]

    def beliefs(self, position: Position) -> Beliefs | None:
        """What everybody could have believed of what is hidden from them; None where nothing is told."""
        return None


PLAIN_LEVELS = (
    Level("beginner", simulations=8),
    Level("easy", simulations=40),
    Level("medium", simulations=200),
    Level("hard", simulations=1000),
    Level("master", seconds=1.5),
)


def plain_bots() -> GameBots:
    """The bots of a game that has none of its own: tree search that knows nothing but the rules."""
    return GameBots(PlainSearcher(level.name, level.budget) for level in PLAIN_LEVELS)
