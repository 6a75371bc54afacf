"""WebAssembly gives what Numba and the interpreter give, to the bit, from seeds that are drawn anew in every run."""

import json
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

import sommet
from sommet.bots.bot import LEVELS
from sommet.bots.contract import Minds, plain_bots
from sommet.bots.registry import game_bots
from sommet.core.bits import random_stream
from sommet.core.chance import Chance
from sommet.core.links import link
from sommet.core.packages import built_in
from sommet.core.position import Position, View
from sommet.research.batch import starts_of
from sommet.search.advice import Budget
from sommet.search.playouts import random_games

from ..support.setups import SETUPS, Setup
from ..support.states import contents
from .ways import COMPILED, INTERPRETED, WASM, InWasm, running

LARGE = {"hex-1-1-49", "hex-5-6-6", "hex-3-3-3", "hex-1-1-1"}  # boards that have no room in a browser
PLAYABLE = [setup for setup in SETUPS if setup.options.get("board") not in LARGE]
GAMES, PORTION = 100_000, 10_000
SIMULATIONS = 20_000
FEW = 400  # move numbers that the interpreter spells in good time


def batch(run: Callable[..., Any], setup: Setup, seed: int, first: int, games: int) -> tuple[Any, ...]:
    """Random games: outcomes, lengths, and the state in which each ended."""
    settings, starts = starts_of([setup.deal(seed)])
    outcomes, plies = np.zeros(games, np.int16), np.zeros(games, np.int16)
    work, stream = np.zeros(games, starts.dtype), random_stream(0)
    run(settings, starts, work, stream, seed, first, outcomes, plies)
    ends = [work[name].tobytes() for name in work.dtype.names or ()]  # by field: padding may be anything
    return outcomes.tolist(), plies.tolist(), ends, contents(stream)


@pytest.mark.parametrize("game", built_in())
def test_a_hundred_thousand_random_games(game: str, modules: InWasm, seed: int) -> None:
    """Outcome, length and final record of each, from several kinds of deals."""
    setups = [setup for setup in PLAYABLE if setup.game == game]
    kernel = cast(Any, random_games)
    for turn in range(GAMES // PORTION):
        setup, first = setups[turn % len(setups)], turn * PORTION
        in_wasm = batch(lambda *given: modules.run(kernel, *given), setup, seed, first, PORTION)
        assert in_wasm == batch(kernel.compiled, setup, seed, first, PORTION), setup
        few = batch(lambda *given: modules.run(kernel, *given), setup, seed, first, 2)
        assert few == batch(kernel.interpreted, setup, seed, first, 2), setup


def refused(position: Position, move: str) -> Any:
    """How a move is refused; None when it is not."""
    try:
        position.play(move)
    except sommet.SommetError as error:
        return error.code, error.clause, error.at, error.say("en")
    return None


def seen(view: View) -> Any:
    """All that a viewer gets."""
    result = view.result
    return [
        view.shown,
        view.legal,
        view.to_move,
        view.knowledge.as_dict(),
        link(view.known),
        result and result.as_dict(),
        view.known.scores,
        contents(view.known.state),
        sommet.load(view.knowledge.as_dict()).numbers,
    ]


def told(position: Position, chance: Chance) -> Any:
    """All that a host tells of a position, and how it refuses what is not allowed."""
    texts = [text for text in position.notation.texts if text]
    tried = [*(chance.choice(texts) for _ in range(8)), "x", ""]
    result, legal = position.result, position.legal
    again = sommet.read_link(link(position))
    return [
        legal,
        position.numbers,
        [(move, refused(position, move)) for move in tried],
        position.shown,
        position.effects(chance.choice(legal)) if legal else None,
        position.scores,
        position.sides,
        position.standings if position.over else None,
        position.next_seats(),
        result and result.as_dict(),
        contents(position.setting),
        contents(position.state),
        link(position),
        again.record.as_dict(),
        [seen(position.view(viewer)) for viewer in [*range(position.players), "spectator"]],
    ]


def transcript(setup: Setup, seed: int, most: int, looks: int) -> str:
    """A game, or the first moves of it: the deal, random moves, and at some of them all that is told."""
    chance, position = Chance(seed), setup.deal(seed)
    moments = {chance.below(min(most, 40)) for _ in range(looks)}
    found = [position.record.as_dict(), position.notation.texts]
    while position.legal and len(position.moves) < most:
        if len(position.moves) in moments:
            found.append(told(position, chance))
        position = position.play(chance.choice(position.legal))
    found += [told(position, chance), position.record.as_dict()]
    return json.dumps(found)


@pytest.mark.parametrize("setup", PLAYABLE, ids=str)
def test_the_host_tells_the_same(setup: Setup, modules: InWasm, seed: int) -> None:
    """Deals, legal lists, refusals, effects, what is shown, views of every seat, links, at random moments of a game.

    The interpreter is asked only in the first moves, and not with the largest sets, where it takes long.
    """
    small = len(setup.deal(seed).notation.texts) <= FEW
    for way, most, looks in ((COMPILED, 1000, 4), *([(INTERPRETED, 3, 1)] if small else [])):
        with running(way, modules):
            expected = transcript(setup, seed, most, looks)
        with running(WASM, modules):
            assert transcript(setup, seed, most, looks) == expected


def minds(game: str) -> Minds:
    """The computer players whose kernels are in the game's module."""
    bots = game_bots(game)
    return bots if isinstance(bots, Minds) else plain_bots()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", built_in())
def test_searches_find_the_same(game: str, level: str, modules: InWasm, seed: int) -> None:
    """Visits and values of every move at the root after 20,000 simulations; fewer for the interpreter."""
    chance = Chance(seed)
    setup = chance.choice([setup for setup in PLAYABLE if setup.game == game and setup.deal(0).legal])
    position = setup.deal(seed)
    for _ in range(chance.below(8)):
        later = position.play(chance.choice(position.legal))
        position = position if later.over else later
    for ways, simulations in (((COMPILED, WASM), SIMULATIONS), ((INTERPRETED, WASM), 6)):
        found = []
        for way in ways:
            with running(way, modules):
                view = position.view(cast(int, position.to_move))
                found.append(minds(game).levels[level].think(view, Budget(simulations=simulations), seed))
        assert found[0] == found[1], (setup, position.moves)
