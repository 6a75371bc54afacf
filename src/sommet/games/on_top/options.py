"""What may be agreed before a game of On Top. Clauses T4, T7 to T9, T25."""

from ...core.names import ByOption, Fixed
from ...core.options import Flag, Options, Pattern, SomeOf
from .shape import BLACK_TRIANGLES, BOARDS, LEAST_BLACK, MOST_CELLS, cell_names, joined, size, start_cells

COLOUR = Fixed("colour", ("red", "yellow", "blue", "white"))
EXAMPLES = tuple({"board": board} for board in BOARDS)
CELL = ByOption("cell", cell_names, MOST_CELLS, EXAMPLES)

OPTIONS = Options(
    (
        Pattern("board", "T4", BOARDS, size, joined, 3, MOST_CELLS, "on_top.error.board", "hex-{}-{}-{}"),
        Flag("teams", "T25", only={True: ((4,), "on_top.error.teams")}, players=(4,)),
        SomeOf(
            "black",
            "T8",
            CELL,
            LEAST_BLACK,
            BLACK_TRIANGLES,
            refusals={
                "count": "on_top.error.black_count",
                "member": "on_top.error.black_cell",
                "twice": "on_top.error.black_twice",
                "missing": "on_top.error.black_missing",
            },
            implied=start_cells,
            implied_clause="T7",
        ),
        SomeOf("colours", "T9", COLOUR, exactly={2: 2, 3: 3, 4: 4}, stored=False),
    )
)
