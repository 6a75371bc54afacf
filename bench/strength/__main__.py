"""Play the matches of the report on strength and write it: ``python -m bench.strength docs/strength.md``.

What lies in the folder is not played again, so the report can be made in parts.
"""

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from sommet.arena.errors import ArenaError
from sommet.cli.arena import makers
from sommet.cli.terminal.arguments import add_cluster, whole
from sommet.cluster import Cluster
from sommet.core.errors import SommetError
from sommet.drawing.progress import bar

from .matches import every
from .playing import play
from .report import write


def main() -> int:
    """Play, write, print where."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("page", type=Path, metavar="FILE", help="the page to write")
    parser.add_argument(
        "only", nargs="*", metavar="MATCH", help="only matches whose names begin so: kabaleo, ladder-on"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("build/strength"), metavar="FOLDER", help="where games are kept"
    )
    parser.add_argument("--jobs", type=whole(1), metavar="N", help="processes (default: one for every two cores)")
    add_cluster(parser)
    parser.add_argument("--minutes", type=float, metavar="M", help="for each match: begin no new game after so long")
    parser.add_argument("--quick", action="store_true", help="few games, to try it")
    parser.add_argument("--list", action="store_true", help="print the names of the matches, play nothing")
    parser.add_argument("--write", action="store_true", help="play nothing, write the page of what is there")
    args = parser.parse_args()
    if args.list:
        print("\n".join(match.name for match in every() if match.name.startswith(tuple(args.only or [""]))))
        return 0
    seconds = None if args.minutes is None else args.minutes * 60
    try:
        if not args.write:
            with ExitStack() as entered:
                cluster = Cluster(args.cluster, args.jobs) if args.cluster else None
                jobs = args.jobs if cluster is None else entered.enter_context(cluster)
                show = entered.enter_context(bar("games"))
                play(args.out, makers(), tuple(args.only), jobs, show, seconds, args.quick)
        write(args.page, args.out)
    except (ArenaError, SommetError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped; what was played is in {args.out}", file=sys.stderr)
        return 130
    print(args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
