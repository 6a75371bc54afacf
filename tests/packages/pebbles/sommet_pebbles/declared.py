"""Pebbles as data: its names for things, set-up, moves, refusals, what is shown. Clauses P1 to P12."""

from sommet.core.fields import NUMBER, Field, Layout
from sommet.core.moves import Moves, Part
from sommet.core.names import SEAT, Fixed
from sommet.core.refusals import Refusal, Refusals
from sommet.core.setup import AS_TURNED, EVERYBODY, OWN_SEAT, Setup

from .options import HEAP, OPTIONS

NAME = "pebbles"
COLOUR = Fixed("colour", ("red", "yellow", "blue", "white"))
WAY = Fixed("way", ("on", "under"))
OF_A_COLOUR = 3  # P1
TURNED = COLOUR.most * OF_A_COLOUR - 1  # P4: all but the buried one
ENDINGS = ("points", "shared")  # P10

SETUP = Setup(
    OPTIONS.every,
    Field("secrets", COLOUR, per=(SEAT,), distinct=True, known=OWN_SEAT, clause="P3"),
    Field("pebbles", COLOUR, up_to=TURNED, least=TURNED, known=AS_TURNED, clause="P4"),
    Field("buried", COLOUR, clause="P4"),  # nobody knows it before the end
    Field("first", SEAT, known=EVERYBODY, clause="P5"),
    of=NAME,
)

MOVES = Moves(
    NAME,
    "{way}:{heap}",
    (
        Part("way", WAY, "|".join(WAY.texts), Refusal("notation", "P5")),
        Part("heap", HEAP, "[A-Z]", Refusal("no_heap", "P2")),
    ),
    Refusal("notation", "P5"),
)

REFUSALS = Refusals(
    NAME,
    Refusal("resting", "P11"),
    Refusal("nothing_there", "P7"),
    Refusal("not_turned", "P5", record=True),
    Refusal("of_a_colour", "P1", "each", record=True),
)

SHOWN = Layout(
    Field("heaps", COLOUR, per=(HEAP,), piled=TURNED),  # from the bottom up
    Field("pebble", COLOUR),  # P5: the one to add now
    Field("left", NUMBER),  # not turned over yet
    Field("resting", HEAP),  # P11
    Field("buried", COLOUR, late=True),  # P8
)
OWN = Layout(
    Field("secret", COLOUR),  # P3
    Field("secrets", COLOUR, per=(SEAT,), late=True),  # P8
)
EFFECTS = Layout(
    Field("shows", COLOUR),  # the heap's top afterwards
    Field("height", NUMBER),  # how many pebbles it then has
)
