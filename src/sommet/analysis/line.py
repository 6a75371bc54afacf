"""One position of an analysed game, as it is stored and sent."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from ..search.advice import Advice, MoveValue

# as JSON has it; what the game adds stands beside the rest
Valued = Annotated[
    dict[str, Any],
    Meta(
        title="MoveValue", description="`move`, `value` if it is known, `visits`, and what the game's own analysis adds"
    ),
]
Findings = Annotated[dict[str, Any], Meta(title="Findings", description="What the game's own analysis adds")]
NAMES = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))


def name_of(loss: float) -> str:
    """What a teacher calls a move with this loss; empty where there is nothing to say."""
    return next((name for least, name in NAMES if loss >= least), "")


class Line(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is known of one position; as JSON it has only what is there.

    `values` are the seats' expected shares of the win; those of a finished game's last line are how it ended. `before`
    and `after` are the mover's share: with the best move, and with the move that was made.
    """

    ply: int
    to_move: int | None
    values: Annotated[list[float], Meta(description="Each seat's expected share of the win")]
    # where it is known what the mover knew
    best: str | None = None
    exact: bool | None = None
    before: float | None = None
    moves: Annotated[list[Valued] | None, Meta(description="Every legal move, best first")] = None
    more: Findings | None = None
    # and where a move was made
    played: str | None = None
    after: float | None = None
    loss: float | None = None
    name: Annotated[str | UnsetType | None, Meta(description="null: nothing is to be said of the move")] = UNSET
    # where something is hidden
    beliefs: Annotated[
        Mapping[str, Mapping[str, Mapping[str, float]]] | None,
        Meta(description="By who believes it (a seat, or `outside`), of which seat, and what: how probable it is"),
    ] = None

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        found: dict[str, Any] = to_builtins(self)
        return found

    def advice(self) -> Advice | None:
        """What the bot advised here."""
        if self.moves is None:
            return None
        return Advice(tuple(_value(**move) for move in self.moves), bool(self.exact), more=self.more or {})


def _value(move: str, visits: int, value: float | None = None, **more: Any) -> MoveValue:
    return MoveValue(move, value, visits, more)


class TurningPoint(Struct, frozen=True):
    """A move that gave much away, and the better one."""

    ply: int
    seat: int
    move: str
    better: str
    loss: float
    name: str
