"""What is compared between the ways of running: all that a host tells of games, and random games by the thousand."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np

import sommet
from sommet.core.bits import random_stream
from sommet.core.chance import Chance
from sommet.core.links import link
from sommet.core.position import Position, View
from sommet.research.batch import starts_of
from sommet.search.advice import Budget
from sommet.wasm.minds import minds as minds_of

from ..support.setups import Setup
from ..support.states import contents


def batch(run: Callable[..., Any], setup: Setup, seed: int, first: int, games: int) -> tuple[Any, ...]:
    """Random games: outcomes, lengths, and the state in which each ended."""
    settings, starts = starts_of([setup.deal(seed)])
    outcomes, plies = np.zeros(games, np.int16), np.zeros(games, np.int16)
    work, stream = np.zeros(games, starts.dtype), random_stream(0)
    run(settings, starts, work, stream, seed, first, outcomes, plies)
    ends = [work[name].tobytes() for name in work.dtype.names or ()]  # by field: padding may be anything
    return outcomes.tolist(), plies.tolist(), ends, contents(stream)


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


def thoughts(position: Position, level: str, simulations: int, seed: int) -> Any:
    """What the mover's computer player of that level thinks, with its reasons in numbers, and what all may believe."""
    minds = minds_of(position.game)
    view = position.view(position.to_move or 0)
    advice = minds.levels[level].think(view, Budget(simulations=simulations), seed)
    return advice, minds.explain(view, advice), minds.beliefs(position)
