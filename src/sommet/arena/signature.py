"""One number for how all bots play: the same wherever and however they run, another one when any of them changes.

Every bot of a game is asked about the same positions, with a number of simulations and a seed: for each number of
players one random game, early, halfway and late. What it answers goes into the number: the moves in their order, their
values and visits, what is proved, and the bot's own budget. A change that is meant to change no bot's play must leave
it as it is.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..bots import bot, names
from ..core.chance import Chance, number_of
from ..core.position import Position
from ..core.registry import game as game_named
from ..core.registry import new, players
from ..search.advice import Advice, Budget

SIMULATIONS = 400
PARTS = (0.15, 0.5, 0.85)  # of a random game
SEED = 1


@dataclass(frozen=True)
class Signature:
    """The number of each bot of each game, and of all of them together."""

    bots: dict[str, dict[str, int]]

    @property
    def games(self) -> dict[str, int]:
        """By game."""
        return {game: together(found.values()) for game, found in self.bots.items()}

    @property
    def whole(self) -> int:
        """Of all games."""
        return together(self.games.values())


def together(numbers: Iterable[int]) -> int:
    """One number for several, in their order."""
    return _number(" ".join(map(str, numbers)))


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])


def positions(game: str) -> Iterator[Position]:
    """Those that the bots of a game are asked about."""
    for count in game_named(game).players:
        start = new(game, count, number_of(SEED, "signature", count))
        chance, course = Chance(number_of(SEED, "moves", count)), [start]
        while not course[-1].over:
            course.append(course[-1].play(chance.choice(course[-1].legal)))
        for part in PARTS:
            yield course[int(part * (len(course) - 1))]


def _said(advice: Advice) -> str:
    rows = [f"{each.move} {each.value!r} {each.visits}" for each in advice.moves]
    return "\n".join([*rows, str(advice.exact)])


def of_bot(game: str, name: str, asked: Sequence[Position], simulations: int = SIMULATIONS) -> int:
    """What a bot answers about these positions, as a number."""
    player = bot(game, name)
    told = [f"{name} {player.budget}"]
    for place, position in enumerate(asked):
        assert position.to_move is not None
        view = position.view(position.to_move)
        player.prepare(view)
        told.append(_said(player.think(view, Budget(simulations=simulations), SEED + place)))
    return _number("\n".join(told))


def signature(games: Sequence[str] = (), simulations: int = SIMULATIONS) -> Signature:
    """The number of every bot; of all games if none is named."""
    found = {}
    for game in games or sorted(players()):
        asked = list(positions(game))
        found[game] = {name: of_bot(game, name, asked, simulations) for name in names(game)}
    return Signature(found)
