"""`sommet atlas`: who wins every Babylone set. A tool for research, in English only."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....drawing.progress import bar

if TYPE_CHECKING:
    from ..heights import Heights

ON_THE_SPOT = 20
"""Up to this many tokens a position is looked up without an atlas built before."""

VALUES_ON_THE_SPOT = 14


def add_parser(subparsers: Any) -> None:
    """build, winners, query, laws, report."""
    about = "who wins every Babylone set, computed for every position"
    parser = subparsers.add_parser("atlas", help=about, description=about)
    tasks = parser.add_subparsers(dest="task", required=True)

    folder = argparse.ArgumentParser(add_help=False)
    folder.add_argument("--folder", type=Path, help="where atlas files are (the user's data folder if not given)")
    scope = argparse.ArgumentParser(add_help=False, parents=[folder])
    scope.add_argument("--tokens", type=int, required=True, help="number of tokens")
    scope.add_argument("--colours", type=int, help="only positions of at most this many colours")

    build = tasks.add_parser(
        "build", parents=[scope], help="compute all positions of a number of tokens; an interrupted build resumes"
    )
    build.add_argument("--gpu", action="store_true", help="on a GPU (needs the extra sommet[gpu])")
    build.add_argument("--threads", type=int, help="how many cores to use (default: all)")
    build.add_argument("--values", action="store_true", help="also Grundy values and moves to the end (fewer tokens)")

    winners = tasks.add_parser("winners", parents=[scope], help="the table of all starting sets")
    winners.add_argument("--csv", type=Path, help="write it as CSV")
    winners.add_argument("--json", type=Path, help="write it as JSON")

    query = tasks.add_parser("query", parents=[folder], help='a position, such as "3,1|2,1,1|1,1,1|1"')
    query.add_argument("position", help="the heights of the stacks under each top colour")
    query.add_argument("--json", action="store_true", help="for programs")

    tasks.add_parser("laws", parents=[folder], help="try theorems and conjectures on everything built")

    report = tasks.add_parser("report", parents=[folder], help="build what is missing and write the page about it all")
    report.add_argument("--out", type=Path, default=Path("docs"), help="the folder for atlas.md and atlas/")
    for name, default, what in (
        ("tokens", 32, "all positions"),
        ("four", 40, "at most four colours"),
        ("three", 50, "at most three colours"),
        ("two", 50, "two colours"),
    ):
        report.add_argument(f"--{name}", type=int, default=default, help=f"{what} up to this many tokens")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Run a task; an error the user can fix is one sentence on standard error."""
    from ..atlas.errors import AtlasError
    from ..heights import BadHeights

    try:
        return _TASKS[args.task](args)
    except (AtlasError, BadHeights) as error:
        print(f"sommet atlas: {error}", file=sys.stderr)
        return 2


def _build(args: argparse.Namespace) -> int:
    _make(args.folder, args.tokens, args.colours, args.threads, gpu=args.gpu)
    if args.values:
        from ..atlas.values import build_values

        print(f"Values: {build_values(args.tokens, args.colours, args.folder)}")
    return 0


def _make(
    folder: Path | None, tokens: int, colours: int | None, threads: int | None = None, *, gpu: bool = False
) -> None:
    from ..atlas import files
    from ..atlas.build import build, expected

    wanted = expected(tokens, colours, threads, gpu=gpu)
    path = (folder or files.default_folder()) / files.file_name(tokens, wanted.colours)
    if path.exists():
        print(f"It is there already: {path}")
        return
    print(wanted)
    resumed = files.journal_of(path).exists()
    print("Resuming the build that was interrupted." if resumed else "Interrupted, it is resumed by the same command.")
    sys.stdout.flush()
    with bar("starting", wanted.positions) as show:

        def tell(level: int, solved: int) -> None:
            show(solved, what=f"{level} stacks")

        build(tokens, colours, folder, threads=threads, gpu=gpu, progress=tell)
    header = files.read_header(path)
    lost = wanted.positions - header["won"]
    print(f"{path}: {lost:,} of {wanted.positions:,} positions are lost for the mover; {header['seconds']:.1f} s")


def _winners(args: argparse.Namespace) -> int:
    from ..atlas.winners import Winners

    winners = Winners.load(args.tokens, args.colours, args.folder)
    for path, text in ((args.csv, winners.as_csv), (args.json, winners.as_json)):
        if path:
            path.write_text(text(), encoding="utf-8")
    if not args.csv and not args.json:
        print(winners.as_csv(), end="")
    print(f"The second player wins {winners.second_wins:,} of {len(winners.second):,} sets.", file=sys.stderr)
    return 0


def _query(args: argparse.Namespace) -> int:
    from ..atlas.moves import moves
    from ..heights import parse, show

    position = parse(args.position)
    atlas = _atlas_for(position, args.folder)
    lost = atlas.lost(position)
    winning: dict[str, list[str]] = {}
    for move in moves(position):
        if atlas.lost(move.after):
            winning.setdefault(show(move.after), []).append(str(move))
    values = _values_for(position, args.folder)
    if args.json:
        found: dict[str, Any] = {"position": show(position), "mover": "loses" if lost else "wins", "winning": winning}
        if values:
            found |= {"grundy": values[0], "moves_to_the_end": values[1]}
        print(json.dumps(found))
        return 0
    print(f"{show(position)}: {'lost' if lost else 'won'} for whoever is to move")
    for after, ways in winning.items():
        print(f"  wins: {', or '.join(ways)}  ->  {after}")
    if values:
        print(f"  Grundy value {values[0]}; best play lasts {values[1]} moves")
    return 0


def _atlas_for(position: "Heights", folder: Path | None) -> Any:
    from ..atlas import Atlas
    from ..atlas.errors import NotBuilt
    from ..heights import tokens_in

    tokens = tokens_in(position)
    try:
        return Atlas.load(tokens, len(position), folder)
    except NotBuilt:
        if tokens > ON_THE_SPOT:
            raise
        return Atlas.make(tokens, len(position))


def _values_for(position: "Heights", folder: Path | None) -> tuple[int, int] | None:
    from ..atlas.errors import NotBuilt
    from ..atlas.values import Values, compute
    from ..heights import show, tokens_in

    tokens = tokens_in(position)
    try:
        values = Values.load(tokens, len(position), folder)
    except NotBuilt:
        if tokens > VALUES_ON_THE_SPOT:
            return None
        values = Values(*compute(tokens, len(position)))
    return values.of(show(position))


def _laws(args: argparse.Namespace) -> int:
    from ..atlas.files import default_folder
    from ..atlas.laws import try_laws
    from ..atlas.winners import all_winners

    broken = 0
    for finding in try_laws(all_winners(args.folder or default_folder())):
        law = finding.law
        print(f"{law.name} ({law.standing})\n  {law.says}\n  {law.why}")
        print(f"  tried on {finding.tried:,} sets: {finding.range}")
        if finding.broken:
            broken += 1
            print(f"  BROKEN by {len(finding.broken):,}: {', '.join(map(str, finding.broken[:10]))}")
        elif finding.tried:
            print("  no counterexample")
    return 1 if broken else 0


def _report(args: argparse.Namespace) -> int:
    from ..atlas.report import wanted, write

    for tokens, colours in wanted(args.tokens, args.four, args.three, args.two):
        _make(args.folder, tokens, colours)
    print(f"Written: {write(args.out, args.folder)}")
    return 0


_TASKS = {"build": _build, "winners": _winners, "query": _query, "laws": _laws, "report": _report}
