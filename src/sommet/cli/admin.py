"""`sommet admin`: what those who host a server do to it, also while it runs."""

import argparse
import sys
from typing import Any

from .terminal.arguments import Parser, whole
from .terminal.language import current, tell

KINDS = ("all", "accounts", "guests", "banned")  # as in server.admin.people, which would take long to import
LARGEST = 10**9
STATES = ("open", "running", "over", "closed")


def add_parser(subparsers: Any) -> None:
    """Groups of tasks, and in each what is done."""
    about = tell("admin.help.about")
    parser = subparsers.add_parser("admin", help=about, description=about, epilog=tell("admin.help.beside"))
    groups = _tasks(parser, "group")
    _users(_group(groups, "users", tell("admin.help.users")))
    _tables(_group(groups, "tables", tell("admin.help.tables")))
    guests = _group(groups, "guests", tell("admin.help.guests"))
    purge = _task(guests, "purge", tell("admin.help.purge"), sure=True)
    purge.add_argument("--days", type=_number, metavar="N", help=tell("admin.help.days"))
    _chat(_group(groups, "chat", tell("admin.help.chat")))
    _reports(_group(groups, "reports", tell("admin.help.reports")))
    retention = _group(groups, "retention", tell("admin.help.retention"))
    _task(retention, "run", tell("admin.help.run"), sure=True)
    export = _task(groups, "export", tell("admin.help.export"))
    export.add_argument("file", metavar="FILE", help=tell("admin.help.to"))
    games = _task(groups, "games", tell("admin.help.games"))
    games.add_argument("file", metavar="FILE", help=tell("dataset.help.file"))
    games.add_argument("--names", action="store_true", help=tell("admin.help.names"))
    read = _task(groups, "import", tell("admin.help.import"))
    read.add_argument("file", metavar="FILE", help=tell("admin.help.from"))
    backup = _task(groups, "backup", tell("admin.help.backup"))
    backup.add_argument("file", metavar="FILE", help=tell("admin.help.copy"))


def _number(text: str) -> int:
    """From one on; what is larger than anything there is finds nothing, as it should."""
    return min(int(whole(1)(text)), LARGEST)


def _tasks(parser: argparse.ArgumentParser, dest: str) -> Any:
    return parser.add_subparsers(
        dest=dest, metavar=tell("admin.help.task"), title=tell("admin.help.tasks"), parser_class=Parser, required=True
    )


def _group(groups: Any, name: str, about: str) -> Any:
    return _tasks(groups.add_parser(name, help=about, description=about), "task")


def _task(tasks: Any, name: str, about: str, sure: bool = False, pages: bool = False) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = tasks.add_parser(name, help=about, description=about)
    parser.add_argument("--config", metavar="FILE", help=tell("serve.help.config"))
    parser.add_argument("--database", metavar="URL", help=tell("serve.help.database"))
    parser.add_argument("--json", action="store_true", help=tell("admin.help.json"))
    if sure:
        parser.add_argument("--yes", action="store_true", help=tell("admin.help.yes"))
    if pages:
        parser.add_argument("--page", type=_number, default=1, metavar="N", help=tell("admin.help.page"))
        parser.add_argument("--size", type=_number, default=50, metavar="N", help=tell("admin.help.size"))
    return parser


def _users(tasks: Any) -> None:
    listed = _task(tasks, "list", tell("admin.help.list"), pages=True)
    listed.add_argument("--search", default="", metavar="TEXT", help=tell("admin.help.search"))
    listed.add_argument("--kind", choices=KINDS, default="all", help=tell("admin.help.kind"))
    about = {
        "show": tell("admin.help.show"),
        "rename": tell("admin.help.rename"),
        "ban": tell("admin.help.ban"),
        "unban": tell("admin.help.unban"),
        "delete": tell("admin.help.delete"),
        "reset-link": tell("admin.help.reset"),
    }
    for name, text in about.items():
        task = _task(tasks, name, text, sure=name in ("ban", "delete"))
        task.add_argument("who", metavar="WHO", help=tell("admin.help.who"))
        if name == "rename":
            task.add_argument("name", metavar="NAME", help=tell("admin.help.name"))
        if name == "reset-link":
            task.add_argument("--base-url", metavar="URL", help=tell("serve.help.base_url"))


def _tables(tasks: Any) -> None:
    listed = _task(tasks, "list", tell("admin.help.list"), pages=True)
    listed.add_argument("--status", choices=STATES, help=tell("admin.help.status"))
    listed.add_argument("--user", metavar="WHO", help=tell("admin.help.who"))
    _task(tasks, "show", tell("admin.help.show")).add_argument("table", metavar="TABLE", help=tell("admin.help.table"))
    close = _task(tasks, "close", tell("admin.help.close"), sure=True)
    close.add_argument("table", metavar="TABLE", help=tell("admin.help.table"))


def _chat(tasks: Any) -> None:
    listed = _task(tasks, "list", tell("admin.help.list"), pages=True)
    listed.add_argument("--table", metavar="TABLE", help=tell("admin.help.table"))
    listed.add_argument("--user", metavar="WHO", help=tell("admin.help.who"))
    remove = _task(tasks, "remove", tell("admin.help.remove"), sure=True)
    remove.add_argument("lines", nargs="*", type=_number, metavar="LINE", help=tell("admin.help.line"))
    remove.add_argument("--user", metavar="WHO", help=tell("admin.help.all_of"))


def _reports(tasks: Any) -> None:
    listed = _task(tasks, "list", tell("admin.help.list"), pages=True)
    listed.add_argument("--all", action="store_true", help=tell("admin.help.closed_too"))
    listed.add_argument("--user", metavar="WHO", help=tell("admin.help.about_whom"))
    show = _task(tasks, "show", tell("admin.help.with_chat"))
    show.add_argument("report", type=_number, metavar="REPORT", help=tell("admin.help.report"))
    close = _task(tasks, "close", tell("admin.help.dealt_with"))
    close.add_argument("reports", nargs="+", type=_number, metavar="REPORT", help=tell("admin.help.report"))


def run(args: argparse.Namespace) -> int:
    """0: done; 1: it cannot be done, or was not confirmed; 2: wrong settings."""
    from ..server.admin.opening import Impossible
    from ..server.configuring import configure
    from ..server.store.database import StoreError
    from ..server.wire.reasons import Unusable
    from ..server.wire.refusals import Refusal
    from .administering.tasks import do

    try:
        return do(args, configure(vars(args)))
    except Unusable as unusable:
        print(tell("serve.error.settings", why=unusable.say(current())), file=sys.stderr)
        return 2
    except StoreError as error:
        print(tell("admin.error.store", why=error.say(current())), file=sys.stderr)
        return 1
    except (Impossible, Refusal) as reason:
        print(reason.say(current()), file=sys.stderr)
        return 1
