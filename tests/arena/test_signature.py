"""`sommet bench --signature`: one number for how all bots play."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from typing import cast

import pytest

from sommet.arena import signature as signatures
from sommet.arena.signature import of_bot, positions, signature
from sommet.bots import bot, names, registry
from sommet.bots.mind import Mind
from sommet.cli import main

FEW = 6  # simulations
GAMES = ("babylone", "kabaleo", "on_top")


def test_it_is_the_same_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """And the command's parts are those of the library."""
    asked = ["bench", "--signature", "babylone", "--simulations", str(FEW), "--json"]
    assert main(asked) == 0
    first = capsys.readouterr().out
    assert main(asked) == 0
    assert capsys.readouterr().out == first
    found = signature(["babylone"], FEW)
    assert json.loads(first) == {"signature": found.whole, "games": found.games, "bots": found.bots}
    assert set(found.bots["babylone"]) == set(names("babylone"))


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_number_of_a_level_changes_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One level's guide, or its budget: its own number, and so its game's, and no other bot's."""
    asked = list(positions(game))[:6]
    before = {name: of_bot(game, name, asked, FEW) for name in ("beginner", "easy")}
    mind = cast(Mind, bot(game, "beginner"))
    levels = [
        replace(mind.level, numbers={**mind.level.numbers, **changed})
        for changed in ({"sight": 6}, {"reach": 1}, {"near": 1}, {"heedless": 0})
        if set(changed) <= set(mind.kind.guide.names or ())
    ]
    assert levels
    for level in [*levels, replace(mind.level, simulations=77)]:
        changed = {**registry._bots(game), "beginner": Mind(mind.kind, level)}
        monkeypatch.setattr(signatures, "bot", lambda _, name, changed=changed: changed[name])
        assert of_bot(game, "beginner", asked, FEW) != before["beginner"], level
        assert of_bot(game, "easy", asked, FEW) == before["easy"]


def test_positions_are_of_every_number_of_players() -> None:
    """Three of each, early to late, none after the end; the same every time."""
    for game in GAMES:
        found = list(positions(game))
        assert [position.record for position in found] == [position.record for position in positions(game)]
        assert sorted({position.players for position in found}) == list(found[0].game.players)
        assert all(position.legal for position in found)


INTERPRETED = """
from sommet.arena.signature import of_bot, positions
from sommet.core.kernel import INTERPRETED
asked = [list(positions({game!r}))[place] for place in (1, 2)]
print(INTERPRETED, [of_bot({game!r}, name, asked, {few}) for name in {names!r}])
"""


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_same_interpreted_and_compiled(game: str) -> None:
    """Every bot, on two positions."""
    code = INTERPRETED.format(game=game, few=FEW, names=names(game))
    told = []
    for disabled in ("0", "1"):
        environ = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        ran = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
        told.append(ran.stdout.split(" ", 1))
    assert told[1][0] == "True"
    assert told[0][1] == told[1][1]
