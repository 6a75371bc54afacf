"""Which bots there are. Each game's own are in its module or package here, found by the game's name."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from threading import Event
from types import ModuleType
from typing import Any

from ..core.kernel import INTERPRETED
from ..core.position import Position, View
from ..search.advice import Advice, Budget
from .bot import LEVELS, Bot, PlainSearcher, PlayoutBot, RandomBot
from .patient import Patient
from .wording import by


@cache
def _module(game: str) -> ModuleType:
    """The game's package `bots.<game>.bot`, or its module `bots.<game>`."""
    package = f"{__package__}.{game}"
    spec = find_spec(package)
    assert spec is not None, game
    return import_module(f"{package}.bot" if spec.submodule_search_locations else package)


@cache
def _bots(game: str) -> dict[str, Bot]:
    general = {
        "random": RandomBot(),
        "playout": PlayoutBot("playout", Budget(simulations=2000)),
        "plain": PlainSearcher(),
    }
    return {**_module(game).levels(), **_module(game).others(), **general}


def names(game: str) -> tuple[str, ...]:
    """The bots of that game: the five levels, then others."""
    return tuple(_bots(game))


def bot(game: str, name: str) -> Bot:
    """The bot of that name; KeyError when there is none."""
    return _bots(game)[name]


@cache
def opponent(game: str, name: str) -> Bot:
    """The same to play against: where it has to be compiled first, a simpler one answers until it is."""
    found, own = bot(game, name), _module(game)
    waits = hasattr(own, "meanwhile") and isinstance(found, own.Searcher)
    return Patient(game, found, own.meanwhile()) if waits else found


def loading(view: View) -> Event:
    """Begin, beside all else, to load or compile the strongest opponent's machine code; set when it is there."""
    strongest, own, there = opponent(view.game.name, LEVELS[-1]), _module(view.game.name), Event()
    if INTERPRETED:
        there.set()
        return there
    return (strongest.loading(view) if isinstance(strongest, Patient) else own.loading())[1]


def explain(view: View, advice: Advice) -> Advice:
    """The advice with all that the game's own analysis has to tell besides."""
    own = _module(view.game.name)
    told: Advice = own.explain(view, advice) if hasattr(own, "explain") else advice
    return told


def reasons(view: View, advice: Advice, language: str, written: Callable[[str], str] = str) -> str:
    """Why the advice's first move, in one or two short sentences; `view` is the mover's, moves as `written`."""
    return by(_module(view.game.name), view, advice, language, written)


def analyse(view: View, budget: Budget, seed: int | None = None) -> Advice:
    """The strongest bot's advice, explained."""
    return explain(view, bot(view.game.name, "master").think(view, budget, seed))


def beliefs(position: Position) -> dict[str, Any] | None:
    """What everybody could have believed of what is hidden from him, by his own seat; None where nothing is."""
    own = _module(position.game.name)
    told: dict[str, Any] | None = own.beliefs(position) if hasattr(own, "beliefs") else None
    return told
