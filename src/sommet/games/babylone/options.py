"""What may be agreed before a game of Babylone. Clauses B9, B10."""

from ...core.options import Choice, Counts, Options
from .sizes import MOST_TOKENS

STANDARD = (3, 3, 3, 3)

OPTIONS = Options(
    (
        Choice("direction", "B9", ("clockwise", "counterclockwise"), players=(3, 4, 5, 6)),
        Counts("tokens", "B10", STANDARD, MOST_TOKENS, MOST_TOKENS, "babylone.error.tokens", stored=False),
    )
)
