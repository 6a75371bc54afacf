"""`sommet rules GAME`: the rules, whole or by clause."""

import argparse
import os
from typing import Any

from .terminal.arguments import GAMES
from .terminal.language import current, tell


def add_parser(subparsers: Any) -> None:
    """The game and, perhaps, some clauses."""
    parser = subparsers.add_parser("rules", help=tell("cli.help.rules"), description=tell("cli.help.rules"))
    parser.add_argument("game", choices=GAMES, metavar=tell("cli.help.game"), help=", ".join(GAMES))
    parser.add_argument("clause", nargs="*", metavar=tell("cli.help.clause"), help=tell("cli.help.clauses"))


def run(args: argparse.Namespace) -> int:
    """Show them; through a pager when they are longer than the terminal is high."""
    from rich.markdown import Markdown

    from .terminal.pen import Pen
    from .terminal.rule_text import clauses, rules

    pen = Pen()
    text = Markdown(clauses(args.game, args.clause, current()) if args.clause else rules(args.game, current()))
    console = pen.console
    with console.capture() as capture:
        console.print(text)
    if console.is_terminal and not console.is_dumb_terminal and capture.get().count("\n") >= console.height:
        os.environ.setdefault("LESS", "-R")
        with console.pager(styles=console.color_system is not None):
            console.print(text)
    else:
        console.print(text)
    return 0
