"""A game's analysis line by line, in a form that can be stored and gone on with: what the server keeps.

A line is an object as JSON has it. Of every ply: `ply`, `to_move`, `values` (per seat the expected share of the win),
and `beliefs` where something is hidden. Where the mover's own knowledge is there: `best`, `exact`, `moves` (each with
value, visits and what the game's own analysis adds), `more`, `before`; and of a move that was made `played`, `after`,
`loss`, `name`. The last line's `values` are how the game ended, if it did.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from threading import Event
from typing import Any

from ..bots import Bot, beliefs
from ..core.match import shares, sides
from ..core.position import Position
from ..search.advice import Budget
from .analysis import MOST_TOLD, Step, name_of, think

FINE = 4  # digits
Line = dict[str, Any]


class Telling:
    """A position, or every position of the game that led to it. `lines`: those that were told before."""

    def __init__(
        self,
        position: Position,
        bot: Bot,
        budget: Budget | None = None,
        *,
        whole: bool = True,
        winners: Collection[int] | None = None,
        lines: Iterable[Line] = (),
    ) -> None:
        self._position, self._bot, self._budget = position, bot, budget
        self._first = 0 if whole else len(position.moves)
        self._winners = winners
        if winners is None and position.result is not None:
            self._winners = position.result.winners
        self._sides = sides(position.players, position.record.options)
        self._expected = [1 / len(self._sides)] * len(self._sides)
        self.lines: list[Line] = []
        for line in lines:
            self._add(line)

    @property
    def count(self) -> int:
        """How many lines there will be."""
        return len(self._position.moves) + 1 - self._first

    @property
    def done(self) -> bool:
        """Whether all are there."""
        return len(self.lines) == self.count

    def go_on(self, stop: Event | None = None, progress: Callable[[float], None] | None = None) -> Line | None:
        """The next line; None when it was stopped."""
        record, ply = self._position.record, self._first + len(self.lines)
        last = ply == len(record.moves)
        here = self._position if last else Position.of(self._position.game, record.with_moves(record.moves[:ply]))
        line: Line = {"ply": ply, "to_move": here.to_move}
        mover = self._side(here.to_move)
        if mover is not None and record.viewer in (None, here.to_move):
            move = None if last else record.moves[ply]
            step = think(here, move, self._bot, self._budget, stop=stop, progress=progress)
            if stop is not None and stop.is_set():
                return None
            line |= _told(step)
        line["values"] = self._values(mover, line.get("before"))
        if last and self._winners:
            line["values"] = shares(record.players, record.options, self._winners)
        believed = beliefs(here)
        if believed is not None:
            line["beliefs"] = believed
        self._add(line)
        return line

    def turning_points(self) -> list[Line]:
        """The moves that gave most away, the worst first."""
        worst = sorted((line for line in self.lines if line.get("name")), key=lambda line: (-line["loss"], line["ply"]))
        return [
            {
                "ply": line["ply"],
                "seat": line["to_move"],
                "move": line["played"],
                "better": line["best"],
                "loss": line["loss"],
                "name": line["name"],
            }
            for line in worst[:MOST_TOLD]
        ]

    def _side(self, seat: int | None) -> int | None:
        return None if seat is None else next(number for number, side in enumerate(self._sides) if seat in side)

    def _add(self, line: Line) -> None:
        self.lines.append(line)
        side = self._side(line["to_move"])
        if side is not None and "before" in line:
            after: float | None = line.get("after")
            self._expected[side] = line["before"] if after is None else after

    def _values(self, mover: int | None, before: float | None) -> list[float]:
        """The mover's is his own; the others have what is left, by what each of them expected after his last move."""
        expected = list(self._expected)
        if mover is not None and before is not None:
            rest = sum(expected) - expected[mover]
            for side in range(len(expected)):
                part = expected[side] / rest if rest else 1 / (len(expected) - 1)
                expected[side] = before if side == mover else (1 - before) * part
        else:
            whole = sum(expected)
            expected = [value / whole if whole else 1 / len(expected) for value in expected]
        return [round(expected[self._side(seat) or 0], FINE) for seat in range(self._position.players)]


def _told(step: Step) -> Line:
    """What was thought of a position."""
    line: Line = {"best": step.best, "exact": step.exact, "before": round(min(1.0, max(0.0, step.before)), FINE)}
    line["moves"] = [{**move.as_dict(), "value": round(move.value, FINE)} for move in step.moves]
    line["more"] = {key: value for key, value in step.more.items() if key != "beliefs"}  # everybody's are told
    if step.move is not None:
        loss = round(step.loss, FINE)
        line |= {"played": step.move, "after": round(step.after, FINE), "loss": loss, "name": name_of(loss) or None}
    return line
