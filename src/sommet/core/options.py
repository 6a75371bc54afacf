"""What may be agreed before a game: each option is declared once, by its game.

The keyword arguments of `sommet.new`, the command line's flags and menus, the page's form, the server's checks,
OpenSpiel's parameters, links and the table in the documentation all come from the declarations.

An option is part of the record (`stored`), or it is a choice about the deal: then it leaves its mark in the set-up and
nowhere else. What it is called and what its values are called stands in the game's catalogue, under
``<game>.option.<name>``: `label`, `help`, and `value.<value>` for each value with a name.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .digits import Digits
from .errors import BadRecord, shown
from .names import ByOption, Names, Terms
from .record import is_number

Players = tuple[int, ...]
_SOME = ("count", "member", "twice", "missing")


@dataclass(frozen=True, eq=False, repr=False)
class Option(ABC):
    """Something to agree on.

    `players`: the numbers of players it is offered for; none said: all. `since`: the version of links that first has a
    place for it; where it is not given, a link is of the version before.
    """

    name: str
    clause: str
    players: Players = field(default=(), kw_only=True)
    stored: bool = field(default=True, kw_only=True)
    since: int = field(default=1, kw_only=True)

    kind = ""

    @property
    @abstractmethod
    def default(self) -> Any:
        """What holds when nothing is said; None: it depends, or it is drawn."""

    @abstractmethod
    def check(self, value: Any, terms: Terms) -> None:
        """Raise BadRecord, with the clause, unless the value is one of this option's."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """A value as it is typed on a command line; what cannot be meant is left for `check`."""

    @abstractmethod
    def put(self, value: Any, digits: Digits, terms: Terms) -> None:
        """Write a value that was checked, or None for none, into a link."""

    @abstractmethod
    def take(self, digits: Digits, terms: Terms) -> Any:
        """Read it back."""

    def number(self, value: Any) -> int:
        """The value as the kernels number it, for options that are one number."""
        raise TypeError(self.kind)

    def offered(self, players: int) -> bool:
        """Whether it is offered for this number of players."""
        return not self.players or players in self.players

    def describe(self) -> dict[str, Any]:
        """As JSON, for a form in another language."""
        return {
            "name": self.name,
            "kind": self.kind,
            "clause": self.clause,
            "default": self.default,
            "players": list(self.players),
            "stored": self.stored,
        }

    def describe_check(self) -> dict[str, Any]:
        """The same with what a host in another language needs to check, write and pack a value."""
        return self.describe()


@dataclass(frozen=True, eq=False, repr=False)
class Choice(Option):
    """One of some values, the default first. `only`: values for some numbers of players, and the refusal's word."""

    values: tuple[Any, ...] = ()
    only: Mapping[Any, tuple[Players, str]] = field(default_factory=dict, hash=False)

    kind = "choice"

    @property
    def default(self) -> Any:
        """The first."""
        return self.values[0]

    def check(self, value: Any, terms: Terms) -> None:
        """One of them, of the very type, and not kept for other numbers of players."""
        if not any(type(value) is type(known) and value == known for known in self.values):
            raise BadRecord("error.option", option=self.name, given=shown(value))
        if value in self.only and terms.players not in self.only[value][0]:
            raise BadRecord(self.only[value][1], self.clause)

    def read(self, text: str) -> Any:
        """The value of that text."""
        return next((value for value in self.values if str(value).lower() == text.lower()), text)

    def put(self, value: Any, digits: Digits, terms: Terms) -> None:
        """Which one."""
        digits.put_one(value, (None, *self.values))

    def take(self, digits: Digits, terms: Terms) -> Any:
        """Which one."""
        return digits.take_one((None, *self.values))

    def number(self, value: Any) -> int:
        """Its place; none given: the default's."""
        return 0 if value is None else self.values.index(value)

    def describe(self) -> dict[str, Any]:
        """With the values, and for how many players some are."""
        only = {str(value).lower(): list(counts) for value, (counts, _) in self.only.items()}
        return {**super().describe(), "values": list(self.values), "only": only}

    def describe_check(self) -> dict[str, Any]:
        """With the words of the refusals."""
        return {**self.describe(), "refusals": {str(value).lower(): word for value, (_, word) in self.only.items()}}


@dataclass(frozen=True, eq=False, repr=False)
class Flag(Choice):
    """No, or yes."""

    values: tuple[Any, ...] = (False, True)

    kind = "flag"


