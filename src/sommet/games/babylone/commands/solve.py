"""`sommet solve`: who wins a game of Babylone, and by which moves. Exact, or not at all."""

import argparse
import csv
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ....drawing.progress import bar

if TYPE_CHECKING:
    from ....core.arrays import Records
    from ..heights import Heights
    from ..solver.solve import Solver, Value

MOST_TOKENS = 64
MOST_POSITIONS = 5_000_000
TOO_LARGE = 1


def add_parser(subparsers: Any) -> None:
    """What to solve, and how to print it."""
    parser = subparsers.add_parser(
        "solve",
        help="Babylone: who wins, by which moves, and how soon",
        description="Solve Babylone: the value of a start or of any position, and of each kind of move.",
    )
    parser.add_argument(
        "what",
        nargs="?",
        metavar="SET|POSITION|FILE|LINK",
        help="tokens of each colour (3,3,3,3), or the heights under each top colour (1|1,1,1|2,1,1|3,1), "
        "or a record's file, or a link",
    )
    parser.add_argument("--players", type=int, choices=range(2, 7), metavar="N", help="2 to 6 (usual: 2)")
    parser.add_argument("--table", action="store_true", help="all sets of a size (see --tokens, --colours)")
    parser.add_argument("--tokens", type=_span, metavar="N|M-N", help="for --table: how many tokens")
    parser.add_argument("--colours", "--colors", type=_span, metavar="K|J-K", help="for --table: how many colours")
    parser.add_argument("--most", type=int, default=MOST_POSITIONS, metavar="N", help="give up beyond N positions")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print JSON")
    shape.add_argument("--csv", action="store_true", help="print CSV")


def run(args: argparse.Namespace) -> int:
    """Solve and print; 1 when it is too large."""
    from ..solver.solve import TooLarge

    if args.table == (args.what is not None) or (args.table and args.tokens is None):
        raise argparse.ArgumentError(None, "give either something to solve, or --table with --tokens")
    try:
        return _table(args) if args.table else _one(args)
    except TooLarge as error:
        print(f"Too large to solve: {error}. (Allow more with --most.)", file=sys.stderr)
        return TOO_LARGE


def _span(text: str) -> range:
    """``7`` or ``3-18``."""
    match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text, re.ASCII)
    least, most = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= least <= most <= MOST_TOKENS:
        raise argparse.ArgumentTypeError(f"{text[:20]}: a number from 1 to {MOST_TOKENS}, or two with a dash")
    return range(least, most + 1)


def read(text: str) -> tuple["Records", int | None]:
    """What was asked about, as a state of the rules, and for how many players where that is said."""
    from ....core.errors import SommetError
    from ....core.registry import load, read_link
    from ..heights import parse, start, state_of

    link = re.search(r"babylone~[^\s&\"']+", text)
    if link or Path(text).is_file():
        try:
            position = read_link(link[0]) if link else load(json.loads(Path(text).read_text(encoding="utf-8")))
        except SommetError:
            raise
        except ValueError:
            raise argparse.ArgumentError(None, f"{text[:40]!r} holds no record") from None
        if position.game.name != "babylone":
            raise argparse.ArgumentError(None, f"that is a game of {position.game.name}; only Babylone is solved")
        return position.state, position.players
    if not re.fullmatch(r"[0-9,| ]+", text, re.ASCII):
        raise argparse.ArgumentError(None, f"{text[:40]!r} is neither a set, a position, a record's file nor a link")
    try:
        return state_of(parse(text) if "|" in text else start(map(int, text.split(",")))), None
    except ValueError as error:
        raise argparse.ArgumentError(None, str(error)) from None


def written(heights: "Heights") -> str:
    """A position as `sommet solve` reads it."""
    from ..heights import show

    return show(heights) + ("|" if len(heights) == 1 else "")


def _facts(value: "Value", players: int, mine: bool) -> dict[str, Any]:
    """A value as a row: of a position for the player to move, or of a move for who makes it."""
    last = 0 if mine else 1
    if players == 2:
        wins = value.wins if mine else not value.wins
        return {"wins": wins, "grundy": value.grundy, "moves_to_end": value.moves + last}
    shares = value.shares if mine else (value.shares[-1], *value.shares[:-1])
    named = {f"seat_{turn}": round(share, 6) for turn, share in enumerate(shares, 1)}
    return {**named, "moves_to_end": round(value.length + last, 3)}


