"""`sommet analyse FILE|LINK`: a whole game move by move, with a curve and its turning points.

In English, but for why a move was better: that is said in the language spoken now.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from ..drawing.progress import bar
from .terminal.arguments import whole


def add_parser(subparsers: Any) -> None:
    """The game, who judges it, and for how long."""
    about = "a whole game move by move: what each move was worth, and where it turned"
    parser = subparsers.add_parser("analyse", help=about, description=about)
    parser.add_argument("source", metavar="FILE|LINK", help="a record, a saved game or a link; - for standard input")
    parser.add_argument("--bot", default="master", metavar="NAME", help="who judges (usual: master)")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=float, metavar="S", help="for each move")
    budget.add_argument("--simulations", "--sims", type=whole(1), metavar="N", help="for each move; repeatable")
    parser.add_argument("--seed", type=whole(0), default=1, metavar="N", help="of the bot (usual: 1)")
    parser.add_argument("--png", type=Path, metavar="FILE", help="draw the curve (needs sommet[plots])")
    parser.add_argument("--json", action="store_true", help="print JSON, one line a game")


def run(args: argparse.Namespace) -> int:
    """Every game of the source."""
    from ..analysis import analyse
    from ..bots import bot
    from ..core.files import read_all
    from ..search.advice import Budget
    from .terminal.language import current

    if args.seconds is not None and not 0 < args.seconds <= 600:
        raise argparse.ArgumentError(None, "--seconds: more than 0, at most 600")
    games = list(read_all(args.source))
    for number, position in enumerate(games, 1):
        judge = bot(position.game.name, args.bot)
        spent = args.seconds is not None or args.simulations is not None
        budget = Budget(args.seconds, args.simulations) if spent else None
        with bar("moves") as show:
            found = analyse(position, judge, budget, args.seed, show)
        if args.json:
            print(json.dumps(found.as_dict(current())), flush=True)
        else:
            print(found.as_text(current()), end="" if number == len(games) else "\n", flush=True)
        if args.png:
            found.draw(args.png if len(games) == 1 else args.png.with_stem(f"{args.png.stem}-{number}"))
    return 0
