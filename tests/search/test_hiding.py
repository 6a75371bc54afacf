"""Kabaleo's master keeps its objective to itself: of two it poses, of more what a move gives away has its price."""

from itertools import pairwise

import pytest

import sommet
from sommet.bots import analyse, beliefs, bot
from sommet.bots.mind import Case
from sommet.bots.secret import Secret, secret_of
from sommet.core.chance import Chance
from sommet.core.position import Position, View
from sommet.core.record import SPECTATOR
from sommet.games.kabaleo.bots import ENOUGH, POSE, SECRECY
from sommet.search.advice import Budget, Thinking
from sommet.search.think import search

from ..support.minds import guide_of, mind, thought_about

MORE_THAN_TWO = pytest.mark.parametrize("players", [3, 4])


def some_way_in(players: int, seed: int, moves: int) -> Position:
    """A game at random, after some moves."""
    position, chance = sommet.new("kabaleo", players, seed=seed), Chance(seed)
    for _ in range(moves):
        position = position.play(chance.choice(position.legal))
    return position


@MORE_THAN_TWO
def test_a_move_costs_what_it_gives_away(players: int) -> None:
    """As much of secrecy's worth as somebody outside gets surer than of any colour; to mislead them saves nothing."""
    charged = 0
    for seed in range(3):
        position = some_way_in(players, seed, 3 + 2 * seed)
        seat = position.to_move or 0
        view = position.view(seat)
        advice = mind("kabaleo", "open", 40, searches=1).think(view, seed=1)
        reveals = {move.move: move.more["reveals"] for move in mind("kabaleo").explain(view, advice).moves}
        believed = beliefs(position)
        assert believed is not None
        before = list(believed["outside"][str(seat)].values())[int(position.state["objective"][0][seat])]
        with thought_about("kabaleo", view, searches=1, guesses=1, secrecy=SECRECY) as case:
            tolls, fair = case.guide["tolls"][0], 1 / (players + 2)
        for number in position.numbers:
            after = before + reveals[position.notation.texts[number]]
            due = SECRECY * (max(after, fair) - max(before, fair))
            assert tolls[number] == pytest.approx(due, abs=SECRECY * 2e-4)
            charged += due > SECRECY / 100
    assert charged


@MORE_THAN_TWO
def test_a_search_avoids_what_costs_much(players: int) -> None:
    """Whatever its playouts say; and what it tells of the chances is the win alone."""
    position = some_way_in(players, 7, 6)
    view = position.view(position.to_move or 0)
    guide = guide_of("kabaleo", view)
    cheap = position.numbers[0]  # of locations that are alike the first is a candidate
    guide["tolls"] = 0.9
    guide["tolls"][0][cheap] = 0.0
    guide["wide"] = 1000.0
    found = search(view, guide, Thinking(Budget(simulations=2000)), 1)
    assert found[:, 0].argmax() == cheap
    assert (found[:, 1] >= 0).all()
    assert (found[:, 1] <= found[:, 0]).all()


@MORE_THAN_TWO
def test_the_master_tells_less_than_one_who_plays_openly(players: int) -> None:
    """On the same positions, over all of them."""
    master, openly = bot("kabaleo", "master"), mind("kabaleo", "open", 600, searches=1, guesses=1)
    given_away = {"master": 0.0, "open": 0.0}
    for seed in range(6):
        position = some_way_in(players, seed, 4 + seed)
        view = position.view(position.to_move or 0)
        for name, who in (("master", master), ("open", openly)):
            advice = who.think(view, Budget(simulations=600), seed=1)
            given_away[name] += openly.explain(view, advice).moves[0].more["reveals"]
    assert given_away["master"] < given_away["open"]


@MORE_THAN_TWO
def test_nobody_pays_for_an_objective_that_they_do_not_know(players: int) -> None:
    """Asked for advice about another's move, the master plays openly: whose secret would it keep?"""
    budget, open_mind = Budget(simulations=600), mind("kabaleo", "master", 600, searches=1, guesses=1)
    for moves in (2, 11):
        position = some_way_in(players, moves, moves)
        for viewer in (((position.to_move or 0) + 1) % players, SPECTATOR):
            view = position.view(viewer)
            assert bot("kabaleo", "master").think(view, budget, 1) == open_mind.think(view, seed=1)


