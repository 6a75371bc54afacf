"""A game's options as arguments of the command line, for `new` and `play`."""

import argparse
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.errors import BAD_REQUEST, SommetError
from ...core.words import LANGUAGES, catalogue
from .arguments import whole
from .language import tell

# Which argument belongs to which games: an option that a game does not have is refused, not ignored.
_FOR: Mapping[str, tuple[str, ...]] = {
    "direction": ("babylone",),
    "tokens": ("babylone",),
    "deal": ("kabaleo",),
    "golden_rule": ("kabaleo",),
    "colours": ("kabaleo", "on_top"),
    "board": ("on_top",),
    "teams": ("on_top",),
    "black": ("on_top",),
}
_CHOICES = ("tokens", "colours")  # settled in the set-up; the others are the record's options


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Players, seed, first player and every game's own options."""
    parser.add_argument("--players", type=whole(1), metavar="N", help=tell("cli.help.players"))
    parser.add_argument("--seed", type=whole(0), metavar="N", help=tell("cli.help.seed"))
    parser.add_argument("--first", type=whole(0), metavar="N", help=tell("cli.help.first"))
    babylone = parser.add_argument_group(tell("babylone.name"))
    babylone.add_argument("--direction", choices=("clockwise", "counterclockwise"), help=tell("cli.help.direction"))
    babylone.add_argument("--tokens", type=_numbers, metavar="3,3,3,3", help=tell("cli.help.tokens"))
    kabaleo = parser.add_argument_group(tell("kabaleo.name"))
    kabaleo.add_argument("--deal", choices=("random", "equal"), help=tell("cli.help.deal"))
    kabaleo.add_argument("--golden-rule", action="store_true", default=None, help=tell("cli.help.golden_rule"))
    on_top = parser.add_argument_group(tell("on_top.name"))
    on_top.add_argument("--board", metavar="hex-1-5-5", help=tell("cli.help.board"))
    on_top.add_argument("--teams", action="store_true", default=None, help=tell("cli.help.teams"))
    on_top.add_argument("--black", type=_cells, metavar="D5,G5", help=tell("cli.help.black"))
    both = parser.add_argument_group(f"{tell('kabaleo.name')}, {tell('on_top.name')}")
    both.add_argument("--colours", "--colors", type=_colours, metavar="C,C,…", help=tell("cli.help.colours"))


def game_options(args: argparse.Namespace, game: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The record's options, and what the players chose of the set-up."""
    given = {key: getattr(args, key) for key in _FOR if getattr(args, key) is not None}
    for key in given:
        if game not in _FOR[key]:
            option = "--" + key.replace("_", "-")
            raise SommetError(BAD_REQUEST, "cli.error.not_for_game", option=option, game=f"@{game}.name")
    choices = {key: given.pop(key) for key in _CHOICES if key in given}
    return given, choices


def plain(word: str) -> str:
    """A word in small letters without accents, as it may be typed."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))


def colours_named(word: str, among: Sequence[str]) -> list[str]:
    """The colours that a word or the beginning of one may mean, in any of the three languages."""
    named = {
        colour: {plain(catalogue(language).get(f"colour.{colour}", colour)) for language in LANGUAGES} | {colour}
        for colour in among
    }
    whole_words = [colour for colour, words in named.items() if plain(word) in words]
    return whole_words or [colour for colour, words in named.items() if any(w.startswith(plain(word)) for w in words)]


def _parts(text: str) -> list[str]:
    return [part for part in text.replace(";", ",").replace(" ", ",").split(",") if part]


def _numbers(text: str) -> list[int]:
    return [whole(0)(part) for part in _parts(text)]


def _cells(text: str) -> list[str]:
    return [part.upper() for part in _parts(text)]


def _colours(text: str) -> list[str]:
    """Words of any language become the record's; what is no colour is left for the game to refuse."""
    named = (
        [key.removeprefix("colour.") for key in catalogue("en") if key.startswith("colour.")],
        [part.strip() for part in _parts(text)],
    )
    return [(colours_named(word, named[0]) or [word])[0] for word in named[1]]
