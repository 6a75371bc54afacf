"""`sommet replay FILE|LINK`: step through a game, through anybody's eyes."""

import argparse
from typing import Any

from .terminal.language import tell


def add_parser(subparsers: Any) -> None:
    """The game, and whose eyes."""
    parser = subparsers.add_parser("replay", help=tell("cli.help.replay"), description=tell("cli.help.replay"))
    parser.add_argument("source", metavar="FILE|LINK", help=tell("cli.help.source"))
    parser.add_argument("--viewer", metavar="0|1|…|spectator|all", help=tell("cli.help.replay_viewer"))
    parser.add_argument("--name", action="append", default=[], help=tell("cli.help.name"))


def run(args: argparse.Namespace) -> int:
    """Step by step on a terminal; all positions in a row elsewhere."""
    from ..core.files import read_all
    from .terminal.replaying import Replay

    games = list(read_all(args.source))
    if not games:
        from ..core.errors import BAD_REQUEST, SommetError

        raise SommetError(BAD_REQUEST, "error.file.empty")
    for position in games:
        Replay(position, args.viewer, args.name).run()
    return 0
