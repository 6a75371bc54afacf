"""How long each answer took: for /metrics, and for the access log where it is wanted.

A line has the method, the path without its query, the status, milliseconds, bytes and a shortened address. It never has
a cookie, a token or an invitation: of a path that is one of ours only the parts that are no secret are shown, of any
other nothing.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import time
from typing import Any

from ..config import Config
from ..metrics import REQUEST_SECONDS
from ..wire.asgi import App, Receive, Scope, Send, client_of

log = logging.getLogger("sommet.access")
SHOWN = ("table_id", "number", "game_name", "name", "level", "board", "seed")  # parameters that a line may hold
PAGE, SOCKET, OTHER = "page", "socket", "other"
SOCKETS = re.compile(r"/api/v1/(lobby|tables/[A-Za-z0-9_-]{1,40})/ws")


class Access:
    """Wraps the application, its guard included."""

    def __init__(self, app: App, config: Config) -> None:
        self._app, self._logs, self._addresses = app, config.access_log, config.access_addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket; anything else passes through."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began, status, size = time.perf_counter(), 500, 0

        async def counted(message: Any) -> None:
            nonlocal status, size
            kind = message["type"]
            if kind == "http.response.start":
                status = message["status"]
            elif kind == "http.response.body":
                size += len(message.get("body", b""))
            elif kind == "websocket.accept":
                status = 101
            elif kind == "websocket.close" and status != 101:
                status = 403
            await send(message)

        try:
            await self._app(scope, receive, counted)
        finally:
            seconds = time.perf_counter() - began
            if scope["type"] == "http":
                REQUEST_SECONDS.labels(route(scope), f"{status // 100}xx").observe(seconds)
            if self._logs:
                self._line(scope, status, seconds, size)

    def _line(self, scope: Scope, status: int, seconds: float, size: int) -> None:
        line: dict[str, Any] = {"method": scope.get("method", "GET"), "path": path(scope), "status": status}
        line |= {"ms": round(seconds * 1000, 1)}
        if scope["type"] == "http":
            line["bytes"] = size
        if self._addresses != "none":
            address = client_of(scope)
            line["address"] = address if self._addresses == "full" else shortened(address)
        log.info("request" if scope["type"] == "http" else "socket closed", extra=line)


def route(scope: Scope) -> str:
    """Which of the server's addresses this is, without what is particular to the request."""
    if scope["type"] == "websocket":
        return SOCKET
    return str(scope.get("path_template") or (OTHER if scope["path"].startswith("/api") else PAGE))


def path(scope: Scope) -> str:
    """The path as it may be logged."""
    asked = str(scope["path"])
    if scope["type"] == "websocket":
        return asked if SOCKETS.fullmatch(asked) else f"({OTHER})"
    template = scope.get("path_template")
    if template:
        values = scope.get("path_params", {})
        parts = [part[1:-1].partition(":")[0] if part.startswith("{") else "" for part in template.split("/")]
        given = [
            str(values[name])[:40] if name in SHOWN and name in values else part
            for name, part in zip(parts, template.split("/"), strict=True)
        ]
        return "/".join(given)
    return asked if asked == "/" or asked.startswith("/assets/") else f"({OTHER})"


def shortened(address: str) -> str:
    """The network of an address: the first three of four numbers, or the first half of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "local"
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return str(ipaddress.ip_network((found, 24 if found.version == 4 else 64), strict=False))
