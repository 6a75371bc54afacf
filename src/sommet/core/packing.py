"""Set-ups in links: every field as digits in their own bases, by its description."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from .digits import Digits
from .fields import Field, Number
from .knowing import AS_TURNED, EVERYBODY
from .names import Fixed, Names, Terms


def entries_of(each: Field, players: int) -> tuple[int, int]:
    """How many entries a list may have."""
    return (each.exactly[players],) * 2 if each.exactly else (each.least, each.up_to)


def _rows(each: Field, terms: Terms) -> list[tuple[Any, ...]]:
    """The members of every axis."""
    return [axis.of(terms) for axis in each.per]


def _cells(each: Field, terms: Terms) -> Iterator[tuple[Any, ...]]:
    """The keys of every value along the axes, row by row."""
    return product(*[keys if axis.keyed else range(len(keys)) for axis, keys in zip(each.per, _rows(each, terms))])  # noqa: B905


def put_field(each: Field, value: Any, digits: Digits, terms: Terms) -> None:
    """Write a field of a checked set-up."""
    if each.known is None:  # nobody knows it: it is there as a whole, or not at all
        digits.put(value is not None, 2)
        if value is not None:
            put_field(replace(each, known=EVERYBODY), value, digits, terms)
        return
    if each.up_to:
        entries = value or ()
        kind = each.kind
        if isinstance(kind, Fixed) and kind.usual is not None:
            usual = set(entries) <= set(kind.texts[: kind.usual])
            digits.put(usual, 2)
            kind = Fixed(kind.word, kind.texts[: kind.usual]) if usual else kind
        least, most = (0, each.up_to) if each.known == AS_TURNED else entries_of(each, terms.players)
        if most > least:
            digits.put(len(entries) - least, most - least + 1)
        for entry in entries:
            _put_value(Field(each.name, kind, known=EVERYBODY), entry, digits, terms)
        return
    for keys in _cells(each, terms):
        entry = value
        for key in keys:
            entry = None if entry is None else entry.get(key, 0) if isinstance(entry, Mapping) else entry[key]
        _put_value(each, entry, digits, terms)


def _put_value(each: Field, value: Any, digits: Digits, terms: Terms) -> None:
    kind = each.kind
    if isinstance(kind, Names):
        members = kind.of(terms)
        digits.put_one(value, members if each.known == EVERYBODY else (None, *members))
        return
    if each.known != EVERYBODY:
        digits.put(value is not None, 2)
        if value is None:
            return
    if isinstance(kind, Number):
        digits.put(value - kind.least, kind.most - kind.least + 1)
    else:
        digits.put(bool(value), 2)


def take_field(each: Field, digits: Digits, terms: Terms) -> Any:
    """Read it back."""
    if each.known is None:
        return take_field(replace(each, known=EVERYBODY), digits, terms) if digits.take(2) else None
    if each.up_to:
        kind = each.kind
        if isinstance(kind, Fixed) and kind.usual is not None and digits.take(2):
            kind = Fixed(kind.word, kind.texts[: kind.usual])
        least, most = (0, each.up_to) if each.known == AS_TURNED else entries_of(each, terms.players)
        count = least + (digits.take(most - least + 1) if most > least else 0)
        return [_take_value(Field(each.name, kind, known=EVERYBODY), digits, terms) for _ in range(count)]
    if not each.per:
        return _take_value(each, digits, terms)
    rows = _rows(each, terms)
    return _taken(each, each.per, rows, digits, terms)


def _taken(each: Field, axes: Sequence[Names], rows: Sequence[Any], digits: Digits, terms: Terms) -> Any:
    if not axes:
        return _take_value(each, digits, terms)
    entries = [_taken(each, axes[1:], rows[1:], digits, terms) for _ in rows[0]]
    if len(axes) < len(each.per) and all(entry is None for entry in entries):
        return None  # another seat's row
    return dict(zip(rows[0], entries, strict=True)) if axes[0].keyed else entries


def _take_value(each: Field, digits: Digits, terms: Terms) -> Any:
    kind = each.kind
    if isinstance(kind, Names):
        members = kind.of(terms)
        return digits.take_one(members if each.known == EVERYBODY else (None, *members))
    if each.known != EVERYBODY and not digits.take(2):
        return None
    if isinstance(kind, Number):
        return kind.least + digits.take(kind.most - kind.least + 1)
    return bool(digits.take(2))
