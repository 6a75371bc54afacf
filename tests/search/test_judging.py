"""A guide that judges: what it says counts as so many playouts, and as a part of every reward."""

import random
from typing import Any, cast

import numpy as np
import pytest

import sommet
from sommet.core.arrays import Records
from sommet.core.bits import random_stream
from sommet.core.position import View
from sommet.core.rules import legal, over, play, redeal
from sommet.games.on_top.bots.guide import judge
from sommet.search.guide import REWARDS
from sommet.search.think import Worker
from sommet.search.tree import JUDGED, simulate

from ..support.minds import guide_of

TABLES = [(2, {}), (2, {"board": "hex-5-3-3"}), (3, {}), (4, {}), (4, {"teams": True})]


def at(players: int, options: dict[str, Any], ply: int = 8) -> View:
    """A position of On Top as its mover sees it."""
    position = sommet.new("on_top", players, 3, options=options)
    chance = random.Random(3)
    for _ in range(ply):
        position = position.play(chance.choice(position.legal))
    return position.view(position.to_move or 0)


def grown(view: View, guide: Records, simulations: int) -> Worker:
    """A tree."""
    worker = Worker(view, guide, random_stream(1), simulations)
    worker.run(simulations)
    return worker


def found(worker: Worker) -> Any:
    """By move number: visits, and shares of the win."""
    told = np.zeros((4096, 2))
    worker.add_to(told)
    return told


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_interpreted_the_search_is_the_same(players: int, options: dict[str, Any]) -> None:
    """Judgement by judgement, to the bit."""
    view = at(players, options, 14)
    guide = guide_of("on_top", view)
    assert guide["trust"][0] > 0
    ways = []
    for way in ("interpreted", "compiled"):
        worker = Worker(view, guide, random_stream(4), 3)
        getattr(cast(Any, simulate), way)(*worker._arguments, 3)
        number = int(worker.tree.nodes[0]["entries"][0])
        ways.append((found(worker).tolist(), worker.tree.entries["rewards"][:number].tolist()))
    assert ways[0] == ways[1]


def test_every_candidate_of_the_root_is_judged_before_any_is_tried_twice() -> None:
    """So nothing is overlooked for want of simulations; what was only judged was not visited."""
    view = at(2, {})
    worker = grown(view, guide_of("on_top", view), 5)
    root, entries = worker.tree.nodes[0], worker.tree.entries
    own = entries[root["first_entry"][0] : root["first_entry"][0] + root["entries"][0]]
    assert len(own) == len(view.legal)
    assert (own["judged"] == JUDGED).all()
    assert own["visits"].sum() == 5 == found(worker)[:, 0].sum()


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
@pytest.mark.parametrize("heard", [0.0, 0.5, 1.0])
def test_what_is_told_is_a_chance(players: int, options: dict[str, Any], heard: float) -> None:
    """Shares of the win stay shares, however much of them is judged."""
    view = at(players, options)
    guide = guide_of("on_top", view)
    guide["heard"] = heard
    told = found(grown(view, guide, 300))
    assert told[:, 0].sum() == 300
    assert (told[:, 1] >= 0).all()
    assert (told[:, 1] <= told[:, 0] + 1e-9).all()
    played_out = all(round(12 * share, 6).is_integer() for share in told[:, 1].tolist())
    assert played_out == (heard == 0.0)


def test_trust_is_counted_in_playouts() -> None:
    """With more of it a search strays less from what is judged: fewer moves are visited."""
    view = at(2, {})
    guide, tried = guide_of("on_top", view), []
    for trust in (1.0, 1e6):
        guide["trust"] = trust
        tried.append(int((found(grown(view, guide, 400))[:, 0] > 0).sum()))
    assert tried[0] > tried[1] >= 1


def expected(view: View, guide: Records, state: Records) -> Any:
    """What everybody may expect after a position's moves."""
    rewards = np.zeros(1, REWARDS)
    assert judge(view.known.setting[0], guide[0], state[0], -1, rewards[0])
    return rewards[0].won.copy()


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_nobody_is_judged_by_the_tiles_to_come(players: int, options: dict[str, Any]) -> None:
    """T10: their order changes nothing, the next one included; the shares of two sides are the whole."""
    view = at(players, options)
    known, guide = view.known, guide_of("on_top", view)
    seen = []
    for seed in range(6):
        state = known.state.copy()
        redeal(known.setting[0], state[0], random_stream(seed)[0])
        play(known.setting[0], state[0], known.numbers[0])
        seen.append(expected(view, guide, state).tolist())
    assert all(each == seen[0] for each in seen)
    shares = seen[0][:players]
    assert all(0 < share < 1 for share in shares)
    if players == 2:
        assert sum(shares) == pytest.approx(1)


def test_a_position_that_is_over_is_not_judged_but_counted() -> None:
    """T22: whoever has won has all of it."""
    view = at(2, {}, 20)
    known, guide = view.known, guide_of("on_top", view)
    state = known.state.copy()
    redeal(known.setting[0], state[0], random_stream(1)[0])
    moves = np.zeros(view.game.most_moves, np.int64)
    while not over(known.setting[0], state[0]):
        legal(known.setting[0], state[0], moves)
        play(known.setting[0], state[0], moves[0])
    assert sorted(expected(view, guide, state)[:2].tolist()) in ([0.0, 1.0], [0.5, 0.5])


@pytest.mark.parametrize(("board", "black"), [("hex-3-3-3", ["A1", "B1"]), ("hex-1-1-19", ["A2", "B2"])])
def test_a_board_it_has_not_learned_is_played_out(board: str, black: list[str]) -> None:
    """T4: other boards work as before, one with as many cells as a learned one too."""
    view = at(2, {"board": board, "black": black}, 2)
    assert guide_of("on_top", view)["trust"][0] == 0
