"""`sommet new GAME`: deal a game and print its record."""

import argparse
from typing import Any

from .terminal.arguments import GAMES
from .terminal.game_options import add_game_options, game_options
from .terminal.language import tell


def add_parser(subparsers: Any) -> None:
    """The game and its options."""
    parser = subparsers.add_parser("new", help=tell("cli.help.new"), description=tell("cli.help.new"))
    parser.add_argument("game", choices=GAMES, metavar=tell("cli.help.game"), help=", ".join(GAMES))
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the record as one line of JSON."""
    import json

    from ..core.registry import new

    options, choices = game_options(args, args.game)
    players = 2 if args.players is None else args.players
    position = new(args.game, players, args.seed, args.first, options=options, **choices)
    print(json.dumps(position.record.as_dict()))
    return 0
