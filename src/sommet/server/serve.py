"""Running the application: uvicorn, structured logs, a graceful stop."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from . import logs
from .app import make_app
from .config import Config
from .http.timed import DOORS, Door, Timed
from .hub import Hub
from .store.database import Store, StoreError
from .ws.frames import Frames

MOST_MESSAGE = 64 * 1024
OTHER_FILES = 256  # that a process has open besides its connections
COLLECT = (10_000, 20, 20)


class Server(uvicorn.Server):
    """Uvicorn, but clients are told before their sockets are closed."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn, but a stop that was asked for is a success: the signal is not raised again."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then stop."""
        await self.hub.farewell()
        await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def settings(config: Config, app: Any) -> uvicorn.Config:
    """How uvicorn is set."""
    logs.start(config)
    made = uvicorn.Config(
        app,
        host=config.host,
        port=config.port,
        log_config=None,
        access_log=False,
        http=Timed,
        ws=Frames,
        ws_max_size=MOST_MESSAGE,
        ws_ping_interval=config.heartbeat,
        ws_ping_timeout=config.heartbeat,
        ws_per_message_deflate=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=config.proxies,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    DOORS[made] = Door(config, min(config.most_connections, _files(config.most_connections)))
    return made


def _files(wanted: int) -> int:
    """As many connections as this process may have files, up to as many as are wanted."""
    try:
        import resource
    except ImportError:  # not on Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard > wanted + OTHER_FILES:
        hard = wanted + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        soft = hard
    return wanted if soft == resource.RLIM_INFINITY else max(1, soft - OTHER_FILES)


def listen(config: Config) -> socket.socket:
    """The listening socket; port 0: any that is free. OSError when it cannot be had."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind((config.host, config.port))
    found.listen(2048)
    return found


def address(config: Config, listening: socket.socket) -> str:
    """Where a browser finds the server."""
    if config.base_url:
        return config.base_url
    host, port = listening.getsockname()[:2]
    shown = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


async def _probe(config: Config) -> None:
    store = Store(config.url())
    try:
        await store.open()
    finally:
        await store.close()


def probe(config: Config) -> None:
    """Raise StoreError, with a clear message, when the store cannot be used; bring its schema up to date."""
    logs.start(config)
    asyncio.run(_probe(config))


def serve(config: Config, listening: socket.socket) -> bool:
    """Serve until told to stop; whether it started at all."""
    os.environ.setdefault("SOMMET_SEARCH_THREADS", "1")  # several searches at a time, by the scheduler: one thread each
    app, hub = make_app(config)
    server = Server(settings(config, app), hub)
    gc.collect()
    gc.freeze()  # what is loaded by now stays: it need not be looked through again and again
    gc.set_threshold(*COLLECT)
    server.run(sockets=[listening])
    return server.started


__all__ = ["StoreError", "address", "listen", "probe", "serve"]
