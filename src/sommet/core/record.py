"""The record of a game: everything that replaying it needs, hidden things too. Format sommet-record/1.

A *knowledge record* has a `viewer` and holds only what that viewer knows.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from .errors import BadRecord, shown
from .frozen import Frozen, freeze, thaw

FORMAT = "sommet-record/1"
SPECTATOR: Literal["spectator"] = "spectator"
Viewer = int | Literal["spectator"]

_KEYS = ("format", "game", "players", "options", "setup", "moves")


class Record:
    """A game from its set-up to its last move so far. Checked in form only; a `Game` checks it against its rules.

    It cannot be changed: `options` and `setup` are copies, as JSON has them. Records compare and hash by what they say.
    """

    __slots__ = ("_hash", "fixed_options", "fixed_setup", "game", "moves", "players", "viewer")

    game: str
    players: int
    fixed_options: Frozen
    fixed_setup: Frozen
    moves: tuple[str, ...]
    viewer: Viewer | None
    _hash: int | None

    def __init__(
        self,
        game: str,
        players: int,
        options: Mapping[str, Any],
        setup: Mapping[str, Any],
        moves: Sequence[str] = (),
        viewer: Viewer | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "game", game)
        put(self, "players", players)
        put(self, "fixed_options", options if type(options) is Frozen else freeze(dict(options)))
        put(self, "fixed_setup", setup if type(setup) is Frozen else freeze(dict(setup)))
        put(self, "moves", tuple(moves))
        put(self, "viewer", viewer)
        put(self, "_hash", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a record cannot be changed: {name}")

    __delattr__ = __setattr__  # type: ignore[assignment]

    @property
    def options(self) -> dict[str, Any]:
        """What was agreed."""
        found: dict[str, Any] = thaw(self.fixed_options)
        return found

    @property
    def setup(self) -> dict[str, Any]:
        """What chance or the players settled before the first move."""
        found: dict[str, Any] = thaw(self.fixed_setup)
        return found

    def _key(self) -> tuple[Any, ...]:
        return self.game, self.players, self.viewer, self.moves, self.fixed_options, self.fixed_setup

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            object.__setattr__(self, "_hash", hash(self._key()))
        return self._hash or 0

    def __repr__(self) -> str:
        seen = "" if self.viewer is None else f", seen by {self.viewer}"
        return f"<Record {self.game}, {self.players} players, {len(self.moves)} moves{seen}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (self.game, self.players, self.options, self.setup, self.moves, self.viewer)

    def with_moves(self, moves: Sequence[str]) -> "Record":
        """The same game with other moves."""
        return Record(self.game, self.players, self.fixed_options, self.fixed_setup, moves, self.viewer)

    def as_dict(self) -> dict[str, Any]:
        """The record as JSON has it."""
        data = {
            "format": FORMAT,
            "game": self.game,
            "players": self.players,
            "options": self.options,
            "setup": self.setup,
            "moves": list(self.moves),
        }
        if self.viewer is not None:
            data["viewer"] = self.viewer
        return data


def is_number(value: object, least: int, most: int) -> bool:
    """Whether that is an int, and not a bool, within bounds."""
    return type(value) is int and least <= value <= most


def is_viewer(value: object, players: int) -> bool:
    """Whether that is a seat of the game, or the spectator."""
    return value == SPECTATOR or is_number(value, 0, players - 1)


def check_object(data: object, what: str) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(data, dict):
        raise BadRecord("error.not_an_object", what=what)
    return data


def check_keys(data: object, allowed: "tuple[str, ...]", what: str, required: "tuple[str, ...]" = ()) -> dict[str, Any]:
    """A JSON object with no unknown key and no missing one."""
    found = check_object(data, what)
    for key in found:
        if key not in allowed:
            raise BadRecord("error.unknown_key", what=what, given=shown(key))
    for key in required:
        if key not in found:
            raise BadRecord("error.missing_key", what=what, missing=key)
    return found


def parse_record(data: object, games: "Mapping[str, tuple[int, ...]]") -> Record:
    """Read a record's form. `games` says which games there are and for how many players."""
    found = check_keys(data, (*_KEYS, "viewer"), "record", _KEYS)
    if found["format"] != FORMAT:
        raise BadRecord("error.format", given=shown(found["format"]), expected=FORMAT)
    game, players, moves = found["game"], found["players"], found["moves"]
    if not isinstance(game, str) or game not in games:
        raise BadRecord("error.game", given=shown(game), games=", ".join(games))
    counts = games[game]
    if type(players) is not int or players not in counts:
        raise BadRecord("error.players", given=shown(players), least=min(counts), most=max(counts))
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadRecord("error.moves")
    if "viewer" in found and not is_viewer(found["viewer"], players):
        raise BadRecord("error.viewer", given=shown(found["viewer"]))
    return Record(
        game=game,
        players=players,
        options=check_object(found["options"], "options"),
        setup=check_object(found["setup"], "setup"),
        moves=tuple(moves),
        viewer=found.get("viewer"),
    )
