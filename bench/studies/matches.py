"""The games of the studies: masters against themselves, and the same deals over and over.

How many games there are is settled beforehand. All budgets are numbers of simulations.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sommet.arena.schedule import Fixture, Tournament

REPLAYS = 8


@dataclass(frozen=True)
class Study:
    """One bot in every seat. `replays`: how often each deal is played, with other random numbers for the bot."""

    name: str
    game: str
    bot: str
    players: int
    games: int
    options: dict[str, Any] = field(default_factory=dict)
    replays: int = 1

    @property
    def tournament(self) -> Tournament:
        """Whose deals they are."""
        return Tournament(self.game, (self.bot,), self.players, "self", self.games, options=self.options)

    def fixtures(self) -> list[Fixture]:
        """Deal by deal. All seats are alike, so a rotation changes nothing but the bot's random numbers."""
        seats, deals = (self.bot,) * self.players, self.games // self.replays
        return [Fixture(seats, deal, again) for deal in range(deals) for again in range(self.replays)]


def seats() -> list[Study]:
    """Who has the advantage, with each number of players."""
    kabaleo = [Study(f"self-kabaleo-{n}", "kabaleo", "master:sims=2000", n, 300 if n == 2 else 160) for n in (2, 3, 4)]
    return [*kabaleo, *(Study(f"self-on_top-{n}", "on_top", "master:sims=1000", n, 160) for n in (2, 3, 4))]


def fair() -> list[Study]:
    """Kabaleo for two with and without the golden rule and a head start."""
    agreed: dict[str, dict[str, Any]] = {
        "none": {},
        "golden": {"golden_rule": True},
        "pile": {"head_start": True},
        "golden-pile": {"golden_rule": True, "head_start": True},
    }
    return [Study(f"fair-{name}", "kabaleo", "master:sims=2000", 2, 400, options) for name, options in agreed.items()]


def luck() -> list[Study]:
    """The same deals again and again."""
    return [
        Study("luck-kabaleo", "kabaleo", "master:sims=500", 2, 400, {}, REPLAYS),
        Study("luck-on_top-master", "on_top", "master:sims=500", 2, 160, {}, REPLAYS),
    ]


def every() -> Sequence[Study]:
    """All of them."""
    return [*seats(), *fair(), *luck()]
