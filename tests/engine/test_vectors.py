"""The specification's examples, through the real engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from ..support.engine import COMPILED, INTERPRETED, ask

VECTORS = Path(__file__).parents[1] / "vectors"
GAMES = sorted(file.stem for file in VECTORS.glob("*.jsonl"))
WAYS = {"compiled": COMPILED, "interpreted": INTERPRETED}


def agrees(expected: Any, found: Any) -> bool:
    """Whether all that is expected was answered; more keys may be there (a message)."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(key in found and agrees(value, found[key]) for key, value in expected.items())
    return type(expected) is type(found) and bool(expected == found)


def test_there_are_examples_of_every_game() -> None:
    """Nothing is passed for want of examples."""
    assert GAMES == ["babylone", "kabaleo", "on_top"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_vectors(game: str, way: str) -> None:
    """Every reply holds all that the specification says, compiled and interpreted."""
    lines = (VECTORS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    vectors = [json.loads(line) for line in lines]
    assert len(vectors) > 100
    requests = [{**vector["request"], "id": number} for number, vector in enumerate(vectors)]
    replies = ask(requests, WAYS[way])
    for number, (vector, reply) in enumerate(zip(vectors, replies, strict=True)):
        assert reply["id"] == number
        assert agrees(vector["reply"], reply), (vector["request"], reply)
