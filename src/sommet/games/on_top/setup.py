"""On Top's set-up. Clauses T1 to T10, T25."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.chance import Chance
from ...core.checks import check_first, check_options, colour_list
from ...core.digits import Digits
from ...core.errors import BadRecord
from ...core.record import Record, check_keys, shown
from ...core.records import Records
from .board import BLACK_TRIANGLES, DEFAULT, MOST_CELLS, Board, board, size, start, tables
from .rules import COLOURS, NEUTRAL, TILES, WRITTEN

PAWNS = 21
LEAST_BLACK = 2
KEYS = ("colours", "tiles", "first")
LETTERS = "RYBW"
TILE_NAMES = tuple("".join(LETTERS[colour] for colour in tile) for tile in WRITTEN.tolist())
TILE_NUMBERS = {name: number for number, name in enumerate(TILE_NAMES)}
# T3: three of each kind, two of BRWY and of RBYW, each in its first writing, in a fixed order.
DECK = [
    min(kind, kind ^ 1)
    for kind in range(0, len(TILE_NAMES), 2)
    for _ in range(2 if {"BRWY", "RBYW"} & {TILE_NAMES[kind], TILE_NAMES[kind ^ 1]} else 3)
]


def black_cells(options: Mapping[str, Any]) -> tuple[str, ...]:
    """T7, T8: the starting cells."""
    return tuple(options.get("black") or board(options.get("board", DEFAULT)).start or ())


def deal(
    players: int,
    options: Mapping[str, Any],
    chance: Chance,
    first: int | None,
    colours: Sequence[str] | None = None,
) -> Record:
    """T9, T10: colours and first player are drawn unless they are said; the tiles are shuffled."""
    chosen = chance.shuffled(COLOURS)[:players] if colours is None else list(colours)
    tiles = [TILE_NAMES[number] for number in chance.shuffled(DECK)]
    begins = chance.below(players) if first is None else first
    return Record("on_top", players, dict(options), {"colours": chosen, "tiles": tiles, "first": begins})


def _board(options: Mapping[str, Any]) -> Board:
    """T4: a hexagon of at most 200 cells."""
    name = options.get("board", DEFAULT)
    if not isinstance(name, str) or size(name) is None:
        raise BadRecord("on_top.error.board", "T4", given=shown(name), most=MOST_CELLS)
    return board(name)


def _check_black(options: Mapping[str, Any], on: Board) -> None:
    """T7, T8: 2 to 10 cells of the board."""
    if "black" not in options:
        if on.start is None:
            raise BadRecord("on_top.error.black_missing", "T7", board=on.name)
        return
    black = options["black"]
    if not isinstance(black, list | tuple) or not LEAST_BLACK <= len(black) <= BLACK_TRIANGLES:
        raise BadRecord("on_top.error.black_count", "T8", least=LEAST_BLACK, most=BLACK_TRIANGLES)
    for cell in black:
        if not isinstance(cell, str) or cell not in on.cell_numbers:
            raise BadRecord("on_top.error.no_cell", "T8", cell=shown(cell), board=on.name)
    if len(set(black)) < len(black):
        raise BadRecord("on_top.error.black_twice", "T8")


def _tiles(record: Record) -> list[int]:
    """T3: all 34 tiles; in a knowledge record those turned over, the one to lay now included."""
    tiles = record.setup["tiles"]
    if not isinstance(tiles, list | tuple):
        raise BadRecord("error.not_a_list", "T3", what="tiles")
    for tile in tiles:
        if not isinstance(tile, str) or tile not in TILE_NUMBERS:
            raise BadRecord("on_top.error.tile", "T3", given=shown(tile))
    numbers = [TILE_NUMBERS[tile] for tile in tiles]
    kinds = Counter(number & ~1 for number in numbers)
    if kinds - Counter(DECK) or (record.viewer is None and len(tiles) != TILES):
        raise BadRecord("on_top.error.tile_set", "T3")
    return numbers


def begin(record: Record) -> tuple[Records, Records]:
    """T7 to T10."""
    check_options(record, {"teams": (False, True)}, ("board", "black"))
    on = _board(record.options)
    _check_black(record.options, on)
    teams = bool(record.options.get("teams", False))
    if teams and record.players != len(COLOURS):
        raise BadRecord("on_top.error.teams", "T25")
    found = check_keys(dict(record.setup), KEYS, "setup", KEYS)
    colours = colour_list(found["colours"], "colours", COLOURS, "T9")
    if len(colours) != record.players or len(set(colours)) < len(colours):
        raise BadRecord("on_top.error.colours", "T9", players=record.players)
    tiles = _tiles(record)
    setting, state = tables(on.name).copy(), start(on.name, black_cells(record.options)).copy()
    setting["players"], setting["first"], setting["teams"] = record.players, check_first(record, "T10"), teams
    seats = [colours.index(colour) if colour in colours else NEUTRAL for colour in COLOURS]
    setting["seat_of"][0] = seats
    played = [COLOURS.index(colour) for colour in colours]
    neutral = [number for number, seat in enumerate(seats) if seat == NEUTRAL]
    for seat in range(record.players):
        setting["order"][0, seat] = played[seat:] + played[:seat] + neutral
    state["pawns"][0] = [PAWNS - (seat != NEUTRAL) for seat in seats]
    state["known"] = len(tiles)
    rest = Counter(DECK) - Counter(number & ~1 for number in tiles)
    state["tiles"][0] = tiles + [number for number in sorted(rest) for _ in range(rest[number])]
    return setting, state


def pack(record: Record, digits: Digits) -> None:
    """Board, teams, starting cells, colours, tiles, first player."""
    options = record.options
    name = options.get("board")
    digits.put_one(None if name is None else "other" if name != DEFAULT else name, (None, DEFAULT, "other"))
    if name not in (None, DEFAULT):
        for side in size(name) or ():
            digits.put(side, MOST_CELLS)
    on = board(options.get("board", DEFAULT))
    digits.put_one(options.get("teams"), (None, False, True))
    black = options.get("black", ())
    digits.put(len(black), BLACK_TRIANGLES + 1)
    for cell in black:
        digits.put_one(cell, on.cell_names)
    for colour in record.setup["colours"]:
        digits.put_one(colour, COLOURS)
    digits.put(record.setup["first"], record.players)
    tiles = record.setup["tiles"]
    digits.put(len(tiles), TILES + 1)
    for tile in tiles:
        digits.put_one(tile, TILE_NAMES)


def unpack(players: int, digits: Digits) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same, read back."""
    name = digits.take_one((None, DEFAULT, "other"))
    if name == "other":
        name = "hex-" + "-".join(str(digits.take(MOST_CELLS)) for _ in range(3))
    options: dict[str, Any] = {"board": name, "teams": digits.take_one((None, False, True))}
    on = _board({} if name is None else {"board": name})
    options["black"] = [digits.take_one(on.cell_names) for _ in range(digits.take(BLACK_TRIANGLES + 1))] or None
    setup: dict[str, Any] = {
        "colours": [digits.take_one(COLOURS) for _ in range(players)],
        "first": digits.take(players),
    }
    setup["tiles"] = [digits.take_one(TILE_NAMES) for _ in range(digits.take(TILES + 1))]
    return {key: value for key, value in options.items() if value is not None}, setup
