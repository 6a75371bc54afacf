"""A position, or every position of the game that led to it, thought about one after another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

from msgspec import to_builtins

from ..bots import LEVELS, Bot, beliefs, explain, reasons
from ..bots import bot as bot_named
from ..core.bits import stream_word
from ..core.errors import BAD_REQUEST, SommetError, bad_argument
from ..core.match import shares
from ..core.position import Position, View
from ..core.record import SPECTATOR
from ..search.advice import Advice, Budget, MoveValue
from .knowing import at, complete, movers_view, public
from .line import Line, TurningPoint, name_of

FINE = 4  # digits
FEW = 20.0  # visits: what was seldom tried is mixed with the average, as if that had this many
MOST_TOLD = 5


def value_of(advice: Advice, move: str) -> float | None:
    """What the advice gives this move: a move that was never tried gets the average; None where nothing was valued."""
    found = next(each for each in advice.moves if each.move == move)
    visits = sum(each.visits for each in advice.moves)
    searched = any(each.visits > 1 for each in advice.moves) or (found.value is None and visits > 0)
    if advice.exact or not searched:  # what was valued without a search is taken at its word
        return found.value
    average = sum(each.visits * (each.value or 0.0) for each in advice.moves) / visits
    return (found.visits * (found.value or 0.0) + FEW * average) / (found.visits + FEW)


def seed_at(seed: int, ply: int) -> int:
    """32 bits for what is thought about the position after so many moves."""
    return int(stream_word(seed, ply)) & 0xFFFFFFFF


class Analysis:
    """The lines of an analysis so far. `lines`: those that were made before, to resume it.

    The bot is given each mover's view and nothing else. Where a knowledge record does not tell what a mover knew, the
    line says only what follows from the others. `winners`: how the game ended, where the rules alone do not say.
    `unplayed`: as many of the first moves nobody made; there is no line before them.
    """

    def __init__(
        self,
        position: Position,
        bot: Bot,
        budget: Budget | None = None,
        seed: int = 1,
        *,
        whole: bool = True,
        winners: Collection[int] | None = None,
        lines: Iterable[Line] = (),
        unplayed: int = 0,
    ) -> None:
        self.position, self.bot, self._seed = complete(position), bot, seed
        self._budget = replace(budget or bot.budget, whole=True)
        self._unplayed = min(unplayed, len(position.moves))
        self._first = self._unplayed if whole else len(position.moves)
        self._public = public(self.position)
        self._winners = winners
        if winners is None and position.result is not None:
            self._winners = position.result.winners
        self._sides = position.sides
        self._expected = [1 / len(self._sides)] * len(self._sides)
        self.lines: list[Line] = []
        for line in lines:
            self._add(line)

    @property
    def possible(self) -> bool:
        """Whether the record tells what any mover knew; a spectator's does not in a game with secrets."""
        return self._public or self.position.record.viewer != SPECTATOR

    @property
    def count(self) -> int:
        """How many lines there will be."""
        return len(self.position.moves) + 1 - self._first

    @property
    def done(self) -> bool:
        """Whether all are there."""
        return len(self.lines) == self.count

    def next_line(self, stop: Event | None = None, progress: Callable[[float], None] | None = None) -> Line | None:
        """Think about the next position; None when it was stopped."""
        ply = self._first + len(self.lines)
        moves = self.position.moves
        here = self.position if ply == len(moves) else at(self.position, ply)
        thought: dict[str, Any] = {}
        view = movers_view(here, self._public, self._unplayed)
        if view is not None:
            advice = explain(view, self.bot.think(view, self._budget, seed_at(self._seed, ply), stop, progress))
            if stop is not None and stop.is_set():
                return None
            thought = _thought(advice, moves[ply] if ply < len(moves) else None)
        values = self._values(self._side(here.to_move), thought.get("before"))
        if ply == len(moves) and self._winners:
            values = shares(self._sides, self._winners)
        believed = beliefs(here, self._unplayed)
        line = Line(ply=ply, to_move=here.to_move, values=values, beliefs=believed, **thought)
        self._add(line)
        return line

    def turning_points(self) -> list[TurningPoint]:
        """The moves that gave most away, the worst first; at most five."""
        found = []
        for line in self.lines:
            if line.name and line.loss is not None and line.to_move is not None and line.played and line.best:
                found.append(TurningPoint(line.ply, line.to_move, line.played, line.best, line.loss, line.name))
        return sorted(found, key=lambda point: (-point.loss, point.ply))[:MOST_TOLD]

    def why(self, line: Line, language: str = "en") -> str | None:
        """Why the line's best move, for people; None where nothing was advised."""
        advice = line.advice()
        view = None if advice is None else self._view(line.ply)
        return None if view is None or advice is None else reasons(view, advice, language)

    def _view(self, ply: int) -> View | None:
        return movers_view(at(self.position, ply), self._public, self._unplayed)

    def as_dict(self, language: str = "en") -> dict[str, Any]:
        """For programs: the lines and turning points as the server sends them, each line with why its best move."""
        result = self.position.result
        return {
            "game": self.position.game.name,
            "bot": self.bot.name,
            "results": [{**line.as_dict(), "why": self.why(line, language)} for line in self.lines],
            "turning_points": to_builtins(self.turning_points()),
            "result": None if result is None else result.as_dict(),
        }

    def as_text(self, language: str = "en") -> str:
        """For people: one line per move, one curve per seat, the turning points and, in their language, why."""
        from .text import text

        return text(self, language)

    def draw(self, path: Path) -> None:
        """The same as a picture."""
        from .picture import draw

        draw(self, path)

    def _side(self, seat: int | None) -> int | None:
        return None if seat is None else next(number for number, side in enumerate(self._sides) if seat in side)

    def _add(self, line: Line) -> None:
        self.lines.append(line)
        side = self._side(line.to_move)
        if side is not None and line.before is not None:
            self._expected[side] = line.before if line.after is None else line.after

    def _values(self, mover: int | None, before: float | None) -> list[float]:
        """The mover's is their own; the others have what is left, by what each expected after their last move."""
        expected = list(self._expected)
        if mover is not None and before is not None:
            rest = sum(expected) - expected[mover]
            for side in range(len(expected)):
                part = expected[side] / rest if rest else 1 / (len(expected) - 1)
                expected[side] = before if side == mover else (1 - before) * part
        else:
            whole = sum(expected)
            expected = [value / whole if whole else 1 / len(expected) for value in expected]
        return [round(expected[self._side(seat) or 0], FINE) for seat in range(self.position.players)]


