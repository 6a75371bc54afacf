"""Compare the GPU's bits with the processor's, then time it: ``python -m bench.babylone_atlas_gpu --tokens 24``.

What is timed stays on the device, but for the winners of all starting sets and some positions drawn at random, which
are checked by the rules. With ``--folder`` it is built there, with the checkpoints of any build: what was stopped
(``--limit``) goes on. With ``--turns`` several of these make their tables side by side and use the device in turn.
"""

import argparse
import fcntl
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sommet.games.babylone.atlas import files
from sommet.games.babylone.atlas.build import fill, solve, won_positions
from sommet.games.babylone.atlas.check import ranks_by_rules
from sommet.games.babylone.atlas.gpu import Solver, device_name
from sommet.games.babylone.atlas.tables import Space, space
from sommet.games.babylone.atlas.winners import Winners

LookUp = Callable[[NDArray[np.int64]], NDArray[np.bool_]]
"""Whether the positions of these ranks are won."""


@contextmanager
def turn(path: Path | None) -> Iterator[None]:
    """Wait until no other process has the device, by a lock on this file."""
    if path is None:
        yield
        return
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def solve_on_gpu(of: Space) -> tuple[Solver, dict[str, Any]]:
    """All bits, on the device, with how long the levels took."""
    solver = Solver(of)
    began = time.perf_counter()
    solved = 0
    each = []
    for level in range(1, of.tokens + 1):
        start = time.perf_counter()
        solved += sum(solver.level(level))
        each.append(round(time.perf_counter() - start, 3))
    if solved != of.positions:
        raise SystemExit(f"{solved:,} positions were solved, there are {of.positions:,}")
    return solver, {"levels": round(time.perf_counter() - began, 3), "each": each}


def solve_in_folder(of: Space, folder: Path, limit: float) -> tuple[LookUp, int, dict[str, Any]]:
    """All bits, in a folder, with what goes on where it was stopped: how to look them up, how many are won, and how
    long it took. Stops after so many seconds."""
    began = time.perf_counter()
    part = files.Part(folder / files.file_name(of.tokens, of.colours), of.tokens, of.colours, of.bits // 64 + 1)
    print(f"T={of.tokens}: goes on after level {part.progress['level']}", flush=True)
    begun = [0]

    def progress(level: int, solved: int) -> None:
        """Tell when the first positions of a level are there; stop when it is time."""
        now = time.perf_counter() - began
        if level != begun[0]:
            print(f"T={of.tokens}: level {level} at {now:.1f} s, {solved:,} solved", flush=True)
            begun[0] = level
        if now > limit:
            raise SystemExit(f"T={of.tokens}: stopped in level {level} after {now:.1f} s")

    seconds = fill(of, part, 1, True, progress)
    bits = part.data

    def look_up(ranks: NDArray[np.int64]) -> NDArray[np.bool_]:
        return np.asarray((bits[ranks >> 6] >> (ranks & 63).astype(np.uint64)) & np.uint64(1), bool)

    return look_up, won_positions(bits), {"levels": round(seconds, 3)}


def check(of: Space, look_up: LookUp, count: int) -> tuple[int, int]:
    """Draw positions at random and play every move of them by the rules: how many, and how many have a wrong bit."""
    drawn = np.random.default_rng(of.tokens).integers(0, of.bits, count)
    after = [sorted(ranks_by_rules(of, int(rank))) for rank in drawn]
    won_after = look_up(np.array([rank for each in after for rank in each], np.int64))
    won = look_up(drawn)
    checked = wrong = at = 0
    for i, each in enumerate(after):
        if each:
            checked += 1
            wrong += bool(won[i]) == bool(won_after[at : at + len(each)].all())
            at += len(each)
    return checked, wrong


def measure(tokens: int, args: argparse.Namespace) -> dict[str, Any]:
    """Build one, check some of it, and keep the winners of its starting sets."""
    began = time.perf_counter()
    of = space(tokens, args.colours)
    tables = round(time.perf_counter() - began, 3)
    with turn(args.turns):
        if args.folder:
            look_up, won, seconds = solve_in_folder(of, args.folder, args.limit)
        else:
            solver, seconds = solve_on_gpu(of)
            look_up, won = solver.look_up, solver.won()
        winners = Winners.looked_up(tokens, of.colours, look_up)
    found: dict[str, Any] = {
        "tokens": tokens,
        "colours": of.colours,
        "positions": of.positions,
        "won": won,
        "second_wins": winners.second_wins,
        "sets": len(winners.second),
        "seconds": round(tables + seconds["levels"], 3),
        "tables": tables,
    } | seconds
    if args.save:
        facts = {key: found[key] for key in ("positions", "won", "seconds")}
        winners.save(args.save, **facts, device=device_name())
    print(json.dumps(found), flush=True)
    found["checked"], found["wrong"] = check(of, look_up, args.drawn)
    return found


def main() -> int:
    """Run the check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=24, help="compare all bits of this many tokens")
    parser.add_argument("--time", type=int, nargs="*", default=[], help="then time these")
    parser.add_argument("--colours", type=int, help="at most this many colours when timing")
    parser.add_argument("--drawn", type=int, default=3000, help="positions of each to check by the rules")
    parser.add_argument("--turns", type=Path, help="a file to lock while the device is used for timing")
    parser.add_argument("--folder", type=Path, help="build in this folder, or go on there")
    parser.add_argument("--limit", type=float, default=1e9, help="stop after so many seconds")
    parser.add_argument("--save", type=Path, help="a folder for the winners of all starting sets timed")
    args = parser.parse_args()
    for tokens in sorted({min(12, args.tokens), args.tokens}):
        of, expected = solve(tokens)
        solver, seconds = solve_on_gpu(of)
        wrong = int(np.bitwise_count(solver.found.copy_to_host() ^ expected).sum())
        print(f"T={tokens}: {wrong} of {of.positions:,} bits differ; {seconds}", flush=True)
        if wrong:
            return 1
        del solver
    for tokens in args.time:
        found = measure(tokens, args)
        print(f"T={tokens}: {found['wrong']} of {found['checked']} positions drawn are wrong", flush=True)
        if found["wrong"]:
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