@dataclass(frozen=True, eq=False, repr=False)
class Pattern(Option):
    """A text of a certain form, like a board's name: `suggested` ones, the default first, and all that `parts` knows.

    `parts` takes a text apart into numbers below `size` (None: not of that form), `join` puts them together again.
    `pattern` is the form, a `{}` for each number: other hosts, which know the suggested texts only, tell by it whether
    another text may be one that this one knows.
    """

    suggested: tuple[str, ...] = ()
    parts: Callable[[str], tuple[int, ...] | None] = lambda text: None
    join: Callable[[Sequence[int]], str] = lambda parts: ""
    count: int = 1
    size: int = 2
    refusal: str = "error.option"
    pattern: str = "{}"

    kind = "text"

    @property
    def default(self) -> str:
        """The first suggested."""
        return self.suggested[0]

    def check(self, value: Any, terms: Terms) -> None:
        """A text of that form."""
        if not isinstance(value, str) or self.parts(value) is None:
            raise BadRecord(self.refusal, self.clause, option=self.name, given=shown(value), most=self.size)

    def read(self, text: str) -> str:
        """As it is typed."""
        return text

    def put(self, value: Any, digits: Digits, terms: Terms) -> None:
        """None, the default, or its parts."""
        other = value is not None and value != self.default
        digits.put_one("other" if other else value, (None, self.default, "other"))
        for part in (self.parts(value) or ()) if other else ():
            digits.put(part, self.size)

    def take(self, digits: Digits, terms: Terms) -> Any:
        """The same, read back; a text that `parts` does not know is refused by `check`."""
        value = digits.take_one((None, self.default, "other"))
        if value != "other":
            return value
        return self.join([digits.take(self.size) for _ in range(self.count)])

    def describe(self) -> dict[str, Any]:
        """With the suggested ones."""
        return {**super().describe(), "values": list(self.suggested)}

    def describe_check(self) -> dict[str, Any]:
        """With the form of all others."""
        return {
            **self.describe(),
            "pattern": self.pattern,
            "count": self.count,
            "size": self.size,
            "refusal": self.refusal,
            "parts": {text: list(self.parts(text) or ()) for text in self.suggested},
        }


@dataclass(frozen=True, eq=False, repr=False)
class SomeOf(Option):
    """Different members of an enumeration: `least` to `most` of them, or as many as `exactly` has for the players.

    Where `implied` is given it tells the members for options that name none (None: then they must be named).
    """

    names: Names | None = None
    least: int = 0
    most: int = 0
    exactly: Mapping[int, int] = field(default_factory=dict, hash=False)
    refusals: Mapping[str, str] = field(default_factory=dict, hash=False)  # words for: count, member, twice, missing
    implied: Callable[[Mapping[str, Any]], tuple[str, ...] | None] | None = None
    implied_clause: str = ""

    kind = "some"

    @property
    def default(self) -> None:
        """It depends."""
        return

    def bounds(self, players: int) -> tuple[int, int]:
        """How many may be named."""
        return (self.exactly[players],) * 2 if self.exactly else (self.least, self.most)

    def _refuse(self, what: str, terms: Terms, **values: object) -> BadRecord:
        least, most = self.bounds(terms.players)
        values = {"option": self.name, "least": least, "most": most, "count": least, "players": terms.players, **values}
        clause = self.implied_clause if what == "missing" else self.clause
        return BadRecord(self.refusals.get(what, f"error.some.{what}"), clause, **values)

    def check(self, value: Any, terms: Terms) -> None:
        """A list of different members, not too few and not too many."""
        assert self.names is not None
        least, most = self.bounds(terms.players)
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            raise self._refuse("count", terms)
        members = self.names.of(terms)
        for given in value:
            if not isinstance(given, str) or given not in members:
                raise self._refuse("member", terms, given=shown(given), word=f"@word.{self.names.word}")
        if len(set(value)) < len(value):
            raise self._refuse("twice", terms)

    def missing(self, terms: Terms) -> None:
        """Raise BadRecord when nothing is named and nothing is implied."""
        if self.implied is not None and self.implied(terms.options) is None:
            raise self._refuse("missing", terms)

    def read(self, text: str) -> list[str]:
        """Words with commas between them."""
        return [part for part in text.replace(";", ",").replace(" ", ",").split(",") if part]

    def put(self, value: Any, digits: Digits, terms: Terms) -> None:
        """How many, and which."""
        assert self.names is not None
        members = self.names.of(terms)
        digits.put(len(value or ()), self.bounds(terms.players)[1] + 1)
        for member in value or ():
            digits.put_one(member, members)

    def take(self, digits: Digits, terms: Terms) -> Any:
        """The same, read back; none: nothing was said."""
        assert self.names is not None
        members = self.names.of(terms)
        return [digits.take_one(members) for _ in range(digits.take(self.bounds(terms.players)[1] + 1))] or None

    def describe(self) -> dict[str, Any]:
        """With the enumeration and the bounds."""
        assert self.names is not None
        bounds = {"exactly": dict(self.exactly)} if self.exactly else {"least": self.least, "most": self.most}
        return {**super().describe(), "names": self.names.describe(), **bounds}

    def describe_check(self) -> dict[str, Any]:
        """With the words of the refusals, and what holds where nothing is named."""
        examples = self.names.examples if isinstance(self.names, ByOption) else ({},)
        tables = [
            {"options": dict(options), "members": None if members is None else list(members)}
            for options in (examples if self.implied else ())
            for members in [self.implied(options) if self.implied else None]
        ]
        refusals = {what: self.refusals.get(what, f"error.some.{what}") for what in _SOME}
        more = {"implied": tables, "implied_clause": self.implied_clause, "most_named": self.most}
        return {**self.describe(), "refusals": refusals, **more}


