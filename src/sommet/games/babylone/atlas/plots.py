"""Pictures of who wins. Needs matplotlib (the extra ``sommet[plots]``), loaded only when a picture is drawn."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ....core.extras import optional_imports
from .laws import binary_ones
from .winners import Winners

FIRST, SECOND = "#e8dcc4", "#1f5f8b"
MAPS = (12, 16, 20, 21, 25, 26, 27, 28, 31, 32, 33, 34, 41, 42, 49, 50)


def need_matplotlib() -> None:
    """Say clearly when it is missing."""
    with optional_imports():
        import_module("matplotlib")


def _pyplot() -> Any:
    need_matplotlib()
    matplotlib: Any = import_module("matplotlib")  # by name: nothing here needs it to be installed
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
    return import_module("matplotlib.pyplot")


def _save(figure: Any, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=100, metadata={"Software": None})
    _pyplot().close(figure)
    return path


def three_colour_maps(winners: Sequence[Winners], path: Path) -> Path:
    """For several T a map of all three-colour sets: b across, c up, dark where the second player wins."""
    plot = _pyplot()
    by_tokens = {each.tokens: each for each in winners if each.colours >= 3}
    shown = [tokens for tokens in MAPS if tokens in by_tokens]
    rows = (len(shown) + 3) // 4
    figure, axes = plot.subplots(rows, 4, figsize=(9, 2.2 * rows), squeeze=False, layout="constrained")
    for axis in axes.flat[len(shown) :]:
        axis.axis("off")
    for axis, tokens in zip(axes.flat, shown, strict=False):
        width, height = tokens // 2, tokens // 3
        image = np.full((height, width, 3), 1.0)
        for each, second in by_tokens[tokens].second.items():
            if len(each) == 3:
                image[each[2] - 1, each[1] - 1] = _rgb(SECOND if second else FIRST)
        axis.imshow(image, origin="lower", extent=(0.5, width + 0.5, 0.5, height + 0.5), aspect="auto")
        axis.set_title(f"T = {tokens}", fontsize=9)
    figure.supxlabel("b, tokens of the second most frequent colour")
    figure.supylabel("c, tokens of the rarest colour")
    figure.suptitle("Three colours a ≥ b ≥ c: dark where the second player wins")
    return _save(figure, path)


def _rgb(colour: str) -> list[float]:
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def shares(winners: Sequence[Winners], path: Path) -> Path:
    """The share of all starting sets that the second player wins, by T."""
    plot = _pyplot()
    figure, axis = plot.subplots(figsize=(7.5, 3.4), layout="constrained")
    full = [each for each in winners if each.colours >= each.tokens]
    for parity, colour, name in ((1, "#b5651d", "odd T"), (0, SECOND, "even T")):
        some = [each for each in full if each.tokens % 2 == parity]
        axis.plot(
            [each.tokens for each in some],
            [100 * each.second_wins / len(each.second) for each in some],
            "o-",
            color=colour,
            markersize=4,
            label=f"all sets, {name}",
        )
    axis.set(xlabel="T, number of tokens", ylabel="won by the second player, %", ylim=(-3, 103))
    axis.legend(frameon=False)
    return _save(figure, path)


def thue_morse(winners: Sequence[Winners], path: Path) -> Path:
    """How far the winner of the all-different set, which follows the Thue–Morse sequence, reaches."""
    plot = _pyplot()
    full = [each for each in winners if each.colours >= each.tokens]
    last = max(each.tokens for each in full)
    agree = np.full((last, last), np.nan)
    strip = np.zeros((1, last, 3))
    for each in full:
        same: dict[int, list[bool]] = {}
        different = binary_ones(each.tokens // 2) % 2 == 0
        strip[0, each.tokens - 1] = _rgb(SECOND if different else FIRST)
        for one, second in each.second.items():
            same.setdefault(each.tokens - len(one), []).append(second == different)
        for more, found in same.items():
            agree[more, each.tokens - 1] = 100 * sum(found) / len(found)
    figure, (above, below) = plot.subplots(
        2, 1, figsize=(7.5, 5.2), sharex=True, layout="constrained", gridspec_kw={"height_ratios": [12, 1]}
    )
    extent = (0.5, last + 0.5, -0.5, last - 0.5)
    image = above.imshow(agree, origin="lower", extent=extent, aspect="auto", cmap="cividis", vmin=0, vmax=100)
    above.set(ylabel="tokens more than colours", title="Share of sets that have the winner of the all-different set, %")
    figure.colorbar(image, ax=above)
    below.imshow(strip, extent=(0.5, last + 0.5, 0, 1), aspect="auto")
    below.set(yticks=[], xlabel="T (dark below: the second player wins the all-different set; Thue–Morse)")
    return _save(figure, path)
