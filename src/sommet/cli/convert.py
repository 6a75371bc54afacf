"""`sommet convert`: record, link, knowledge: from one to another."""

import argparse
from typing import Any

from .terminal.language import tell


def add_parser(subparsers: Any) -> None:
    """Where from, what to, for whom."""
    parser = subparsers.add_parser("convert", help=tell("cli.help.convert"), description=tell("cli.help.convert"))
    parser.add_argument("source", nargs="*", default=["-"], metavar="FILE|LINK", help=tell("cli.help.sources"))
    parser.add_argument("--to", choices=("record", "link", "knowledge"), help=tell("cli.help.to"))
    parser.add_argument("--viewer", metavar="0|1|…|spectator", help=tell("cli.help.viewer"))


def run(args: argparse.Namespace) -> int:
    """One line for each game; links of knowledge come from `--to link --viewer`."""
    import json

    from ..core.files import is_link, read_all
    from ..core.links import link
    from .terminal.viewers import viewer

    for source in args.source:
        wanted = args.to or ("knowledge" if args.viewer else "record" if is_link(source) else "link")
        for position in read_all(source):
            if args.viewer is not None or wanted == "knowledge":
                position = position.view(viewer(args.viewer, position)).known
            print(link(position) if wanted == "link" else json.dumps(position.record.as_dict()), flush=True)
    return 0
