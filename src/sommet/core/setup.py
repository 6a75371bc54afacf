"""Set-ups: what chance or the players settled before the first move, described field by field.

Beside every field stands who may know it, and when; where nothing is said, nobody. From the description come the
check of a record's form, the kernels' record of it, the knowledge of every viewer, and links.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .arrays import Records, copy, one
from .digits import Digits
from .errors import BadRecord, shown
from .fields import NONE, Field, Flag, Group, Layout, Number
from .frozen import Frozen
from .knowing import AS_TURNED as AS_TURNED  # for those who describe a set-up
from .knowing import EVERYBODY as EVERYBODY
from .knowing import OWN_SEAT as OWN_SEAT
from .names import Names, Seats, Terms, numbered
from .options import Choice, Counts, Option, SomeOf
from .packing import entries_of, put_field, take_field
from .record import Record, Viewer, check_keys, is_number

PARTIAL = "partial"
FIRST = "first"  # the field every set-up has: the seat that moves first


class Setup:
    """The description. `packed` is the order of the fields in links, where it is not the order of declaration."""

    def __init__(self, options: Sequence[Option], *fields: Field, of: str, packed: tuple[str, ...] = ()) -> None:
        self.options, self.fields = tuple(options), fields
        self._packed = [self.field(name) for name in packed] or list(fields)
        agreed = [_option_field(option, fields) for option in options]
        self.layout = Layout(
            Field("players", Number()),
            Field(PARTIAL, Flag()),
            *(each for each in agreed if each is not None),
            *fields,
            of=f"{of}'s set-up",
        )
        self.keys = tuple(each.name for each in fields)
        self._blank = one(self.type)
        for each in fields:
            self._blank[each.name] = NONE

    @property
    def type(self) -> Any:
        """The kernels' record type: players, whether it is one viewer's knowledge, the options, the fields."""
        return self.layout.type

    def field(self, name: str) -> Field:
        """The field of that name."""
        return next(each for each in self.fields if each.name == name)

    def blank(self, players: int, options: Mapping[str, Any], partial: bool = False) -> Records:
        """A record in which only the number of players and the options are settled."""
        setup = copy(self._blank)
        setup["players"], setup[PARTIAL] = players, partial
        terms = Terms(players, options, {})
        for option in self.options:
            if option.stored:
                self._agree(setup, option, options.get(option.name), terms)
        return setup

    def _agree(self, setup: Records, option: Option, value: Any, terms: Terms) -> None:
        """Write an option's value."""
        if isinstance(option, Choice):
            setup[option.name] = option.number(value)
        elif isinstance(option, SomeOf) and option.names is not None:
            named = value if value is not None or option.implied is None else option.implied(terms.options)
            members = option.names.of(terms)
            numbers = [members.index(member) for member in named or ()]
            setup[option.name][0, : len(numbers)] = numbers
            if f"{option.name}_count" in (self.type.names or ()):
                setup[f"{option.name}_count"] = len(numbers)
        elif isinstance(option, Counts):
            counts = option.usual if value is None else value
            setup[f"{option.name}_wanted"][0, : len(counts)] = counts
            setup[f"{option.name}_wanted_count"] = len(counts)

    def choose(self, setup: Records, choices: Mapping[str, Any], terms: Terms) -> None:
        """Write what is chosen about the deal; raises BadRecord. What is not chosen stays to be drawn."""
        for option in self.options:
            if not option.stored:
                value = choices.get(option.name)
                if value is not None:
                    option.check(value, terms)
                if value is not None or isinstance(option, Counts):
                    self._agree(setup, option, value, terms)

    def start(self, setup: Records, first: object, terms: Terms) -> None:
        """Write who starts; raises BadRecord."""
        _write(setup, self.field(FIRST), first, terms, False)

    def read(self, setup: Records, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """The set-up as JSON has it."""
        told: dict[str, Any] = {}
        for each in self.fields:
            reader = Layout.reader(_Part(self.layout, each), Terms(players, options, told))
            told |= reader(setup, False)
        return told

    def write(self, record: Record) -> Records:
        """The kernels' record of a set-up from outside; raises BadRecord for what is not of the declared form."""
        return self.written(record.fixed_setup, record.players, record.fixed_options, record.viewer is not None)

    def written(
        self, data: object, players: int, options: Mapping[str, Any], partial: bool, what: str = "setup"
    ) -> Records:
        """The same of what `what` holds in JSON. `partial`: whatever not everybody knows may be left open (null)."""
        given = check_keys(data, self.keys, what, self.keys)
        setup = self.blank(players, options, partial)
        terms = Terms(players, options, given)
        for each in self.fields:
            _write(setup, each, given[each.name], terms, partial)
        return setup

    def known(self, record: Record, viewer: Viewer) -> Frozen:
        """The set-up as this viewer knows it while the game runs."""
        setup = record.fixed_setup
        return Frozen({each.name: _known(each, setup[each.name], record, viewer) for each in self.fields})

    def completed(self, record: Record, setup: Records) -> dict[str, Any]:
        """A viewer's knowledge with the hidden fields from a kernels' record in which they are filled in."""
        told = record.setup
        for each in self.fields:
            if each.known != EVERYBODY:
                if each.up_to:
                    setup[f"{each.name}_count"] = entries_of(each, record.players)[1]
                told |= _Part(self.layout, each).reader(Terms(record.players, record.options, told))(setup, False)
        return told

    def since(self, options: Mapping[str, Any]) -> int:
        """The first version of links that has a place for all these options."""
        return max((option.since for option in self.options if option.name in options), default=1)

    def put(self, record: Record, digits: Digits, version: int) -> None:
        """Write the options and the set-up of a checked record into a link of that version."""
        setup = record.setup
        terms = Terms(record.players, record.options, setup)
        for option in self.options:
            if option.stored and option.since <= version:
                option.put(record.options.get(option.name), digits, terms)
        for each in self._packed:
            put_field(each, setup[each.name], digits, terms)

    def take(self, players: int, digits: Digits, version: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """Read them back; what the rules do not allow is refused later, as in any record."""
        options: dict[str, Any] = {}
        setup: dict[str, Any] = {}
        terms = Terms(players, options, setup)
        for option in self.options:
            if option.stored and option.since <= version:
                value = option.take(digits, terms)
                if value is not None:
                    option.check(value, terms)
                    options[option.name] = value
        for each in self._packed:
            setup[each.name] = take_field(each, digits, terms)
        return options, {name: setup[name] for name in self.keys}

    def describe(self) -> dict[str, Any]:
        """For a host in another language."""
        fields = [each.describe_check() for each in self.fields]
        return {**self.layout.describe(), "fields": fields, "packed": [each.name for each in self._packed]}


class _Part(Layout):
    """One field of a layout, read by itself (an enumeration may depend on the fields before)."""

    def __init__(self, whole: Layout, each: Field) -> None:
        self.fields, self.type, self._places = (each,), whole.type, whole._places


def _option_field(option: Option, fields: Sequence[Field]) -> Field | None:
    """The option's column; None where a field of the set-up holds what is chosen, or where the kernels need none."""
    if any(each.name == option.name for each in fields) and not isinstance(option, Counts):
        return None
    if isinstance(option, Choice):
        return Field(option.name, Number())
    if isinstance(option, SomeOf) and option.names is not None:
        return Field(option.name, option.names, up_to=option.most)
    if isinstance(option, Counts):
        return Field(f"{option.name}_wanted", Number(), up_to=option.kinds)
    return None


def _value(each: Field, value: Any, terms: Terms, gap: bool) -> int:
    """One value as a number; raises BadRecord."""
    kind = each.kind
    if value is None and gap:
        return NONE
    if isinstance(kind, Seats):
        if not is_number(value, 0, terms.players - 1):
            raise BadRecord("error.seat", each.clause, what=each.name, given=shown(value), players=terms.players)
        return int(value)
    if isinstance(kind, Names):
        if value is None and each.known != EVERYBODY:
            raise BadRecord("error.gap", each.clause, what=each.name)
        members = kind.of(terms)
        if not isinstance(value, str) or value not in members:
            word = f"@word.{kind.word}"
            raise BadRecord("error.member", each.clause, what=each.name, given=shown(value), word=word)
        return members.index(value)
    if isinstance(kind, Flag):
        if not isinstance(value, bool):
            raise BadRecord("error.option", each.clause, option=each.name, given=shown(value))
        return int(value)
    assert isinstance(kind, Number)
    if not is_number(value, kind.least, kind.most):
        raise BadRecord(
            "error.number", each.clause, what=each.name, given=shown(value), least=kind.least, most=kind.most
        )
    return int(value)


def _values(each: Field, entries: Sequence[Any], terms: Terms, gap: bool) -> list[int]:
    """Values as numbers; raises BadRecord at the first that is wrong."""
    kind = each.kind
    if isinstance(kind, Names) and not isinstance(kind, Seats):
        known = numbered(kind.of(terms))
        try:
            return [known[entry] for entry in entries]
        except (KeyError, TypeError):
            pass  # a gap, or something wrong: one by one
    elif isinstance(kind, Number) and all(type(e) is int and kind.least <= e <= kind.most for e in entries):
        return list(entries)
    return [_value(each, entry, terms, gap) for entry in entries]


def _list(value: Any, each: Field) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise BadRecord("error.not_a_list", each.clause, what=each.name)
    return value


def _write(setup: Records, each: Field, value: Any, terms: Terms, partial: bool) -> None:
    assert not isinstance(each.kind, Group)
    gap = partial and each.known != EVERYBODY
    if value is None and gap and (each.per or each.up_to):
        return
    if each.piled:
        _pile(setup, each, value, terms)
        return
    if each.up_to:
        entries = _list(value, each)
        least, most = entries_of(each, terms.players)
        if gap and each.known == AS_TURNED:
            least = 0
        if not least <= len(entries) <= most:
            raise BadRecord("error.count", each.clause, what=each.name, least=least, most=most, given=len(entries))
        numbers = _values(each, entries, terms, gap and each.known != AS_TURNED)
        setup[each.name][0, : len(numbers)] = numbers
        setup[f"{each.name}_count"] = len(numbers)
        flat = numbers
    elif each.per:
        rows = [_along(each.per[0], value, each, terms)]
        if len(each.per) == 2:
            size = len(each.per[1].of(terms))
            rows = [[None] * size if row is None and gap else _along(each.per[1], row, each, terms) for row in rows[0]]
        table = [_values(each, row, terms, gap) for row in rows]
        into = setup[each.name][0] if len(each.per) == 2 else setup[each.name]
        for place, row in enumerate(table):
            into[place, : len(row)] = row
        flat = [number for row in table for number in row]
    else:
        setup[each.name] = _value(each, value, terms, gap)
        return
    known = [number for number in flat if number != NONE]
    if each.distinct and len(set(known)) < len(known):
        raise BadRecord("error.twice", each.clause, what=each.name)


def _pile(setup: Records, each: Field, value: Any, terms: Terms) -> None:
    """A list for each of the named things; where they have keys, what is not named is empty."""
    axis = each.per[0]
    if axis.keyed:
        members = axis.of(terms)
        given = check_keys(value, members, each.name)
        rows = [_list(given.get(member, ()), each) for member in members]
    else:
        rows = [_list(row, each) for row in _along(axis, value, each, terms)]
    numbers = [_values(each, row, terms, False) for row in rows]
    count = sum(map(len, numbers))
    if count > each.piled:
        raise BadRecord("error.count", each.clause, what=each.name, least=0, most=each.piled, given=count)
    setup[each.name][0, :count] = [number for row in numbers for number in row]
    setup[f"{each.name}_count"][0, : len(numbers)] = [len(row) for row in numbers]


def _along(axis: Names, value: Any, each: Field, terms: Terms) -> list[Any]:
    """The entries along an axis, in its order; of numbers told by name, what is not named is 0."""
    members = axis.of(terms)
    if axis.keyed:
        given = check_keys(value, members, each.name)
        return [given.get(member, 0) for member in members]
    entries = _list(value, each)
    if len(entries) != len(members):
        size = len(members)
        raise BadRecord("error.count", each.clause, what=each.name, least=size, most=size, given=len(entries))
    return list(entries)


def _known(each: Field, value: Any, record: Record, viewer: Viewer) -> Any:
    """As much of a field as the viewer knows."""
    if each.known == EVERYBODY:
        return value
    if each.known == OWN_SEAT and value is not None:
        return tuple(entry if seat == viewer else None for seat, entry in enumerate(value))
    if each.known == AS_TURNED and value is not None:
        return value[: len(record.moves) + 1]
    return None
