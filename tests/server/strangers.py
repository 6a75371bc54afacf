"""Bare sockets for tests that do what no browser does."""

import socket

from sommet.client.api import Api
from sommet.server.people.accounts import COOKIE


def place(base: str) -> tuple[str, int]:
    """Where a server listens."""
    host, port = base.removeprefix("http://").split(":")
    return host, int(port)


def frame(kind: int, payload: bytes = b"") -> bytes:
    """A client's frame."""
    size = len(payload)
    if size < 126:
        head = bytes((kind, 0x80 | size))
    elif size < 1 << 16:
        head = bytes((kind, 0xFE)) + size.to_bytes(2, "big")
    else:
        head = bytes((kind, 0xFF)) + size.to_bytes(8, "big")
    return head + b"\0\0\0\0" + payload


def shake(base: str, table: str, cookie: str = "") -> bytes:
    """The request for a table's socket."""
    host, port = place(base)
    return (
        f"GET /api/v1/tables/{table}/ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {COOKIE}={cookie}\r\n\r\n".encode()
    )


def socket_of(api: Api, table: str) -> socket.socket:
    """A bare socket that has shaken hands and then says nothing."""
    raw = socket.create_connection(place(api.base), 10)
    raw.sendall(shake(api.base, table, api.cookie or ""))
    assert b" 101 " in raw.recv(4096)
    return raw