def secret_in(position: Position) -> Secret:
    """What its seats hide."""
    found = secret_of(position.game)
    assert found is not None
    return found


def worlds_of(case: Case) -> list[tuple[float, list[int]]]:
    """What a search of two draws from: how probable, and both objectives."""
    guide = case.guide[0]
    together = [0.0, *guide["chance"][: guide["worlds"]].tolist()]
    chances = [after - before for before, after in pairwise(together)]
    return list(zip(chances, guide["world"][: guide["worlds"], :2].tolist(), strict=True))


def test_of_two_it_poses_as_one_whose_colour_is_not_known() -> None:
    """In the first half, in most simulations, the mover has a colour as those believe who know only the other's."""
    for moves, posing in ((7, True), (12, False)):
        position = some_way_in(2, 5, moves)
        seat = position.to_move or 0
        own = int(position.state["objective"][0][seat])
        believed = beliefs(position)
        assert believed is not None
        doubted = list(believed[str(1 - seat)][str(seat)].values())[own]
        for view, known in ((position.view(seat), False), (secret_in(position).betrayed(position, seat), True)):
            with thought_about("kabaleo", view, searches=1, guesses=1, pose=POSE) as case:
                worlds = worlds_of(case)
            assert sum(chance for chance, _ in worlds) == pytest.approx(1.0)
            if known:
                assert {world[1 - seat] for _, world in worlds} == {int(position.state["objective"][0][1 - seat])}
                true = sum(chance for chance, world in worlds if world[seat] == own)
                assert true == pytest.approx(1 - POSE + POSE * doubted if posing else 1.0, abs=1e-3)
            assert (len({world[seat] for _, world in worlds}) > 1) == posing


def test_who_only_poses_plays_the_same_whatever_its_colour() -> None:
    """So nothing can be read; and an analysis, which has nothing to hide, does not pose."""
    position = some_way_in(2, 6, 5)
    seat, secret = position.to_move or 0, secret_in(position)
    poses, openly = (mind("kabaleo", "one", 300, searches=1, guesses=1, pose=pose) for pose in (1.0, 0.0))
    answers, analyses, open_answers = [], [], []
    for colour in secret.types(position.record):
        supposed = secret.supposing(position.record, seat, colour, position.moves)
        view = View(Position.of(position.game, supposed), seat)
        answers.append([(move.move, move.visits) for move in poses.think(view, seed=1).moves])
        analyses.append(poses.think(view, Budget(simulations=300, whole=True), 1).moves)
        open_answers.append(openly.think(view, seed=1).moves)
    assert all(answer == answers[0] for answer in answers)
    assert analyses == open_answers
    assert len({moves[0].move for moves in open_answers}) > 1


def test_of_two_it_does_not_think_too_long_while_it_hides() -> None:
    """The less chance in a choice, the more it tells: in the first half of a game no budget buys more simulations."""
    master, much = bot("kabaleo", "master"), Budget(simulations=ENOUGH + 500)
    early, late = some_way_in(2, 3, 10), some_way_in(2, 3, 12)
    own = early.view(early.to_move or 0)
    assert master.think(own, much, 1) == master.think(own, Budget(simulations=ENOUGH), 1)
    assert master.think(own, Budget(seconds=100.0), 1).simulations == ENOUGH
    assert master.think(own, Budget(simulations=300), 1).simulations == 300
    assert master.think(late.view(late.to_move or 0), much, 1).simulations == much.simulations
    assert master.think(early.view(SPECTATOR), much, 1).simulations == much.simulations
    of_three = some_way_in(3, 3, 4)
    assert master.think(of_three.view(of_three.to_move or 0), much, 1).simulations == much.simulations
    assert analyse(own, much, 1).simulations == much.simulations  # which has nothing to hide
