"""One function a task: ask the store, then show."""

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ... import __version__
from ...research.dataset import GAMES, arrow, write
from ...server.admin import chat, games, people, portable, retention, tables
from ...server.admin.backup import backup
from ...server.admin.opening import Impossible, made, now, opened
from ...server.config import Config
from ...server.store.database import Store
from ...server.store.files import opened as private
from ..terminal.language import tell
from .showing import as_json, confirmed, day, facts, pages, table, yes

Answer = TypeVar("Answer")


def do(args: argparse.Namespace, config: Config) -> int:
    """The task that was asked for; the exit code."""
    name = args.group if getattr(args, "task", None) is None else f"{args.group} {args.task}"
    return TASKS[name](args, config)


def _with(config: Config, work: Callable[[Store], Awaitable[Answer]]) -> Answer:
    async def run() -> Answer:
        async with opened(config) as store:
            return await work(store)

    return asyncio.run(run())


def _read(config: Config, function: Callable[..., Answer], *args: Any) -> Answer:
    return _with(config, lambda store: store.read(lambda db: function(db, *args)))


def _write(config: Config, function: Callable[..., Answer], *args: Any) -> Answer:
    return _with(config, lambda store: store.write(lambda db: function(db, *args)))


def _list(args: argparse.Namespace, found: list[Any], count: int, heads: list[str], row: Callable[[Any], Any]) -> int:
    if args.json:
        as_json({"count": count, "page": args.page, "found": found})
    else:
        table([tell(f"admin.column.{head}") for head in heads], [row(one) for one in found])
        pages(count, args.page, args.size)
    return 0


# users


def _users(args: argparse.Namespace, config: Config) -> int:
    found, count = _read(config, people.listed, args.search, args.kind, args.page, args.size)
    heads = ["user", "name", "account", "banned", "made", "seen"]

    def row(one: people.Person) -> list[str]:
        return [one.id, one.name, yes(one.account), yes(one.banned), day(one.created), day(one.seen)]

    return _list(args, found, count, heads, row)


def _user(args: argparse.Namespace, config: Config) -> int:
    found = _read(config, people.shown, args.who)
    if args.json:
        as_json(found)
        return 0
    sat = ", ".join(f"{status} {count}" for status, count in sorted(found.tables.items()))
    values = {
        "user": found.id,
        "name": found.name,
        "account": yes(found.account),
        "banned": yes(found.banned),
        "made": day(found.created),
        "seen": day(found.seen),
        "mail": found.email or "",
        "tokens": str(found.tokens),
        "tables": sat,
        "said": str(found.chat),
        "ratings": ", ".join(found.ratings),
    }
    facts([(tell(f"admin.column.{name}"), value) for name, value in values.items()])
    return 0


def _done(args: argparse.Namespace, key: str, found: Any, **values: object) -> int:
    if args.json:
        as_json(found)
    else:
        print(tell(f"admin.said.{key}", **values))
    return 0


def _rename(args: argparse.Namespace, config: Config) -> int:
    found = _write(config, people.rename, args.who, args.name)
    return _done(args, "renamed", found, name=found.name)


def _ban(args: argparse.Namespace, config: Config) -> int:
    row = _read(config, people.found, args.who)
    if not confirmed(tell("admin.sure.ban", name=row.name), args.yes):
        return 1
    found = _write(config, people.ban, row.id, now())
    return _done(args, "banned", found, name=found.name)


def _unban(args: argparse.Namespace, config: Config) -> int:
    found = _write(config, people.unban, args.who)
    return _done(args, "unbanned", found, name=found.name)


def _delete(args: argparse.Namespace, config: Config) -> int:
    row = _read(config, people.found, args.who)
    if not confirmed(tell("admin.sure.delete", name=row.name), args.yes):
        return 1
    found = _write(config, people.delete, row.id, now())
    return _done(args, "deleted", found, name=found.name)


def _reset(args: argparse.Namespace, config: Config) -> int:
    base = config.base_url or f"http://{config.host}:{config.port}"
    link = _write(config, people.reset_link, args.who, base, now())
    return _done(args, "link", {"link": link}, link=link)


# tables


def _meant(config: Config, who: str | None) -> str | None:
    """The identity of whom is meant."""
    return None if who is None else str(_read(config, people.found, who).id)


def _seats(found: tables.Listed) -> str:
    return ", ".join(seat.name or seat.bot or "–" for seat in found.seats)


def _tables(args: argparse.Namespace, config: Config) -> int:
    found, count = _read(config, tables.listed, args.status, _meant(config, args.user), args.page, args.size)
    heads = ["table", "game", "status", "public", "made", "changed", "seats"]

    def row(one: tables.Listed) -> list[str]:
        return [one.id, one.game, one.status, yes(one.public), day(one.created), day(one.changed), _seats(one)]

    return _list(args, found, count, heads, row)


