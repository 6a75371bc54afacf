"""Soak: tens of thousands of games one after another, and the server's memory stays flat. `make soak`."""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from .server import Bench
from .server_players import Tally

TOGETHER = 40
ROUNDS = 5


async def soak(bench: Bench, games: int, seconds: float) -> list[tuple[int, float]]:
    """A number of finished games (rounds of matches), or a time; (games, megabytes) along the way."""
    tally, memory, begun = Tally(), [], time.monotonic()
    finished = 0
    end = begun + seconds

    async def chain() -> None:
        nonlocal finished
        apis = await asyncio.to_thread(bench.players)
        while finished < games and time.monotonic() < end:
            table = await asyncio.to_thread(bench.table, apis, {"game": "babylone", "rounds": ROUNDS})
            players = [await bench.join(table, api.cookie, tally) for api in apis]
            await asyncio.gather(*(player.over for player in players))
            for player in players:
                player.transport.close()
            shown = await asyncio.to_thread(apis[0].call, "GET", f"/tables/{table}")
            finished += len(shown["result"]["rounds"])

    async def watch() -> None:
        while True:
            memory.append((finished, bench.memory()))
            print(f"{time.monotonic() - begun:6.0f} s {finished:7d} games {memory[-1][1]:7.1f} MB", flush=True)
            await asyncio.sleep(seconds / 40)

    watching = asyncio.create_task(watch())
    await asyncio.gather(*(chain() for _ in range(TOGETHER)))
    watching.cancel()
    memory.append((finished, bench.memory()))
    return memory


def main() -> int:
    """Fail when memory grew by more than a tenth after the first fifth of the games, or when there were too few."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--minutes", type=float, default=10)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        try:
            memory = uvloop.run(soak(bench, args.games, args.minutes * 60))
        finally:
            bench.stop()
    games, last = memory[-1]
    early = next(size for count, size in memory if count >= games / 5)
    growth = last / early - 1
    print(f"{games} games; {early:.1f} MB after the first fifth, {last:.1f} MB at the end ({growth:+.1%})")
    return 0 if growth < 0.1 and games >= args.games else 1


if __name__ == "__main__":
    sys.exit(main())
