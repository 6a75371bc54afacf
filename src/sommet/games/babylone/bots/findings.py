"""What Babylone's analysis adds to an advice."""

from ....core.fields import FLAG, MOVE, NUMBER, REAL, Field, Real
from ....core.findings import Findings
from ....core.names import SEAT, Fixed

LENGTH = Real(counts=True)
TIES = Fixed("ties", ("random",))  # any of them is played, as often as any other

ABOUT = Findings(
    Field("moves_to_end", LENGTH, optional=True),  # with best play; of more than two players their mean
    Field("grundy", NUMBER, optional=True),  # two players
    Field("shares", REAL, per=(SEAT,), optional=True),  # more: everybody's chance, the mover first
    Field("ties", TIES, optional=True),  # and what all this takes for granted of everybody who has equally good moves
    of=f"{__name__} about",
)
NOTES = Findings(
    Field("wins", FLAG, optional=True),  # for certain
    Field("moves_to_end", LENGTH, optional=True),  # this move included
    Field("refutation", MOVE, optional=True),  # the best reply to a move that does not win, or that is not the best
    of=f"{__name__} notes",
)