def _thought(advice: Advice, played: str | None) -> dict[str, Any]:
    """What the bot thought of a position, and of the move made there; as a `Line` has it."""
    best = advice.moves[0]
    own = best if played is None else next(each for each in advice.moves if each.move == played)
    more = {**advice.more, **own.more}
    thought: dict[str, Any] = {
        "best": best.move,
        "exact": advice.exact,
        "moves": [_rounded(move).as_dict() for move in advice.moves],
        "more": {key: value for key, value in more.items() if key != "beliefs"},  # everybody's are told
    }
    if played is not None:
        thought["played"] = played
    first, after = value_of(advice, best.move), value_of(advice, own.move)
    if first is not None and after is not None:
        before = max(first, after)
        thought["before"] = round(min(1.0, max(0.0, before)), FINE)
        if played is not None:
            loss = round(max(0.0, before - after), FINE)
            thought |= {"after": round(after, FINE), "loss": loss, "name": name_of(loss) or None}
    return thought


def _rounded(move: MoveValue) -> MoveValue:
    return move if move.value is None else replace(move, value=round(move.value, FINE))


def analyse(
    position: Position,
    bot: Bot | str = LEVELS[-1],
    budget: Budget | None = None,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Think about every position of a game, with a bot or the one of that name.

    SommetError for a record that tells what no mover knew.
    """
    if not isinstance(position, Position):
        raise bad_argument("position", position)
    judge = bot if isinstance(bot, Bot) else bot_named(position.game.name, bot)
    found = Analysis(position, judge, budget, seed)
    if not found.possible:
        raise SommetError(BAD_REQUEST, "analysis.error.no_mover")
    while not found.done:
        found.next_line()
        if progress is not None:
            progress(len(found.lines), found.count)
    return found
