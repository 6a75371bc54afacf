"""The curves of the other programs, from what they logged: python examples/curves.py docs/figures/learning/*.jsonl

Beside each log a picture of the same name is written. Needs sommet[plots].
"""

import argparse
import json
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib import pyplot

SHARE, EXPLOITED = "won_against_random", "exploitability"
LABELS = {SHARE: "wins against random moves", EXPLOITED: "exploitability", "games": "games played"}
BLUE = "#2a6f97"


def draw(lines: list[dict[str, Any]], file: Path) -> None:
    """One curve with its axes named."""
    what = SHARE if SHARE in lines[0] else EXPLOITED
    along = "games" if "games" in lines[0] else "iteration"
    shown = [line for line in lines if line[along] > 0]
    figure, axes = pyplot.subplots(figsize=(5, 2.6), layout="constrained")
    axes.plot([line[along] for line in shown], [line[what] for line in shown], color=BLUE, linewidth=1.6)
    axes.set_xlabel(LABELS.get(along, along))
    axes.set_ylabel(LABELS[what])
    axes.set_xscale("log")
    if what == SHARE:
        axes.set_ylim(min(0.5, *(line[what] for line in shown)), 1)
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, 0))
    else:
        axes.set_yscale("log")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, metadata={"Date": None})
    pyplot.close(figure)


def main() -> None:
    """A picture for each log."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+", type=Path)
    mpl.use("svg")
    mpl.rcParams |= {"svg.hashsalt": "sommet", "font.size": 9}
    for log in parser.parse_args().logs:
        lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        draw(lines, log.with_suffix(".svg"))


if __name__ == "__main__":
    main()
