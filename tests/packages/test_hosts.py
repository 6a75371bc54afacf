"""Pebbles in the engine, on the command line, with every opponent and in the arena: none of them knows it."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import sommet
from sommet.bots import LEVELS, bot, names, opponent, reasons
from sommet.core.chance import Chance
from sommet.core.links import link
from sommet.core.words import LANGUAGES, catalogue
from sommet.research.batch import play_at_random
from sommet.search.advice import Budget

from ..support.engine import COMPILED, environment
from .games import MOVES, NAME, SETUPS, course
from .model import Model

SOMMET = [sys.executable, "-c", "from sommet.cli import main; raise SystemExit(main())"]


def run(*arguments: str, given: str = "", language: str = "en") -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    command, env = [*SOMMET, *arguments, "--lang", language], environment(**COMPILED)
    return subprocess.run(command, input=given, text=True, capture_output=True, env=env, timeout=300)


def said(*arguments: str, given: str = "", language: str = "en") -> str:
    """What a command that succeeds prints."""
    done = run(*arguments, given=given, language=language)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_engine_serves_it() -> None:
    """As a process: the truth, a view, a refused move with its clause, advice from the strongest bot."""
    position = course(SETUPS[0].deal(3), 3)[6]
    record = position.record.as_dict()
    asked = [
        {"record": record},
        {"record": record, "view": position.to_move},
        {"record": {**record, "moves": [*record["moves"], "on:Z"]}},
        {"record": record, "analyse": {"simulations": 50, "seed": 1}, "view": position.to_move},
    ]
    replies = said("engine", given="\n".join(map(json.dumps, asked)))
    whole, view, refused, analysed = map(json.loads, replies.splitlines())
    assert whole["state"] == position.shown
    assert view["legal"] == list(position.legal)
    assert view["state"]["secret"] == position.record.setup["secrets"][position.to_move or 0]
    assert refused["error"]["clause"] == "P2"
    assert {move["move"] for move in analysed["moves"]} == set(position.legal)


def test_new_convert_and_rules(tmp_path: Path) -> None:
    """Its options are flags; its records and links convert; its rules are read, whole or by clause."""
    made = said("new", NAME, "--players", "3", "--heaps", "four", "--rest", "--seed", "4")
    assert json.loads(made) == sommet.new(NAME, 3, seed=4, heaps="four", rest=True).record.as_dict()
    file = tmp_path / "game.json"
    file.write_text(made)
    assert said("convert", str(file)).strip() == link(sommet.load(json.loads(made)))
    for language in LANGUAGES:
        word = catalogue(language)["pebbles.shown.buried"]
        assert word in said("rules", NAME, language=language)
        assert word in said("rules", NAME, "P4", language=language)
    refused = run("new", NAME, "--heaps", "four")
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", "Four heaps are for three players. (P12)\n")


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_it_and_knows_no_more_than_its_seat(level: str) -> None:
    """The generic ones: with the same seed the same choice, whatever is hidden."""
    assert level in names(NAME)
    position = SETUPS[3].deal(6)
    while not position.over:
        seat = position.to_move
        assert seat is not None
        view = position.view(seat)
        other = view.redeal(Chance(2)).view(seat)
        advice, again = (bot(NAME, level).think(one, Budget(simulations=30), seed=4) for one in (view, other))
        assert advice.moves == again.moves
        assert advice.best in position.legal
        for language in LANGUAGES:
            assert reasons(view, advice, language) is not None
        position = position.play(advice.best)
    assert len(position.moves) == MOVES
    assert opponent(NAME, level).name == level


def test_strength_is_found() -> None:
    """The search sees what the rules give: the last pebble goes where it brings most (P9)."""
    setup = {
        "secrets": ["red", "blue"],
        "pebbles": ["white", "white", "white", "yellow", "yellow", "yellow", "blue", "red", "blue", "blue", "red"],
        "buried": "red",
        "first": 0,
    }
    moves = ["on:A", "on:A", "on:A", "on:A", "on:A", "on:A", "on:B", "on:C", "on:B", "on:B"]
    record = {"format": "sommet-record/1", "game": NAME, "players": 2, "options": {}, "setup": setup, "moves": moves}
    view = sommet.load(record).view(0)
    assert bot(NAME, "master").think(view, Budget(simulations=300), seed=1).best == "on:A"


def test_random_games_by_the_thousand() -> None:
    """Compiled, in a batch: eleven moves each, and every seat wins as often as in the plain model."""
    start = sommet.new(NAME, 3, seed=1, first=0, heaps="four", rest=True)
    batch = play_at_random([start], 20_000, seed=2)
    assert set(batch.plies.tolist()) == {MOVES}
    slow, chance, games = Counter[int](), Chance(3), 1_500
    for seed in range(games):
        model = Model(sommet.new(NAME, 3, seed=seed, first=0, heaps="four", rest=True).record.as_dict())
        while moves := model.legal():
            model.play(chance.choice(moves))
        slow.update((model.result() or {})["winners"])
    for seat, share in enumerate(batch.wins(3)):
        assert abs(slow[seat] / games - share) < 4 * (share * (1 - share) / games) ** 0.5


def test_the_arena_rates_it(tmp_path: Path) -> None:
    """`sommet arena`: four games in processes of their own."""
    told = said("arena", NAME, "random", "easy", "--games", "4", "--out", str(tmp_path))
    assert "random" in told
    assert "easy" in told
