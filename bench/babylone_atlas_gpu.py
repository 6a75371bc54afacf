"""Compare the GPU's bits with the processor's, then time it: ``python -m bench.babylone_atlas_gpu --tokens 24``.

What is timed stays on the device, but for the winners of all starting sets and some positions drawn at random, which
are checked by the rules.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from sommet.games.babylone.atlas.build import solve
from sommet.games.babylone.atlas.check import ranks_by_rules
from sommet.games.babylone.atlas.gpu import Solver, device_name
from sommet.games.babylone.atlas.tables import space
from sommet.games.babylone.atlas.winners import Winners


def solve_on_gpu(tokens: int, colours: int | None) -> tuple[Solver, dict[str, float]]:
    """All bits, on the device, with how long tables and levels took."""
    began = time.perf_counter()
    of = space(tokens, colours)
    solver = Solver(of)
    ready = time.perf_counter()
    solved = sum(sum(solver.level(level)) for level in range(1, tokens + 1))
    done = time.perf_counter()
    if solved != of.positions:
        raise SystemExit(f"{solved:,} positions were solved, there are {of.positions:,}")
    return solver, {"tables": round(ready - began, 3), "levels": round(done - ready, 3)}


def check(solver: Solver, count: int) -> tuple[int, int]:
    """Draw positions at random and play every move of them by the rules: how many, and how many have a wrong bit."""
    drawn = np.random.default_rng(solver.space.tokens).integers(0, solver.space.bits, count)
    after = [sorted(ranks_by_rules(solver.space, int(rank))) for rank in drawn]
    won_after = solver.look_up(np.array([rank for each in after for rank in each], np.int64))
    won = solver.look_up(drawn)
    checked = wrong = at = 0
    for i, each in enumerate(after):
        if each:
            checked += 1
            wrong += bool(won[i]) == bool(won_after[at : at + len(each)].all())
            at += len(each)
    return checked, wrong


def measure(tokens: int, colours: int | None, drawn: int, folder: Path | None) -> dict[str, Any]:
    """Build one, check some of it, and keep the winners of its starting sets."""
    solver, seconds = solve_on_gpu(tokens, colours)
    of = solver.space
    winners = Winners.looked_up(tokens, of.colours, solver.look_up)
    found = {
        "tokens": tokens,
        "colours": of.colours,
        "positions": of.positions,
        "won": solver.won(),
        "second_wins": winners.second_wins,
        "sets": len(winners.second),
        "seconds": round(sum(seconds.values()), 3),
        "each": seconds,
    }
    found["checked"], found["wrong"] = check(solver, drawn)
    if folder:
        facts = {key: found[key] for key in ("positions", "won", "seconds")}
        winners.save(folder, **facts, device=device_name())
    return found


def main() -> int:
    """Run the check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=24, help="compare all bits of this many tokens")
    parser.add_argument("--time", type=int, nargs="*", default=[], help="then time these")
    parser.add_argument("--colours", type=int, help="at most this many colours when timing")
    parser.add_argument("--drawn", type=int, default=3000, help="positions of each to check by the rules")
    parser.add_argument("--save", type=Path, help="a folder for the winners of all starting sets timed")
    args = parser.parse_args()
    for tokens in sorted({min(12, args.tokens), args.tokens}):
        of, expected = solve(tokens)
        solver, seconds = solve_on_gpu(tokens, None)
        wrong = int(np.bitwise_count(solver.found.copy_to_host() ^ expected).sum())
        print(f"T={tokens}: {wrong} of {of.positions:,} bits differ; {seconds}", flush=True)
        if wrong:
            return 1
        del solver
    for tokens in args.time:
        found = measure(tokens, args.colours, args.drawn, args.save)
        print(json.dumps(found), flush=True)
        if found["wrong"]:
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