def _table(args: argparse.Namespace, config: Config) -> int:
    found = _read(config, tables.shown, args.table)
    if args.json:
        as_json(found)
        return 0
    values = {
        "table": found.id,
        "game": found.game,
        "status": found.status,
        "public": yes(found.public),
        "owner": found.owner,
        "made": day(found.created),
        "changed": day(found.changed),
        "seats": _seats(found),
        "entries": str(found.entries),
        "last": day(found.last),
    }
    facts([(tell(f"admin.column.{name}"), value) for name, value in values.items()])
    return 0


def _close(args: argparse.Namespace, config: Config) -> int:
    if not confirmed(tell("admin.sure.close", table=args.table), args.yes):
        return 1
    return _done(args, "closed", _write(config, tables.close, args.table, now()), table=args.table)


# chat


def _lines(args: argparse.Namespace, config: Config) -> int:
    found, count = _read(config, chat.listed, args.table, _meant(config, args.user), args.page, args.size)
    heads = ["line", "table", "user", "name", "at", "text"]

    def row(one: chat.Line) -> list[str]:
        return [str(one.id), one.table, one.user, one.name, day(one.at), one.text]

    return _list(args, found, count, heads, row)


def _remove(args: argparse.Namespace, config: Config) -> int:
    if bool(args.lines) is bool(args.user):
        raise Impossible("admin.error.lines_or_user")
    if args.user:
        row = _read(config, people.found, args.user)
        question, work = tell("admin.sure.remove_all", name=row.name), partial(chat.remove_of, user=row.id)
    else:
        question, work = tell("admin.sure.remove", count=len(args.lines)), partial(chat.remove, lines=args.lines)
    if not confirmed(question, args.yes):
        return 1
    count = _write(config, work)
    return _done(args, "removed", {"removed": count}, count=count)


# what is no longer kept


def _purge(args: argparse.Namespace, config: Config) -> int:
    days = args.days or config.keep_guests
    if not days:
        raise Impossible("admin.error.no_days")
    if not confirmed(tell("admin.sure.purge", days=days), args.yes):
        return 1
    count = _with(config, lambda store: retention.purge_guests(store, days, now()))
    return _done(args, "purged", {"guests": count}, count=count)


def _retain(args: argparse.Namespace, config: Config) -> int:
    question = tell(
        "admin.sure.retention",
        guests=config.keep_guests,
        chat=config.keep_chats,
        games=config.keep_games,
        closed=config.keep_closed,
    )
    if not confirmed(question, args.yes):
        return 1
    gone = _with(config, lambda store: retention.run(store, config, now()))
    counts = {"guests": gone.guests, "chat": gone.chat, "games": gone.games, "closed": gone.closed}
    return _done(args, "forgotten", gone, **counts)


# everything


def _export(args: argparse.Namespace, config: Config) -> int:
    if args.file == "-":
        _with(config, lambda store: store.read(partial(_out, sys.stdout.buffer)))
        sys.stdout.flush()
        return 0
    try:
        file = private(args.file, "xb")
    except OSError as error:
        raise Impossible("admin.error.unwritable", file=args.file, why=error.strerror) from error
    try:
        with file:
            rows = _with(config, lambda store: store.read(partial(_out, file)))
    except BaseException:  # half a file is of no use to anybody
        os.unlink(args.file)
        raise
    return _done(args, "exported", {"rows": rows, "file": args.file}, count=rows, file=args.file)


def _games(args: argparse.Namespace, config: Config) -> int:
    arrow()
    rows = _with(config, lambda store: store.read(lambda db: list(games.finished(db, args.names))))
    write(rows, GAMES, Path(args.file))
    return _done(args, "games", {"games": len(rows), "file": args.file}, count=len(rows), file=args.file)


def _out(file: Any, db: Any) -> int:
    return portable.write(db, file, __version__, now()) - 2


def _import(args: argparse.Namespace, config: Config) -> int:
    async def into(file: Any) -> dict[str, int]:
        async with made(config) as store:
            return await store.write(lambda db: portable.read(db, file, now()))

    if args.file == "-":
        counts = asyncio.run(into(sys.stdin.buffer))
    else:
        try:
            file = open(args.file, "rb")  # noqa: SIM115
        except OSError as error:
            raise Impossible("admin.error.unreadable", file=args.file, why=error.strerror) from error
        with file:
            counts = asyncio.run(into(file))
    return _done(args, "imported", {"rows": counts}, count=sum(counts.values()))


def _backup(args: argparse.Namespace, config: Config) -> int:
    size = backup(config, Path(args.file))
    return _done(args, "copied", {"bytes": size, "file": args.file}, file=args.file, size=size)


TASKS: dict[str, Callable[[argparse.Namespace, Config], int]] = {
    "users list": _users,
    "users show": _user,
    "users rename": _rename,
    "users ban": _ban,
    "users unban": _unban,
    "users delete": _delete,
    "users reset-link": _reset,
    "tables list": _tables,
    "tables show": _table,
    "tables close": _close,
    "guests purge": _purge,
    "chat list": _lines,
    "chat remove": _remove,
    "retention run": _retain,
    "export": _export,
    "games": _games,
    "import": _import,
    "backup": _backup,
}
