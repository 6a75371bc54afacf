"""Nothing leaks: what a viewer receives does not change when what they cannot know is dealt anew.

The whole of it, over real sockets and HTTP: every byte to a seat, to a spectator and to an anonymous client, from the
first join to the last move before the reveal, refusals included.
"""

import itertools
import random
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import ClientConnection, connect

import sommet.server.people.accounts
import sommet.server.tables.service
from sommet.client.api import Api
from sommet.core.chance import Chance
from sommet.core.position import Position
from sommet.core.record import SPECTATOR, Record, Viewer
from sommet.core.registry import new
from sommet.server.hub import Hub
from sommet.server.tables import fair
from sommet.server.wire.messages import encode

from .inside import Inside
from .running import new_table

SETTINGS: list[dict[str, Any]] = [
    {"game": "kabaleo", "players": 3, "options": {"golden_rule": True}},
    {"game": "kabaleo", "players": 2, "options": {"deal": "equal"}, "clock": {"kind": "total", "seconds": 600}},
    {"game": "on_top", "players": 4, "options": {"teams": True}},
    {"game": "on_top", "players": 2, "options": {"board": "hex-5-3-3"}, "watchers_chat": True},
    {"game": "babylone", "players": 3, "options": {}},
    {"game": "kabaleo", "players": 2, "options": {}, "device": True, "names": ["Ana", "Bob"]},
]
EVERYTHING = {"knowledge": True, "effects": True}


