"""The settings of a server, and what each is by default. Where they come from: `configuring`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from ..core.folders import data_folder
from .wire.reasons import Unusable

Port = Annotated[int, Meta(ge=0, le=65535)]
Count = Annotated[int, Meta(ge=1)]
Days = Annotated[int, Meta(ge=0, le=36_500)]  # 0: for ever
Rate = Annotated[float, Meta(gt=0)]
Secret = Annotated[str, Meta(extra={"secret": True})]  # never printed, never logged
Log = Literal["debug", "info", "warning", "error"]
Addresses = Literal["short", "full", "none"]
Metrics = Literal["private", "on", "off"]
Tls = Literal["starttls", "tls", "none"]
PUSH_HOSTS = "fcm.googleapis.com *.push.services.mozilla.com *.push.apple.com *.notify.windows.com"
# What a value should have been, by type: the last part of a key of the catalogue.
WANTED = {
    str: "text",
    Secret: "text",
    bool: "truth",
    Port: "port",
    Count: "count",
    Days: "days",
    Rate: "rate",
    Log: "log",
    Addresses: "addresses",
    Metrics: "metrics",
    Tls: "tls",
}


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of one server process. Each is also in deploy/sommet.toml and docs/hosting.md."""

    host: str = "127.0.0.1"
    port: Port = 8000
    database: str = ""  # empty: a SQLite file in the user's data folder
    database_password: Secret = ""  # apart from the address, so that it may hold any character
    bus: str = ""  # empty: PostgreSQL's own, or none
    base_url: str = ""  # empty: what the browser calls the server
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For is believed
    http_rate: Rate = 20.0  # requests a second and address
    message_rate: Rate = 20.0  # messages a second and connection
    connections: Count = 200  # open sockets an address
    most_connections: Count = 20_000  # open connections in all
    threads: Count = 2  # for computer players and analyses
    guest_tables: Count = 100  # unfinished tables that guests at one address made within a day
    bot_tables: Count = 8  # at which only computer players sit
    heartbeat: Rate = 10.0  # seconds between pings of a socket
    opening: Rate = 30.0  # seconds that a deal waits for the part of a player whose device has sealed it
    log: Log = "info"
    access_log: bool = False  # a line for each request
    access_addresses: Addresses = "short"  # in that line: without the last part, in full, or not at all
    metrics: Metrics = "private"  # who may read /metrics: who asks from a private address and not through a proxy
    metrics_token: Secret = ""  # or whoever sends this as a bearer token
    keep_guests: Days = 90  # a guest who has not come back is forgotten
    keep_chats: Days = 365  # what was said at a table that is over
    keep_games: Days = 0  # games that are over
    keep_closed: Days = 30  # tables that were closed
    mail_host: str = ""  # empty: no mail is sent, and nothing of it is offered
    mail_port: Port = 587
    mail_tls: Tls = "starttls"  # never less than asked for
    mail_user: str = ""  # empty: the mail host asks for none
    mail_password: Secret = ""
    mail_from: str = ""  # whom mails are from: "Sommet <sommet@example.org>"
    mail_timeout: Rate = 20.0  # seconds
    push_hosts: str = PUSH_HOSTS  # push services that may be sent to; whole origins, http://127.0.0.1:9000, are trusted

    def url(self) -> URL:
        """The database's address with the driver that the server uses."""
        if not self.database:
            folder = data_folder()
            folder.mkdir(parents=True, exist_ok=True)
            return URL.create("sqlite", database=str(folder / "sommet.db"))
        try:
            given = make_url(self.database)
            kind = given.get_backend_name()
        except (ArgumentError, ValueError) as error:  # whose text may hold the password
            raise Unusable("serve.unusable.address") from error
        if kind not in ("sqlite", "postgresql"):
            raise Unusable("serve.unusable.database", kind=kind)
        if kind == "sqlite" and given.database in (None, "", ":memory:"):
            raise Unusable("serve.unusable.file")
        if kind == "postgresql" and self.database_password:
            given = given.set(password=self.database_password)
        return given.set(drivername={"sqlite": "sqlite", "postgresql": "postgresql+asyncpg"}[kind])
