"""`sommet bench`: one number for how all bots play. A tool for those who change them, in English only."""

import argparse
from typing import Any

from .terminal.arguments import GAMES, whole

EPILOG = """The number is the same interpreted and compiled, and on every machine. A commit that changes it says so, and
why; one that is not meant to change how bots play leaves it as it is."""


def add_parser(subparsers: Any) -> None:
    """Which game, how much of it."""
    about = "a number that changes when any bot's play changes"
    parser = subparsers.add_parser("bench", help=about, description=about, epilog=EPILOG)
    parser.add_argument("game", nargs="?", choices=GAMES, metavar="GAME", help="of one game only")
    parser.add_argument("--signature", action="store_true", required=True, help="of every bot, game, and all together")
    parser.add_argument("--simulations", type=whole(1), metavar="N", help="for each position (another number, then)")
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(args: argparse.Namespace) -> int:
    """Ask every bot, print."""
    import json

    from ..arena.signature import SIMULATIONS, signature

    found = signature([args.game] if args.game else [], args.simulations or SIMULATIONS)
    if args.json:
        print(json.dumps({"signature": found.whole, "games": found.games, "bots": found.bots}))
        return 0
    for game, each in found.bots.items():
        print(f"{game:24}{found.games[game]:>12}")
        for name, number in each.items():
            print(f"  {name:22}{number:>12}")
    print(f"{'signature':24}{found.whole:>12}")
    return 0
