"""OpenSpiel's parameters of a game: players, who starts, its options, and what is laid out by hand.

Lists are written with strokes (``red/blue/red``), since OpenSpiel separates parameters by commas.
"""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from ..core.bags import Laid
from ..core.chance import Chance
from ..core.fields import Field
from ..core.game import Game
from ..core.names import Names, Terms
from ..core.options import Option, SomeOf
from ..core.position import Position
from ..core.record import Record
from ..core.registry import check_players
from .draws import is_described

STANDARD = "standard"  # where nothing is said about a list
PLAYERS, FIRST, SEED = "players", "first", "rng_seed"


def specification(game: Game) -> dict[str, Any]:
    """All parameters, and what holds when nothing is said."""
    found: dict[str, Any] = {PLAYERS: min(game.players), FIRST: 0}
    found |= {option.name: option.default if _is_plain(option) else STANDARD for option in game.options.every}
    found |= {field.drawn.parameter: STANDARD for field in game.setup.fields if isinstance(field.drawn, Laid)}
    return found if is_described(game) else {**found, SEED: -1}


def _is_plain(option: Option) -> bool:
    return isinstance(option.default, bool | int | float | str)


def _given(option: Option, value: Any) -> Any:
    """The option's value; None: nothing is said."""
    if _is_plain(option):
        return None if type(value) is type(option.default) and value == option.default else value
    if value == STANDARD:
        return None
    return option.read(value.replace("/", ",")) if isinstance(value, str) else value


def settled(game: Game, given: Mapping[str, Any], chance: Chance | None = None) -> Record:
    """A deal with all that the parameters settle; chance settles the rest. Raises BadRecord, with the clause."""
    chosen = {**specification(game), **given}
    players = chosen[PLAYERS]
    check_players(game, players)
    values = {option.name: _given(option, chosen[option.name]) for option in game.options.every}
    options = {name: value for name, value in values.items() if value is not None}
    terms = Terms(players, options, {})
    for option in game.options.choices:
        if isinstance(option, SomeOf) and option.names is not None and values[option.name] is None:
            options[option.name] = list(option.names.of(terms)[: option.bounds(players)[1]])
    record = game.deal(players, {}, chance or Chance(0), chosen[FIRST], **options)
    setup = record.setup
    for field in game.setup.fields:
        if isinstance(field.drawn, Laid):
            text = chosen[field.drawn.parameter]
            setup[field.name] = _in_turn(field, setup[field.name], terms) if text == STANDARD else str(text).split("/")
    return Position.of(game, Record(game.name, players, record.fixed_options, setup)).record


def _in_turn(field: Field, values: list[str], terms: Terms) -> list[str]:
    """One of each, then again one of each, and so on."""
    assert isinstance(field.kind, Names)
    kinds = [[member] * values.count(member) for member in field.kind.of(terms) if member in values]
    return [value for row in zip_longest(*kinds) for value in row if value is not None]


def parameters(game: Game, record: Record) -> dict[str, Any]:
    """The parameters of the game that a record is one of."""
    setup = record.setup
    found: dict[str, Any] = {PLAYERS: record.players, FIRST: setup[FIRST]}
    for option in game.options.every:
        value = record.options.get(option.name) if option.stored else setup.get(option.name)
        if value is not None and (option.stored or isinstance(option, SomeOf)):
            found[option.name] = "/".join(map(str, value)) if isinstance(value, list | tuple) else value
    for field in game.setup.fields:
        if isinstance(field.drawn, Laid):
            found[field.drawn.parameter] = "/".join(setup[field.name])
    return found
