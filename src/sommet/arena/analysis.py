"""A whole game, move by move: what each move was worth to its mover, from what he knew when he made it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

from ..bots import Bot, explain, reasons
from ..core.match import shares
from ..core.position import Position, View
from ..search.advice import Advice, Budget, MoveValue
from . import plots
from .schedule import number_of

BARS = "▁▂▃▄▅▆▇█"
NAMES = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
MOST_TOLD = 5
FEW = 20.0  # visits: what was seldom tried is mixed with so many of the average


@dataclass(frozen=True)
class Step:
    """A position and the move made there. Values are the mover's share of the win: before with the best move, after
    with his own. All of it follows from what the mover knew."""

    ply: int
    seat: int
    move: str | None  # None: nobody has moved yet
    best: str
    before: float
    after: float
    exact: bool
    more: dict[str, Any] = field(default_factory=dict)  # what the game's own analysis adds
    moves: tuple[MoveValue, ...] = ()  # every legal move, the best first

    @property
    def loss(self) -> float:
        """What the move gave away."""
        return max(0.0, self.before - self.after)

    @property
    def name(self) -> str:
        """What a teacher would call it; empty where nothing is to be said."""
        return name_of(self.loss)

    def as_dict(self) -> dict[str, Any]:
        """For programs; without the moves that were not made."""
        told = {key: value for key, value in vars(self).items() if key != "moves"}
        return {**told, "loss": self.loss, "name": self.name or None}


def name_of(loss: float) -> str:
    """What a teacher calls a move that gives so much away; empty where nothing is to be said."""
    return next((name for least, name in NAMES if loss >= least), "")


def value_of(advice: Advice, move: str) -> float:
    """What the advice gives this move."""
    found = next(each for each in advice.moves if each.move == move)
    if advice.exact or all(each.visits <= 1 for each in advice.moves):  # each was valued, none was searched
        return found.value
    visits = sum(each.visits for each in advice.moves)
    average = sum(each.visits * each.value for each in advice.moves) / visits
    return (found.visits * found.value + FEW * average) / (found.visits + FEW)


@dataclass(frozen=True)
class Analysis:
    """All moves of a game, and its end where there is one."""

    position: Position
    bot: str
    steps: tuple[Step, ...]

    @property
    def turning_points(self) -> list[Step]:
        """The moves that gave most away, the worst first; at most five."""
        worst = sorted((step for step in self.steps if step.name), key=lambda step: (-step.loss, step.ply))
        return worst[:MOST_TOLD]

    def curve(self, seat: int) -> list[float]:
        """What the seat expected after each of its moves; at the end what it got."""
        values = [step.after for step in self.steps if step.seat == seat]
        result = self.position.result
        if result is not None and result.winners is not None:
            values.append(shares(self.position.players, self.position.record.options, result.winners)[seat])
        return values

    def why(self, step: Step, language: str) -> str:
        """Why the step's best move, for people."""
        record = self.position.record
        here = Position.of(self.position.game, record.with_moves(record.moves[: step.ply]))
        return reasons(_view(here, step.seat), Advice(step.moves, step.exact, more=step.more), language)

    def as_dict(self, language: str = "en") -> dict[str, Any]:
        """For programs."""
        result = self.position.result
        return {
            "game": self.position.game.name,
            "bot": self.bot,
            "moves": [{**step.as_dict(), "why": self.why(step, language)} for step in self.steps],
            "turning_points": [step.ply for step in self.turning_points],
            "result": None if result is None else result.as_dict(),
        }

    def as_text(self, language: str = "en") -> str:
        """For people: a line a move, a curve a seat, the turning points and, in their language, why."""
        widest = max([4, *(max(len(step.move or ""), len(step.best)) for step in self.steps)])
        lines = [f"{'':>4} seat  {'move':{widest}}  {'best':{widest}}  before  after   loss"]
        for step in self.steps:
            best = "" if step.best == step.move else step.best
            name = f"{step.name} (exact)" if step.exact and step.name else step.name
            lines.append(
                f"{step.ply + 1:>4} {step.seat:>4}  {step.move:{widest}}  {best:{widest}}  {step.before:>6.1%} "
                f"{step.after:>6.1%} {step.loss:>6.1%}  {name}".rstrip()
            )
        lines.append("")
        for seat in range(self.position.players):
            lines.append(f"seat {seat}  {sparkline(self.curve(seat))}")
        lines += ["", *self._told(language)]
        return "\n".join(lines) + "\n"

    def _told(self, language: str) -> list[str]:
        points = []
        for step in self.turning_points:
            name = f"Move {step.ply + 1}, seat {step.seat}: {step.move} is a {step.name}".replace(" a in", " an in")
            points.append(f"{name}, {step.best} was better ({step.before:.0%} → {step.after:.0%}).")
            points.append(f"  {step.best}: {self.why(step, language)}")
        told = ["Turning points:", *points] if points else ["No turning points: nobody gave much away."]
        result = self.position.result
        if result is not None and result.winners is not None:
            told.append(f"Won by seat {', '.join(map(str, result.winners))} ({result.reason}).")
        return told

    def draw(self, path: Path) -> None:
        """The same as a picture."""
        plot = plots.pyplot()
        figure, axes = plot.subplots(figsize=(7.6, 3.8), layout="constrained")
        for seat in range(self.position.players):
            own = [step for step in self.steps if step.seat == seat]
            colour = plots.SEATS[seat % len(plots.SEATS)]
            places = [step.ply + 1 for step in own]
            values = self.curve(seat)
            places += [len(self.steps) + 1] * (len(values) - len(places))
            axes.plot(places, values, marker="o", markersize=3, color=colour, label=f"seat {seat}")
        for step in self.turning_points:
            axes.annotate(
                f"{step.move}",
                (step.ply + 1, step.after),
                textcoords="offset points",
                xytext=(0, -14 if step.after > 0.2 else 8),
                ha="center",
                fontsize=8,
                color=plots.SEATS[step.seat % len(plots.SEATS)],
            )
        axes.set_ylim(-0.04, 1.04)
        axes.set_xlabel("move")
        axes.set_ylabel("expected share of the win")
        axes.set_title(f"{self.position.game.name}, by what each mover knew ({self.bot})")
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
        plots.save(figure, path)


