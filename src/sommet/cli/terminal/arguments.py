"""The command line's parser: argparse, in the player's language."""

import argparse
import os
from typing import Any, NoReturn

from ...core.packages import packages
from ...core.words import LANGUAGES, catalogue
from .language import current, tell

GAMES = tuple(sorted(packages()))  # by name only: help and version need neither rules nor NumPy


class Parser(argparse.ArgumentParser):
    """Every command takes --lang and --no-color; what is wrong is said in one sentence."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{**options, "allow_abbrev": False})
        self.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=tell("cli.help.lang"))
        self.add_argument(
            "--no-color", "--no-colour", action=_NoColour, nargs=0, dest="no_color", help=tell("cli.help.no_color")
        )

    def error(self, message: str) -> NoReturn:
        """One sentence, where to read more, exit code 2."""
        self.exit(2, tell("cli.usage_error", message=message, program=self.prog) + "\n")


class _NoColour(argparse.Action):
    """As if NO_COLOR had been set: everything that writes to the terminal looks there."""

    def __call__(self, *given: Any) -> None:
        os.environ["NO_COLOR"] = "1"


def translate_argparse() -> None:
    """Argparse looks its own few texts up with a function `_`: give it one that knows ours."""
    english, ours = catalogue("en"), catalogue(current())
    texts = {text: ours[key] for key, text in english.items() if key.startswith("argparse.")}

    def translated(text: str) -> str:
        return texts.get(text, text)

    def counted(one: str, many: str, count: int) -> str:
        return translated(one if count == 1 else many)

    setattr(argparse, "_", translated)  # noqa: B010
    setattr(argparse, "ngettext", counted)  # noqa: B010


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Who shares the work."""
    parser.add_argument("--cluster", metavar="auto|HOST:PORT", help=tell("cluster.help.cluster"))


def whole(least: int) -> Any:
    """A type for argparse: a whole number, at least that."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) <= 40 else least - 1
        if number < least:
            raise argparse.ArgumentTypeError(tell("cli.error.whole", given=text[:40], least=least))
        return number

    return read
