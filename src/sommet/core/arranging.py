"""Positions set up by hand: the game's own rules say whether they can be, and how they can have come about.

A game whose positions can be set up has a module `arranging` with `ARRANGING`, an `Arranging`: how such a position is
told (`asked`, a description like that of a set-up, with fields that may be left open), and registers `arrange` for its
record type. A host deals a game on the same terms, writes what is asked as a record, and asks

    arranged(chances, askeds, setups, settings, states, work, moves)

with that stream of chance, the set-up that was dealt, the setting and two states of its room as they are before a game
begins, and numbers to work on, as many as `Arranging.work` says. The answer is a refusal (`core.refusals`), or 0; then
the set-up is that of a game in which the position comes about, and `moves` has how many moves lead to it, and their
numbers in that game. What was left open is as chance had it.

So a position that was set up is a position like any other: it has a record, a link, a replay. Nobody made its moves,
though, and nothing can be learned from them about anybody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from .arrays import copy
from .chance import Chance
from .errors import BAD_REQUEST, BadRecord, SommetError
from .kernel import small_kernel
from .names import Terms
from .packages import packages
from .position import Position
from .record import Record, check_object
from .registry import check_players
from .registry import game as game_named
from .rules import Family
from .setup import Setup

ARRANGEMENTS = Family()
register_arranging = ARRANGEMENTS.register
STATES = 2  # a host gives so many blank ones


@dataclass(frozen=True)
class Arranging:
    """What a host has to know about setting up positions of a game."""

    asked: Setup  # how a position is told
    plies: int  # lead to one, at most
    work: int  # numbers to work on
    forgotten: tuple[str, ...] = ()  # options that say how a game is dealt: a position that was set up has none of them


@ARRANGEMENTS.generic
def arrange(chance: Any, asked: Any, setup: Any, setting: Any, states: Any, work: Any, moves: Any) -> Any:
    """Find a game that leads to what is asked (see the module's text)."""


@small_kernel
def arranged(chances: Any, askeds: Any, setups: Any, settings: Any, states: Any, work: Any, moves: Any) -> Any:
    """Why a position cannot be; 0 where it can, and how it came about."""
    return arrange(chances[0], askeds[0], setups[0], settings[0], states, work, moves)


@cache
def arranging(game: str) -> Arranging | None:
    """How positions of a game are set up; None: they cannot be, or there is no such game."""
    package = packages().get(game)
    if package is None or find_spec(f"{package}.arranging") is None:
        return None
    found: Arranging = import_module(f"{package}.arranging").ARRANGING
    return found


def set_up(
    name: str,
    position: Mapping[str, Any],
    players: int = 2,
    seed: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
) -> Position:
    """A position of that game set up by hand, with moves that lead to it; SommetError, with the clause, if none can.

    What is left open (None), where that may be, is drawn by the seed.
    """
    game = game_named(name)
    how = arranging(game.name)
    if how is None:
        raise SommetError(BAD_REQUEST, "error.no_set_up", game=game.name)
    check_players(game, players)
    if options is not None and not isinstance(options, Mapping):
        raise BadRecord("error.not_an_object", what="options")
    agreed = {key: value for key, value in dict(options or {}).items() if key not in how.forgotten}
    chance = Chance(seed)
    dealt = game.deal(players, agreed, chance)
    wanted = how.asked.written(check_object(position, "position"), players, dealt.fixed_options, True, "position")
    terms = Terms(players, dealt.fixed_options, dealt.fixed_setup)
    room, setup = game.room(terms), game.setup.write(dealt)
    states = np.concatenate([copy(room.state)] * STATES)
    moves = np.zeros(1 + how.plies, np.int64)
    with chance.lent() as stream:
        work = np.zeros(how.work, np.int64)
        answer = int(arranged(stream, wanted, setup, copy(room.setting), states, work, moves))
    if answer:
        raise game.refusals.error(answer, Terms(players, dealt.fixed_options, {**dealt.setup, **position}))
    record = Record(game.name, players, dealt.fixed_options, game.setup.read(setup, players, dealt.fixed_options))
    start = Position.of(game, record)
    return start.after([start.notation.texts[move] for move in moves[1 : 1 + int(moves[0])].tolist()])
