"""`sommet bot`: let an engine that speaks the line protocol play on a server."""

import argparse
import os
import sys
from typing import Any

from .terminal.language import tell


def add_parser(subparsers: Any) -> None:
    """Where, as whom, with which engine, at which tables."""
    parser = subparsers.add_parser("bot", help=tell("bot.help.about"), description=tell("bot.help.about"))
    parser.add_argument("--server", required=True, metavar="URL", help=tell("bot.help.server"))
    parser.add_argument("--token", metavar="TOKEN", help=tell("bot.help.token"))
    parser.add_argument("--engine", metavar="COMMAND", help=tell("bot.help.engine"))
    parser.add_argument("--seconds", type=float, default=1.0, help=tell("bot.help.seconds"))
    parser.add_argument("--simulations", type=int, help=tell("bot.help.simulations"))
    parser.add_argument("--table", action="append", default=[], metavar="ID[:INVITATION]", help=tell("bot.help.table"))
    parser.add_argument("--game", help=tell("bot.help.game"))
    parser.add_argument("--keep", metavar="FOLDER", help=tell("bot.help.keep"))
    parser.add_argument("--once", action="store_true", help=tell("bot.help.once"))


def run(args: argparse.Namespace) -> int:
    """Play until told to stop, or until these tables are over."""
    import asyncio
    from pathlib import Path

    from ..client.api import ApiError
    from ..client.bot import BotClient
    from ..core.folders import data_folder

    token = args.token or os.environ.get("SOMMET_TOKEN")
    if not token:
        print(tell("bot.no_token"), file=sys.stderr)
        return 2
    budget = {"simulations": args.simulations} if args.simulations else {"seconds": args.seconds}

    def told(key: str, **values: str) -> None:
        print(tell(key, **values), flush=True)

    keep = Path(args.keep) if args.keep else data_folder() / "deals"
    client = BotClient(args.server, token, args.engine, budget, told, keep)
    try:
        asyncio.run(client.play(args.table, args.game, args.once))
    except ApiError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(tell("bot.away", why=error), file=sys.stderr)
        return 1
    return 0
