"""`sommet dataset`: games that a level plays against itself, as Parquet; and back into records."""

import argparse
import sys
from typing import Any

from .terminal.arguments import GAMES, Parser, add_cluster, whole
from .terminal.game_options import add_game_options, game_options
from .terminal.language import tell

INTERRUPTED = 130


def add_parser(subparsers: Any) -> None:
    """Making and reading."""
    about = tell("dataset.help.about")
    parser = subparsers.add_parser("dataset", help=about, description=about)
    tasks = parser.add_subparsers(
        dest="task", metavar=tell("admin.help.task"), title=tell("admin.help.tasks"), parser_class=Parser, required=True
    )
    make = tasks.add_parser(
        "make",
        help=tell("dataset.help.make"),
        description=tell("dataset.help.make"),
        epilog=tell("dataset.help.resumes"),
    )
    make.add_argument("game", choices=GAMES, metavar=tell("cli.help.game"), help=", ".join(GAMES))
    make.add_argument("--out", required=True, metavar="DIR", help=tell("dataset.help.out"))
    make.add_argument("--level", default="easy", metavar="BOT", help=tell("dataset.help.level"))
    make.add_argument("--games", type=whole(1), default=100, metavar="N", help=tell("dataset.help.games"))
    make.add_argument("--simulations", type=whole(1), metavar="N", help=tell("dataset.help.simulations"))
    make.add_argument("--beliefs", action="store_true", help=tell("dataset.help.beliefs"))
    add_cluster(make)
    add_game_options(make)
    read = tasks.add_parser("read", help=tell("dataset.help.read"), description=tell("dataset.help.read"))
    read.add_argument("path", metavar="FILE|DIR", help=tell("dataset.help.path"))


def run(args: argparse.Namespace) -> int:
    """Do it."""
    return _make(args) if args.task == "make" else _read(args)


def _make(args: argparse.Namespace) -> int:
    from contextlib import ExitStack
    from pathlib import Path

    from ..cluster import Cluster
    from ..research.selfplay import Plan, make

    options, choices = game_options(args, args.game)
    if args.first is not None:
        choices = {**choices, "first": args.first}
    plan = Plan(
        args.game,
        args.level,
        args.games,
        args.players or 2,
        args.seed or 0,
        args.simulations,
        args.beliefs,
        {**options, **choices},
    )

    def progress(done: int) -> None:
        print(f"\r{done}/{plan.games}", end="", file=sys.stderr, flush=True)

    played = None
    try:
        with ExitStack() as entered:
            cluster = None if args.cluster is None else entered.enter_context(Cluster(args.cluster))
            played = make(plan, Path(args.out), progress if sys.stderr.isatty() else lambda done: None, cluster)
    except KeyboardInterrupt:
        pass
    finally:
        if sys.stderr.isatty():
            print(file=sys.stderr)
    if played is None:
        print(tell("dataset.said.stopped", path=args.out), file=sys.stderr)
        return INTERRUPTED
    print(tell("dataset.said.made", count=played, total=plan.games, path=args.out))
    return 0


def _read(args: argparse.Namespace) -> int:
    import json

    from ..research.dataset import read

    for played in read(args.path):
        print(json.dumps(played.position.record.as_dict()), flush=True)
    return 0
