"""How fast everything is, in one table: ``python -m bench``. Medians of at least five runs."""

import argparse
import json
import sys
from collections.abc import Iterable

from sommet.research import cuda

from . import (
    adapter,
    boardgame,
    browser,
    cluster,
    environments,
    environments_gpu,
    page,
    peers,
    server,
    server_lives,
    speed,
)


def main() -> int:
    """Print each line as soon as it is known."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    parser.add_argument("--gpu", action="store_true", help="measure the GPU, and whether it plays the CPU's games")
    parser.add_argument("--no-peers", action="store_true", help="leave OpenSpiel, Pgx and boardgame.io out")
    alone = parser.add_mutually_exclusive_group()
    alone.add_argument("--server", action="store_true", help="the server alone: moves, whole games, latency, memory")
    alone.add_argument("--browser", action="store_true", help="the page's own way of running beside Numba, in Chromium")
    alone.add_argument("--page", action="store_true", help="how the page feels in Chromium: paint, shift, presses")
    alone.add_argument("--no-server", action="store_true", help="leave the server out")
    args = parser.parse_args()
    if args.gpu and not cuda.available():
        print('There is no GPU here that numba-cuda can use (pip install "sommet[gpu]").', file=sys.stderr)
        return 2
    parts: list[Iterable[speed.Measure]] = []
    if args.gpu:
        parts += [speed.gpu_games(), environments_gpu.steps()]
    elif args.browser:
        parts.append(browser.lines())
    elif args.page:
        parts.append(page.lines())
    elif not args.server:
        parts += [speed.random_games(), environments.steps(not args.no_peers)]
        parts += [speed.searches(), speed.starting(), speed.engine(), cluster.games()]
        if not args.no_peers:
            parts += [peers.random_games(), adapter.steps()]
    if not (args.gpu or args.browser or args.page or args.no_server):
        parts.append(speed.Measure(*line) for line in server.lines())
    if args.server:
        parts.append(speed.Measure(*line) for line in server_lives.lines())
        if not args.no_peers:
            parts.append(speed.Measure(*line) for line in boardgame.lines())
    lines = []
    for part in parts:
        for line in part:
            lines.append(line.as_dict())
            if not args.json:
                print(f"{line.name:34}{line.value:20,.{2 if line.value < 100 else 0}f} {line.unit}", flush=True)
    if args.json:
        print(json.dumps(lines, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
