"""An analysis as a picture: what each seat could expect at every ply, and the turning points."""

from pathlib import Path

from .game import Analysis
from .plots import SEATS, pyplot, save


def draw(analysis: Analysis, path: Path) -> None:
    """Every seat's curve over all plies; a mark and, off the curves, a label where the game turned."""
    figure, axes = pyplot().subplots(figsize=(7.6, 3.8), layout="constrained")
    plies = [line.ply for line in analysis.lines]
    for seat in range(analysis.position.players):
        values = [line.values[seat] for line in analysis.lines]
        axes.plot(plies, values, color=SEATS[seat % len(SEATS)], label=f"seat {seat}")
    for point in analysis.turning_points():
        line = next(each for each in analysis.lines if each.ply == point.ply)
        value, colour = line.values[point.seat], SEATS[point.seat % len(SEATS)]
        axes.plot([point.ply], [value], marker="o", markersize=5, color=colour)
        axes.annotate(
            point.move,
            (point.ply, value),
            xycoords="data",
            xytext=(point.ply, 1.06),
            ha="center",
            fontsize=8,
            color=colour,
            arrowprops={"arrowstyle": "-", "color": colour, "alpha": 0.4},
        )
    axes.set_ylim(-0.04, 1.12)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.set_xlabel("moves made")
    axes.set_ylabel("expected share of the win")
    axes.set_title(f"{analysis.position.game.name}, by what each mover knew ({analysis.bot.name})")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    save(figure, path)
