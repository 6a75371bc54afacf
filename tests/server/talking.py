"""A person at a socket, for tests that say one thing at a time."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

from sommet.client.api import Api


class HasBase(Protocol):
    """A server, in this process or another."""

    base: str


class Talk:
    """One socket in a room."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] | None = None
        self.welcome: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []

    def send(self, kind: str, **more: Any) -> None:
        """Say something."""
        self.socket.send(json.dumps({"type": kind, **more}))

    def hear_any(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=90))
        self.heard.append(message)
        return message

    def hear(self, kind: str, **values: Any) -> dict[str, Any]:
        """The next message of this kind with these values; others are passed over."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=90))
            self.heard.append(message)
            if message.get("view"):
                self.view = message["view"]
            if message["type"] == kind and all(message.get(key) == value for key, value in values.items()):
                return message

    def answer(self, kind: str, **more: Any) -> dict[str, Any]:
        """Say something; the message that answers it."""
        self.send(kind, id="q", **more)
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=90))
            self.heard.append(message)
            if message.get("view"):
                self.view = message["view"]
            if message.get("id") == "q":
                return message

    def move(self, number: int = 0) -> dict[str, Any]:
        """Play one of my legal moves."""
        assert self.view is not None
        return self.answer("move", move=self.view["legal"][number], ply=self.view["ply"])


@contextmanager
def talking(api: Api, table: str, seq: int = 0, **more: Any) -> Iterator[Talk]:
    """Join a room."""
    how: dict[str, Any] = {"additional_headers": api.headers(), "compression": None, "ping_interval": None}
    with connect(api.socket_address(table), **how) as socket:  # who waits is patient, however busy the machine
        talk = Talk(socket)
        talk.send("join", seq=seq, **more)
        talk.welcome = json.loads(socket.recv(timeout=90))
        talk.heard.append(talk.welcome)
        talk.view = talk.welcome.get("view")
        yield talk


def dealt(talk: Talk) -> dict[str, Any]:
    """The first view, once there is one."""
    while talk.view is None:
        talk.hear("update")
    return talk.view


def at(api: Api, server: HasBase) -> Api:
    """The same person at another process."""
    other = Api(server.base)
    other.cookie = api.cookie
    return other
