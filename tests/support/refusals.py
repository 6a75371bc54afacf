"""How something is refused."""

from typing import Any

import pytest

import sommet
from sommet.core.position import Position
from sommet.core.words import LANGUAGES

Refusal = tuple[str, str | None]


def refusal(data: Any) -> Refusal:
    """The code and the clause with which this record is refused; its sentence can be said in every language."""
    with pytest.raises(sommet.SommetError) as caught:
        sommet.load(data)
    assert all(caught.value.say(language) for language in LANGUAGES)
    return caught.value.code, caught.value.clause


def move_refusal(position: Position, move: str) -> Refusal:
    """The same for a move; `at` is its place in the game."""
    with pytest.raises(sommet.SommetError) as caught:
        position.play(move)
    assert caught.value.at == len(position.moves)
    assert all(caught.value.say(language) for language in LANGUAGES)
    return caught.value.code, caught.value.clause
