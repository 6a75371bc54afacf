"""What may be agreed before a game of Kabaleo. Clauses K2, K6, K7, K18."""

from ...core.names import Fixed
from ...core.options import Choice, Flag, Options, SomeOf

COLOUR = Fixed("colour", ("pink", "orange", "green", "blue", "yellow", "violet"))
COLOURS_IN_PLAY = {2: 4, 3: 5, 4: 6}  # K2

OPTIONS = Options(
    (
        Choice("deal", "K7", ("random", "equal"), {"equal": ((2, 3), "kabaleo.error.equal_deal")}),
        Flag("golden_rule", "K18"),
        SomeOf(
            "colours", "K2", COLOUR, exactly=COLOURS_IN_PLAY, refusals={"count": "kabaleo.error.colours"}, stored=False
        ),
    )
)
