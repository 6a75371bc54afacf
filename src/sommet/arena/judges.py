"""Players that judge others by what they make of a secret. One searcher, the game's strongest bot, with four beliefs:

``reader:sims=2000:of=master:sims=2000``  asks what the bot it reads would have played (`sommet.bots.Reader`);
``uniform:sims=2000``  believes nothing, whatever it sees;
``own:sims=2000``  believes what it would believe in any game;
``cheat:sims=2000``  is told every secret.
"""

from collections.abc import Mapping
from functools import partial

import numpy as np

from ..bots.bot import Bot
from ..bots.mind import Mind
from ..bots.reader import Reader, believing
from ..bots.registry import bot, game_bots, names
from ..bots.secret import Secret, secret_of
from ..core.position import View
from ..core.registry import game as game_named
from ..search.advice import Budget
from .errors import ArenaError
from .players import BotPlayer, Maker, budget_of, wanted

READER, UNIFORM, OWN, CHEAT = KINDS = ("reader", "uniform", "own", "cheat")


class ReadingPlayer(BotPlayer):
    """Remembers what it believed when it last moved: by seat and by what that seat may hide."""

    bot: Reader
    believed: Mapping[int, Mapping[str, float]]

    def move(self, view: View, seed: int) -> str:
        """What it would play."""
        move = super().move(view, seed)
        self.believed = self.bot.beliefs(view)
        return move


class CheatingPlayer(BotPlayer):
    """Is shown what everybody hides: the arena gives it `sommet.bots.secret.Secret.betrayed` for a view."""

    cheats = True


def secret_in(game: str) -> Secret:
    """What the seats of this game hide; ArenaError where nobody does."""
    found = secret_of(game_named(game))
    if found is None:
        raise ArenaError(f"in {game} no seat has a secret to be guessed")
    return found


def searcher(game: str) -> Mind:
    """Who searches for the judges; ArenaError where it cannot be told what to believe."""
    secret_in(game)
    found = game_bots(game).strongest
    if found.kind.likely is None:
        raise ArenaError(f"{game}'s bots cannot be told what to believe of the others")
    return found


def read_by(game: str, name: str) -> Bot:
    """The bot of that name, to be read; ArenaError where there is none."""
    if name not in names(game):
        raise ArenaError(f"{name!r} is none of the bots {', '.join(names(game))}, which can be read")
    return bot(game, name)


def judge(kind: str, game: str, rest: str) -> BotPlayer:
    """The player of ``KIND:REST``."""
    mind = searcher(game)
    said, of, read = rest.partition("of=")
    if kind == READER:
        return _reader(game, mind, said.removesuffix(":"), read if of else "")
    budget = _budget(rest)
    if kind == CHEAT:
        return CheatingPlayer(mind, budget)
    assert mind.kind.likely is not None
    everything = np.ones(mind.kind.guide[mind.kind.likely].shape)
    return BotPlayer(believing(mind, everything) if kind == UNIFORM else mind, budget)


def _budget(text: str) -> Budget | None:
    budget = budget_of(text) if text else None
    if text and budget is None:
        raise ArenaError(f"{text!r} is no budget: sims=2000 or seconds=0.5")
    return budget


def _reader(game: str, mind: Mind, said: str, read: str) -> ReadingPlayer:
    if not read:
        raise ArenaError("reader: whom? As in reader:sims=2000:of=master:sims=2000")
    seeds = None
    budgets = []
    for part in said.split(",") if said else ():
        key, _, value = part.partition("=")
        if key == "seeds" and value.isdecimal() and int(value) > 0:
            seeds = int(value)
        else:
            budgets.append(part)
    asked = wanted(read)
    return ReadingPlayer(Reader(mind, read_by(game, asked.name), asked.budget, seeds), _budget(",".join(budgets)))


JUDGES: Mapping[str, Maker] = {kind: partial(judge, kind) for kind in KINDS}
