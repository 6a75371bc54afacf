"""Positions to draw: every game, every number of players, from the start to the end; other boards and sets too."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import sommet
from sommet.core.registry import players

OTHERS: tuple[tuple[str, int, dict[str, Any], dict[str, Any]], ...] = (
    ("babylone", 2, {}, {"tokens": [4] * 16}),
    ("babylone", 3, {"direction": "counterclockwise"}, {"tokens": [1] * 64}),
    ("kabaleo", 2, {"golden_rule": True}, {}),
    ("on_top", 4, {"teams": True, "board": "hex-5-3-3"}, {}),
    ("on_top", 2, {"board": "hex-2-3-6", "black": ["A1", "C3"]}, {}),
)
KINDS = (*((game, count, {}, {}) for game, counts in players().items() for count in counts), *OTHERS)


@cache
def played(kind: int) -> tuple[sommet.Position, ...]:
    """Some positions of one random game: the first, the last and a few between."""
    game, count, options, choices = KINDS[kind]
    position = sommet.new(game, count, seed=kind, options=options, **choices)
    chance, found = random.Random(kind), [position]
    while not position.over:
        position = position.play(chance.choice(position.legal))
        found.append(position)
    return (*found[:: max(1, len(found) // 4)], found[-1])


def every() -> Iterator[sommet.Position]:
    """All of them."""
    for kind in range(len(KINDS)):
        yield from played(kind)
