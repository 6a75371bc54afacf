"""On Top as data: its names for things, tiles, set-up, moves, refusals, what is shown. Clauses T1 to T25."""

from itertools import permutations

from ...core.bags import Bag
from ...core.fields import ALONE, FLAG, NEVER, NUMBER, Field, Group, Layout, Number
from ...core.moves import Moves, Part
from ...core.names import SEAT, ByOption, Fixed
from ...core.refusals import Refusal, Refusals
from ...core.setup import AS_TURNED, EVERYBODY, Setup
from .options import CELL, COLOUR, EXAMPLES, OPTIONS
from .shape import BLACK_TRIANGLES, MOST_CELLS, cell_names, crossing_names

NAME = "on_top"
TILES = 34
PAWNS = 21
ENDINGS = ("points", "fewest_pawns", "shared", "last_pawn")
MOST_FILLED, MOST_CIRCLES = 4, 16  # by one tile: the holes next to it, and the circles around all that

# Two sizes of record, so that the usual boards stay small and fast: (cells, pairs, crossings) at most.
SMALL = (96, 128, 64)
LARGE = (208, 320, 192)


def _written() -> tuple[tuple[int, ...], ...]:
    """T2: the 24 ways to write a tile, by its colours' numbers; number n and number n ^ 1 are the same tile (T3)."""
    written: list[tuple[int, ...]] = []
    for tile in permutations(range(4)):
        if tile not in written:
            written += [tile, tile[2:] + tile[:2]]
    return tuple(written)


TILE_COLOURS = _written()
LETTERS = "RYBW"
TILE = Fixed("tile", tuple("".join(LETTERS[colour] for colour in tile) for tile in TILE_COLOURS))
# T3: how many there are of each kind (numbers 2k and 2k + 1): three, but two of BRWY and of RBYW.
KINDS = tuple(2 if {"BRWY", "RBYW"} & {TILE.texts[kind], TILE.texts[kind + 1]} else 3 for kind in range(0, 24, 2))
# Drawn in its first writing; a record may have the other.
BAG = Bag(
    copies=tuple(0 if tile & 1 else KINDS[tile >> 1] for tile in range(TILE.most)),
    same=tuple(tile & ~1 for tile in range(TILE.most)),
)
DECK = tuple(2 * kind for kind, count in enumerate(KINDS) for _ in range(count))

CONTENT = Fixed("content", ("empty", "tile", "black", "void"))

SETUP = Setup(
    OPTIONS.every,
    Field("colours", COLOUR, per=(SEAT,), distinct=True, known=EVERYBODY, clause="T9"),
    Field("tiles", TILE, up_to=TILES, least=TILES, known=AS_TURNED, clause="T3", drawn=BAG),
    Field("first", SEAT, known=EVERYBODY, clause="T10"),
    of=NAME,
    packed=("colours", "first", "tiles"),
)

_CELL = "[A-Z]{1,2}[1-9][0-9]{0,2}"
NO_CELL = Refusal("no_cell", "T4", "cell")
MOVES = Moves(
    NAME,
    "{a}-{b}",
    (
        Part("a", CELL, _CELL, NO_CELL),
        Part("b", CELL, _CELL, NO_CELL),
    ),
    Refusal("notation", "T11"),
    Refusal("not_neighbours", "T11"),
)

REFUSALS = Refusals(
    NAME,
    Refusal("tile_to_lay", "T11", record=True),
    Refusal("not_empty", "T11", "cell", CELL),
    Refusal("no_contact", "T12"),
    Refusal("tile_set", "T3", record=True),
    Refusal("two_cells", "T2", "tile", TILE, record=True),
    Refusal("covered", "T11", "cell", CELL, record=True),
    Refusal("apart", "T12", "cell", CELL, record=True),
    Refusal("last_pawn", "T23", record=True),
)


def shown(cells: int, crossings: int) -> Layout:
    """What everybody sees, on boards up to that size."""
    cell = ByOption("cell", cell_names, cells, EXAMPLES)
    crossing = ByOption("crossing", crossing_names, crossings, EXAMPLES)
    return Layout(
        Field("cells", CONTENT, per=(cell,)),
        Field("towers", COLOUR, per=(crossing,), piled=4 * PAWNS, tensor=NEVER),  # T17: bottom to top
        Field("circles", Number(0, 6), per=(crossing, COLOUR), tensor=ALONE),  # T15: sixths, finished or not
        Field("scores", NUMBER, per=(SEAT,)),
        Field("pawns", Number(0, PAWNS), per=(COLOUR,)),  # still to place
        Field("black_left", Number(0, BLACK_TRIANGLES)),
        Field("tile", TILE),  # T11: the one to lay now
        Field("tiles_left", Number(0, TILES)),  # not turned over yet
    )


CROSSING = ByOption("crossing", crossing_names, LARGE[2], EXAMPLES)
OWN = Layout()
EFFECTS = Layout(
    Field("black", CELL, up_to=MOST_FILLED),  # T13
    Field("void", CELL, up_to=MOST_FILLED),  # T13: no triangle was left
    Field(
        "circles",  # T14: in the order in which they are scored
        Group(
            (
                Field("crossing", CROSSING),
                Field("gold", FLAG),  # T6
                Field("sixths", NUMBER, per=(COLOUR,)),  # T15
                Field("tower", COLOUR, up_to=4),  # T17
                Field("leader", COLOUR),  # T16: none when the lead is shared
                Field("points", NUMBER),  # T18
                Field("tied", FLAG),  # T16
            )
        ),
        up_to=MOST_CIRCLES,
    ),
    Field("last_pawn", COLOUR),  # T23, T24
)
assert LARGE[0] >= MOST_CELLS
