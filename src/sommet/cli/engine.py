"""`sommet engine`: the line protocol, for programs."""

import argparse
from typing import Any

from .terminal.language import tell


def add_parser(subparsers: Any) -> None:
    """No options: requests come in by lines."""
    subparsers.add_parser("engine", help=tell("cli.help.engine"), description=tell("cli.help.engine"))


def run(args: argparse.Namespace) -> int:
    """Serve until end of file."""
    from ..engine import main

    return int(main())
