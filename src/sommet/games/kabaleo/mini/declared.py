"""The small box as data. Not of the rule sheet: how many colours, bases and pieces there are is agreed."""

from ....core.bags import Bag
from ....core.fields import Field, Number
from ....core.names import SEAT, Numbered
from ....core.options import Choice, Flag, Options
from ....core.refusals import Refusal, Refusals
from ....core.setup import EVERYBODY, OWN_SEAT, Setup
from .. import declared as full
from ..options import COLOUR, HEAD_START

NAME = "kabaleo.mini"
COLOURS, LOCATIONS, PIECES = (3, 4, 5, 6), (3, 2, 4, 5, 6, 8, 12), (2, 4, 6)  # pieces: of each colour

OPTIONS = Options(
    (
        Choice("colour_count", "K2", COLOURS),
        Choice("location_count", "K4", LOCATIONS),
        Choice("piece_count", "K1", PIECES),
        Choice("deal", "K7", ("equal",)),
        Flag("golden_rule", "K18"),
        HEAD_START,
    )
)
LOCATION = Numbered("location", "bases", full.MOST_LOCATIONS)
NEVER = ("deal", "random")  # chance has no part in it: where bases lie means nothing (K4), and everybody has the same

SETUP = Setup(
    OPTIONS.every,
    Field(
        "colours",
        COLOUR,
        up_to=full.MOST_COLOURS,
        least=min(COLOURS),
        distinct=True,
        known=EVERYBODY,
        clause="K2",
        drawn=Bag(1, when=NEVER),
    ),
    Field("objectives", full.IN_PLAY, per=(SEAT,), distinct=True, known=OWN_SEAT, clause="K3", drawn=Bag(1)),
    Field(
        "bases",
        full.IN_PLAY,
        up_to=full.MOST_LOCATIONS,
        least=min(LOCATIONS),
        known=EVERYBODY,
        clause="K4",
        drawn=Bag(1, when=NEVER),
    ),
    Field(
        "stocks",
        Number(0, full.PIECES_A_COLOUR),
        per=(SEAT, full.IN_PLAY),
        known=EVERYBODY,
        clause="K7",
        drawn=Bag(1, when=NEVER),
    ),
    Field("first", SEAT, known=EVERYBODY, clause="K8"),
    of=NAME,
)
MOVES, SHOWN = full.moves(LOCATION), full.shown(LOCATION)
REFUSALS = Refusals(
    full.NAME,
    *full.REFUSALS.every,
    Refusal("colours", "K2", "count", record=True),
    Refusal("laid", "K4", "locations", record=True),
    Refusal("cramped", "K18", record=True),
)
