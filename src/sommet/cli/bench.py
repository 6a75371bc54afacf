"""`sommet bench`: how fast everything is, in one table."""

import argparse
from collections.abc import Iterable
from typing import Any


def add_parser(subparsers: Any) -> None:
    """What to measure and how to print it."""
    about = "Measure speeds: medians of at least five runs, in one table."
    parser = subparsers.add_parser("bench", help=about, description=about)
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    parser.add_argument("--gpu", action="store_true", help="measure the GPU, and whether it plays the CPU's games")
    parser.add_argument("--no-peers", action="store_true", help="leave OpenSpiel and Pgx out even if installed")
    server = parser.add_mutually_exclusive_group()
    server.add_argument("--server", action="store_true", help="the server alone: durable moves, latency, memory")
    server.add_argument("--no-server", action="store_true", help="leave the server out")


def run(args: argparse.Namespace) -> int:
    """Print each line as soon as it is known."""
    import json
    import sys

    from ..research import bench, cuda, peers
    from ..server import bench as server

    if args.gpu and not cuda.available():
        print('There is no GPU here that numba-cuda can use (pip install "sommet[gpu]").', file=sys.stderr)
        return 2
    parts: list[Iterable[bench.Measure]] = []
    if args.gpu:
        parts.append(bench.gpu_games())
    elif not args.server:
        parts += [bench.random_games(), bench.searches(), bench.starting(), bench.engine()]
        if not args.no_peers:
            parts.append(peers.random_games())
    if not args.gpu and not args.no_server:
        parts.append(bench.Measure(*line) for line in server.lines())
    lines = []
    for part in parts:
        for line in part:
            lines.append(line.as_dict())
            if not args.json:
                print(f"{line.name:34}{line.value:20,.{2 if line.value < 100 else 0}f} {line.unit}", flush=True)
    if args.json:
        print(json.dumps(lines, indent=1))
    return 0
