"""What things cost, as measured on one machine: `costs.json`, made by `python -m bench.capacity --measure`."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from pathlib import Path

import msgspec

from sommet.core.registry import new, players

from ..processes import processor
from ..server import Bench, crowd, moves, run
from ..server_lives import GAME, lives
from ..server_players import Player, Tally

FILE = Path(__file__).with_name("costs.json")
LENGTHS = 300  # of each game, played at random, for the distribution of lengths
STORM = 400  # sockets that come back at once


class Costs(msgspec.Struct):
    """Processor time in milliseconds, memory in kilobytes, of one core of the machine that was measured."""

    machine: str
    move: float  # judged, stored, shown to both players
    life: float  # of a whole game, its moves included
    split: float  # the same with its players at two processes, as a factor
    rejoin: float  # a socket that comes back to a running game
    first_rejoin: float  # the same for the first at its table: the room is read from the store
    idle: float  # of a socket that only listens, a second
    process: float
    socket: float
    room: float
    wire: float  # bytes that a move sends to both
    row: float  # bytes in the database for a log entry, its indexes included
    game: float  # bytes for all else that a game leaves
    commits: float  # transactions a second that the database stood, each with an entry and a notification
    lengths: dict[str, list[int]]  # moves of random games: quantiles 0, 10 … 100


def load() -> Costs:
    """The committed measurements."""
    return msgspec.json.decode(FILE.read_bytes(), type=Costs)


def lengths() -> dict[str, list[int]]:
    """How long games of two are."""
    found = {}
    for name, counts in players().items():
        if 2 not in counts:
            continue
        chance = random.Random(name)
        ended = []
        for seed in range(LENGTHS):
            position = new(name, 2, seed=seed)
            while not position.over:
                position = position.play(chance.choice(position.legal))
            ended.append(len(position.moves))
        ended.sort()
        found[name] = [ended[min(LENGTHS - 1, LENGTHS * tenth // 10)] for tenth in range(11)]
    return found


async def _rejoined(bench: Bench) -> tuple[float, float]:
    """Milliseconds for the first socket that comes to a table that is not in memory there, and for the next."""
    tally = Tally()
    pairs = await bench.matches({"game": GAME}, STORM // 2, tally)
    await asyncio.sleep(1)
    again: list[Player] = []
    used = []
    for seat in (0, 1):
        before = processor(bench.processes[1].pid)
        some = []
        for pair in pairs:
            table = pair[seat].path.split("/")[4]
            some.append(await bench.join(table, pair[seat].cookie, tally, playing=False, server=1))
        await asyncio.gather(*(player.joined for player in some))
        used.append((processor(bench.processes[1].pid) - before) / len(pairs) * 1e3)
        again += some
    for player in [player for pair in pairs for player in pair] + again:
        player.transport.close()
    return used[0], used[1]


async def _stored(url: str) -> tuple[float, float]:
    """Bytes of a log entry, and of all else that a game leaves, with their indexes."""
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        entries, log = await connection.fetchrow("select count(*), pg_total_relation_size('log') from log")
        games, rest = await connection.fetchrow(
            "select count(*), pg_total_relation_size('tables') + pg_total_relation_size('seats') from tables"
        )
    finally:
        await connection.close()
    return log / entries, rest / games


async def _idle(bench: Bench, sockets: int, seconds: float) -> float:
    """Milliseconds a second of a socket that listens."""
    tally = Tally()
    before = bench.processor()
    await asyncio.sleep(seconds)
    nothing = bench.processor() - before
    pairs = await bench.matches({"game": next(iter(players()))}, sockets // 2, tally)
    await asyncio.sleep(2)
    before = bench.processor()
    await asyncio.sleep(seconds)
    listening = bench.processor() - before
    for pair in pairs:
        for player in pair:
            player.transport.close()
    return max(0.0, listening - nothing) / seconds / sockets * 1e3


def _commits(url: str, seconds: float = 3.0) -> float:
    """Transactions a second with an entry and a notification each, over eight connections."""
    import asyncpg

    async def one(number: int, finish: float) -> int:
        connection = await asyncpg.connect(url)
        done = 0
        while time.perf_counter() < finish:
            async with connection.transaction():
                await connection.execute("insert into probe values ($1, $2)", number, "x" * 40)
                await connection.execute("select pg_notify('probe', $1)", str(done))
            done += 1
        await connection.close()
        return done

    async def all_of_them() -> float:
        connection = await asyncpg.connect(url)
        await connection.execute("create table probe (number integer, text text)")
        await connection.close()
        finish = time.perf_counter() + seconds
        return sum(await asyncio.gather(*(one(number, finish) for number in range(8)))) / seconds

    return asyncio.run(all_of_them())


def measure(machine: str) -> Costs:
    """All of it: a few minutes on a quiet machine."""
    from tests.server.postgres import Postgres

    postgres = Postgres()
    try:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(Path(folder))
            try:
                said = {name: value for name, value, _ in run(moves(bench, GAME, 50, 8.0))}
                empty = bench.memory()
                idle = run(_idle(bench, 1000, 8.0))
                crowded = {name: value for name, value, _ in run(crowd(bench, 5000, 500))}
            finally:
                bench.stop()
            commits = _commits(postgres.new_database("probe"))
            found = []
            for name, split in (("together", False), ("split", True)):
                database = postgres.new_database(name)
                bench = Bench(Path(folder), database, 2)
                try:
                    run(lives(bench, 2.0, split))
                    played, _, used, _ = run(lives(bench, 8.0, split))
                    found.append(used / played * 1e3)
                    if split:
                        first, next_ = run(_rejoined(bench))
                        row, game = asyncio.run(_stored(database))
                finally:
                    bench.stop()
    finally:
        postgres.close()
    with_games, with_sockets = crowded["server.500_games"], crowded["server.5000_sockets"]
    socket = (with_sockets - with_games) * 1024 / 4000
    return Costs(
        machine=machine,
        move=said[f"server.{GAME}.50.server"] / 1e3,
        life=found[0],
        split=found[1] / found[0],
        rejoin=next_,
        first_rejoin=first,
        idle=idle,
        process=empty,
        socket=socket,
        room=max(0.0, (with_games - empty) * 1024 / 500 - 2 * socket),
        wire=said[f"server.{GAME}.50.wire"],
        row=row,
        game=game,
        commits=commits,
        lengths=lengths(),
    )
