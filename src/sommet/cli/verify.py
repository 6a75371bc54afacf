"""`sommet verify`: was a game dealt as its server committed to?"""

import argparse
import sys
from typing import Any

from .terminal.language import current, tell


def add_parser(subparsers: Any) -> None:
    """The file that the server gave after the game."""
    parser = subparsers.add_parser("verify", help=tell("verify.help.about"), description=tell("verify.help.about"))
    parser.add_argument("record", metavar="RECORD", help=tell("verify.help.record"))
    parser.add_argument("--commitment", metavar="HEX", help=tell("verify.help.commitment"))


def run(args: argparse.Namespace) -> int:
    """0: fair; 1: not; 2: cannot be read."""
    import json
    from pathlib import Path

    from ..server.tables.fair import Unfair, verify_file

    try:
        text = sys.stdin.read() if args.record == "-" else Path(args.record).read_text(encoding="utf-8")
        data = json.loads(text)
    except (OSError, ValueError) as error:
        print(tell("verify.unreadable", why=error), file=sys.stderr)
        return 2
    if isinstance(data, dict) and {"record", "fair"} <= data.keys():
        data = {"record": data["record"], "fair": data["fair"]}
    try:
        position = verify_file(data)
        published = data["fair"]["commitment"]
        if args.commitment is not None and args.commitment.lower() != published:
            raise Unfair("server.unfair.shown")
    except Unfair as unfair:
        print(tell("verify.unfair", why=unfair.say(current())), file=sys.stderr)
        return 1
    print(tell("verify.fair", game=position.game.name, commitment=published))
    return 0
