"""How a server is set: command line first, then the environment (`SOMMET_HOST`, `SOMMET_DATABASE` …), then these."""

from __future__ import annotations

import os
from collections.abc import Mapping

import msgspec
from sqlalchemy.engine import URL, make_url

from ..core.folders import data_folder
from .reasons import Unusable

PREFIX = "SOMMET_"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of one server process."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""  # empty: a SQLite file in the user's data folder
    bus: str = ""  # empty: PostgreSQL's own, or none
    base_url: str = ""  # empty: what the browser calls the server
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For is believed
    http_rate: float = 20.0  # requests a second and address
    message_rate: float = 20.0  # messages a second and connection
    connections: int = 200  # open sockets an address
    threads: int = 2  # for computer players and analyses
    heartbeat: float = 10.0  # seconds between pings of a socket
    log: str = "info"

    def url(self) -> URL:
        """The database's address with the driver that the server uses."""
        if not self.database:
            folder = data_folder()
            folder.mkdir(parents=True, exist_ok=True)
            return URL.create("sqlite+aiosqlite", database=str(folder / "sommet.db"))
        given = make_url(self.database)
        kind = given.get_backend_name()
        if kind not in ("sqlite", "postgresql"):
            raise Unusable("serve.unusable.database", kind=kind)
        if kind == "sqlite" and given.database in (None, "", ":memory:"):
            raise Unusable("serve.unusable.file")
        return given.set(drivername={"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}[kind])


def from_environment(given: Mapping[str, object], environ: Mapping[str, str] | None = None) -> Config:
    """What was given, what was not from the environment, the rest as it is by default."""
    variables = os.environ if environ is None else environ
    found: dict[str, object] = {}
    for field in Config.__struct_fields__:
        text = variables.get(PREFIX + field.upper())
        if given.get(field) is not None:
            found[field] = given[field]
        elif text:
            found[field] = text
    return msgspec.convert(found, Config, strict=False)
