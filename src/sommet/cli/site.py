"""`sommet site --out FOLDER`: the page as plain files, for any web host."""

import argparse
from pathlib import Path
from typing import Any

from .terminal.language import tell


def add_parser(subparsers: Any) -> None:
    """Where to."""
    parser = subparsers.add_parser("site", help=tell("site.help.about"), description=tell("site.help.about"))
    parser.add_argument("--out", required=True, type=Path, metavar=tell("site.help.folder"), help=tell("site.help.out"))


def run(args: argparse.Namespace) -> int:
    """Write it, and say where it is."""
    from ..site.plain_files import write_site

    files = write_site(args.out)
    size = sum(path.stat().st_size for path in files)
    print(tell("site.written", folder=args.out, files=len(files), size=f"{size / 1e6:.1f}"))
    return 0
