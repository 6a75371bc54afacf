"""Babylone as data: its names for things, set-up, moves, refusals, what is shown. Clauses B1 to B10."""

from ...core.bags import Laid
from ...core.fields import TOPS, Field, Layout
from ...core.moves import Moves, Part
from ...core.names import SEAT, Fixed, Numbered
from ...core.refusals import Refusal, Refusals
from ...core.setup import EVERYBODY, Setup
from .options import OPTIONS
from .sizes import MOST_PLAYERS, MOST_TOKENS

NAME = "babylone"
ENDINGS = ("blocked",)
COLOURS = ("red", "yellow", "green", "blue")
# B10: more colours are dealt as c5, c6 …; a record may call any of them c1, c2 …
COLOUR = Fixed("colour", (*COLOURS, *(f"c{number}" for number in range(1, MOST_TOKENS + 1))), usual=len(COLOURS))
JOINED_BY = Fixed("reason", ("height", "colour"))


def spots(most: int) -> Numbered:
    """B2: a spot for each token."""
    return Numbered("spot", "tokens", most)


SPOT = spots(MOST_TOKENS)

SETUP = Setup(
    OPTIONS.every,
    Field("tokens", COLOUR, up_to=MOST_TOKENS, least=1, known=EVERYBODY, clause="B10", drawn=Laid("layout")),
    Field("first", SEAT, known=EVERYBODY, clause="B3"),
    of=NAME,
    packed=("first", "tokens"),
)

_SPOT = "[1-9][0-9]?"
NO_SPOT = Refusal("no_spot", "B2", "spot")
MOVES = Moves(
    NAME,
    "{a}>{b}",
    (
        Part("a", SPOT, _SPOT, NO_SPOT),
        Part("b", SPOT, _SPOT, NO_SPOT),
    ),
    Refusal("notation", "B4"),
)

REFUSALS = Refusals(
    NAME,
    Refusal("no_stack", "B6", "spot", SPOT),
    Refusal("same_stack", "B4", "spot", SPOT),
    Refusal("no_match", "B4"),
    Refusal("empty", "B10", record=True),
    Refusal("unbuilt", "B4", "spot", record=True),
)


def shown(most: int) -> Layout:
    """What everybody sees, with up to `most` tokens."""
    return Layout(
        Field("stacks", COLOUR, per=(spots(most),), piled=most, tensor=TOPS),  # B5: bottom to top
        Field("out", SEAT, up_to=MOST_PLAYERS),  # B9: in order
        scratch=most,
    )


OWN = Layout()
EFFECTS = Layout(
    Field("why", JOINED_BY, up_to=JOINED_BY.most),  # B4: why the stacks could join
    Field("out", SEAT, up_to=MOST_PLAYERS),  # B9: who is out because of it, in order
)
