"""What was said at tables, and what people have reported."""

import argparse
from functools import partial

from ...server.admin import chat, people, reports
from ...server.admin.opening import Impossible, now
from ...server.config import Config
from ..terminal.language import tell
from .showing import as_json, confirmed, day, facts, table
from .working import done, meant, read, show_list, write


def lines(args: argparse.Namespace, config: Config) -> int:
    """What was said."""
    found, count = read(config, chat.listed, args.table, meant(config, args.user), args.page, args.size)
    heads = ["line", "table", "user", "name", "at", "text"]

    def row(one: chat.Line) -> list[str]:
        return [str(one.id), one.table, one.user, one.name, day(one.at), one.text]

    return show_list(args, found, count, heads, row)


def remove(args: argparse.Namespace, config: Config) -> int:
    """Lines, or all that somebody said."""
    if bool(args.lines) is bool(args.user):
        raise Impossible("admin.error.lines_or_user")
    if args.user:
        row = read(config, people.found, args.user)
        question, work = tell("admin.sure.remove_all", name=row.name), partial(chat.remove_of, user=row.id)
    else:
        question, work = tell("admin.sure.remove", count=len(args.lines)), partial(chat.remove, lines=args.lines)
    if not confirmed(question, args.yes):
        return 1
    count = write(config, work)
    return done(args, "removed", {"removed": count}, count=count)


def list_reports(args: argparse.Namespace, config: Config) -> int:
    """Those that nobody has dealt with, or all."""
    found, count = read(config, reports.listed, args.all, meant(config, args.user), args.page, args.size)
    heads = ["report", "reported", "about", "reason", "by", "table", "text"]

    def row(one: reports.Report) -> list[str]:
        return [str(one.id), day(one.at), one.about_name, one.why, one.by_name, one.table or "", one.text]

    return show_list(args, found, count, heads, row)


def show_report(args: argparse.Namespace, config: Config) -> int:
    """One of them, with what was said at the table."""
    found = read(config, reports.shown, args.report)
    if args.json:
        as_json(found)
        return 0
    values = {
        "report": str(found.id),
        "reported": day(found.at),
        "about": f"{found.about_name} ({found.about})",
        "reason": found.why,
        "text": found.text,
        "by": f"{found.by_name} ({found.by})",
        "table": found.table or "",
        "dealt_with": day(found.closed),
    }
    facts([(tell(f"admin.column.{name}"), value) for name, value in values.items()])
    if found.chat:
        print()
        heads = [tell(f"admin.column.{name}") for name in ("line", "at", "name", "text")]
        table(heads, [[str(line.id), day(line.at), line.name, line.text] for line in found.chat])
    return 0


def close_reports(args: argparse.Namespace, config: Config) -> int:
    """They have been dealt with."""
    count = write(config, reports.close, args.reports, now())
    return done(args, "reports_closed", {"closed": count}, count=count)
