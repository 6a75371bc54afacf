"""Compare the GPU's bits with the processor's, then time it: ``python -m bench.babylone_atlas_gpu --tokens 24``."""

import argparse
import json
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sommet.games.babylone.atlas.build import solve, won_positions
from sommet.games.babylone.atlas.gpu import Solver, device_name
from sommet.games.babylone.atlas.tables import space
from sommet.games.babylone.atlas.winners import Winners


def solve_on_gpu(tokens: int, colours: int | None) -> tuple[NDArray[np.uint64], dict[str, float]]:
    """All bits, with how long tables, levels and copying took."""
    began = time.perf_counter()
    of = space(tokens, colours)
    bits = np.zeros(of.bits // 64 + 1, np.uint64)
    solver = Solver(of, bits)
    ready = time.perf_counter()
    solved = 0
    for level in range(1, tokens + 1):
        for count in solver.level(level):
            solved += count
    done = time.perf_counter()
    solver.fetch(True)
    if solved != of.positions:
        raise SystemExit(f"{solved:,} positions were solved, there are {of.positions:,}")
    seconds = {"tables": ready - began, "levels": done - ready, "copy": time.perf_counter() - done}
    return bits, {name: round(value, 3) for name, value in seconds.items()}


def main() -> int:
    """Run the check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=24, help="compare all bits of this many tokens")
    parser.add_argument("--time", type=int, nargs="*", default=[], help="then time these")
    parser.add_argument("--colours", type=int, help="at most this many colours when timing")
    parser.add_argument("--save", type=Path, help="a folder for the winners of all starting sets timed")
    args = parser.parse_args()
    for tokens in sorted({min(12, args.tokens), args.tokens}):
        _, expected = solve(tokens)
        bits, seconds = solve_on_gpu(tokens, None)
        wrong = int(np.bitwise_count(bits ^ expected).sum())
        print(f"T={tokens}: {wrong} bits differ; {seconds}", flush=True)
        if wrong:
            return 1
    for tokens in args.time:
        bits, seconds = solve_on_gpu(tokens, args.colours)
        of = space(tokens, args.colours)
        winners = Winners.of(tokens, of.colours, bits)
        found = {
            "tokens": tokens,
            "colours": of.colours,
            "positions": of.positions,
            "won": won_positions(bits),
            "second_wins": winners.second_wins,
            "sets": len(winners.second),
            "seconds": round(sum(seconds.values()), 3),
            "each": seconds,
        }
        print(json.dumps(found), flush=True)
        if args.save:
            facts = {key: found[key] for key in ("positions", "won", "seconds")}
            winners.save(args.save, **facts, device=device_name())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
