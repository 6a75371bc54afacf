"""The record of a game: everything that replaying it needs, hidden things too. Format sommet-record/1.

A *knowledge record* has a `viewer` and holds only what that viewer knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .errors import BadRecord

FORMAT = "sommet-record/1"
SPECTATOR: Literal["spectator"] = "spectator"
Viewer = int | Literal["spectator"]

_KEYS = ("format", "game", "players", "options", "setup", "moves")


@dataclass(frozen=True)
class Record:
    """A game from its set-up to its last move so far. Checked in form only; a `Game` checks it against its rules."""

    game: str
    players: int
    options: Mapping[str, Any]
    setup: Mapping[str, Any]
    moves: tuple[str, ...] = ()
    viewer: Viewer | None = None

    def with_moves(self, moves: "tuple[str, ...]") -> "Record":
        """The same game with other moves."""
        return Record(self.game, self.players, self.options, self.setup, moves, self.viewer)

    def as_dict(self) -> dict[str, Any]:
        """The record as JSON has it."""
        data = {
            "format": FORMAT,
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "setup": dict(self.setup),
            "moves": list(self.moves),
        }
        if self.viewer is not None:
            data["viewer"] = self.viewer
        return data


def is_number(value: object, least: int, most: int) -> bool:
    """Whether that is a whole number (true and false are none) within bounds."""
    return type(value) is int and least <= value <= most


def shown(value: object) -> str:
    """A value from outside, cut short so that it can stand in a message."""
    text = repr(value) if isinstance(value, str | int | float | bool | None) else type(value).__name__
    return text if len(text) <= 40 else text[:39] + "…"


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
