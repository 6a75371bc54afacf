"""Checks that every game's set-up needs."""

from collections.abc import Mapping
from typing import Any

from .errors import BadRecord, shown
from .record import Record, check_keys, is_number


def check_options(record: Record, choices: Mapping[str, tuple[Any, ...]], others: tuple[str, ...] = ()) -> None:
    """Only known options, each with one of its values (`others` are checked elsewhere)."""
    options = check_keys(dict(record.options), (*choices, *others), "options")
    for key, values in choices.items():
        if key in options and not any(type(options[key]) is type(value) and options[key] == value for value in values):
            raise BadRecord("error.option", option=key, given=shown(options[key]))


def check_first(record: Record, clause: str) -> int:
    """The first player is a seat of the game."""
    first = record.setup["first"]
    if not is_number(first, 0, record.players - 1):
        raise BadRecord("error.first", clause, given=shown(first), players=record.players)
    return int(first)


def colour_list(value: object, what: str, allowed: tuple[str, ...], clause: str) -> list[str]:
    """A list of known colours."""
    if not isinstance(value, list | tuple):
        raise BadRecord("error.not_a_list", clause, what=what)
    for colour in value:
        if not isinstance(colour, str) or colour not in allowed:
            raise BadRecord("error.colour", clause, what=what, given=shown(colour))
    return list(value)
