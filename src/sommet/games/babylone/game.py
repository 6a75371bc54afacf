"""Babylone as a `Game`."""

import re
from collections.abc import Mapping
from typing import Any

from ...core.chance import Chance
from ...core.digits import Digits
from ...core.errors import IllegalMove, SommetError
from ...core.game import Game, Notation
from ...core.position import Position
from ...core.record import Record, Viewer, shown
from ...core.records import Records
from . import PLAYERS, setup
from .effects import REASONS, reasons
from .options import OPTIONS
from .rules import MOST_MOVES, MOST_TOKENS, NONE

_SPOTS = range(MOST_TOKENS)
_NOTATION = Notation(
    [f"{a + 1}>{b + 1}" for a in _SPOTS for b in _SPOTS],
    {f"{a + 1}>{b + 1}": a * MOST_TOKENS + b for a in _SPOTS for b in _SPOTS},
)


class Babylone(Game):
    """Two to six players, no secrets, no chance."""

    name = "babylone"
    players = PLAYERS
    options = OPTIONS
    reasons = ("blocked",)
    most_moves = MOST_MOVES
    rounds = 2  # B8
    starter_is_chosen = True  # B3
    learning = False

    def deal(
        self, players: int, options: Mapping[str, Any], chance: Chance, first: int | None = None, **choices: Any
    ) -> Record:
        """B2, B3; `tokens` gives another set (B10)."""
        return setup.deal(players, options, chance, first, **choices)

    def begin(self, record: Record) -> tuple[Records, Records]:
        """B2."""
        return setup.begin(record)

    def notation(self, record: Record) -> Notation:
        """``3>7``: the stack on spot 3 onto the stack on spot 7."""
        return _NOTATION

    def why_not(self, position: Position, move: str) -> SommetError:
        """B4, B6."""
        match = re.fullmatch(r"([1-9][0-9]?)>([1-9][0-9]?)", move, re.ASCII)
        if not match:
            return IllegalMove("babylone.error.notation", "B4", move=shown(move))
        spots = [int(number) for number in match.groups()]
        place = position.state["place"][0]
        for spot in spots:
            if spot > len(position.record.setup["tokens"]):
                return IllegalMove("babylone.error.no_spot", "B2", spot=spot)
            if place[spot - 1] == NONE:
                return IllegalMove("babylone.error.no_stack", "B6", spot=spot)
        if spots[0] == spots[1]:
            return IllegalMove("babylone.error.same_stack", "B4", spot=spots[0])
        return IllegalMove("babylone.error.no_match", "B4", a=spots[0], b=spots[1])

    def stacks(self, position: Position) -> dict[int, list[str]]:
        """B5, B6: every stack's colours, bottom to top, by spot (the moves tell what lies under the tops)."""
        layers = {spot: [colour] for spot, colour in enumerate(position.record.setup["tokens"], 1)}
        for move in position.moves:
            a, b = move.split(">")
            layers[int(b)] += layers.pop(int(a))
        return layers

    def out(self, position: Position) -> list[int]:
        """B9: those who could not move, in order; all but the winner, once nobody can."""
        if not position.over:
            return []
        step = int(position.setting["step"][0])
        blocked = position.record.setup["first"] + step * len(position.moves)
        return [(blocked + step * turn) % position.players for turn in range(position.players - 1)]

    def show(self, position: Position) -> dict[str, Any]:
        """Stacks and who is out."""
        stacks = {str(spot): colours for spot, colours in self.stacks(position).items()}
        return {"stacks": stacks, "out": self.out(position)}

    def effects(self, before: Position, move: str) -> dict[str, Any]:
        """B4: `why` the stacks could join; B9: who is `out` because of it, in order."""
        after = before.play(move)
        found = int(reasons(before.setting, before.state, before.notation.numbers[move]))
        return {"why": [name for bit, name in enumerate(REASONS) if found >> bit & 1], "out": self.out(after)}

    def known(self, record: Record, viewer: Viewer) -> Mapping[str, Any]:
        """Everything is open."""
        return {"tokens": record.setup["tokens"], "first": record.setup["first"]}

    def guess(self, position: Position) -> Mapping[str, Any]:
        """Nothing was hidden."""
        return position.record.setup

    def pack(self, record: Record, digits: Digits) -> None:
        """For links."""
        setup.pack(record, digits)

    def unpack(self, players: int, digits: Digits) -> tuple[dict[str, Any], dict[str, Any]]:
        """From links."""
        return setup.unpack(players, digits)


GAME = Babylone()
