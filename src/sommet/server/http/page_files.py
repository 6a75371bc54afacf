"""The page's files, as the build of web/ left them in `page/`. Plain ASGI: other requests are passed on."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

from ...core.words import say
from ...site.plain_files import INDEX, PACKED, PAGE
from ..wire.asgi import App, Receive, Scope, Send
from ..wire.languages import preferred
from .sharing import Sharing, is_shared

FOLDER = PAGE
ASSETS = "assets/"  # names with a hash of the content in them
A_YEAR = b"public, max-age=31536000, immutable"
Headers = list[tuple[bytes, bytes]]
TYPES = {
    ".avif": "image/avif",
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


class File(NamedTuple):
    """A file's content, and when it was read: it is read again when it has changed on disk."""

    seen: tuple[int, int]
    body: bytes
    tag: str


class PageFiles:
    """Serves the page; everything else is the application's."""

    def __init__(self, app: App, folder: Path, sharing: Sharing) -> None:
        self._app, self._folder, self._sharing = app, folder, sharing
        self._read: dict[Path, File] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or _is_api(scope["path"]):
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        html = "text/html" in headers.get(b"accept", "") or scope["path"] == "/" or is_shared(scope["path"])
        found = self._find(scope["path"])
        if found is None and html and not scope["path"].startswith("/" + ASSETS):
            found = self._find("/" + INDEX)
            if found is None:
                await _not_built(scope, headers, send)
                return
        if found is None:
            await self._app(scope, receive, send)
            return
        tags = await self._sharing.tags(scope, headers) if found == self._folder / INDEX else ""
        try:
            content, more = self._tagged(found, tags, headers) if tags else self._choose(found, headers)
        except OSError:  # gone since: the page is being built anew
            await self._app(scope, receive, send)
            return
        if _matches(headers.get(b"if-none-match", ""), content.tag):
            await send({"type": "http.response.start", "status": 304, "headers": more})
            await send({"type": "http.response.body", "body": b""})
        else:
            kind = TYPES.get(found.suffix.lower(), "application/octet-stream")
            await _answer(scope, 200, kind, content.body, more, send)

    def _find(self, path: str) -> Path | None:
        """The file of that path; None when there is none. Nothing outside the folder, nothing hidden."""
        parts = path.lstrip("/").split("/")
        if any(not part or part.startswith(".") or "\\" in part or "\0" in part for part in parts):
            return None
        file = self._folder.joinpath(*parts)
        try:
            inside = file.is_file() and file.resolve().is_relative_to(self._folder.resolve())
        except OSError:  # a name that no file can have
            return None
        return file if inside and file.suffix not in PACKED.values() else None

    def _content(self, path: Path) -> File:
        there = path.stat()
        seen = there.st_mtime_ns, there.st_size
        found = self._read.get(path)
        if found is None or found.seen != seen:
            body = path.read_bytes()
            found = self._read[path] = File(seen, body, hashlib.sha256(body).hexdigest()[:24])
        return found

    def _choose(self, path: Path, headers: dict[bytes, str]) -> tuple[File, Headers]:
        """The file itself or the smallest of its packed twins that is accepted, and what to say about it."""
        content = self._content(path)
        hashed = path.relative_to(self._folder).as_posix().startswith(ASSETS)
        more: Headers = [(b"cache-control", A_YEAR if hashed else b"no-cache")]
        twins = {coding: path.with_name(path.name + ending) for coding, ending in PACKED.items()}
        packed = {coding: twin for coding, twin in twins.items() if twin.is_file()}
        if packed:
            more.append((b"vary", b"accept-encoding"))
        accepted = headers.get(b"accept-encoding", "")
        coding = next((coding for coding in packed if _accepts(accepted, coding)), None)
        if coding is not None:
            content = self._content(packed[coding])
            more.append((b"content-encoding", coding.encode()))
        return content, [*more, (b"etag", f'"{content.tag}"'.encode())]

    def _tagged(self, path: Path, tags: str, headers: dict[bytes, str]) -> tuple[File, Headers]:
        """The page with these tags in its head, packed where that is accepted, and what to say about it."""
        plain = self._content(path)
        body = plain.body.replace(b"</head>", tags.encode() + b"</head>", 1)
        more: Headers = [(b"cache-control", b"no-cache"), (b"vary", b"accept-encoding, accept-language")]
        if _accepts(headers.get(b"accept-encoding", ""), "gzip"):
            body = gzip.compress(body, mtime=0)
            more.append((b"content-encoding", b"gzip"))
        tag = hashlib.sha256(body).hexdigest()[:24]
        return File(plain.seen, body, tag), [*more, (b"etag", f'"{tag}"'.encode())]


def _is_api(path: str) -> bool:
    return path in ("/api", "/healthz", "/metrics") or path.startswith("/api/")


def _accepts(accepted: str, coding: str) -> bool:
    """Whether the client names that coding without refusing it."""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip().removeprefix("x-") == coding:
            return weight.replace(" ", "").rstrip("0").rstrip(".") != "q="
    return False


def _matches(header: str, tag: str) -> bool:
    """Whether the client has just this already."""
    return header.strip() == "*" or any(part.strip().removeprefix("W/") == f'"{tag}"' for part in header.split(","))


async def _not_built(scope: Scope, headers: dict[bytes, str], send: Send) -> None:
    """The page has not been built: say how to."""
    text = say(preferred(headers.get(b"accept-language", "")), "serve.page_not_built") + "\n"
    await _answer(scope, 503, TYPES[".txt"], text.encode(), [(b"cache-control", b"no-store")], send)


async def _answer(scope: Scope, status: int, kind: str, body: bytes, more: Headers, send: Send) -> None:
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body if scope["method"] == "GET" else b""})
