"""What may be agreed before a game of Kabaleo. Clauses K2, K6, K7, K18, K19."""

from ...core.names import Fixed
from ...core.options import Choice, Flag, Options, SomeOf

COLOUR = Fixed("colour", ("pink", "orange", "green", "blue", "yellow", "violet"))
COLOURS_IN_PLAY = {2: 4, 3: 5, 4: 6}  # K2
HEAD_START = Flag("head_start", "K19", only={True: ((2,), "kabaleo.error.head_start")}, players=(2,), since=2)

OPTIONS = Options(
    (
        Choice("deal", "K7", ("random", "equal"), {"equal": ((2, 3), "kabaleo.error.equal_deal")}),
        Flag("golden_rule", "K18"),
        HEAD_START,
        SomeOf(
            "colours", "K2", COLOUR, exactly=COLOURS_IN_PLAY, refusals={"count": "kabaleo.error.colours"}, stored=False
        ),
    )
)
