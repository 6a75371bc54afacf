"""`sommet rules GAME`: the rules, whole or by clause."""

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .terminal.arguments import GAMES
from .terminal.language import current, game_name, tell

if TYPE_CHECKING:
    from .terminal.pen import TerminalPen


def add_parser(subparsers: Any) -> None:
    """The game and, perhaps, some clauses."""
    parser = subparsers.add_parser("rules", help=tell("cli.help.rules"), description=tell("cli.help.rules"))
    parser.add_argument("game", choices=GAMES, metavar=tell("cli.help.game"), help=", ".join(GAMES))
    parser.add_argument("clause", nargs="*", default=[], metavar=tell("cli.help.clause"), help=tell("cli.help.clauses"))


def run(args: argparse.Namespace) -> int:
    """Show them."""
    from .terminal.pen import TerminalPen

    show_rules(TerminalPen(), args.game, args.clause)
    return 0


def show_rules(pen: "TerminalPen", game: str, wanted: Sequence[str] = ()) -> None:
    """The rules or some clauses; through a pager when they are longer than the terminal is high."""
    from rich.markdown import Markdown

    from ..core.errors import BAD_REQUEST, SommetError
    from ..core.rule_pages import rule_text
    from .terminal.rule_text import clauses

    try:
        text = Markdown(clauses(game, wanted, current()) if wanted else rule_text(game, current()))
    except FileNotFoundError as error:
        raise SommetError(BAD_REQUEST, "cli.error.no_rules", game=game_name(game)) from error
    console = pen.console
    with console.capture() as capture:
        console.print(text)
    if pen.live and capture.get().count("\n") >= console.height:
        os.environ.setdefault("LESS", "-R")
        with console.pager(styles=console.color_system is not None):
            console.print(text)
    else:
        console.print(text)