def sparkline(values: list[float]) -> str:
    """A curve of one line, from 0 to 1."""
    return "".join(BARS[min(len(BARS) - 1, max(0, int(value * len(BARS))))] for value in values)


def _view(position: Position, seat: int) -> View:
    """The mover's, also of a position that is only his knowledge."""
    return position.view(seat) if position.record.viewer is None else View(position, seat)


def think(
    position: Position,
    move: str | None,
    bot: Bot,
    budget: Budget | None = None,
    seed: int = 1,
    stop: Event | None = None,
    progress: Callable[[float], None] | None = None,
) -> Step:
    """Think about one position, and about the move made there. The bot is given the mover's view, and nothing else."""
    seat, ply = position.to_move, len(position.moves)
    assert seat is not None
    view = _view(position, seat)
    advice = explain(view, bot.think(view, budget, number_of(seed, ply), stop, progress))
    best = advice.moves[0]
    own = best if move is None else next(each for each in advice.moves if each.move == move)
    before, after = value_of(advice, best.move), value_of(advice, own.move)
    more = {**advice.more, **own.more}
    return Step(ply, seat, move, best.move, max(before, after), after, advice.exact, more, advice.moves)


def analyse(
    position: Position,
    bot: Bot,
    budget: Budget | None = None,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Think about every move of a game."""
    moves = position.moves
    here = Position.of(position.game, position.record.with_moves(())) if moves else position
    steps = []
    for ply, move in enumerate(moves):
        steps.append(think(here, move, bot, budget, seed))
        here = here.play(move)
        if progress:
            progress(ply + 1, len(moves))
    return Analysis(position, bot.name, tuple(steps))
