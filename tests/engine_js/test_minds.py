"""Computer players are the same in TypeScript as in Python, on any number of workers: moves, values, visits, notes."""

import secrets
from typing import Any

import msgspec
import pytest

import sommet
from sommet.analysis.game import Analysis
from sommet.bots import explain
from sommet.bots.mind import Mind
from sommet.core.position import Position, View
from sommet.search.advice import Advice, Budget
from sommet.wasm.minds import minds

from ..support.setups import Setup, course
from .asking import LANGUAGES, Asked
from .test_positions import HERE

GAMES = ("babylone", "kabaleo", "on_top")
LEVELS = [(game, mind.name) for game in GAMES for mind in minds(sommet.game(game)).minds]
PLAYED = [setup for setup in HERE if setup.choices.get("tokens") not in ((64,), (1,) * 64)]


def told(advice: Advice) -> Any:
    """As JSON has it."""
    moves = [move.as_dict() for move in advice.moves]
    head = {"exact": advice.exact, "simulations": advice.simulations, "by": advice.by, "more": advice.more}
    return {"moves": moves, **head}


def movers_view(position: Position) -> View:
    """What the mover knows."""
    assert position.to_move is not None
    return position.view(position.to_move)


def mind_of(game: str, level: str) -> Mind:
    """The level of that name that is in the game's module."""
    return next(mind for mind in minds(sommet.game(game)).minds if mind.name == level)


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_every_level(game: str, level: str, engine: Asked) -> None:
    """By seed and simulations, from seeds nobody knows before, at several points of random games."""
    mind = mind_of(game, level)
    for number, setup in enumerate(each for each in PLAYED if each.game == game):
        seed = secrets.randbits(32)
        positions = course(setup.deal(seed), seed)[:-1]
        for position in positions[:: max(1, len(positions) // 2)]:
            view = movers_view(position)
            mind.prepare(view)  # who has machine code sees further
            explain = bool(seed & 1)
            advice = mind.think(view, Budget(simulations=333 + number), seed)
            mine = told(mind.explain(view, advice) if explain else advice)
            asked = {"level": level, "simulations": 333 + number, "seed": str(seed), "workers": 1 + number % 3}
            found = engine("think", knowledge=view.knowledge.as_dict(), explain=explain, **asked)["answer"]
            assert found == mine, (str(setup), seed, len(position.moves))


@pytest.mark.parametrize("setup", PLAYED, ids=str)
def test_why(setup: Setup, engine: Asked) -> None:
    """Why a move, in every language, moves as the host writes them; of an advice that was explained, and not."""
    seed = secrets.randbits(32)
    positions = course(setup.deal(seed), seed)[:-1]
    for position in positions[:: max(1, len(positions) // 4)]:
        view, mind = movers_view(position), mind_of(setup.game, "hard")
        mind.prepare(view)
        advice = mind.think(view, Budget(simulations=200), seed)
        for each in (advice, explain(view, advice)):
            mine = [mind.reasons(view, each, language, lambda move: f"<{move}>") for language in LANGUAGES]
            found = engine("why", knowledge=view.knowledge.as_dict(), advice=told(each))["answer"]
            assert found == mine, (seed, len(position.moves))


@pytest.mark.parametrize("game", GAMES)
def test_a_long_search(game: str, engine: Asked) -> None:
    """Twenty thousand simulations: every root move's visits and value, to the bit."""
    seed = secrets.randbits(32)
    position = course(sommet.new(game, 2, seed), seed)[3]
    view = movers_view(position)
    for mind in minds(sommet.game(game)).minds[2:5]:
        mind.prepare(view)
        mine = told(mind.think(view, Budget(simulations=20_001), seed))
        asked = {"level": mind.name, "simulations": 20_001, "seed": str(seed), "workers": 2}
        assert engine("think", knowledge=view.knowledge.as_dict(), **asked)["answer"] == mine, seed


@pytest.mark.parametrize("setup", [each for each in PLAYED if not each.options.get("golden_rule")][::2], ids=str)
def test_beliefs(setup: Setup, engine: Asked) -> None:
    """What everybody could have believed, during a game, after it, and by one viewer's knowledge."""
    own = minds(sommet.game(setup.game))
    seed = secrets.randbits(32)
    positions = course(setup.deal(seed), seed)
    for position in (positions[len(positions) // 2], positions[-1], positions[len(positions) // 3].view(0).known):
        assert engine("beliefs", record=position.record.as_dict())["answer"] == own.beliefs(position), seed


@pytest.mark.parametrize("setup", PLAYED[::3], ids=str)
def test_whole_game_analysis(setup: Setup, engine: Asked) -> None:
    """Lines, values of every seat, losses and their names, turning points; of a full record and of a viewer's."""
    seed = secrets.randbits(32)
    positions = course(setup.deal(seed), seed)
    mind = mind_of(setup.game, "hard")
    mind.prepare(movers_view(positions[0]))
    for position in (positions[-1], positions[len(positions) // 2].view(0).known):
        analysis = Analysis(position, mind, Budget(simulations=64), seed)
        while not analysis.done:
            analysis.next_line()
        asked = {"level": "hard", "simulations": 64, "seed": seed}
        found = engine("analyse", record=position.record.as_dict(), **asked)["answer"]
        assert found["lines"] == [line.as_dict() for line in analysis.lines], seed
        points = msgspec.to_builtins(analysis.turning_points())
        assert found["turning_points"] == points, seed


@pytest.mark.parametrize("game", GAMES)
def test_workers_that_die(game: str, engine: Asked) -> None:
    """Several moves thought over at once, by workers some of which are killed: every answer as if nothing had been."""
    seed = secrets.randbits(32)
    view = movers_view(course(sommet.new(game, 2, seed), seed)[2])
    asked = {"knowledge": view.knowledge.as_dict(), "level": "hard", "simulations": 2000}
    seeds = [str(seed + number) for number in range(3)]
    alone = [engine("think", **asked, seed=each, workers=1)["answer"] for each in seeds]
    assert engine("troubled", **asked, seeds=seeds, deaths=0)["answer"] == alone
    assert engine("troubled", **asked, seeds=seeds, deaths=2)["answer"] == alone


@pytest.mark.parametrize("game", GAMES)
def test_stopping(game: str, engine: Asked) -> None:
    """Whoever has a million seconds and is stopped answers with what there is: every legal move."""
    position = sommet.new(game, 2, 1)
    view = movers_view(position)
    advice = engine("stopped", knowledge=view.knowledge.as_dict(), level="master")["answer"]
    assert sorted(move["move"] for move in advice["moves"]) == list(position.legal)


def test_what_cannot_be_meant(engine: Asked) -> None:
    """Levels, budgets and records that are none; a game that is over; whoever asks next is answered."""
    position = sommet.new("kabaleo", 2, 1)
    knowledge = movers_view(position).knowledge.as_dict()
    end = course(position, 1)[-1]
    asked = {"knowledge": knowledge, "level": "easy", "seed": "1", "workers": 1}
    wrong = {"level": "god"}, {"simulations": 0}, {"seconds": -1}, {"seconds": None}, {"seed": "-1"}
    for each in wrong:
        assert engine("think", **{**asked, **each})["refused"]["code"] in ("bad_request", "bad_record")
    over = engine("think", **{**asked, "knowledge": end.view(0).knowledge.as_dict()})
    assert over["refused"]["code"] == "game_over"
    assert engine("think", **{**asked, "knowledge": {**knowledge, "setup": {}}})["refused"]["code"] == "bad_record"
    assert engine("think", **asked)["answer"]["moves"]
