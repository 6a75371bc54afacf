"""A game as data for hosts in another language: what its declarations say, in JSON, beside its module of kernels."""

from base64 import b64encode
from typing import Any

from ..analysis.game import FEW, FINE, MOST_TOLD
from ..analysis.line import NAMES
from ..core.arranging import STATES, arranging
from ..core.arrays import Records
from ..core.calls import LEGAL, MOST_PLAYERS, MOVER, MOVES, OUTCOME, PLAYED, RUNNING, SCORES
from ..core.fields import Layout
from ..core.form import Room
from ..core.game import Game
from ..core.links import MOST_MOVES, VERSION
from ..core.puzzle_kernels import FACTS, ROW, WHOLE
from ..core.puzzles import puzzling
from ..core.record import FORMAT
from ..core.refusals import BITS
from ..core.rules import BAG
from ..core.words import catalogue
from .minds import describe_desk, describe_minds
from .rooms import kind_of, rooms

# What every host must agree on; the engine's own code has none of these numbers.
CONTRACT = {
    "format": FORMAT,
    "link": {"version": VERSION, "most_moves": MOST_MOVES},
    "refusal_bits": BITS,
    "elsewhere": "error.elsewhere",  # what may be right, but is not among what a description can tell
    "bag": BAG,
    "analysis": {"names": NAMES, "digits": FINE, "few": FEW, "most_told": MOST_TOLD},
    "replay": {
        "mover": MOVER,
        "outcome": OUTCOME,
        "played": PLAYED,
        "legal": LEGAL,
        "scores": SCORES,
        "moves": MOVES,
        "running": RUNNING,
        "most_players": MOST_PLAYERS,
    },
}
WORDS = ("error.", "word.", "colour.", "bots.error.", "analysis.error.", "reasons.")  # of every game
GAME_WORDS = ("error", "reasons", "puzzle")  # under the game's name


def describe(game: Game) -> dict[str, Any]:
    """All that a generic host needs besides the kernels; enumerations stand once, in `names`, by their numbers."""
    told = {
        "name": game.name,
        "players": list(game.players),
        "private": game.private,
        "secret": game.secret,
        "rounds": game.rounds,
        "starter_is_chosen": game.starter_is_chosen,
        "endings": list(game.endings),
        "most_moves": game.most_moves,
        "naming": list(game.naming),
        "options": [{**option.describe_check(), "since": option.since} for option in game.options.every],
        "setup": {**game.setup.describe(), "size": game.setup.type.itemsize},
        "moves": game.moves.describe(),
        "refusals": game.refusals.describe(),
        "rooms": [_room(game, room) for room in rooms(game)],
    }
    told["minds"] = describe_minds(game)
    told["puzzles"] = _puzzles(game)
    told["arranging"] = _arranging(game)
    names: dict[str, dict[str, Any]] = {}
    found: dict[str, Any] = _shared(told, names)
    return {"contract": CONTRACT, **found, "names": list(names.values())}


def _puzzles(game: Game) -> dict[str, Any] | None:
    """What a host has to know to ask for puzzles (see `core.puzzle_kernels`); None where there are none."""
    found = puzzling(game.name)
    if found is None:
        return None
    told = {name: getattr(found, name) for name in ("players", "seeds", "plies", "moves")}
    rows = {"facts": FACTS, "row": ROW, "whole": WHOLE, "chances": len(found.room()[0])}
    return {**told, **rows, "levels": list(found.levels), "desk": describe_desk(found.new_desk())}


def _arranging(game: Game) -> dict[str, Any] | None:
    """What a host has to know to have positions set up (see `core.arranging`); None where they cannot be."""
    found = arranging(game.name)
    if found is None:
        return None
    asked = {**found.asked.describe(), "size": found.asked.type.itemsize}
    numbers = {"states": STATES, "plies": found.plies, "work": found.work}
    return {"asked": asked, **numbers, "forgotten": list(found.forgotten)}


def words(games: tuple[str, ...], language: str) -> dict[str, str]:
    """The texts that a host may need for errors, reasons and hints of these games."""
    begin = (*WORDS, *(f"{game}.{part}" for game in games for part in GAME_WORDS))
    return {key: text for key, text in sorted(catalogue(language).items()) if key.startswith(begin)}


def _room(game: Game, room: Room) -> dict[str, Any]:
    """Templates, and which games they are for."""
    return {
        "kind": kind_of(game, room),
        "options": dict(room.options),
        "up_to": dict(room.up_to),
        "setting": _bytes(room.setting),
        "state": _bytes(room.state),
        **{name: _layout(getattr(room, name)) for name in ("shown", "own", "effects")},
    }


def _layout(layout: Layout) -> dict[str, Any]:
    return {**layout.describe(), "size": layout.type.itemsize}


def _bytes(records: Records) -> str:
    return b64encode(records.tobytes()).decode()


def _shared(value: Any, names: dict[str, dict[str, Any]]) -> Any:
    """The same, with a number in place of every enumeration."""
    if isinstance(value, dict):
        if "word" in value and "keyed" in value:
            inner = {key: _shared(part, names) for key, part in value.items()}
            names.setdefault(repr(inner), inner)
            return list(names).index(repr(inner))
        return {key: _shared(part, names) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_shared(part, names) for part in value]
    return value
