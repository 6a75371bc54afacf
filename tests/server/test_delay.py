"""A table that is watched late: nothing of the newest moves reaches those who watch, in any way, until it is over."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from sommet.client.api import Api, ApiError
from sommet.core.position import Position
from sommet.core.record import SPECTATOR
from sommet.core.registry import new
from sommet.server.wire.messages import encode

from .inside import Inside
from .running import guest, new_table
from .talking import dealt, talking
from .test_leaks import EVERYTHING, World

DELAY = 2
SETTINGS: dict[str, Any] = {
    "game": "kabaleo",
    "players": 2,
    "public": True,
    "watchers_chat": True,
    "delay": DELAY,
    "clock": {"kind": "total", "seconds": 600},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


class Late(World):
    """One server, and all that it says to one who watches late, who asks for whatever can be asked for."""

    def _listen(self, sockets: dict[str, ClientConnection], apis: list[Api], seq: int) -> None:
        watching = sockets[SPECTATOR]
        super()._listen({viewer: socket for viewer, socket in sockets.items() if viewer != SPECTATOR}, apis, seq)
        asked: list[dict[str, Any]] = [{"type": "ping"}, {"type": "mute"}, {"type": "join", **EVERYTHING}]
        asked += [{"type": "say", "text": "?"}, {"type": "move", "move": "1>2", "ply": seq - 1}, {"type": "claim"}]
        for number, message in enumerate(asked):
            if message["type"] != "join":
                message["id"] = f"{seq}-{number}"
            watching.send(encode(message).decode())
            self._until(watching, SPECTATOR, '"type":"welcome"' if "id" not in message else f'"{message["id"]}"')


def line(moves: int, last: int, seed: int = 4) -> Position:
    """A game of so many moves, the last of them drawn otherwise for another `last`."""
    position, chance = new("kabaleo", 2, seed), random.Random(seed)
    for ply in range(moves):
        if ply == moves - DELAY:
            chance = random.Random(last)
        position = position.play(chance.choice(position.legal))
    return position


def test_what_is_said_to_those_who_watch_does_not_depend_on_the_newest_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every byte, over the socket and by HTTP; with one move less of delay they would differ."""
    heard = []
    for number, (last, delay) in enumerate(((1, DELAY), (2, DELAY), (1, DELAY - 1), (2, DELAY - 1))):
        game = line(5, last)
        (folder := tmp_path / str(number)).mkdir()
        world = Late(folder, SETTINGS | {"delay": delay}, game.record.with_moves(()), game.moves)
        world.run(monkeypatch)
        heard.append(world.heard)
    assert heard[0]["0"] != heard[1]["0"]
    assert heard[0][SPECTATOR] == heard[1][SPECTATOR]
    assert '"move":"' in str(heard[0][SPECTATOR])
    assert heard[2][SPECTATOR] != heard[3][SPECTATOR]


def test_everything_is_told_when_it_is_over(server: Inside) -> None:
    """In one piece, without a gap; whoever comes later, and a process that has just read the table, tell the same."""
    apis = [guest(server.base, "Ana"), guest(server.base, "Bob")]
    table = new_table(apis, SETTINGS)
    with talking(apis[0], table) as here, talking(apis[1], table) as there, talking(guest(server.base), table) as late:
        dealt(here)
        dealt(there)
        for _ in range(4):
            mover, other = (here, there) if (here.view or {})["legal"] else (there, here)
            mover.move()
            other.hear("update")
        while late.answer("ping")["seq"] < 5 - DELAY:
            pass
        assert (late.view or {})["ply"] == 4 - DELAY
        assert [message["clock"] for message in late.heard if "clock" in message] == [None] * (1 + 5 - DELAY)
        server.hub.tables.rooms.clear()  # as if this process had just been started
        with talking(guest(server.base), table) as later:
            assert (later.welcome["seq"], later.welcome["view"]["ply"]) == (5 - DELAY, 4 - DELAY)
        assert Api(server.base).call("GET", f"/tables/{table}/view")["seq"] == 5 - DELAY
        assert apis[0].call("GET", f"/tables/{table}/view")["seq"] == 5
        with talking(apis[0], table) as back, talking(guest(server.base), table) as later:
            back.answer("resign")
            told = later.hear("update")
    assert [event["seq"] for event in told["events"]] == list(range(5 - DELAY, 6))
    assert (told["view"]["ply"], told["clock"] is None) == (4, False)


def test_before_so_much_has_happened_there_is_nothing_to_see(server: Inside) -> None:
    """Not even the deal; the settings say why."""
    apis = [guest(server.base, "Ana"), guest(server.base, "Bob")]
    table = new_table(apis, SETTINGS)
    with talking(apis[0], table) as here, talking(apis[1], table), talking(guest(server.base), table) as late:
        dealt(here)
        assert (late.answer("ping")["seq"], late.view) == (0, None)
        assert late.welcome["table"]["settings"]["delay"] == DELAY
        with pytest.raises(ApiError) as refused:
            Api(server.base).call("GET", f"/tables/{table}/view")
        assert refused.value.code == "not_started"
