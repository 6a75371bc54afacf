"""Pictures with matplotlib (the extra ``sommet[plots]``), loaded only when one is drawn."""

from pathlib import Path
from typing import Any

from ..core.extras import optional_imports

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
