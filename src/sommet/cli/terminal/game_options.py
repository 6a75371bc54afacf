"""The games' options as arguments of the command line, for `new` and `play`: made from what each game declares."""

import argparse
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ...core.errors import BAD_REQUEST, SommetError
from ...core.names import Terms
from ...core.options import Choice, Counts, Flag, Option, Options, SomeOf
from ...core.packages import packages
from ...core.words import catalogue
from ...drawing.reading import named
from .arguments import GAMES, whole
from .language import current, game_name, tell

_OWN = "option_"  # before an option's name among the parsed arguments


@cache
def options_of(game: str) -> Options:
    """What that game declares; from its module `options` where it has one, so that help need not load its rules."""
    package = packages()[game]
    if find_spec(f"{package}.options") is not None:
        found: Options = import_module(f"{package}.options").OPTIONS
        return found
    from ...core.registry import game as game_named

    return game_named(game).options


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Players, seed, first player and every game's options; what several games have stands under all their names."""
    parser.add_argument("--players", type=whole(1), metavar="N", help=tell("cli.help.players"))
    parser.add_argument("--seed", type=whole(0), metavar="N", help=tell("cli.help.seed"))
    parser.add_argument("--first", type=whole(0), metavar="N", help=tell("cli.help.first"))
    having: dict[str, dict[str, Option]] = {}
    for game in GAMES:
        for option in options_of(game).every:
            having.setdefault(option.name, {})[game] = option
    groups: dict[tuple[str, ...], dict[str, dict[str, Option]]] = {(game,): {} for game in GAMES}
    for name, by_game in having.items():
        groups.setdefault(tuple(by_game), {})[name] = by_game
    for games, options in groups.items():
        if options:
            group = parser.add_argument_group(", ".join(map(game_name, games)))
            for name, by_game in options.items():
                _add_option(group, name, by_game)


def _add_option(group: Any, name: str, by_game: Mapping[str, Option]) -> None:
    option = next(iter(by_game.values()))
    asked = isinstance(option, Flag)
    flag = ("--no-" if asked and option.default else "--") + name.replace("_", "-")
    flags = dict.fromkeys((flag, flag.replace("colour", "color")))  # both spellings
    how: dict[str, Any] = (
        {"action": "store_const", "const": not option.default} if asked else {"metavar": _example(option)}
    )
    if isinstance(option, Choice) and not asked and len(by_game) == 1:
        how["choices"] = [str(value) for value in option.values]
    group.add_argument(*flags, dest=_OWN + name, help=_help(by_game), **how)


def _example(option: Option) -> str:
    """What a value looks like."""
    if isinstance(option, Choice):
        return "|".join(str(value) for value in option.values)
    if isinstance(option, Counts):
        return ",".join(map(str, option.default))
    return option.default if isinstance(option.default, str) else "A,B,…"


def _help(by_game: Mapping[str, Option]) -> str:
    """What it is, with the clause; where several games have it, game by game."""
    texts = {
        game: f"{option_text(game, option, 'label')}. {option_text(game, option, 'help')} ({option.clause})"
        for game, option in by_game.items()
    }
    told = [f"{game_name(game)}: {text}" for game, text in texts.items()] if len(texts) > 1 else [*texts.values()]
    return " ".join(told).replace("%", "%%")


def option_text(game: str, option: Option, what: str) -> str:
    """An option's `label` or `help`, or what `value.<value>` is called; else the name itself."""
    found = catalogue(current()).get(f"{game}.option.{option.name}.{what}")
    return found if found is not None else what.removeprefix("value.") if what.startswith("value.") else option.name


def given_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options that were given, as texts; yes and no as they are."""
    given = vars(args).items()
    return {key.removeprefix(_OWN): value for key, value in given if key.startswith(_OWN) and value is not None}


def game_options(args: argparse.Namespace, game: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The record's options, and the choices about the deal. An option that the game lacks is refused by name."""
    options = options_of(game)
    given = given_options(args)
    for name in given:
        if options.named(name) is None:
            flag = "--" + name.replace("_", "-")
            raise SommetError(BAD_REQUEST, "cli.error.not_for_game", option=flag, game=game_name(game))
    read: dict[str, Any] = {}
    for option in options.every:
        if option.name in given:
            value = given[option.name]
            read[option.name] = (
                option_value(option, value, args.players or 2, read) if isinstance(value, str) else value
            )
    stored, choices = options.sorted_out(read)
    terms = Terms(args.players or 2, stored, {})
    for option in options.choices:
        if option.name in choices:
            option.check(choices[option.name], terms)
    return stored, choices


def option_value(option: Option, text: str, players: int, others: Mapping[str, Any]) -> Any:
    """A value as it was typed: names in any of the languages; what cannot be meant is left for the game to refuse."""
    value = option.read(text)
    if not isinstance(option, SomeOf) or option.names is None:
        return value
    try:
        members: Sequence[str] = option.names.of(Terms(players, others, {}))
    except ValueError:  # they depend on another option, which will be refused
        return value
    return [(named(word, members, option.names.word) or [word])[0] for word in value]


def usual(option: Option, game: str) -> str:
    """What holds unless something is said, in words."""
    default = option.default
    if default is None:
        return tell("cli.menu.drawn")
    return ",".join(map(str, default)) if isinstance(default, list) else option_text(game, option, f"value.{default}")
