"""Which bots there are: a game's own, found beside it (`contract`), and those that play anything."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ..core.compiling import Job
from ..core.errors import BAD_REQUEST, SommetError, shown
from ..core.kernel import INTERPRETED
from ..core.position import Position, View
from ..core.registry import game as game_named
from ..search.advice import Advice, Budget
from .bot import LEVELS, Bot
from .contract import GENERAL, Beliefs, Minds, plain_bots
from .patient import Patient


@cache
def game_bots(game: str) -> Minds:
    """`BOTS` of the module or package `bots` beside the game; bots that know only the rules where there is none."""
    module = f"{game_named(game).package}.bots"
    if find_spec(module) is None:
        return plain_bots()
    found = import_module(module).BOTS
    if not isinstance(found, Minds):
        raise TypeError(f"{module}.BOTS is no Minds")
    return found


@cache
def _bots(game: str) -> Mapping[str, Bot]:
    own = game_bots(game)
    return {**own.levels, **own.others, **{bot.name: bot for bot in GENERAL}}


def names(game: str) -> tuple[str, ...]:
    """The bots of that game: the five levels, then others."""
    return tuple(_bots(game_named(game).name))


def bot(game: str, name: str) -> Bot:
    """The bot of that name; SommetError when there is none."""
    if name not in names(game):
        raise SommetError(BAD_REQUEST, "bots.error.name", given=shown(name), bots=", ".join(names(game)))
    return _bots(game)[name]


@cache
def opponent(game: str, name: str) -> Bot:
    """The same to play against: where it has to be compiled first, a simpler one answers until it is."""
    found = bot(game, name)
    stand_in = game_bots(game).stand_in(found)
    return found if stand_in is None else Patient(found, stand_in)


def loading(view: View) -> Job | None:
    """Begin, in the background, to load or compile the strongest opponent's machine code; None: it needs none."""
    if INTERPRETED:
        return None
    strongest = opponent(view.game.name, LEVELS[-1])
    if isinstance(strongest, Patient):
        return strongest.loading(view)
    return game_bots(view.game.name).loading(view)


def explain(view: View, advice: Advice) -> Advice:
    """The advice with all that the game's own analysis has to tell besides."""
    return game_bots(view.game.name).explain(view, advice)


def reasons(view: View, advice: Advice, language: str, written: Callable[[str], str] = str) -> str:
    """Why the advice's first move, in one or two short sentences; moves as `written`.

    `view` is the mover's; only what it knows is told.
    """
    return game_bots(view.game.name).strongest.reasons(view, advice, language, written) if advice.moves else ""


def analyse(view: View, budget: Budget, seed: int | None = None) -> Advice:
    """The strongest bot's advice, explained."""
    return explain(view, bot(view.game.name, LEVELS[-1]).think(view, replace(budget, whole=True), seed))


def beliefs(position: Position, unplayed: int = 0) -> Beliefs | None:
    """What everybody could have believed of what is hidden from them, each by their own seat; None: nothing is told.

    Nobody made the first `unplayed` moves: the position was set up by hand.
    """
    return game_bots(position.game.name).beliefs(position, unplayed)
