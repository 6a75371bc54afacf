"""Kabaleo as data: its names for things, set-up, moves, refusals, what is shown. Clauses K1 to K19."""

from ...core.bags import Bag
from ...core.fields import FLAG, NUMBER, Field, Layout, Number
from ...core.moves import Moves, Part
from ...core.names import SEAT, Numbered, Picked
from ...core.refusals import Refusal, Refusals
from ...core.setup import EVERYBODY, OWN_SEAT, Setup
from .options import COLOUR, COLOURS_IN_PLAY, OPTIONS

NAME = "kabaleo"
BASES_A_COLOUR, PIECES_A_COLOUR = 4, 6
MOST_PLAYERS, MOST_COLOURS = 4, COLOUR.most
MOST_LOCATIONS, MOST_PIECES = MOST_COLOURS * BASES_A_COLOUR, MOST_COLOURS * PIECES_A_COLOUR
ENDINGS = ("majority", "piles", "highest", "shared")

IN_PLAY = Picked("colour", "colours", COLOUR)
LOCATION = Numbered(
    "location", {n: BASES_A_COLOUR * colours for n, colours in COLOURS_IN_PLAY.items()}, MOST_LOCATIONS, listed=True
)

SETUP = Setup(
    OPTIONS.every,
    Field(
        "colours",
        COLOUR,
        up_to=MOST_COLOURS,
        exactly=COLOURS_IN_PLAY,
        distinct=True,
        known=EVERYBODY,
        clause="K2",
    ),
    Field("objectives", IN_PLAY, per=(SEAT,), distinct=True, known=OWN_SEAT, clause="K3", drawn=Bag(1)),
    Field("bases", IN_PLAY, per=(LOCATION,), known=EVERYBODY, clause="K4", drawn=Bag(BASES_A_COLOUR)),
    Field(
        "stocks",
        Number(0, PIECES_A_COLOUR),
        per=(SEAT, IN_PLAY),
        known=EVERYBODY,
        clause="K6",
        drawn=Bag(PIECES_A_COLOUR, when=("deal", "random")),
    ),
    Field("first", SEAT, known=EVERYBODY, clause="K8"),
    of=NAME,
)


def moves(location: Numbered) -> Moves:
    """How moves are written, with these locations."""
    return Moves(
        NAME,
        "{colour}@{location}",
        (
            Part("colour", IN_PLAY, "|".join(COLOUR.texts), Refusal("not_in_play", "K2")),
            Part("location", location, "[1-9][0-9]?", Refusal("no_location", "K4")),
        ),
        Refusal("notation", "K8"),
    )


def shown(location: Numbered) -> Layout:
    """What everybody sees, with these locations."""
    return Layout(
        Field("locations", IN_PLAY, per=(location,), piled=MOST_LOCATIONS + MOST_PIECES),  # K4, K10: base first
        Field("stocks", Number(0, PIECES_A_COLOUR), per=(SEAT, IN_PLAY)),  # K5
    )


MOVES, SHOWN = moves(LOCATION), shown(LOCATION)

REFUSALS = Refusals(
    NAME,
    Refusal("not_in_stock", "K8"),
    Refusal("golden", "K18"),
    Refusal("bare_base", "K9"),
    Refusal("bases", "K4", "bases", record=True),
    Refusal("pieces_each", "K6", "each", record=True),
    Refusal("pieces_a_colour", "K1", "pieces", record=True),
    Refusal("equal_share", "K7", "share", record=True),
    Refusal("on_its_base", "K9", "location", record=True),
    Refusal("on_its_colour", "K11", "location", record=True),
    Refusal("left_alone", "K11", "colour", IN_PLAY, record=True),
    Refusal("turns", "K8", "seat", record=True),
    Refusal("twice_there", "K18", "location", record=True),
    Refusal("not_last", "K18", "location", record=True),
)

OWN = Layout(
    Field("objective", IN_PLAY),  # K3
    Field("objectives", IN_PLAY, per=(SEAT,), late=True),  # K14: all are shown at the end
)
EFFECTS = Layout(
    Field("cancels", FLAG),  # K11
    Field("shows", IN_PLAY),  # K10, K11: the location's colour afterwards
    Field("height", NUMBER),  # how many pieces then lie on its base
)
