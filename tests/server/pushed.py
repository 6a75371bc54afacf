"""A push service and a browser in a thread of the test: it takes messages, checks who signed them and decrypts them."""

import base64
import json
import os
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02


def text(data: bytes) -> str:
    """As the web writes bytes."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Browser:
    """One browser's keys."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self._public = self._key.public_key().public_bytes(*form)

    def subscription(self, **more: Any) -> dict[str, Any]:
        """As the page sends it."""
        keys = {"p256dh": text(self._public), "auth": text(self._auth)}
        return {"endpoint": self.endpoint, "keys": keys, "zone": "Europe/Brussels", "language": "en", **more}

    def decrypt(self, body: bytes) -> dict[str, Any]:
        """What only this browser can read."""
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        found: dict[str, Any] = json.loads(plain)
        return found


class PushService:
    """Keeps what it is sent: path, headers, body. `answer` says with which status."""

    def __init__(self, answer: Callable[[str], int] = lambda path: 201) -> None:
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.taken.append((self.path, headers, body))
                status = answer(self.path)
                self.send_response(status)
                if status == 307:
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def browser(self, name: str) -> Browser:
        """One that is subscribed here."""
        return Browser(f"{self.origin}/send/{name}")

    def __enter__(self) -> "PushService":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(30)

    def wait(self, count: int = 1) -> list[tuple[str, dict[str, str], bytes]]:
        """Until so many have come."""
        deadline = time.monotonic() + 60
        while len(self.taken) < count:
            assert time.monotonic() < deadline, "no push message came"
            time.sleep(0.02)
        return self.taken


def signed_claims(header: str) -> tuple[str, dict[str, Any]]:
    """The key that signed an `Authorization: vapid` header, and what it claims; the signature must be right."""
    assert Vapid02.verify(header)
    parts = dict(part.strip().split("=", 1) for part in header.partition(" ")[2].split(","))
    claims = parts["t"].split(".")[1]
    return parts["k"], json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
