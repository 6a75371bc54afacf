"""SIGTERM: what was stored was acknowledged, what was not acknowledged was not stored."""

import asyncio
import json
import random
import signal
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from sommet.client.api import Api

from .running import Running, guest, new_table, sqlite
from .stored import Stored

TABLES = 12
ENOUGH = 150


class Mover:
    """Moves whenever it can, over one connection, and remembers what was acknowledged before that ended."""

    def __init__(self, api: Api, table: str, seat: int, seed: int) -> None:
        self.api, self.table, self.seat, self.chance = api, table, seat, random.Random(seed)
        self.sent: dict[str, tuple[int, str]] = {}
        self.acknowledged: set[tuple[int, str]] = set()
        self.refused: list[dict[str, Any]] = []
        self.bye = False
        self.code: int | None = None

    async def play(self) -> None:
        """Until the server closes the connection."""
        address, headers = self.api.socket_address(self.table), self.api.headers()
        async with connect(address, additional_headers=headers, compression=None) as socket:
            await socket.send('{"type":"join"}')
            try:
                while True:
                    await self._hear(socket, json.loads(await socket.recv()))
            except ConnectionClosed as closed:
                self.code = closed.rcvd.code if closed.rcvd is not None else None

    async def _hear(self, socket: Any, message: dict[str, Any]) -> None:
        if message["type"] == "bye":
            self.bye = True
        if message["type"] == "refused":
            self.refused.append(message)
        if message.get("id") in self.sent and message["type"] in ("update", "done"):
            self.acknowledged.add(self.sent[message["id"]])
        view = message.get("view")
        if view is None or view["to_move"] != self.seat or not view["legal"]:
            return
        move, ply = self.chance.choice(view["legal"]), view["ply"]
        name = f"{ply}"
        self.sent[name] = ply, move
        try:
            await socket.send(json.dumps({"type": "move", "move": move, "ply": ply, "id": name}))
        except ConnectionClosed:
            return


async def _play(server: Running, movers: list[Mover]) -> None:
    playing = [asyncio.create_task(mover.play()) for mover in movers]
    while sum(len(mover.acknowledged) for mover in movers) < ENOUGH:
        await asyncio.sleep(0.01)
        assert not any(task.done() and task.exception() for task in playing)
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    await asyncio.wait_for(asyncio.gather(*playing), 60)


@pytest.mark.parametrize("seed", range(2))
def test_moves_under_way_are_acknowledged_or_not_stored(tmp_path: Path, seed: int) -> None:
    """Many move when the server is told to stop; each hears the truth before its connection is closed."""
    server = Running(sqlite(tmp_path))
    server.start()
    try:
        movers = []
        for number in range(TABLES):
            apis = [guest(server.base, name) for name in ("Ana", "Bob")]
            table = new_table(apis, {"game": "on_top"})
            movers += [Mover(api, table, seat, seed * 100 + number * 2 + seat) for seat, api in enumerate(apis)]
        asyncio.run(_play(server, movers))
    finally:
        assert server.stop() == 0
    stored = Stored(server.database)
    for mover in movers:
        mine = set(stored.moves(mover.table, mover.seat))
        assert mine == mover.acknowledged, (mine - mover.acknowledged, mover.acknowledged - mine, mover.refused)
        assert mover.bye
        assert mover.code == 1012
        assert all(refused["code"] == "unavailable" for refused in mover.refused)
