"""Set-ups of every kind, and positions made by hand."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sommet
from sommet.core.chance import Chance
from sommet.core.position import Position

FORMAT = "sommet-record/1"
# T3, written out: three of each kind, two of BRWY and of RBYW.
TILES = [
    *(kind for kind in ("RYBW", "RYWB", "RBWY", "RWYB", "RWBY", "YRBW", "YRWB", "BRYW", "WRYB", "WRBY") for _ in "123"),
    *("BRWY", "BRWY", "RBYW", "RBYW"),
]


@dataclass(frozen=True)
class Setup:
    """How a game may be dealt."""

    game: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        more = [f"{name}={value}"[:24] for name, value in {**self.options, **self.choices}.items()]
        return " ".join([self.game, str(self.players), *more])

    def deal(self, seed: int) -> Position:
        """Such a game."""
        return sommet.new(self.game, self.players, seed, options=dict(self.options), **self.choices)


BABYLONE = [
    Setup("babylone", 2),
    Setup("babylone", 3, {"direction": "counterclockwise"}),
    Setup("babylone", 4, {"direction": "clockwise"}),
    Setup("babylone", 5),
    Setup("babylone", 6, {"direction": "counterclockwise"}, {"tokens": (4, 4, 4, 4, 4)}),
    Setup("babylone", 2, {}, {"tokens": (1,)}),
    Setup("babylone", 3, {}, {"tokens": (64,)}),
    Setup("babylone", 2, {}, {"tokens": (1,) * 64}),
    Setup("babylone", 2, {}, {"tokens": (5, 8)}),
]
KABALEO = [
    Setup("kabaleo", 2),
    Setup("kabaleo", 2, {"deal": "equal", "golden_rule": True, "head_start": True}),
    Setup("kabaleo", 3, {"golden_rule": True}),
    Setup("kabaleo", 3, {"deal": "equal"}),
    Setup("kabaleo", 4, {"deal": "random", "golden_rule": False}),
    Setup("kabaleo", 4, {"golden_rule": True}),
]
ON_TOP = [
    Setup("on_top", 2),
    Setup("on_top", 3, {"board": "hex-5-3-3"}),
    Setup("on_top", 4, {"teams": True}),
    Setup("on_top", 4, {"board": "hex-5-3-3", "teams": False}),
    Setup("on_top", 2, {"board": "hex-1-1-1", "black": ["A1", "A2"]}),
    Setup("on_top", 2, {"board": "hex-1-1-49", "black": ["A1", "AX3"]}),
    Setup("on_top", 3, {"board": "hex-5-6-6", "black": ["A1", "C7", "F9", "H4", "L2"]}),
    Setup("on_top", 4, {"board": "hex-3-3-3", "black": ["A1", "A3", "A5", "A7", "B2", "B4", "C2", "C4", "D2", "D4"]}),
]
SETUPS = [*BABYLONE, *KABALEO, *ON_TOP]
USUAL = [BABYLONE[0], BABYLONE[1], *KABALEO[:3], KABALEO[4], *ON_TOP[:3]]


def babylone(tokens: Sequence[str], moves: Sequence[str] = (), players: int = 2, first: int = 0, **options: str) -> Any:
    """A Babylone record."""
    setup = {"tokens": list(tokens), "first": first}
    return record("babylone", players, options, setup, moves)


STANDARD = ["red"] * 3 + ["yellow"] * 3 + ["green"] * 3 + ["blue"] * 3
IN_PLAY = ["pink", "orange", "green", "blue", "yellow", "violet"]


def kabaleo(moves: Sequence[str] = (), players: int = 2, first: int = 0, **changes: Any) -> Any:
    """A Kabaleo record: bases colour by colour, and everybody has as equal a share of the colours as there is.

    `options` and anything of the set-up may be given otherwise.
    """
    colours = IN_PLAY[: players + 2]
    stocks = [dict.fromkeys(colours, 6 // players) for _ in range(players)]
    if players == 4:  # nine each: one of every colour, and three more
        stocks = [
            {colour: 2 if (place + seat) % 2 == 0 else 1 for place, colour in enumerate(colours)} for seat in range(4)
        ]
    setup = {
        "colours": colours,
        "objectives": colours[:players],
        "bases": [colour for colour in colours for _ in range(4)],
        "stocks": stocks,
        "first": first,
    }
    options = changes.pop("options", {})
    return record("kabaleo", players, options, setup | changes, moves)


def tiles_from(*first: str) -> list[str]:
    """All 34 tiles: these, as they are written here, and then the others."""
    left = Counter(TILES)
    for tile in first:
        left[tile if tile in left else tile[2:] + tile[:2]] -= 1
    return [*first, *left.elements()]


COLOURS = ["red", "yellow", "blue", "white"]


def on_top(
    moves: Sequence[str] = (), tiles: Iterable[str] = (), players: int = 2, first: int = 0, **options: Any
) -> Any:
    """An On Top record: seats have red, yellow, blue, white in turn unless `colours` says otherwise."""
    setup = {"colours": options.pop("colours", COLOURS[:players]), "tiles": tiles_from(*tiles), "first": first}
    return record("on_top", players, options, setup, moves)


def record(
    game: str, players: int, options: Mapping[str, Any], setup: Mapping[str, Any], moves: Sequence[str] = ()
) -> dict[str, Any]:
    """A record as JSON has it."""
    return {
        "format": FORMAT,
        "game": game,
        "players": players,
        "options": dict(options),
        "setup": dict(setup),
        "moves": list(moves),
    }


def edited(position: Position, **fields: Any) -> Position:
    """The same position with fields of its state changed, to make endings that are rare in play."""
    state = position.state.copy()
    for name, value in fields.items():
        state[name][0] = value
    return Position(position.game, position.record, position.setting, state, position.notation)


def course(start: Position, seed: int) -> list[Position]:
    """A random game: every position from the start to the end."""
    chance, positions = Chance(seed), [start]
    while positions[-1].legal:
        positions.append(positions[-1].play(chance.choice(positions[-1].legal)))
    return positions
