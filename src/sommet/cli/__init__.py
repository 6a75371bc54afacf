"""`sommet`: one command, and one file here for each of its sub-commands.

A module of this package is a command when it has `add_parser(subparsers)` and `run(args) -> int`. It is imported to
build the help, so what is heavy is imported inside `run`. What commands share is in `terminal`. A game's package may
bring commands of its own, as modules of its package `commands`.
"""

import argparse
import logging
import os
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

from .. import __version__
from ..core import compiling
from ..core.compiling import log
from ..core.errors import SommetError
from ..core.extras import MissingExtra, optional_imports
from ..core.packages import packages
from ..drawing.lines import listed
from .terminal import language
from .terminal.arguments import GAMES, Parser, translate_argparse
from .terminal.language import tell

INTERRUPTED = 130


def commands() -> dict[str, ModuleType]:
    """The modules that are commands, by name: Sommet's, and the games' own where they do not take another's name."""
    found: dict[str, ModuleType] = {}
    for package in (__name__, *(f"{package}.commands" for package in packages().values())):
        spec = find_spec(package)
        for info in iter_modules(spec.submodule_search_locations if spec is not None else []):
            if not info.ispkg and info.name not in found:
                found[info.name] = import_module(f"{package}.{info.name}")
    return {name: module for name, module in sorted(found.items()) if hasattr(module, "add_parser")}


def parser_of_everything() -> tuple[Parser, dict[str, ModuleType]]:
    """The parser, and which module answers for which word."""
    about = tell("cli.about", games=listed([language.game_name(game) for game in GAMES], tell("drawing.and")))
    parser = Parser(prog="sommet", description=about, epilog=tell("cli.epilog"))
    parser.add_argument("--version", action="version", version=f"sommet {__version__}", help=tell("cli.help.version"))
    choices = parser.add_subparsers(
        dest="command", metavar=tell("cli.help.command"), title=tell("cli.help.commands"), parser_class=Parser
    )
    answering: dict[str, ModuleType] = {}
    for module in commands().values():
        before = set(choices.choices)
        module.add_parser(choices)
        answering |= dict.fromkeys(set(choices.choices) - before, module)
    return parser, answering


class CompilerNotices(logging.Handler):
    """Tells the user, in one line, that something is being compiled or could not be."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print it."""
        error = record.exc_info[1] if record.exc_info else None
        line = tell("kernel.compiling") if error is None else tell("kernel.failed", error=error)
        print(line, file=sys.stderr, flush=True)


def _run(arguments: list[str]) -> int:
    parser, answering = parser_of_everything()
    args = parser.parse_args(arguments)
    if not hasattr(answering.get(args.command), "OWN_LOG"):
        log.setLevel(logging.INFO)
        log.addHandler(CompilerNotices())
    if args.command is not None:
        return int(answering[args.command].run(args))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        parser.print_help()
        return 0
    from .terminal.menu import menu

    return menu(args)


def main(argv: list[str] | None = None) -> int:
    """Run the command line; the exit code. Bad input is one sentence and code 2, never a traceback."""
    arguments = sys.argv[1:] if argv is None else argv
    code = _answer(arguments)
    if argv is None and any(not job.over for job in compiling.jobs()):
        _leave_now(code)
    return code


def _leave_now(code: int) -> None:
    """A thread that compiles cannot be ended, and an interpreter that is taken down under it may crash."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _answer(arguments: list[str]) -> int:
    language.choose(language.asked(arguments) or language.of_locale(os.environ))
    translate_argparse()
    try:
        with optional_imports():
            return _run(arguments)
    except MissingExtra as missing:
        print(missing.say(language.current()), file=sys.stderr)
        return 2
    except SommetError as error:
        print(language.sentence(error), file=sys.stderr)
        return 2
    except argparse.ArgumentError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # downstream closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
