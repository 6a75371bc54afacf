"""Named things of a game: colours, spots, cells, seats. A kernel sees their numbers, people see their names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any


@dataclass(frozen=True, eq=False, repr=False)
class Terms:
    """What a game is played on: how many play, the record's options, and its set-up as JSON has it."""

    players: int
    options: Mapping[str, Any]
    setup: Mapping[str, Any]


@dataclass(frozen=True, eq=False, repr=False)
class Names:
    """An enumeration. `word` is what one of its members is called, in messages and in the catalogue of words."""

    word: str

    keyed = True  # counted along it, things are a JSON object by name; otherwise a list

    @property
    def most(self) -> int:
        """Never more members than this."""
        raise NotImplementedError

    def of(self, terms: Terms) -> tuple[Any, ...]:
        """The members, by number, as JSON has them."""
        raise NotImplementedError

    @property
    def known_by(self) -> str | None:
        """The field of the set-up that tells the members; None: no field does."""
        return None

    def describe(self) -> dict[str, Any]:
        """The same for a host in another language."""
        return {"word": self.word, "most": self.most, "keyed": self.keyed}


@dataclass(frozen=True, eq=False, repr=False)
class Fixed(Names):
    """The same members always. `usual`: how many of the first ones are all that most games need (shorter links)."""

    texts: tuple[str, ...]
    usual: int | None = None

    @property
    def most(self) -> int:
        """All."""
        return len(self.texts)

    def of(self, terms: Terms) -> tuple[str, ...]:
        """The texts."""
        return self.texts

    def describe(self) -> dict[str, Any]:
        """With the texts."""
        return {**super().describe(), "texts": list(self.texts), "usual": self.usual}


@lru_cache(maxsize=512)
def _counted(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))


@dataclass(frozen=True, eq=False, repr=False)
class Numbered(Names):
    """1, 2, 3 …: a count for each number of players, or as many as a list of the set-up has entries."""

    count: Mapping[int, int] | str
    limit: int
    listed: bool = False

    def __hash__(self) -> int:
        return hash((self.word, self.limit))

    @property
    def keyed(self) -> bool:  # type: ignore[override]
        """Whether things are told by number or just one after the other."""
        return not self.listed

    @property
    def most(self) -> int:
        """The limit."""
        return self.limit

    @property
    def known_by(self) -> str | None:
        """The list with as many entries."""
        return self.count if isinstance(self.count, str) else None

    def of(self, terms: Terms) -> tuple[str, ...]:
        """The numbers as texts."""
        count = self.count
        return _counted(len(terms.setup[count]) if isinstance(count, str) else count[terms.players])

    def describe(self) -> dict[str, Any]:
        """With how many there are."""
        by = {"by_field": self.count} if isinstance(self.count, str) else {"by_players": dict(self.count)}
        return {**super().describe(), **by}


@dataclass(frozen=True, eq=False, repr=False)
class Picked(Names):
    """Those members of another enumeration that a list of the set-up names, numbered in its order."""

    field: str
    among: Names

    @property
    def most(self) -> int:
        """At most all."""
        return self.among.most

    @property
    def known_by(self) -> str:
        """The list."""
        return self.field

    def of(self, terms: Terms) -> tuple[str, ...]:
        """The list."""
        return tuple(terms.setup[self.field])

    def describe(self) -> dict[str, Any]:
        """With the list's name."""
        return {**super().describe(), "field": self.field, "among": self.among.describe()}


@dataclass(frozen=True, eq=False, repr=False)
class ByOption(Names):
    """Members that depend on the options, like the cells of a board. `examples`: options described to other hosts."""

    find: Callable[[Mapping[str, Any]], tuple[str, ...]]
    limit: int
    examples: tuple[Mapping[str, Any], ...] = ()

    @property
    def most(self) -> int:
        """The limit."""
        return self.limit

    def of(self, terms: Terms) -> tuple[str, ...]:
        """Looked up."""
        return self.find(terms.options)

    def describe(self) -> dict[str, Any]:
        """With the members for the usual options."""
        tables = [{"options": dict(options), "texts": list(self.find(options))} for options in self.examples]
        return {**super().describe(), "by_options": tables}


@lru_cache(maxsize=512)
def numbered(members: tuple[Any, ...]) -> dict[Any, int]:
    """Each member's number."""
    return {member: number for number, member in enumerate(members)}


MOST_SEATS = 8


@dataclass(frozen=True, eq=False, repr=False)
class Seats(Names):
    """The seats of the table, which are told by their numbers."""

    word: str = "seat"
    keyed = False

    @property
    def most(self) -> int:
        """No game has more."""
        return MOST_SEATS

    def of(self, terms: Terms) -> tuple[int, ...]:
        """0, 1, 2 …"""
        return tuple(range(terms.players))

    def describe(self) -> dict[str, Any]:
        """Told apart from other enumerations."""
        return {**super().describe(), "seats": True}


SEAT = Seats()
