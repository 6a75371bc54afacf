"""An analysis in print. A tool for research, in English; only why a move is better is said in the reader's language."""

from .game import Analysis
from .line import Line

BARS = "▁▂▃▄▅▆▇█"


def sparkline(values: list[float]) -> str:
    """A curve of one line, from 0 to 1."""
    return "".join(BARS[min(len(BARS) - 1, max(0, int(value * len(BARS))))] for value in values)


def text(analysis: Analysis, language: str = "en") -> str:
    """One line per move, one curve per seat, the turning points and why."""
    moves = analysis.position.moves
    bests = [line.best or "" for line in analysis.lines]
    widest = max(map(len, ("move", *moves, *bests)))
    lines = [f"{'':>4} seat  {'move':{widest}}  {'best':{widest}}  before  after   loss"]
    for line in analysis.lines:
        if line.ply < len(moves):
            lines.append(_row(line, moves[line.ply], widest))
    lines.append("")
    for seat in range(analysis.position.players):
        lines.append(f"seat {seat}  {sparkline([line.values[seat] for line in analysis.lines])}")
    return "\n".join([*lines, "", *_told(analysis, language)]) + "\n"


def _row(line: Line, move: str, widest: int) -> str:
    row = f"{line.ply + 1:>4} {line.to_move:>4}  {move:{widest}}"
    if line.before is None or line.after is None or line.loss is None:
        return row
    best = "" if line.best == move else line.best
    name = f"{line.name} (exact)" if line.exact and line.name else line.name or ""
    return f"{row}  {best:{widest}}  {line.before:>6.1%} {line.after:>6.1%} {line.loss:>6.1%}  {name}".rstrip()


def _told(analysis: Analysis, language: str) -> list[str]:
    points = []
    for point in analysis.turning_points():
        line = next(each for each in analysis.lines if each.ply == point.ply)
        article = "an" if point.name[0] in "aeiou" else "a"
        said = f"Move {point.ply + 1}, seat {point.seat}: {point.move} is {article} {point.name}"
        points.append(f"{said}, {point.better} was better ({line.before:.0%} → {line.after:.0%}).")
        points.append(f"  {point.better}: {analysis.why(line, language)}")
    told = ["Turning points:", *points] if points else ["No turning points: nobody gave much away."]
    result = analysis.position.result
    if result is not None and result.winners is not None:
        told.append(f"Won by seat {', '.join(map(str, result.winners))} ({result.reason}).")
    return told
