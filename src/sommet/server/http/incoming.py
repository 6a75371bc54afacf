"""What a request brings is read whole before anybody looks at it: not too large, and text that can be stored."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote_to_bytes

from ..wire.asgi import Receive, Scope
from ..wire.refusals import Refusal
from ..wire.texts import check_text

MOST_BYTES = 256 * 1024
WITH_BODY = (b"content-length", b"transfer-encoding")


def check_address(scope: Scope) -> None:
    """Refusal when the path or the query holds what no text does."""
    if "\0" in scope["path"] or b"\0" in unquote_to_bytes(scope["query_string"]):
        raise Refusal("no_text", 400)


async def whole(scope: Scope, receive: Receive) -> Receive | None:
    """The same request with its body in one piece; None when the client has gone. Refusal when it is not to be read."""
    if not any(name in WITH_BODY for name, _ in scope["headers"]):
        return receive
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        size, more = size + len(parts[-1]), message.get("more_body", False)
        if size > MOST_BYTES:
            raise Refusal("too_large", 413)
    body: bytes | None = b"".join(parts)
    check_text(body or b"")

    async def again() -> Any:
        nonlocal body
        if body is None:
            return await receive()
        given, body = body, None
        return {"type": "http.request", "body": given, "more_body": False}

    return again
