"""What an analysis finds besides the values of moves: records of real numbers, described once as fields.

As a layout (`core.fields`) holds 16-bit numbers only, findings hold 64-bit real numbers only, whatever their kind: a
number, a yes (1) or no (0), the number of a member or of a move (-1: none). NaN is nothing: null in JSON, and a field
that is `optional` is left out if it begins with NaN. A row of a table that begins with NaN is null. A blank record is
NaN throughout, that is, every byte of it is 255.
"""

from collections.abc import Callable, Mapping, Sequence
from math import isnan, nan, prod
from typing import Any

import numpy as np

from .arrays import Records, record_type
from .fields import REAL, Field, Flag, Move, Number, Real
from .names import Names, Terms

Tell = Callable[[float], Any]


class Findings:
    """Fields of one value each, or of values counted along one axis or two."""

    def __init__(self, *fields: Field, of: str = "") -> None:
        self.fields = fields
        self.type = record_type(*((each.name, np.float64, each.shape) for each in fields), of=of)
        self._places: dict[str, int] = {}
        at = 0
        for each in fields:
            self._places[each.name] = at
            at += prod(each.shape)

    def blank(self, count: int = 1) -> Records:
        """Records in which nothing was found."""
        records = np.zeros(count, self.type)
        records.view(np.float64)[:] = nan
        return records

    def read(self, records: Records, terms: Terms, texts: Sequence[str]) -> list[dict[str, Any]]:
        """Each of the records as JSON has it; `texts` are those of the moves, by number."""
        rows = records.view(np.float64).reshape(len(records), self.type.itemsize // 8).tolist()
        told: list[dict[str, Any]] = [{} for _ in rows]
        for each in self.fields:
            tell, at = _teller(each, terms, texts), self._places[each.name]
            keys = [axis.of(terms) for axis in each.per]
            for row, found in zip(rows, told, strict=True):
                if not (each.optional and isnan(row[at])):
                    found[each.name] = _told(each, tell, keys, row, at)
        return told

    def write(self, told: Sequence[Mapping[str, Any]], terms: Terms, numbers: Mapping[str, int]) -> Records:
        """The way back: records of what was told, `numbers` being those of the moves, by text."""
        records = self.blank(len(told))
        for each in self.fields:
            number = _numbered(each, terms, numbers)
            keys = [axis.of(terms) for axis in each.per]
            for record, found in zip(records, told, strict=True):
                if each.name in found and (found[each.name] is not None or not each.per):
                    value = found[each.name]
                    _write(record[each.name] if each.per else record, each, number, keys, value)
        return records

    def describe(self) -> dict[str, Any]:
        """For a host in another language: fields, and where in the record's list of real numbers each begins."""
        places = {each.name: {"at": self._places[each.name], "shape": list(each.shape)} for each in self.fields}
        return {"fields": [each.describe() for each in self.fields], "places": places}


NO_FINDINGS = Findings(Field("nothing", REAL, optional=True))  # a place where nothing is ever found


def _teller(each: Field, terms: Terms, texts: Sequence[str]) -> Tell:
    kind = each.kind
    tell: Tell
    if isinstance(kind, Names):
        members = kind.of(terms)
        return lambda value: None if isnan(value) or value < 0 else members[int(value)]
    if isinstance(kind, Move):
        return lambda value: None if isnan(value) or value < 0 else texts[int(value)]
    if isinstance(kind, Flag):
        tell = bool
    elif isinstance(kind, Number) or (isinstance(kind, Real) and kind.counts):
        tell = _counted
    else:
        tell = float
    return lambda value: None if isnan(value) else tell(value)


def _counted(value: float) -> float:
    return int(value) if value == int(value) else value


def _told(each: Field, tell: Tell, keys: list[tuple[Any, ...]], row: list[float], at: int) -> Any:
    if not keys:
        return tell(row[at])
    first, *rest = keys
    if rest:
        step, rows = each.per[1].most, range(len(first))
        values = [_line(each.per[1], tell, rest[0], row, at + step * k) for k in rows]
        return dict(zip(first, values, strict=True)) if each.per[0].keyed else values
    return _line(each.per[0], tell, first, row, at)


def _line(axis: Names, tell: Tell, keys: tuple[Any, ...], row: list[float], at: int) -> Any:
    if isnan(row[at]):
        return None
    values = [tell(value) for value in row[at : at + len(keys)]]
    return dict(zip(keys, values, strict=True)) if axis.keyed else values


def _numbered(each: Field, terms: Terms, numbers: Mapping[str, int]) -> Callable[[Any], float]:
    kind = each.kind
    members = kind.of(terms) if isinstance(kind, Names) else ()

    def number(value: Any) -> float:
        if isinstance(kind, Names | Move):
            return -1 if value is None else members.index(value) if isinstance(kind, Names) else numbers[value]
        return nan if value is None else float(value)

    return number


def _write(
    into: Any, each: Field, number: Callable[[Any], float], keys: list[tuple[Any, ...]], value: Any, axis: int = 0
) -> None:
    if not keys:
        into[each.name] = number(value)
        return
    first, *rest = keys
    values = [value[key] for key in first] if each.per[axis].keyed else value
    for place, part in enumerate(values):
        if not rest:
            into[place] = number(part)
        elif part is not None:
            _write(into[place], each, number, rest, part, axis + 1)
