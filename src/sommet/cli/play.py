"""`sommet play GAME`: people and computers at one terminal."""

import argparse
from typing import TYPE_CHECKING, Any

from .terminal.arguments import GAMES, whole
from .terminal.game_options import add_game_options, game_options
from .terminal.language import tell

if TYPE_CHECKING:
    from .terminal.table import TerminalTable

USUAL_LEVEL = "medium"


def add_parser(subparsers: Any) -> None:
    """The game, who sits where, options, files."""
    parser = subparsers.add_parser("play", help=tell("cli.help.play"), description=tell("cli.help.play"))
    parser.add_argument("game", nargs="?", choices=GAMES, metavar=tell("cli.help.game"), help=", ".join(GAMES))
    parser.add_argument("--seat", action="append", default=[], metavar="human|LEVEL", help=tell("cli.help.seat"))
    parser.add_argument("--computer", metavar="LEVEL", help=tell("cli.help.computer"))
    parser.add_argument("--name", action="append", default=[], help=tell("cli.help.name"))
    parser.add_argument("--rounds", type=whole(1), metavar="N", help=tell("cli.help.rounds"))
    parser.add_argument("--save", metavar="FILE", help=tell("cli.help.save"))
    parser.add_argument("--load", metavar="FILE", help=tell("cli.help.load"))
    parser.add_argument("--link", metavar="LINK", help=tell("cli.help.link"))
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Set the table and play."""
    from pathlib import Path

    from .terminal.session_run import sit_down
    from .terminal.table import check_writable

    if args.game is None and not (args.load or args.link):
        from ..core.errors import BAD_REQUEST, SommetError

        raise SommetError(BAD_REQUEST, "cli.error.which_game", games=", ".join(GAMES))
    table, saved = _table(args)
    file = args.save or (args.load if saved else None)  # a record is never written over
    path = Path(file).expanduser() if file else None
    if path is not None:
        check_writable(path)
    return sit_down(table, path)


def _table(args: argparse.Namespace) -> "tuple[TerminalTable, bool]":
    from .terminal.setting import NewTable, resumed

    if args.load or args.link:
        return resumed(args)
    options, choices = game_options(args, args.game)
    table = NewTable(
        game=args.game,
        seats=seats(args.seat, args.computer, args.players),
        names=args.name,
        options=options,
        choices=choices,
        rounds=args.rounds,
        first=args.first,
        seed=args.seed,
    ).set()
    return table, False


def seats(given: list[str], computer: str | None, players: int | None) -> list[str]:
    """Who sits where: as said; else a person first; else computers."""
    count = players or max(2, len(given))
    if len(given) > count:
        from ..core.errors import BAD_REQUEST, SommetError

        raise SommetError(BAD_REQUEST, "cli.error.seats", seats=len(given), players=count)
    fill = computer or (USUAL_LEVEL if "human" in given or not given else "human")
    people = given or ["human"]
    return [*people, *[fill] * (count - len(people))]
