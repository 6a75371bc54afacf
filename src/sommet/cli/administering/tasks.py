"""One function a task: ask the store, then show."""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ... import __version__
from ...research.dataset import GAMES, arrow
from ...research.dataset import write as write_games
from ...server.admin import games, people, portable, retention, tables
from ...server.admin.backup import backup
from ...server.admin.opening import Impossible, made, now
from ...server.config import Config
from ...server.store.files import opened as private
from ..terminal.language import tell
from . import moderating
from .showing import as_json, confirmed, day, facts, yes
from .working import done, meant, read, show_list, with_store, write


def do(args: argparse.Namespace, config: Config) -> int:
    """The task that was asked for; the exit code."""
    name = args.group if getattr(args, "task", None) is None else f"{args.group} {args.task}"
    return TASKS[name](args, config)


# users


def _users(args: argparse.Namespace, config: Config) -> int:
    found, count = read(config, people.listed, args.search, args.kind, args.page, args.size)
    heads = ["user", "name", "account", "banned", "made", "seen"]

    def row(one: people.Person) -> list[str]:
        return [one.id, one.name, yes(one.account), yes(one.banned), day(one.created), day(one.seen)]

    return show_list(args, found, count, heads, row)


def _user(args: argparse.Namespace, config: Config) -> int:
    found = read(config, people.shown, args.who)
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


def _rename(args: argparse.Namespace, config: Config) -> int:
    found = write(config, people.rename, args.who, args.name)
    return done(args, "renamed", found, name=found.name)


def _ban(args: argparse.Namespace, config: Config) -> int:
    row = read(config, people.found, args.who)
    if not confirmed(tell("admin.sure.ban", name=row.name), args.yes):
        return 1
    found = write(config, people.ban, row.id, now())
    return done(args, "banned", found, name=found.name)


def _unban(args: argparse.Namespace, config: Config) -> int:
    found = write(config, people.unban, args.who)
    return done(args, "unbanned", found, name=found.name)


def _delete(args: argparse.Namespace, config: Config) -> int:
    row = read(config, people.found, args.who)
    if not confirmed(tell("admin.sure.delete", name=row.name), args.yes):
        return 1
    found = write(config, people.delete, row.id, now())
    return done(args, "deleted", found, name=found.name)


def _reset(args: argparse.Namespace, config: Config) -> int:
    base = config.base_url or f"http://{config.host}:{config.port}"
    link = write(config, people.reset_link, args.who, base, now())
    return done(args, "link", {"link": link}, link=link)


# tables


def _seats(found: tables.Listed) -> str:
    return ", ".join(seat.name or seat.bot or "–" for seat in found.seats)


def _tables(args: argparse.Namespace, config: Config) -> int:
    found, count = read(config, tables.listed, args.status, meant(config, args.user), args.page, args.size)
    heads = ["table", "game", "status", "public", "made", "changed", "seats"]

    def row(one: tables.Listed) -> list[str]:
        return [one.id, one.game, one.status, yes(one.public), day(one.created), day(one.changed), _seats(one)]

    return show_list(args, found, count, heads, row)


def _table(args: argparse.Namespace, config: Config) -> int:
    found = read(config, tables.shown, args.table)
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
    return done(args, "closed", write(config, tables.close, args.table, now()), table=args.table)


# what is no longer kept


def _purge(args: argparse.Namespace, config: Config) -> int:
    days = args.days or config.keep_guests
    if not days:
        raise Impossible("admin.error.no_days")
    if not confirmed(tell("admin.sure.purge", days=days), args.yes):
        return 1
    count = with_store(config, lambda store: retention.purge_guests(store, days, now()))
    return done(args, "purged", {"guests": count}, count=count)


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
    gone = with_store(config, lambda store: retention.run(store, config, now()))
    counts = {"guests": gone.guests, "chat": gone.chat, "games": gone.games, "closed": gone.closed}
    return done(args, "forgotten", gone, **counts)


# everything


def _export(args: argparse.Namespace, config: Config) -> int:
    if args.file == "-":
        with_store(config, lambda store: store.read(partial(_out, sys.stdout.buffer)))
        sys.stdout.flush()
        return 0
    try:
        file = private(args.file, "xb")
    except OSError as error:
        raise Impossible("admin.error.unwritable", file=args.file, why=error.strerror) from error
    try:
        with file:
            rows = with_store(config, lambda store: store.read(partial(_out, file)))
    except BaseException:  # half a file is of no use to anybody
        os.unlink(args.file)
        raise
    return done(args, "exported", {"rows": rows, "file": args.file}, count=rows, file=args.file)


def _games(args: argparse.Namespace, config: Config) -> int:
    arrow()
    rows = with_store(config, lambda store: store.read(lambda db: list(games.finished(db, args.names))))
    write_games(rows, GAMES, Path(args.file))
    return done(args, "games", {"games": len(rows), "file": args.file}, count=len(rows), file=args.file)


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
    return done(args, "imported", {"rows": counts}, count=sum(counts.values()))


def _backup(args: argparse.Namespace, config: Config) -> int:
    size = backup(config, Path(args.file))
    return done(args, "copied", {"bytes": size, "file": args.file}, file=args.file, size=size)


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
    "chat list": moderating.lines,
    "chat remove": moderating.remove,
    "reports list": moderating.list_reports,
    "reports show": moderating.show_report,
    "reports close": moderating.close_reports,
    "retention run": _retain,
    "export": _export,
    "games": _games,
    "import": _import,
    "backup": _backup,
}
