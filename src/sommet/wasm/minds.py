"""A game's computer players as data: levels, desks, what they find, and how a host runs them (see `search.minds`)."""

from collections.abc import Mapping
from typing import Any

from ..bots.contract import Minds
from ..bots.mind import SHARE_OF_TIME, UNITS, Level
from ..bots.registry import game_bots
from ..core.findings import Findings
from ..core.game import Game
from ..core.phrases import MOST_GAPS
from ..search.minds import ANSWERED, PLAYOUTS, SEARCH, UNFINISHED
from ..search.playouts import PORTION as PLAYOUTS_PORTION
from ..search.think import FIRST_PORTION, MOST_NODES, PORTION, SLOTS_A_NODE, TREES
from ..search.why import MOST_ROWS
from .rooms import kinds

HOSTING = {
    "answers": {"answered": ANSWERED, "search": SEARCH, "playouts": PLAYOUTS, "unfinished": UNFINISHED},
    "units": UNITS,
    "share_of_time": SHARE_OF_TIME,
    "trees": TREES,
    "most_nodes": MOST_NODES,
    "slots_a_node": SLOTS_A_NODE,
    "portion": PORTION,
    "first_portion": FIRST_PORTION,
    "playouts_portion": PLAYOUTS_PORTION,
}


def minds(game: Game) -> Minds:
    """The game's own, or those that know only the rules."""
    return game_bots(game.name)


def describe_minds(game: Game) -> dict[str, Any]:
    """Under `minds` in the description."""
    own = minds(game)
    return {
        "levels": [_level(bot.level) for bot in own.minds if bot.name in own.levels],
        "others": [_level(bot.level) for bot in own.minds if bot.name in own.others],
        "desks": [
            {str(players): describe_desk(own.kind.new_desk(players, room.state.dtype)) for players in game.players}
            for room in kinds(game)
        ],
        "about": _findings(own.kind.about),
        "notes": _findings(own.kind.notes),
        "openly": _numbers(own.kind.openly),
        "learned": own.kind.learned,
        "beliefs": own.believed,
        "phrases": own.kind.phrases.describe(),
        "said": [MOST_ROWS, 2 + MOST_GAPS],
        **HOSTING,
    }


def learned(game: Game) -> bytes | None:
    """What its minds have learned, as the desk's array of that name has it; None where they have not."""
    kind = minds(game).kind
    if kind.learned is None:
        return None
    content: bytes = getattr(kind.new_desk(min(game.players), kinds(game)[0].state.dtype), kind.learned).tobytes()
    return content


def _level(level: Level) -> dict[str, Any]:
    own = {"name": level.name, "simulations": level.simulations, "seconds": level.seconds}
    return {**own, "numbers": _numbers(level.numbers)}


def _numbers(numbers: Mapping[str, float]) -> dict[str, float]:
    return {name: float(number) for name, number in numbers.items()}


def describe_desk(desk: Any) -> list[dict[str, Any]]:
    """The arrays that kernels work on, in their order."""
    return [
        {"name": name, "item": array.itemsize, "shape": list(array.shape)} for name, array in desk._asdict().items()
    ]


def _findings(findings: Findings | None) -> dict[str, Any] | None:
    return None if findings is None else {**findings.describe(), "size": findings.type.itemsize}
