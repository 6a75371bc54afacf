"""The games as a page in another language needs them: from what each declares, with its words."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ..bots.bot import LEVELS
from ..core.game import Game
from ..core.options import Choice, Flag, Option, Pattern
from ..core.packages import folder
from ..core.registry import game, players
from ..core.setup import AS_TURNED
from ..core.words import catalogue
from .bodies import GameInfo, OptionInfo
from .game_modules import offers


@cache
def described(name: str, language: str) -> GameInfo:
    """One game: what it is called, how many may play, what may be agreed, and what else its package has."""
    return GameInfo(
        name,
        _text(language, f"{name}.name", name),
        _text(language, f"{name}.tagline"),
        _under(f"{name}.level.", language),
        {level: said for level in LEVELS if (said := _text(language, f"{name}.robot.{level}"))},
        list(players()[name]),
        game(name).private,
        chance(game(name)),
        [_option(name, option, language) for option in game(name).options.every],
        (folder(name) / "learn" / "lesson.toml").is_file(),
        (folder(name) / "clauses" / f"{language}.md").is_file(),
        offers(name, "puzzles"),
        _under(f"{name}.shown.", language),  # for a board made from that alone
    )


def chance(playing: Game) -> bool:
    """Whether something is turned up while it is played."""
    return any(each.known == AS_TURNED for each in playing.setup.fields)


def _under(prefix: str, language: str) -> dict[str, str]:
    """What a game's catalogue has under a heading, by the rest of the key."""
    return {key.removeprefix(prefix): text for key, text in catalogue(language).items() if key.startswith(prefix)}


def _text(language: str, key: str, otherwise: str = "") -> str:
    return catalogue(language).get(key, otherwise)


def _option(name: str, option: Option, language: str) -> OptionInfo:
    texts = {
        part: _text(language, f"{name}.option.{option.name}.{part}") for part in ("label", "help", "note", "note_one")
    }
    texts["label"] = texts["label"] or option.name
    values = list(map(str, _values(option)))
    told = {
        **option.describe(),
        **{part: text for part, text in texts.items() if text},
        "value_words": {
            value: _text(language, f"{name}.option.{option.name}.value.{value}", value) for value in values
        },
        "value_help": {
            value: text
            for value in values
            if (text := _text(language, f"{name}.option.{option.name}.value_help.{value}"))
        },
    }
    return msgspec.convert(told, OptionInfo)


def _values(option: Option) -> tuple[Any, ...]:
    if isinstance(option, Choice) and not isinstance(option, Flag):
        return option.values
    return option.suggested if isinstance(option, Pattern) else ()
