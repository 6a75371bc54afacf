"""`sommet train`: what a game's computer players learn, learned again."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import INTERRUPTED
from .terminal.arguments import GAMES, whole
from .terminal.language import tell


def add_parser(subparsers: Any) -> None:
    """What, where to, how much."""
    about = tell("training.help.about")
    parser = subparsers.add_parser("train", help=about, description=about, epilog=tell("training.help.resumes"))
    parser.add_argument("game", choices=GAMES, metavar=tell("cli.help.game"), help=", ".join(GAMES))
    parser.add_argument("--part", metavar="NAME", help=tell("training.help.part"))
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help=tell("training.help.out"))
    parser.add_argument("--seed", type=whole(0), default=1, metavar="N", help=tell("training.help.seed"))
    parser.add_argument("--rounds", type=whole(1), metavar="N", help=tell("training.help.rounds"))
    parser.add_argument("--games", type=whole(1), metavar="N", help=tell("training.help.games"))
    parser.add_argument("--parquet", action="store_true", help=tell("training.help.parquet"))


def run(args: argparse.Namespace) -> int:
    """Play and learn; say where it is."""
    import json

    from ..bots.training import Plan
    from ..research.training import train, training_of

    training = training_of(args.game, args.part)
    plan = Plan(args.seed, args.rounds or training.rounds, args.games or training.games)

    def progress(done: int, total: int, line: Mapping[str, Any]) -> None:
        print(f"{done}/{total} {json.dumps(line)}", file=sys.stderr, flush=True)

    try:
        count = train(args.game, plan, args.out, args.parquet, progress, args.part)
    except KeyboardInterrupt:
        print(tell("training.said.stopped", path=args.out), file=sys.stderr)
        return INTERRUPTED
    file = args.out / training.file.name
    print(tell("training.said.made", count=count, file=file))
    same = file.read_bytes() == training.file.read_bytes()
    print(tell("training.said.same") if same else tell("training.said.differs", file=training.file))
    return 0