def kind_rows(solver: "Solver", state: "Records") -> list[dict[str, Any]]:
    """Every kind of move: one that stands for it, how many there are, where they lead, what they are worth."""
    from ..heights import heights_of
    from ..rules import NONE
    from ..solver.solve import after, legal_moves

    moves = legal_moves(state)
    if not moves:
        return []
    kinds, values = solver.values(state, moves)
    places = state["place"][0].tolist()
    stacks = [0 if place == NONE else int(state["stack"][0, place]) for place in places]
    rows = []
    for kind, value in enumerate(values):
        move = moves[kinds.index(kind)]
        a, b = (stacks[spot] for spot in divmod(move, len(places)))
        rows.append(
            {
                "kind": f"{a & 0xFF} onto {b & 0xFF}, {'same' if a >> 8 == b >> 8 else 'another'} colour",
                "count": kinds.count(kind),
                "leads_to": written(heights_of(after(state, move))),
                **_facts(value, solver.players, mine=False),
            }
        )
    sign = -1 if solver.players == 2 else 0
    return sorted(rows, key=lambda row: _order(row, sign))


def _order(row: dict[str, Any], sign: int) -> tuple[float, float]:
    """Best first: quick wins, then long losses."""
    worth = row["wins"] if sign else row["seat_1"]
    return -worth, row["moves_to_end"] if worth else sign * row["moves_to_end"]


def _one(args: argparse.Namespace) -> int:
    from ..heights import heights_of
    from ..solver.solve import Solver

    state, playing = read(args.what)
    players = args.players or playing or 2
    solver = Solver(players, args.most)
    with bar("positions") as show:

        def go_on(done: int) -> bool:
            show(done)
            return True

        value = solver.solve_state(state, go_on)
    rows = kind_rows(solver, state)
    about = {"position": written(heights_of(state)), "players": players, "positions": solver.positions}
    about |= {"lost_positions": solver.lost} if players == 2 else {}
    if args.json:
        print(json.dumps({**about, **_facts(value, players, mine=True), "kinds": rows}))
    elif args.csv:
        _print_csv(rows, sys.stdout)
    else:
        print(f"{about['position']}: {players} players")
        print(_sentence(value, players))
        print(f"{solver.positions} positions up to symmetry" + _lost(solver))
        if rows:
            print()
            _print_columns(rows)
    return 0


def _lost(solver: "Solver") -> str:
    return f", {solver.lost} of them lost for who is to move." if solver.players == 2 else "."


def _sentence(value: "Value", players: int) -> str:
    moves = f"{value.length:g} move{'' if value.length == 1 else 's'}" if players == 2 else f"{value.length:.2f} moves"
    if players == 2:
        winner = "first" if value.wins else "second"
        return f"The {winner} to move wins, after {moves} with best play. Grundy value {value.grundy}."
    shares = " ".join(f"{share:.3f}" for share in value.shares)
    return f"Chances, in order of play: {shares}. It lasts {moves} on average."


def sets(tokens: int, colours: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """All sets of these numbers of tokens and colours, the even ones last."""
    if colours == 0:
        if tokens == 0:
            yield ()
        return
    for first in range(min(tokens - colours + 1, most or tokens), 0, -1):
        if first * colours >= tokens:
            for rest in sets(tokens - first, colours - 1, first):
                yield (first, *rest)


def _table(args: argparse.Namespace) -> int:
    from ..heights import start
    from ..solver.solve import Solver

    colours = args.colours or range(1, MOST_TOKENS + 1)
    every = [found for tokens in args.tokens for count in colours for found in sets(tokens, count)]
    players = args.players or 2
    solver, rows = Solver(players, args.most), []
    with bar("sets", len(every)) as show:
        for done, counts in enumerate(every, 1):
            value = solver.solve(start(counts))
            facts = _facts(value, players, mine=True)
            winner = {"winner": "first" if facts.pop("wins") else "second"} if players == 2 else {}
            rows.append({"tokens": sum(counts), "set": ",".join(map(str, counts)), **winner, **facts})
            show(done)
    if args.json:
        print(json.dumps(rows))
    elif args.csv:
        _print_csv(rows, sys.stdout)
    else:
        _print_columns(rows)
    return 0


def _print_csv(rows: Sequence[dict[str, Any]], where: TextIO) -> None:
    if rows:
        writer = csv.DictWriter(where, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _print_columns(rows: Sequence[dict[str, Any]]) -> None:
    names = list(rows[0]) if rows else []
    shown = {True: "yes", False: "no"}
    texts = [
        [shown[row[name]] if row[name] is True or row[name] is False else str(row[name]) for name in names]
        for row in rows
    ]
    widths = [max(len(cell) for cell in column) for column in zip(names, *texts, strict=True)]
    right = [bool(rows) and not isinstance(rows[0][name], str | bool) for name in names]
    for line in [[name.replace("_", " ") for name in names], *texts]:
        cells = zip(line, widths, right, strict=True)
        print("  ".join(cell.rjust(width) if flush else cell.ljust(width) for cell, width, flush in cells).rstrip())
