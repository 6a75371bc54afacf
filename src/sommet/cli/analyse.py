"""`sommet analyse FILE|FOLDER|LINK`: whole games move by move, with a curve and their turning points.

In English, but for why a move was better: that is said in the language spoken now.
"""

import argparse
import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..drawing.progress import bar
from .terminal.arguments import add_cluster, whole

if TYPE_CHECKING:
    from ..analysis import Analysis
    from ..core.position import Position


def add_parser(subparsers: Any) -> None:
    """The game, who judges it, and for how long."""
    about = "a whole game move by move: what each move was worth, and where it turned"
    parser = subparsers.add_parser("analyse", help=about, description=about)
    parser.add_argument(
        "source",
        metavar="FILE|FOLDER|LINK",
        help="a record, saved games, a folder of them or a link; - for standard input",
    )
    parser.add_argument("--bot", default="master", metavar="NAME", help="who judges (usual: master)")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=float, metavar="S", help="for each move")
    budget.add_argument("--simulations", "--sims", type=whole(1), metavar="N", help="for each move; repeatable")
    parser.add_argument("--seed", type=whole(0), default=1, metavar="N", help="of the bot (usual: 1)")
    parser.add_argument("--png", type=Path, metavar="FILE", help="draw the curve (needs sommet[plots])")
    parser.add_argument("--json", action="store_true", help="print JSON, one line a game")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="write JSON here, a file a game; what is there is not done again"
    )
    add_cluster(parser)


def run(args: argparse.Namespace) -> int:
    """Every game of the source."""
    from ..analysis import analyse
    from ..analysis.many import How, Kept, analyse_on
    from ..cluster import Cluster
    from ..search.advice import Budget
    from .terminal.language import current

    if args.seconds is not None and not 0 < args.seconds <= 600:
        raise argparse.ArgumentError(None, "--seconds: more than 0, at most 600")
    spent = args.seconds is not None or args.simulations is not None
    how = How(args.bot, Budget(args.seconds, args.simulations) if spent else None, args.seed)
    every = _games(args.source)
    kept = None if args.out is None else Kept(args.out, how)
    games = [(name, each) for name, each in every if kept is None or not kept.has(name, each)]
    waiting: dict[int, Analysis] = {}  # a cluster may finish a later one first
    printed = 0

    def keep(number: int, found: "Analysis") -> None:
        nonlocal printed
        if kept is not None:
            kept.add(games[number][0], found, current())
            printed += 1
        else:
            waiting[number] = found
            while printed in waiting:
                _print(args, waiting.pop(printed), printed, len(games))
                printed += 1

    if args.cluster is None:
        for number, (_, position) in enumerate(games):
            with bar("moves") as show:
                found = analyse(position, how.bot, how.budget, how.seed, show)
            keep(number, found)
    else:
        watched = nullcontext(None) if kept is None else bar("games", len(games))  # nothing is printed meanwhile
        with Cluster(args.cluster) as cluster, watched as shown:

            def kept_one(number: int, found: "Analysis") -> None:
                keep(number, found)
                if shown is not None:
                    shown(printed)

            analyse_on(cluster, [each for _, each in games], how, kept_one)
    if kept is not None:
        print(f"{len(games)} analysed now; {len(every)} in {args.out}")
    return 0


def _games(source: str) -> "list[tuple[str, Position]]":
    from ..analysis.many import games_in
    from ..core.files import read_all

    if Path(source).is_dir():
        return list(games_in(Path(source)))
    return [(f"game-{number}", position) for number, position in enumerate(read_all(source), 1)]


def _print(args: argparse.Namespace, found: "Analysis", number: int, count: int) -> None:
    from .terminal.language import current

    if args.json:
        print(json.dumps(found.as_dict(current())), flush=True)
    else:
        print(found.as_text(current()), end="" if number == count - 1 else "\n", flush=True)
    if args.png:
        found.draw(args.png if count == 1 else args.png.with_stem(f"{args.png.stem}-{number + 1}"))
