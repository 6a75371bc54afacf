"""Pictures. They need matplotlib (the extra ``sommet[plots]``), loaded only when one is drawn."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..core.extras import optional_imports
from .results import Results

BLUE, SAND, RED, GREEN = "#1f5f8b", "#c9a227", "#b23a48", "#4f7942"
SEATS = (BLUE, RED, SAND, GREEN, "#6b4c9a", "#4a4a4a")


def pyplot() -> Any:
    """Matplotlib without a window."""
    with optional_imports():
        import matplotlib
        from matplotlib import pyplot as plot
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
    return plot


def save(figure: Any, path: Path) -> None:
    """The same picture gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot().close(figure)


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
