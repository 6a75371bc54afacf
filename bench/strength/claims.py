"""The matches that show how strong the bots are, and what each must reach.

How many games a match has is settled before it is played, and never by what came out: who plays on until a claim is
reached, reaches it too often.
"""

from dataclasses import dataclass

from sommet import bots
from sommet.arena.schedule import Mode, Tournament

SLOW_SECONDS = 480.0  # for each match by the clock, unless all of it is asked for
LEVEL = 1 / (1 + 10 ** (-120 / 400))  # 120 Elo: a share of 66.6 %


@dataclass(frozen=True)
class Claim:
    """A match, and the share of wins its first bot must reach. `second`: only where it is not the first to move."""

    name: str
    game: str
    specs: tuple[str, ...]
    least: float
    players: int = 2
    mode: Mode = "robin"
    games: int = 200
    slow: bool = False
    second: bool = False

    def tournament(self, games: int | None = None) -> Tournament:
        """To be played."""
        return Tournament(self.game, self.specs, self.players, self.mode, games or self.games)

    @property
    def command(self) -> str:
        """What plays just this."""
        mode = {"among": f" --players {self.players} --among", "gauntlet": " --gauntlet"}.get(self.mode, "")
        return f"sommet arena {self.game} {' '.join(self.specs)}{mode} --games {self.games}"


def _kabaleo() -> list[Claim]:
    master = "master:sims=2000"
    return [
        Claim("kabaleo-ismcts", "kabaleo", ("master:seconds=1", "openspiel:ismcts:seconds=1"), 0.90, slow=True),
        Claim("kabaleo-greedy", "kabaleo", (master, "greedy"), 0.88),
        Claim("kabaleo-plain", "kabaleo", (master, "plain:sims=2000"), 0.88),
        Claim("kabaleo-plain-8000", "kabaleo", (master, "plain:sims=8000"), 0.82),
        Claim("kabaleo-four", "kabaleo", ("master:sims=1000", "plain:sims=1000"), 0.38, 4, "among", 1000),
    ]


def _on_top() -> list[Claim]:
    master = "master:seconds=0.25"
    return [
        Claim("on_top-mcts", "on_top", ("master:seconds=1", "openspiel:mcts:seconds=1"), 0.95, slow=True),
        Claim("on_top-now", "on_top", (master, "now"), 0.98, slow=True),
        Claim("on_top-table", "on_top", (master, "table"), 0.80, slow=True),
        Claim("on_top-two_ply", "on_top", (master, "two_ply"), 0.68, slow=True),
        Claim("on_top-four", "on_top", (master, "table"), 0.36, 4, "among", slow=True),
    ]


def _babylone() -> list[Claim]:
    others = [name for name in bots.names("babylone") if name != "master"]
    specs = ("master", *others, "openspiel:mcts:sims=200")
    return [Claim("babylone-second", "babylone", specs, 1.0, mode="gauntlet", games=100, second=True)]


def claims() -> list[Claim]:
    """Every line of the table."""
    return [*_kabaleo(), *_on_top(), *_babylone()]


def handicaps() -> list[Claim]:
    """The lines by the clock once more, by simulations: the same games on every machine, whatever else it does.

    The master has fewer than it does in its time on one core, the peers have more than they do in theirs.
    """
    kabaleo = ("master:sims=20000", "openspiel:ismcts:sims=2500")
    on_top = ("master:sims=10000", "openspiel:mcts:sims=800")
    master = "master:sims=5000"
    return [
        Claim("kabaleo-ismcts-sims", "kabaleo", kabaleo, 0.90),
        Claim("on_top-mcts-sims", "on_top", on_top, 0.95),
        Claim("on_top-now-sims", "on_top", (master, "now"), 0.98),
        Claim("on_top-table-sims", "on_top", (master, "table"), 0.80),
        Claim("on_top-two_ply-sims", "on_top", (master, "two_ply"), 0.68),
        Claim("on_top-four-sims", "on_top", (master, "table"), 0.36, 4, "among"),
        Claim("kabaleo-master-sims", "kabaleo", ("master:sims=50000", "hard"), LEVEL),
        Claim("on_top-master-sims", "on_top", ("master:sims=30000", "hard"), LEVEL),
    ]


def ladders() -> list[Claim]:
    """Every level against the one below it."""
    found = []
    for game in ("babylone", "kabaleo", "on_top"):
        for low, high in zip(bots.LEVELS, bots.LEVELS[1:], strict=False):
            slow = bots.bot(game, high).budget.simulations is None
            found.append(Claim(f"{game}-{high}", game, (high, low), LEVEL, slow=slow))
    return found
