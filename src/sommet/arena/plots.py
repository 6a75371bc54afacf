"""Pictures of ratings and of beliefs."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..analysis.plots import BLUE, SAND, SEATS, pyplot, save
from .results import Results


def ratings(results: Results, path: Path, title: str) -> None:
    """Every bot's Elo with its interval."""
    plot = pyplot()
    rows = results.rows[::-1]
    figure, axes = plot.subplots(figsize=(6.4, 1.2 + 0.35 * len(rows)), layout="constrained")
    axes.errorbar(
        [row.elo for row in rows],
        range(len(rows)),
        xerr=[row.elo_margin for row in rows],
        fmt="o",
        color=BLUE,
        ecolor=SAND,
        capsize=3,
    )
    axes.set_yticks(range(len(rows)), [row.bot for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_xlabel("Elo, 95 % intervals; the average is 0")
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    save(figure, path)


def reliability(curves: Mapping[str, Sequence[tuple[float, float, float, float]]], path: Path, title: str) -> None:
    """Told against got, with how far its interval reaches down and up; the diagonal is the truth."""
    plot = pyplot()
    figure, axes = plot.subplots(figsize=(5.2, 5.0), layout="constrained")
    axes.plot([0, 1], [0, 1], color=SAND, linewidth=1)
    for place, (name, points) in enumerate(curves.items()):
        told, got, down, up = ([point[part] for point in points] for part in range(4))
        colour = SEATS[place % len(SEATS)]
        axes.errorbar(told, got, yerr=[down, up], marker="o", markersize=4, capsize=3, color=colour, label=name)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel("told")
    axes.set_ylabel("got, 95 % intervals")
    axes.set_title(title)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    save(figure, path)


def lines(curves: Mapping[str, Sequence[float]], path: Path, title: str, labels: Mapping[str, str]) -> None:
    """Curves over the moves (or quarters) of a game, from 0 to 1. `labels`: x, y."""
    plot = pyplot()
    figure, axes = plot.subplots(figsize=(6.8, 3.6), layout="constrained")
    for place, (name, values) in enumerate(curves.items()):
        places = range(1, len(values) + 1)
        axes.plot(places, values, marker="o", markersize=3, color=SEATS[place % len(SEATS)], label=name)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel(labels["x"])
    axes.set_ylabel(labels["y"])
    axes.set_title(title)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    save(figure, path)
