"""How a server is set: command line first, then the environment (`SOMMET_HOST`, `SOMMET_DATABASE` …), then these."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from sqlalchemy.engine import URL, make_url

from ..core.folders import data_folder
from .wire.reasons import Unusable

PREFIX = "SOMMET_"
Port = Annotated[int, Meta(ge=0, le=65535)]
Count = Annotated[int, Meta(ge=1)]
Rate = Annotated[float, Meta(gt=0)]
Log = Literal["debug", "info", "warning", "error"]
WANTED = {Port: "port", Count: "count", Rate: "rate", Log: "log"}


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of one server process."""

    host: str = "127.0.0.1"
    port: Port = 8000
    database: str = ""  # empty: a SQLite file in the user's data folder
    bus: str = ""  # empty: PostgreSQL's own, or none
    base_url: str = ""  # empty: what the browser calls the server
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For is believed
    http_rate: Rate = 20.0  # requests a second and address
    message_rate: Rate = 20.0  # messages a second and connection
    connections: Count = 200  # open sockets an address
    threads: Count = 2  # for computer players and analyses
    heartbeat: Rate = 10.0  # seconds between pings of a socket
    log: Log = "info"

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
    """What was given, what was not from the environment, the rest as it is by default; Unusable if a value is none."""
    variables = os.environ if environ is None else environ
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(Config):
        variable = PREFIX + field.name.upper()
        value = given.get(field.name)
        named = variable if value is None else f"--{field.name.replace('_', '-')}"
        value = variables.get(variable) or None if value is None else value
        if value is None:
            continue
        try:
            found[field.name] = msgspec.convert(value, field.type, strict=False)
        except msgspec.ValidationError:
            wanted = f"@serve.wanted.{WANTED[field.type]}"
            raise Unusable("serve.unusable.setting", setting=named, given=str(value)[:40], wanted=wanted) from None
    return msgspec.convert(found, Config)
