"""`python -m bench.capacity`: how large, what breaks first, what a lost server does, up to a million people online."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Sequence

import msgspec

from .costs import FILE, Costs, load, measure
from .model import Habits, Size, first_to_break, size
from .storm import Storm, simulate

PEOPLE = (1_000, 10_000, 100_000, 1_000_000)


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """In Markdown, as docs/hosting.md has it."""
    for row in (titles, ["---"] * len(titles), *rows):
        print("| " + " | ".join(row) + " |")
    print()


def _sized(found: Size) -> list[str]:
    texts = f"{found.people:,}|{found.games:,.0f}|{found.moves:,.0f}|{found.new_games:,.1f}|{found.cores:,.2f}"
    texts += f"|{found.processes:,}|{found.memory:,.1f}|{found.commits:,.0f}|{found.rows:,.0f}|{found.disk:,.0f}"
    return f"{texts}|{found.network:,.0f}".split("|")


def _stormed(storm: Storm) -> list[str]:
    texts = f"{storm.people:,}|{storm.processes:,}|{storm.lost:,}|{storm.back:.1f} s"
    return f"{texts}|{storm.usual:.0f} ms|{storm.worst:.0f} ms|{storm.calm:.1f} s".split("|")


def show(costs: Costs, habits: Habits, split: float) -> None:
    """The three tables."""
    sizes = [size(people, costs, habits, split=split) for people in PEOPLE]
    titles = "people online|games|moves/s|new games/s|cores|processes|memory GB|commits/s|rows/s|GB a month|Mbit/s"
    _table(titles.split("|"), [_sized(found) for found in sizes])
    broken = [(first_to_break(found, costs, 1), first_to_break(found, costs, found.processes)) for found in sizes]
    _table(
        ["people online", "one process: what breaks, the worst first", "as many processes as the processor needs"],
        [
            [f"{found.people:,}", ", ".join(alone) or "nothing", ", ".join(enough) or "nothing"]
            for found, (alone, enough) in zip(sizes, broken, strict=True)
        ],
    )
    storms = [simulate(found.people, max(2, found.processes), costs, habits) for found in sizes]
    titles = "people online|processes|sockets lost with one|99 % back after|p99 of a move before|after|calm after"
    _table(titles.split("|"), [_stormed(storm) for storm in storms])


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.capacity", description=__doc__)
    parser.add_argument("--measure", action="store_true", help="measure this machine anew (minutes, both cores)")
    parser.add_argument("--think", type=float, default=Habits().think, help="seconds a move, the median")
    parser.add_argument("--playing", type=float, default=Habits().playing, help="the part of those online in a game")
    parser.add_argument("--split", type=float, default=0.0, help="the part of games whose players are at two processes")
    args = parser.parse_args()
    if args.measure:
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(measure(platform.machine())), indent=1) + b"\n")
    show(load(), Habits(think=args.think, playing=args.playing), args.split)
    return 0


if __name__ == "__main__":
    sys.exit(main())