@dataclass(frozen=True, eq=False, repr=False)
class Counts(Option):
    """How many of each kind: `usual` unless said; at most `kinds` kinds, 1 to `total` things together."""

    usual: tuple[int, ...] = ()
    kinds: int = 64
    total: int = 64
    refusal: str = "error.option"

    kind = "counts"

    @property
    def default(self) -> list[int]:
        """The usual ones."""
        return list(self.usual)

    def check(self, value: Any, terms: Terms) -> None:
        """Whole numbers that add up to something, but not to too much."""
        counts = isinstance(value, list | tuple) and 0 < len(value) <= self.kinds
        if not counts or not all(is_number(count, 0, self.total) for count in value):
            raise BadRecord(self.refusal, self.clause, option=self.name, given=shown(value))
        if not 1 <= sum(value) <= self.total:
            raise BadRecord(self.refusal, self.clause, option=self.name, given=shown(value))

    def read(self, text: str) -> list[Any]:
        """Numbers with commas between them."""
        parts = [part for part in text.replace(";", ",").replace(" ", ",").split(",") if part]
        return [int(part) if part.isdigit() else part for part in parts]

    def put(self, value: Any, digits: Digits, terms: Terms) -> None:
        """Only choices about the deal are counts, and links hold what was dealt."""
        raise TypeError(self.kind)

    def take(self, digits: Digits, terms: Terms) -> Any:
        """Likewise."""
        raise TypeError(self.kind)

    def describe(self) -> dict[str, Any]:
        """With the bounds."""
        return {**super().describe(), "kinds": self.kinds, "total": self.total}

    def describe_check(self) -> dict[str, Any]:
        """With the word of the refusal."""
        return {**self.describe(), "refusal": self.refusal}


@dataclass(frozen=True, eq=False, repr=False)
class Options:
    """All options of a game, in the order in which they are asked and packed."""

    every: tuple[Option, ...]

    @property
    def stored(self) -> tuple[Option, ...]:
        """Those that are part of a record."""
        return tuple(option for option in self.every if option.stored)

    @property
    def choices(self) -> tuple[Option, ...]:
        """Those about the deal."""
        return tuple(option for option in self.every if not option.stored)

    def named(self, name: str) -> Option | None:
        """The option of that name."""
        return next((option for option in self.every if option.name == name), None)

    def check(self, given: Mapping[str, Any], terms: Terms) -> None:
        """Raise BadRecord for a record's options: an unknown one, a wrong value, one that is missing."""
        for name in given:
            if not any(option.name == name for option in self.stored):
                raise BadRecord("error.unknown_key", what="options", given=shown(name))
        for option in self.stored:
            if option.name in given:
                option.check(given[option.name], terms)
            elif isinstance(option, SomeOf):
                option.missing(terms)

    def sorted_out(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """What belongs into the record's options, and the choices about the deal; BadRecord for any other name."""
        stored: dict[str, Any] = {}
        choices: dict[str, Any] = {}
        for name, value in given.items():
            option = self.named(name)
            if option is None:
                known = ", ".join(option.name for option in self.every)
                raise BadRecord("error.no_option", given=shown(name), options=known)
            if value is not None:
                (stored if option.stored else choices)[name] = value
        return stored, choices

    def describe(self) -> list[dict[str, Any]]:
        """As JSON."""
        return [option.describe() for option in self.every]
