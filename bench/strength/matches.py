"""The matches that show how strong the bots are.

How many games a match has is settled before it is played, and never by what came out. All budgets are numbers of
simulations, so that a match is the same on every machine, whatever else it does.
"""

from dataclasses import dataclass

from sommet import bots
from sommet.arena.schedule import Mode, Tournament

MASTER = {"babylone": "master", "kabaleo": "master:sims=2000", "on_top": "master:sims=2000"}
FEW = {"kabaleo": "master:sims=2000", "on_top": "master:sims=1000"}  # at tables of more than two
SLOW = {"kabaleo": "master:sims=16000", "on_top": "master:sims=8000"}  # nearer to what it does in its time
COUNTS = {"babylone": (2, 3, 4), "kabaleo": (2, 3, 4), "on_top": (2, 3, 4)}


@dataclass(frozen=True)
class Match:
    """Who plays whom. `second`: only games count in which the first bot is not the first to move."""

    name: str
    game: str
    specs: tuple[str, ...]
    players: int = 2
    mode: Mode = "robin"
    games: int = 200
    second: bool = False

    def tournament(self, games: int | None = None) -> Tournament:
        """To be played."""
        return Tournament(self.game, self.specs, self.players, self.mode, games or self.games)

    @property
    def command(self) -> str:
        """What plays just this."""
        mode = {"among": " --among", "gauntlet": " --gauntlet", "self": " --calibration"}.get(self.mode, "")
        players = f" --players {self.players}" if self.players > 2 else ""
        return f"sommet arena {self.game} {' '.join(self.specs)}{players}{mode} --games {self.games}"


def _one(name: str, game: str, specs: tuple[str, ...], players: int = 2, games: int = 200) -> Match:
    mode: Mode = "robin" if players == 2 else "among"
    return Match(name, game, specs, players, mode, -(-games // players) * players)


def baselines() -> list[Match]:
    """The master against the strongest simple players there are."""
    kabaleo, on_top = MASTER["kabaleo"], MASTER["on_top"]
    others = [name for name in bots.names("babylone") if name != "master"]
    found = [Match("babylone-second", "babylone", ("master", *others), mode="gauntlet", games=100, second=True)]
    for other in ("greedy", "plain:sims=2000", "plain:sims=8000"):
        found.append(_one(f"kabaleo-{other.replace(':sims=', '-')}", "kabaleo", (kabaleo, other)))
    for other in ("greedy", "plain:sims=1000"):
        found.append(_one(f"kabaleo-four-{other.partition(':')[0]}", "kabaleo", (FEW["kabaleo"], other), 4, 400))
    for other in ("now", "table", "two_ply"):
        found.append(_one(f"on_top-{other}", "on_top", (on_top, other)))
    for other in ("table", "two_ply"):
        found.append(_one(f"on_top-four-{other}", "on_top", (FEW["on_top"], other), 4))
    return found


def peers() -> list[Match]:
    """The master against other libraries' general players."""
    return [
        _one("kabaleo-ismcts", "kabaleo", (MASTER["kabaleo"], "openspiel:ismcts:sims=500"), games=40),
        _one("on_top-mcts", "on_top", (MASTER["on_top"], "openspiel:mcts:sims=200"), games=40),
    ]


def ladder() -> list[Match]:
    """Every level against the one below it, the weakest against random moves; all by simulations."""
    found = []
    for game, counts in COUNTS.items():
        names = ["random", *bots.LEVELS]
        for players in counts:
            specs = [_counted(game, name, players) for name in names]
            for place in range(1, len(names)):
                pair = specs[place], specs[place - 1]
                found.append(_one(f"ladder-{game}-{players}-{names[place]}", game, pair, players))
    return found


def _counted(game: str, name: str, players: int) -> str:
    if bots.bot(game, name).budget.simulations is not None:
        return name
    many = players > 2 and game == "kabaleo"  # where more simulations bring little
    return (FEW if many else SLOW)[game].replace("master", name)


def selves() -> list[Match]:
    """Bots against themselves: whether what they tell is what they win, who has the advantage, how games end."""
    found = [Match("self-babylone-2", "babylone", ("master",), 2, "self", 200)]
    for game in ("kabaleo", "on_top"):
        found += [
            Match(f"self-{game}-2", game, (MASTER[game],), 2, "self", 300),
            Match(f"self-{game}-2-slow", game, (SLOW[game],), 2, "self", 200),
            *(Match(f"self-{game}-{players}", game, (FEW[game],), players, "self", 200) for players in (3, 4)),
        ]
    return found


def every() -> list[Match]:
    """All of them."""
    return [*baselines(), *peers(), *ladder(), *selves()]
