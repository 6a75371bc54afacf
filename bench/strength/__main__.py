"""Play the matches of the report on strength and write it: ``python -m bench.strength docs/strength.md``.

What lies in the folder is not played again, so the report can be made in parts.
"""

import argparse
import sys
from pathlib import Path

from sommet.arena.errors import ArenaError
from sommet.cli.arena import makers
from sommet.cli.terminal.arguments import whole
from sommet.drawing.progress import bar

from .report import Size, write


def main() -> int:
    """Play, write, print where."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("page", type=Path, metavar="FILE", help="the page to write")
    parser.add_argument(
        "only", nargs="*", metavar="MATCH", help="only matches whose names begin so: kabaleo, on_top-now"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("build/strength"), metavar="FOLDER", help="where games are kept"
    )
    parser.add_argument("--jobs", type=whole(1), metavar="N", help="processes (default: one for every two cores)")
    parser.add_argument("--minutes", type=float, metavar="M", help="for each match: begin no new game after so long")
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--quick", action="store_true", help="few games, to try it")
    sizes.add_argument("--full", action="store_true", help="also the matches that take hours")
    args = parser.parse_args()
    size: Size = "quick" if args.quick else "full" if args.full else "usual"
    seconds = None if args.minutes is None else args.minutes * 60
    try:
        with bar("games") as show:
            write(args.page, args.out, size, makers(), args.jobs, show, seconds, tuple(args.only))
    except ArenaError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped; what was played is in {args.out}", file=sys.stderr)
        return 130
    print(args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
