"""The guard: limits by address, no requests from other sites, headers for a strict browser. Plain ASGI."""

from __future__ import annotations

import logging
import re
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ...site.policy import POLICY
from ..config import Config
from ..metrics import REFUSED, REQUESTS
from ..people.limits import Bucket, Buckets, Counter
from ..wire.asgi import App, Receive, Scope, Send, address_of
from ..wire.languages import preferred
from ..wire.refusals import Refusal
from ..ws.frames import EXTENSION, Frames
from ..ws.sockets import SHARED
from .incoming import check_address, whole
from .sharing import is_shared

log = logging.getLogger("sommet.guard")

FRAMES = 5  # frames a connection may send for each message it may send
TOGETHER = 20  # connections' worth of frames and messages for an address
FILE_COST = 0.2  # a page is many files
SAFE = ("GET", "HEAD", "OPTIONS")
CSP = f"{POLICY}; frame-ancestors 'none'"
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
PICTURE = re.compile(r"/api/v1/[\w/-]{1,100}/picture\.png", re.ASCII)  # other sites show it with a link
EMBEDDED = re.compile(r"/embed/[\w-]{1,40}(/\d{1,2})?", re.ASCII)  # a finished game, in any site's pages
_FRAMED = {b"content-security-policy": f"{POLICY}; frame-ancestors *", b"cross-origin-resource-policy": "cross-origin"}
FRAMED_HEADERS = [(name, _FRAMED[name].encode() if name in _FRAMED else value) for name, value in HEADERS]
HSTS = (b"strict-transport-security", b"max-age=31536000")


class Guard:
    """Wraps the application."""

    def __init__(self, app: App, sockets: App, config: Config) -> None:
        self._app, self._rooms = app, sockets
        self._requests = Buckets(config.http_rate, config.http_rate * 5)
        self._sockets = Counter(config.connections)
        self._frame_rate = config.message_rate * FRAMES
        self._frames = Buckets(self._frame_rate * TOGETHER)
        self._messages = Buckets(config.message_rate * TOGETHER)
        base = urlsplit(config.base_url)
        self._base = base.netloc.lower()
        secure = [HSTS] if base.scheme == "https" else []
        self._headers, self._framed_headers = [*HEADERS, *secure], [*FRAMED_HEADERS, *secure]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        api = scope["path"].startswith("/api/")
        shown = EMBEDDED.fullmatch(scope["path"]) or PICTURE.fullmatch(scope["path"])
        added = self._framed_headers if shown else self._headers

        async def strict(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *added]
                if api and not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
                REQUESTS.labels(str(message["status"])).inc()
            await send(message)

        try:
            if not self._requests.take(address_of(scope), 1.0 if api or is_shared(scope["path"]) else FILE_COST):
                raise Refusal("slow_down", 429)
            if scope["method"] not in SAFE and self._foreign(scope):
                raise Refusal("foreign_site", 403)
            check_address(scope)
            brought = await whole(scope, receive)
        except Refusal as refusal:
            await refuse(strict, refusal, scope)
            return
        if brought is not None:
            await self._app(scope, brought, strict)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        code = None
        if not self._requests.take(address):
            code = "slow_down"
        elif self._foreign(scope):
            code = "foreign_site"
        elif not self._sockets.enter(address):
            code = "slow_down"
        if code is not None:
            REFUSED.labels(code).inc()
            log.warning("socket refused", extra={"code": code, "address": address})
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": code})
            return
        frames: Frames | None = scope["extensions"].get(EXTENSION)
        if frames is not None:
            frames.limit(Bucket(self._frame_rate), self._frames.of(address))
        scope["extensions"][SHARED] = self._messages.of(address)
        try:
            await self._rooms(scope, receive, send)
        finally:
            self._sockets.leave(address)

    def _foreign(self, scope: Scope) -> bool:
        """Whether a browser sends this on behalf of another site."""
        headers = {name: value.decode("latin-1").lower() for name, value in scope["headers"]}
        if headers.get(b"sec-fetch-site") in ("cross-site", "same-site"):
            return True
        origin = headers.get(b"origin")
        if origin is None:
            return False
        return urlsplit(origin).netloc not in (headers.get(b"host"), self._base) or origin == "null"


async def refuse(send: Send, refusal: Refusal, scope: Scope) -> None:
    """Answer with an error, in the client's language."""
    REFUSED.labels(refusal.code).inc()
    log.warning("request refused", extra={"code": refusal.code, "address": address_of(scope)})
    spoken = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"), "")
    said = refusal.say(preferred(spoken))
    body = msgspec.json.encode({"error": {"code": refusal.code, "message": said, "clause": None}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
