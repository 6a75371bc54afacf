"""kill -9 in the middle of 50 running games, again and again: nothing that was acknowledged is lost."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest

from sommet.server.store.outages import Outages
from sommet.server.store.pulse import STALL
from sommet.server.wire.settings import Clock

from .postgres import Postgres
from .running import Player, Running, guest, new_table, sqlite
from .stored import Stored, signatures

GAMES = 50
KILLS = 20
ELSEWHERE = 2_000  # milliseconds
CHARGED = STALL  # milliseconds, of an interruption of several seconds: what stands still for less is not noticed
SETTINGS = {"game": "kabaleo", "rounds": 5, "clock": {"kind": "total", "seconds": 900, "increment": 1}}


def _seated(server: Running, games: int) -> list[Player]:
    """Two players for each of a number of tables."""
    players = []
    apis = [guest(server.base, f"Player {number}") for number in range(10)]
    for number in range(games):
        pair = [apis[number % 5 * 2], apis[number % 5 * 2 + 1]]
        table = new_table(pair, SETTINGS)
        players += [Player(api, table, number * 2 + seat, pause=0.3) for seat, api in enumerate(pair)]
    return players


async def _more(players: list[Player], moves: int) -> None:
    """Until this many more moves have been acknowledged."""
    before, deadline = sum(len(player.acknowledged) for player in players), time.monotonic() + 300
    while sum(len(player.acknowledged) for player in players) < before + moves:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


Window = tuple[int, int]  # milliseconds since 1970


def _window(interrupt: Callable[[], None], most: int = 1 << 60) -> Window:
    """Do it; from when until when there was no server, at most so long."""
    began = time.time_ns() // 1_000_000
    interrupt()
    return began, min(began + most, time.time_ns() // 1_000_000)


def _well(database: str, processes: int) -> None:
    """Wait until so many processes have signed lately.

    How long one stood still that was found dead, came back and is killed before it signs again, nobody can know.
    """
    for _ in range(600):
        if sum(alive > time.time() * 1000 - 1_500 for alive in signatures(database)) >= processes:
            return
        time.sleep(0.1)
    raise AssertionError(signatures(database))


def _check_nobody_charged(database: str, windows: list[Window]) -> None:
    """Of the time without a server next to nothing is anybody's: it is stored as an outage.

    A neighbour's death is noticed by whoever signs some seconds later; nobody loses on time before that is known.
    """
    for _ in range(40):
        outages = Outages(Stored(database).outages)
        charged = [ended - began - outages.within(began, ended) for began, ended in windows]
        if max(charged) <= CHARGED:
            return
        time.sleep(0.5)
    raise AssertionError(charged)


async def _survive(players: list[Player], interrupt: Callable[[], None], times: int) -> list[int]:
    """Play; meanwhile interrupt so often, while moves pour in. How many matches were running each time."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    running = []
    for _ in range(times):
        await _more(players, len(players) // 8)
        running.append(sum(not player.over for player in players) // 2)
        await asyncio.to_thread(interrupt)
    await _more(players, len(players))  # all come back by themselves
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(player.room.close() for player in players))
    for task in tasks:
        if task.done() and not task.cancelled() and task.exception() is not None:
            raise task.exception() or AssertionError
    return running


def _check(database: str, players: list[Player]) -> int:
    """Every acknowledged move is stored, once; every stored move is legal where it stands."""
    stored = Stored(database)
    count = 0
    for player in players:
        moves = stored.moves(player.room.table, int(str(player.seat)))
        acknowledged = Counter(player.acknowledged)
        count += len(player.acknowledged)
        assert not acknowledged - moves, player.room.table
    for name in stored.logs:
        stored.progress(name)
    return count


def _check_clocks(database: str, players: list[Player], base: str) -> None:
    """What the server says is what the stored times say, outages taken off."""
    asked = [(player, player.room.api.call("GET", f"/tables/{player.room.table}/view")) for player in players[::10]]
    time.sleep(2.5)  # all outages that the server knew of by then are stored
    stored = Stored(database)
    assert stored.outages
    checked = 0
    for player, said in asked:
        name = player.room.table
        if said["clock"] is None or said["clock"]["running"] is None:
            continue
        left = [Clock(kind="total", seconds=900).start] * 2
        rows = Stored(database).logs[name]
        progress = stored.progress(name)
        first = next(i for i in range(len(rows) - 1, -1, -1) if rows[i].kind == "deal")
        mover = progress.to_move or 0
        since = rows[first].at
        for row in rows[first + 1 :]:
            lost = sum(max(0, min(ended, row.at) - max(began, since)) for began, ended in stored.outages)
            left[row.seat] += 1000 - (row.at - since - lost)
            since = row.at
        now = said["clock"]["at"]
        lost = sum(max(0, min(ended, now) - max(began, since)) for began, ended in stored.outages)
        left[mover] -= now - since - lost
        assert said["clock"]["left"] == left, name
        checked += 1
    assert checked or all(player.over for player in players)


def _killed(database: str, folder: Path, times: int) -> None:
    """Nothing acknowledged is lost, nothing is there twice, nobody is charged, and all come back by themselves."""
    server = Running(database, log=folder / "log")
    server.start()
    windows: list[Window] = []
    try:
        for _ in range(times // KILLS):
            players = _seated(server, GAMES)
            running = asyncio.run(_survive(players, lambda: windows.append(_window(server.restart)), KILLS))
            assert min(running) >= GAMES * 3 // 4, running
            assert _check(database, players) > 300
            assert min(player.room.reconnected for player in players) >= KILLS // 2
            for player in players:
                assert {refused["code"] for refused in player.refused} <= {"unavailable", "not_choosing", "stale"}
        _check_nobody_charged(database, windows)
    finally:
        server.stop()


def test_sqlite_server_killed_twenty_times(tmp_path: Path) -> None:
    """SQLite."""
    _killed(sqlite(tmp_path), tmp_path, KILLS)


@pytest.mark.long
def test_sqlite_server_killed_two_hundred_times(tmp_path: Path) -> None:
    """The same for longer."""
    _killed(sqlite(tmp_path), tmp_path, 10 * KILLS)


def _split(servers: list[Running], games: int) -> list[Player]:
    """Two players for each of a number of tables, one at each server."""
    players = []
    for number in range(games):
        apis = [guest(server.base, f"Player {number}") for server in servers]
        table = new_table(apis, SETTINGS)
        players += [Player(api, table, number * 2 + seat, pause=0.3) for seat, api in enumerate(apis)]
    return players


def _two_killed(database: str, cluster: Postgres, folder: Path, times: int) -> None:
    """Two servers and the database itself, in turn, the players of each game at both servers.

    Where a server is left, its people can be there in two seconds: that is how long its neighbour's death is no time.
    """
    servers = [Running(database, log=folder / f"log{number}") for number in (1, 2)]
    for server in servers:
        server.start()
    windows: list[Window] = []

    def database_killed() -> None:
        cluster.kill()
        time.sleep(1)
        cluster.start()

    def interrupted() -> None:
        _well(database, len(servers))
        windows.append(_window(*next(whom)))

    whom = cycle([(servers[0].restart, ELSEWHERE), (servers[1].restart, ELSEWHERE), (database_killed, 1 << 60)])
    try:
        for _ in range(times // 10):
            players = _split(servers, 12)
            asyncio.run(_survive(players, interrupted, 10))
            assert _check(database, players) > 30
        _check_nobody_charged(database, windows)
    finally:
        for server in servers:
            server.stop()
        if cluster.process is not None and cluster.process.poll() is not None:
            cluster.start()


def test_two_postgres_servers_and_the_database_killed(
    tmp_path: Path, postgres: Postgres, new_postgres: Callable[[], str]
) -> None:
    """PostgreSQL."""
    _two_killed(new_postgres(), postgres, tmp_path, 10)


@pytest.mark.long
def test_two_postgres_servers_and_the_database_killed_a_hundred_times(
    tmp_path: Path, postgres: Postgres, new_postgres: Callable[[], str]
) -> None:
    """The same for longer."""
    _two_killed(new_postgres(), postgres, tmp_path, 100)


def test_clocks_survive_an_outage(tmp_path: Path) -> None:
    """The time without a server is nobody's."""
    database = sqlite(tmp_path)
    server = Running(database, log=tmp_path / "log")
    server.start()
    try:
        players = _seated(server, 5)

        def outage() -> None:
            server.kill()
            time.sleep(7)
            server.start()

        asyncio.run(_survive(players, outage, 1))
        assert any(ended - began > 7_000 for began, ended in Stored(database).outages)
        _check(database, players)
        _check_clocks(database, players, server.base)
    finally:
        server.stop()


def test_postgres_itself_killed(tmp_path: Path, postgres: Postgres, new_postgres: Callable[[], str]) -> None:
    """Moves are refused while it is away; none is acknowledged and lost."""
    database = new_postgres()
    server = Running(database, log=tmp_path / "log")
    server.start()
    try:
        players = _seated(server, 20)

        def interrupt() -> None:
            postgres.kill()
            time.sleep(1.5)
            postgres.start()

        asyncio.run(_survive(players, interrupt, 2))
        refused = [refused for player in players for refused in player.refused if refused["code"] == "unavailable"]
        assert refused, "moves are refused while the database is away"
        assert all(one["message"] for one in refused)
        _check(database, players)
    finally:
        server.stop()
        if postgres.process is not None and postgres.process.poll() is not None:
            postgres.start()


def test_a_stop_tells_the_clients(tmp_path: Path) -> None:
    """SIGTERM: `bye`, then a clean end."""
    server = Running(sqlite(tmp_path), log=tmp_path / "log")
    server.start()
    try:
        players = _seated(server, 2)

        async def play() -> None:
            tasks = [asyncio.create_task(player.play()) for player in players]
            await asyncio.sleep(1)
            assert await asyncio.to_thread(server.stop) == 0
            await asyncio.sleep(0.2)
            for player in players:
                assert any(message["type"] == "bye" for message in player.messages)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(player.room.close() for player in players))

        asyncio.run(play())
        _check(server.database, players)
    finally:
        server.stop()
