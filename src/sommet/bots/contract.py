"""What a game's package may say about its computer players: `BOTS`, of the class `Minds`, in its module `bots`."""

from collections.abc import Iterable, Mapping

from ..core.compiling import Job
from ..core.position import Position, View
from ..search.advice import Advice
from ..search.guide import ANSWERED, PLAYOUTS
from ..search.plain import SEARCHING
from .bot import LEVELS, Bot
from .mind import PLAIN, Kind, Level, Mind, beliefs

Beliefs = Mapping[str, Mapping[str, Mapping[str, float]]]
"""By who believes it (a seat, or ``outside``) and about which seat: the probability of each thing it may be hiding."""

RANDOM, PLAYOUT, SEARCHER = (
    Mind(PLAIN, level)
    for level in (
        Level("random", numbers={"way": ANSWERED}),
        Level("playout", simulations=2000, numbers={"way": PLAYOUTS}),
        Level("plain", simulations=2000, numbers=SEARCHING),
    )
)
GENERAL = (RANDOM, PLAYOUT, SEARCHER)  # which play anything


class Minds:
    """A game's bots as data: the five levels, weakest first, others by any name, and what they have in common."""

    def __init__(
        self,
        kind: Kind,
        levels: Iterable[Level],
        others: Iterable[Level] = (),
        stand_in: str | None = None,
        beliefs: str | None = None,
    ) -> None:
        """`stand_in`: the light level that answers for others until their machine code is there; None: any move.

        `beliefs`: the field of the findings about a position that says, by seat, what is believed of it.
        """
        self.levels: Mapping[str, Mind] = {level.name: Mind(kind, level) for level in levels}
        self.others: Mapping[str, Mind] = {level.name: Mind(kind, level) for level in others}
        if tuple(self.levels) != LEVELS:
            raise ValueError(f"the levels are {', '.join(LEVELS)}; not {', '.join(self.levels)}")
        self.kind, self.believed = kind, beliefs
        self._stand_in = RANDOM if stand_in is None else {**self.levels, **self.others}[stand_in]

    @property
    def minds(self) -> list[Mind]:
        """All of them."""
        return [*self.levels.values(), *self.others.values()]

    @property
    def strongest(self) -> Mind:
        """The master."""
        return self.levels[LEVELS[-1]]

    def stand_in(self, bot: Bot) -> Bot | None:
        """Who answers in this bot's place until its machine code is there; None for one that needs nobody."""
        if not isinstance(bot, Mind) or bot.level.light:
            return None
        if bot.kind is self.kind:
            return None if self.kind.at_once else self._stand_in
        return RANDOM

    def loading(self, view: View) -> Job | None:
        """Begin, in the background, to load or compile what the strongest bot needs, if it has no stand-in."""
        return self.strongest.loading(view) if self.kind.at_once else None

    def explain(self, view: View, advice: Advice) -> Advice:
        """The advice with all that the game's own analysis has to tell besides."""
        return self.strongest.explain(view, advice)

    def beliefs(self, position: Position, unplayed: int = 0) -> Beliefs | None:
        """What everybody could have believed of what is hidden from them; None where nothing is told.

        Nobody made the first `unplayed` moves.
        """
        return None if self.believed is None else beliefs(self.strongest, position, self.believed, unplayed)


PLAIN_LEVELS = (
    Level("beginner", simulations=8, numbers=SEARCHING),
    Level("easy", simulations=40, numbers=SEARCHING),
    Level("medium", simulations=200, numbers=SEARCHING),
    Level("hard", simulations=1000, numbers=SEARCHING),
    Level("master", seconds=1.5, numbers=SEARCHING),
)


def plain_bots() -> Minds:
    """The bots of a game that has none of its own: tree search that knows nothing but the rules."""
    return Minds(PLAIN, PLAIN_LEVELS)
