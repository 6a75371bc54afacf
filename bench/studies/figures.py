"""The pictures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from sommet.analysis.plots import BLUE, RED, SAND, SEATS, pyplot, save
from sommet.arena.playing import Played

from .measures import PARTS, Share, foreseen, lead

MOST_LEAD = 8


def draw_turns(found: Mapping[str, Sequence[Share]], path: Path) -> None:
    """What each turn won, less an even share."""
    plot = pyplot()
    figure, axes = plot.subplots(figsize=(7.0, 3.4), layout="constrained")
    for place, shares in enumerate(found.values()):
        for turn, share in enumerate(shares):
            even, at = 1 / len(shares), place + 0.16 * (turn - (len(shares) - 1) / 2)
            down, up = share.won - share.low, share.high - share.won
            axes.errorbar(
                at, 100 * (share.won - even), yerr=[[100 * down], [100 * up]], fmt="o", color=SEATS[turn], capsize=3
            )
    for turn, name in enumerate(("moves first", "second", "third", "fourth")):
        axes.plot([], [], "o", color=SEATS[turn], label=name)
    axes.axhline(0, color=SAND, linewidth=1)
    axes.set_xticks(range(len(found)), list(found))
    axes.set_ylabel("won, points above an even share")
    axes.grid(axis="y", alpha=0.3)
    axes.legend(frameon=False, ncols=4, loc="upper right")
    save(figure, path)


def draw_leads(games: Sequence[Played], path: Path) -> None:
    """Kabaleo for two: locations of whoever began less those of the other."""
    plot = pyplot()
    counts = Counter(max(-MOST_LEAD, min(MOST_LEAD, lead(game))) for game in games)
    figure, axes = plot.subplots(figsize=(6.4, 3.0), layout="constrained")
    places = range(-MOST_LEAD, MOST_LEAD + 1)
    colours = [BLUE if place > 0 else RED if place < 0 else SAND for place in places]
    axes.bar(places, [100 * counts[place] / len(games) for place in places], color=colours)
    axes.set_xticks(places)
    axes.set_xlabel("locations: whoever began, less the other")
    axes.set_ylabel("% of the games")
    save(figure, path)


def draw_fair(found: Mapping[str, Share], path: Path) -> None:
    """What whoever begins wins, by what was agreed."""
    plot = pyplot()
    figure, axes = plot.subplots(figsize=(6.4, 2.6), layout="constrained")
    for place, share in enumerate(found.values()):
        error = [[100 * (share.won - share.low)], [100 * (share.high - share.won)]]
        axes.errorbar(100 * share.won, place, xerr=error, fmt="o", color=BLUE, capsize=3)
    axes.axvline(50, color=SAND, linewidth=1)
    axes.set_yticks(range(len(found)), list(found))
    axes.invert_yaxis()
    axes.set_xlabel("won by whoever begins, %")
    axes.grid(axis="x", alpha=0.3)
    save(figure, path)


def draw_foreseen(found: Mapping[str, Sequence[Played]], path: Path) -> None:
    """How early it can be told who wins."""
    plot = pyplot()
    figure, axes = plot.subplots(figsize=(6.4, 3.2), layout="constrained")
    for place, (name, games) in enumerate(found.items()):
        values = 100 * foreseen(games)
        axes.plot([(part + 0.5) * 100 / PARTS for part in range(PARTS)], values, "o-", color=SEATS[place], label=name)
    axes.set_ylim(45, 101)
    axes.set_xlabel("% of the moves played")
    axes.set_ylabel("% in which the favourite won")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="lower right")
    save(figure, path)
