"""`sommet export`: games from files and links as one Parquet file."""

import argparse
from typing import Any

from .terminal.language import tell


def add_parser(subparsers: Any) -> None:
    """Where from, where to."""
    about = tell("dataset.help.export")
    parser = subparsers.add_parser("export", help=about, description=about)
    parser.add_argument("source", nargs="*", default=["-"], metavar="FILE|LINK", help=tell("cli.help.sources"))
    parser.add_argument("--out", required=True, metavar="FILE", help=tell("dataset.help.file"))


def run(args: argparse.Namespace) -> int:
    """Read them all, then write."""
    from itertools import chain

    from ..core.files import read_all
    from ..research.dataset import write_games

    count = write_games(chain.from_iterable(map(read_all, args.source)), args.out)
    print(tell("dataset.said.written", count=count, path=args.out))
    return 0