@dataclass
class World:
    """One server with one deal, and all that it says to each viewer, ply by ply."""

    folder: Path
    settings: dict[str, Any]
    deal: Record
    moves: tuple[str, ...]
    heard: dict[str, list[list[str]]] = field(default_factory=dict)

    def run(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Play these moves."""
        names = (f"id-{number:09d}" for number in itertools.count())
        for module in (sommet.server.people.accounts, sommet.server.tables.service):
            monkeypatch.setattr(module, "new_id", lambda *_: next(names))
        self.now = 1_800_000_000_000
        with Inside(self.folder, self._fix) as server:
            self.base = server.base
            self._play()

    def _fix(self, hub: Hub) -> None:
        fixed: Any = hub
        fixed.now = lambda: self.now
        fixed.new_keys = lambda: ("invitation", "00" * 32)
        fixed.deal = lambda *_: self.deal

    def _play(self) -> None:
        players = self.settings["players"]
        device = bool(self.settings.get("device"))  # then all seats are one person's, each at a socket of its own
        apis = [Api(self.base)] * players if device else [Api(self.base) for _ in range(players)]
        for seat, api in enumerate(apis[:1] if device else apis):
            api.call("POST", "/session/guest", {"name": f"Player {seat}"})
        self.table = new_table(apis[:1] if device else apis, {"players": players} | self.settings)
        sockets: dict[str, ClientConnection] = {}
        everybody = [(SPECTATOR, Api(self.base)), *((str(seat), api) for seat, api in enumerate(apis))]
        with ExitStack() as open_sockets:
            for number, (viewer, api) in enumerate(everybody):
                address = api.socket_address(self.table)
                socket = open_sockets.enter_context(
                    connect(address, additional_headers=api.headers(), compression=None)
                )
                sockets[viewer] = socket
                self.heard[viewer] = [[]]
                wanted = {"seat": int(viewer)} if viewer != SPECTATOR else {}
                sealed = fair.seal(self.table, f"{number:02x}" * 32)
                socket.send(encode({"type": "join", "seal": sealed, **EVERYTHING, **wanted}).decode())
                self._until(socket, viewer, '"type":"welcome"')
                if device and viewer == "0":  # all have sealed now: it is opened, and dealt
                    self._open(socket, viewer, number)
                    self._until(socket, viewer, '"type":"update","seq":1,')
            for number, viewer in enumerate(sockets):
                if viewer != SPECTATOR and not device:
                    self._open(sockets[viewer], viewer, number)
            self._listen(sockets, apis, 1)
            position = Position.of(new(self.settings["game"]).game, self.deal)
            for ply, move in enumerate(self.moves):
                self.now += 1000
                seat = position.to_move or 0
                mover, other = str(seat), str((seat + 1) % players)
                for heard in self.heard.values():
                    heard.append([])
                for viewer, socket in sockets.items():
                    socket.send(encode({"type": "foresee", "id": "foreseen"}).decode())
                    self._until(socket, viewer, '"id":"foreseen"')
                    socket.send(encode({"type": "ahead", "id": "planned"}).decode())
                    self._until(socket, viewer, '"id":"planned"')
                self._say(sockets[other], other, {"move": move, "ply": ply, "id": "not mine"})
                self._say(sockets[mover], mover, {"move": "nonsense", "ply": ply, "id": "wrong"})
                self._say(sockets[mover], mover, {"move": move, "ply": ply, "id": "right"})
                position = position.play(move)
                self._listen(sockets, apis, ply + 2)

    def _open(self, socket: ClientConnection, viewer: str, number: int) -> None:
        socket.send(encode({"type": "open", "bytes": f"{number:02x}" * 32, "id": "opened"}).decode())
        self._until(socket, viewer, '"type":"done","id":"opened"')

    def _say(self, socket: ClientConnection, viewer: str, move: dict[str, Any]) -> None:
        socket.send(encode({"type": "move"} | move).decode())
        self._until(socket, viewer, f'"id":"{move["id"]}"')

    def _until(self, socket: ClientConnection, viewer: str, part: str) -> None:
        while True:
            text = str(socket.recv(timeout=60))
            self.heard[viewer][-1].append(text)
            if part in text:
                return

    def _listen(self, sockets: dict[str, ClientConnection], apis: list[Api], seq: int) -> None:
        for viewer, socket in sockets.items():
            told = (f'"type":"update","seq":{seq},', f'"viewer":{viewer},"seq":{seq},')
            if not any(part in text for part in told for text in self.heard[viewer][-1]):
                self._until(socket, viewer, f'"type":"update","seq":{seq},')
        for number, api in enumerate(apis[:1] if self.settings.get("device") else apis):
            self.heard[str(number)][-1] += self._ask(api)
        anonymous = self._ask(Api(self.base))
        self.heard[SPECTATOR][-1] += anonymous

    def _ask(self, api: Api) -> list[str]:
        paths = ("", "/view", "/rounds/1", "/rounds/1/replay?viewer=all")
        return [_get(f"{self.base}/api/v1/tables/{self.table}{path}", api.headers()) for path in paths] + [
            _get(f"{self.base}/api/v1/lobby", api.headers())
        ]


def _get(address: str, headers: dict[str, str]) -> str:
    try:
        with urlopen(Request(address, headers=headers), timeout=60) as answer:
            return f"{answer.status} {answer.read().decode()}"
    except HTTPError as error:
        with error:
            return f"{error.code} {error.read().decode()}"


def _game(settings: dict[str, Any], seed: int) -> Position:
    """A whole game at random, without its last move: before the reveal."""
    position = new(settings["game"], settings["players"], seed, options=settings["options"])
    start, chance = position, random.Random(seed)
    while not position.over:
        position = position.play(chance.choice(position.legal))
    return start.after(position.moves[:-1])


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: "-".join(map(str, settings.values()))[:40])
def test_bytes_do_not_depend_on_what_is_hidden(
    settings: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To a seat, a spectator, an anonymous client."""
    last = _game(settings, seed=len(str(settings)))
    shown = settings | {"public": not settings.get("device")}
    folders = (tmp_path / str(number) for number in itertools.count())

    def world(position: Position) -> World:
        folder = next(folders)
        folder.mkdir()
        made = World(folder, shown, position.record.with_moves(()), position.moves)
        made.run(monkeypatch)
        return made

    truth = world(last)
    differed = 0
    chance = random.Random(1)
    viewers: list[Viewer] = [chance.randrange(settings["players"]), SPECTATOR]
    for viewer in viewers:
        ply = chance.randrange(len(last.moves) // 3, len(last.moves) + 1)
        seen = Position.of(last.game, last.record.with_moves(last.moves[:ply]))
        for seed in range(20):
            other = seen.view(viewer).redeal(Chance(seed))
            if other.record.setup != last.record.setup:
                break
        differed += other.record.setup != last.record.setup
        lie = world(other)
        for step in range(ply + 1):
            assert lie.heard[str(viewer)][step] == truth.heard[str(viewer)][step], (viewer, step)
    assert differed == (0 if settings["game"] == "babylone" else len(viewers))


def test_the_test_would_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With objectives that seat 0 does know, its bytes differ; the spectator's do not."""
    settings = SETTINGS[1] | {"public": True}
    last = _game(settings, seed=3)
    setup = dict(last.record.setup)
    setup["objectives"] = setup["objectives"][::-1]
    swapped = Record(last.record.game, 2, last.record.options, setup)
    heard = []
    for number, deal in enumerate((last.record.with_moves(()), swapped)):
        folder = tmp_path / str(number)
        folder.mkdir()
        made = World(folder, settings, deal, last.moves[:3])
        made.run(monkeypatch)
        heard.append(made.heard)
    assert heard[0]["0"] != heard[1]["0"]
    assert heard[0][SPECTATOR] == heard[1][SPECTATOR]
