"""`sommet verify`: was a game dealt fairly?"""

import argparse
import sys
from typing import Any

from .terminal.language import current, sentence, tell

STATUS = {"fair": 0, "not_fair": 1, "cannot_be_checked": 2}
MARKS = {"same": "✓", "differs": "✗", "not_compared": "–"}


def add_parser(subparsers: Any) -> None:
    """The file that the server gave after the game, and what the player kept."""
    about = tell("verify.help.about")
    parser = subparsers.add_parser("verify", help=about, description=about, epilog=tell("verify.help.status"))
    parser.add_argument("record", metavar="GAME", help=tell("verify.help.record"))
    parser.add_argument("--mine", metavar="FILE", help=tell("verify.help.mine"))
    parser.add_argument("--commitment", metavar="HEX", help=tell("verify.help.commitment"))
    parser.add_argument("--json", action="store_true", help=tell("verify.help.json"))


def run(args: argparse.Namespace) -> int:
    """0: fair; 1: not fair; 2: it cannot be checked, or not even be read."""
    import json
    from pathlib import Path

    import msgspec

    from ..core.errors import SommetError
    from ..server.tables.proof import judge, notes
    from ..server.tables.proof import sentence as said
    from ..server.wire.fair import Kept

    try:
        text = sys.stdin.read() if args.record == "-" else Path(args.record).read_text(encoding="utf-8")
        data = json.loads(text)
        mine = None if args.mine is None else msgspec.json.decode(Path(args.mine).read_bytes(), type=Kept)
        verdict = judge(data, mine, args.commitment)
    except SommetError as error:
        print(tell("verify.unreadable", why=sentence(error)), file=sys.stderr)
        return 2
    except (OSError, ValueError, RecursionError, msgspec.DecodeError) as error:
        print(tell("verify.unreadable", why=error), file=sys.stderr)
        return 2
    if args.json:
        print(msgspec.json.encode(verdict).decode())
        return STATUS[verdict.outcome]
    print(tell(f"fair.outcome.{verdict.outcome}"))
    for check in verdict.checks:
        print(f" {MARKS[check.found]} {said(check, current())}")
    for note in notes(verdict, current()):
        print(f" · {note}")
    return STATUS[verdict.outcome]
