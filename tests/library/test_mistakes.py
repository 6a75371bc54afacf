"""What a newcomer gets wrong is answered by a SommetError with a sentence in every language.

Never by a KeyError, TypeError or AssertionError from inside.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sommet
from sommet.core.registry import players
from sommet.core.words import LANGUAGES

GAME = sorted(players())[0]


def running() -> Any:
    """A position, untyped: its mistakes are the point."""
    return sommet.new(GAME, seed=1)


def over() -> Any:
    """A game that has ended."""
    position = sommet.new(GAME, seed=1)
    while not position.over:
        position = position.play(position.legal[0])
    return position


lib: Any = sommet
MISTAKES: dict[str, Callable[[], Any]] = {
    "an unknown game": lambda: lib.new("chess"),
    "a game that is a number": lambda: lib.new(3),
    "a game that cannot be hashed": lambda: lib.game([]),
    "too many players": lambda: lib.new(GAME, players=77),
    "players as a text": lambda: lib.new(GAME, players="2"),
    "a seed as a text": lambda: lib.new(GAME, seed="x"),
    "an unknown option": lambda: lib.new(GAME, colour_of_the_sky="blue"),
    "options that are a list": lambda: lib.new(GAME, options=[1]),
    "no such first player": lambda: lib.new(GAME, first=9),
    "an unknown bot": lambda: lib.bot(GAME, "deep blue"),
    "a bot of an unknown game": lambda: lib.bot("chess", "master"),
    "a bot that cannot be hashed": lambda: lib.bot(GAME, []),
    "bots of no game": lambda: lib.bot_names(None),
    "a move as a number": lambda: running().play(3),
    "no move": lambda: running().play(None),
    "a move that cannot be hashed": lambda: running().play([]),
    "a move that is none": lambda: running().play("castle"),
    "moves that are one text": lambda: running().after("1>2"),
    "moves that are a number": lambda: running().after(3),
    "effects of a number": lambda: running().effects(3),
    "effects of what cannot be hashed": lambda: running().effects([]),
    "a view for everybody": lambda: running().view("everybody"),
    "a view for nobody": lambda: running().view(None),
    "a redeal by a number": lambda: running().view(0).redeal(3),
    "no record": lambda: lib.load(None),
    "an empty record": lambda: lib.load({}),
    "a missing file": lambda: lib.read("missing.json"),
    "a file that is no path": lambda: lib.read(3),
    "a link that is none": lambda: lib.read_link("no link"),
    "a link that is no text": lambda: lib.read_link(None),
    "nothing to write": lambda: lib.write(None, "x.json"),
    "records to write": lambda: lib.write([running().record], "x.json"),
    "nowhere to write": lambda: lib.write(running(), None),
    "a folder that is missing": lambda: lib.write(running(), "no/such/folder/x.json"),
    "a picture of nothing": lambda: lib.svg(None),
    "a picture of no size": lambda: lib.svg(running(), size="big"),
    "an unknown language": lambda: lib.text(running(), language="it"),
    "a bot given a position": lambda: lib.bot(GAME, "random").think(running()),
    "a bot given a number as budget": lambda: lib.bot(GAME, "random").think(running().view(0), 5),
    "a bot given a text as seed": lambda: lib.bot(GAME, "random").think(running().view(0), seed="x"),
    "a bot asked after the end": lambda: lib.bot(GAME, "random").think(over().view(0)),
    "a budget of nothing": lambda: lib.Budget(),
    "a budget below nothing": lambda: lib.Budget(seconds=-1),
    "a budget in words": lambda: lib.Budget(simulations="many"),
    "a match of an unknown game": lambda: lib.Match.start("chess"),
    "a match for too many": lambda: lib.Match.start(GAME, players=77),
    "a match whose chooser is missing": lambda: lib.Match.start(GAME, chooser=9),
    "a match of no rounds": lambda: lib.Match.start(GAME, rounds_to_win=None),
    "chance by a text": lambda: lib.Chance("x"),
    "an analysis of nothing": lambda: lib.analyse(None),
    "an analysis by an unknown bot": lambda: lib.analyse(running(), "deep blue"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_told(mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ValueError of Sommet's own, whose sentence is complete in every language."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sommet.SommetError) as told:
        MISTAKES[mistake]()
    assert isinstance(told.value, ValueError)
    said = [told.value.say(language) for language in LANGUAGES]
    assert all(sentence and "{" not in sentence for sentence in said)
    assert len(set(said)) == len(said)
    assert not list(tmp_path.iterdir())


def test_a_bot_is_never_given_a_position() -> None:
    """A position may hold what its mover must not know, so a bot refuses it."""
    position: Any = sommet.new(GAME, seed=1)
    with pytest.raises(sommet.SommetError, match="view"):
        sommet.bot(GAME, "master").think(position)


def test_numbers_of_numpy_are_numbers() -> None:
    """A budget may come from an array."""
    assert sommet.Budget(simulations=np.int64(5)).simulations == 5  # type: ignore[arg-type]
    assert sommet.Budget(seconds=np.float32(0.5)).seconds == 0.5  # type: ignore[arg-type]
