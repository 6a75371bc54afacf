"""Positions set up by hand are judged in TypeScript as in Python: the same record, the same refusal."""

import random
import secrets
from typing import Any

import pytest

import sommet
from sommet import SommetError
from sommet.analysis.game import Analysis
from sommet.bots.registry import bot
from sommet.search.advice import Budget

from ..rules.test_set_up import REFUSED, TABLES
from ..support.arrangements import told as asked_of
from ..support.setups import Setup, course
from .asking import Asked, answer, refused, told


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_what_play_reaches(game: str, players: int, options: dict[str, Any], engine: Asked) -> None:
    """The same moves lead there, and the same is drawn of what is left open."""
    seed = secrets.randbits(64)
    positions = course(Setup(game, players, options).deal(seed), seed)
    for position in random.Random(seed).sample(positions, 3):
        asked = asked_of(position)
        asked |= {name: None for name in ("stocks", "tile", "last") if name in asked}
        found = engine("set_up", game=game, players=players, options=options, position=asked, seed=str(seed))
        assert found == answer(lambda: told(sommet.set_up(game, asked, players, seed, options=options))), seed  # noqa: B023


@pytest.mark.parametrize(("game", "options", "asked", "clause"), REFUSED)
def test_refusals(game: str, options: dict[str, Any], asked: dict[str, Any], clause: str, engine: Asked) -> None:
    """The same clause and sentences; also where the form is wrong."""
    wrong: list[Any] = [asked, {**asked, "to_move": 7}, {**asked, "more": 1}, {"to_move": 0}, []]
    for position in wrong:
        found = engine("set_up", game=game, players=2, options=options, position=position, seed="1")
        with pytest.raises(SommetError) as wanted:
            sommet.set_up(game, position, 2, 1, options=options)
        assert found == refused(wanted.value)


def test_nothing_is_learned_from_moves_nobody_made(engine: Asked) -> None:
    """An analysis of a position that was set up begins there, and knows of nobody's colour."""
    position = course(sommet.new("kabaleo", 2, 5), 5)[8]
    found = sommet.set_up("kabaleo", asked_of(position), 2, 5)
    analysis = Analysis(found, bot("kabaleo", "hard"), Budget(simulations=64), 3, unplayed=8)
    while not analysis.done:
        analysis.next_line()
    asked = {"level": "hard", "simulations": 64, "seed": 3, "unplayed": 8}
    lines = engine("analyse", record=found.record.as_dict(), **asked)["answer"]["lines"]
    assert lines == [line.as_dict() for line in analysis.lines]
    assert {round(share, 3) for share in lines[0]["beliefs"]["0"]["1"].values()} == {round(1 / 3, 3), 0.0}
