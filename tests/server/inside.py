"""The whole server in a thread of the test: real sockets, but its time, names and deals are the test's."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from sommet.server.app import make_app
from sommet.server.config import Config
from sommet.server.hub import Hub
from sommet.server.serve import Server, listen, settings

T = TypeVar("T")


class Inside:
    """A server in a thread."""

    def __init__(self, folder: Path, change: Callable[[Hub], None] | None = None, **given: Any) -> None:
        wide: dict[str, Any] = {"http_rate": 1e6, "message_rate": 1e6, "connections": 10_000, "log": "error"}
        wide["guest_tables"] = 100_000
        config = Config(**{"port": 0, "database": f"sqlite:///{folder / 'inside.db'}", **wide, **given})
        listening = listen(config)
        app, self.hub = make_app(config)
        if change is not None:
            change(self.hub)
        made: uvicorn.Config = settings(config, app)
        self.server = Server(made, self.hub)
        self.base = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]}, daemon=True)

    def __enter__(self) -> "Inside":
        self.thread.start()
        deadline = time.monotonic() + 180
        while not self.server.started:
            assert time.monotonic() < deadline
            assert self.thread.is_alive()
            time.sleep(0.01)
        return self

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do this inside the server; its answer."""
        loop = next(iter(self.server.servers)).get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive()
