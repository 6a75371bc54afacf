"""A move that was never tried has no value, whichever bot was asked, and nothing else lacks one."""

from typing import Any, cast

import numpy as np
import pytest

import sommet
from sommet.analysis.game import Analysis, value_of
from sommet.analysis.line import name_of
from sommet.bots import bot, names, reasons
from sommet.bots.mind import Mind
from sommet.core.chance import Chance
from sommet.core.position import Position
from sommet.games.on_top.bots.chances import JUDGED, LATE, PLAYED_OUT, temper
from sommet.search.advice import Advice, Budget, MoveValue
from sommet.search.minds import new_told

from ..support.minds import guide_of, worth

GAMES = ("babylone", "kabaleo", "on_top")


def some_way_in(game: str, players: int, moves: int) -> Position:
    """After so many random moves."""
    position, chance = sommet.new(game, players, seed=4), Chance(moves)
    for _ in range(moves):
        position = position.play(chance.choice(position.legal))
    return position


def untried(advice: Advice) -> list[MoveValue]:
    """Moves that nothing is known of."""
    return [move for move in advice.moves if move.value is None]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_what_was_searched_has_a_value_and_nothing_else(game: str, players: int) -> None:
    """With fewer simulations than moves some have none and come last, with no visits; unless all of them are judged."""
    position = some_way_in(game, players, 3)
    view = position.view(position.to_move or 0)
    for name in ("plain", "playout", "master"):
        advice = bot(game, name).think(view, Budget(simulations=5), seed=1)
        if advice.exact or (name == "master" and guide_of(game, view)["trust"][0] > 0):
            assert not untried(advice)
            assert advice.exact or all(move.visits > 0 for move in advice.moves)
            continue
        assert [move.visits == 0 for move in advice.moves] == [move.value is None for move in advice.moves], name
        assert untried(advice)
        assert advice.moves[-len(untried(advice)) :] == tuple(untried(advice))
        assert all(set(move.as_dict()) == {"move", "visits"} for move in untried(advice))


THOUGHTLESS = [(game, name) for game in GAMES for name in names(game) if cast(Mind, bot(game, name)).level.light]


@pytest.mark.parametrize(("game", "by"), THOUGHTLESS)
def test_who_looks_ahead_at_nothing_values_none(game: str, by: str) -> None:
    """Their analysis has best moves and no chances; why such a move is not said in numbers."""
    position = some_way_in(game, 2, 2)
    advice = bot(game, by).think(position.view(position.to_move or 0), seed=1)
    assert len(untried(advice)) == len(advice.moves)
    assert "%" not in reasons(position.view(position.to_move or 0), advice, "en")
    line = Analysis(position, bot(game, by), whole=False).next_line()
    assert line is not None
    assert (line.best, line.before) == (line.best, None)
    assert line.advice() is not None
    assert all("value" not in move for move in line.moves or [{"value": 0}])


@pytest.mark.parametrize("game", GAMES)
def test_lines_keep_what_is_not_known(game: str) -> None:
    """What is stored and read back is the advice that was given."""
    position = some_way_in(game, 2, 2)
    found = Analysis(position, bot(game, "plain"), Budget(simulations=6))
    while not found.done:
        found.next_line()
    told = [line.advice() for line in found.lines]
    assert all(each is not None for each in told)
    assert any(move.value is None for each in told if each for move in each.moves)
    assert all((move.value is None) == (move.visits == 0) for each in told if each for move in each.moves)
    assert "%" in found.as_text()


def test_on_tops_chances_are_tempered_but_never_reordered() -> None:
    """What a search thinks is told lower, the less it has looked; among moves of as many visits the order stays."""
    told = new_told(4)
    for kind in range(4):
        before = 1.0
        for visits in (100, 400, 1600, 6400):
            told.visits[:], told.values[:] = [visits] * 4, [0.7, 0.55, 0.0, np.nan]
            told.visits[3] = 0
            cast(Any, temper).interpreted(kind, PLAYED_OUT, told, 4)
            first, second, lost, untried = told.values
            assert 0.0 < lost < second < first < 0.7, (kind, visits)
            assert np.isnan(untried)
            assert 0.7 - first <= before
            before = 0.7 - first
        assert before < (0.06 if kind in {0, 3} else 0.2)


@pytest.mark.parametrize(("players", "ply"), [(2, 3), (2, 12), (3, 9), (4, 15)])
def test_a_bad_placement_is_told_to_be_one_though_the_search_never_tried_it(players: int, ply: int) -> None:
    """It is judged, and that counts as so many visits: what it was worth is not what the good ones are on average."""
    position, by_worth = sommet.new("on_top", players, 5), bot("on_top", "table")
    for _ in range(ply):
        position = position.play(by_worth.think(position.view(position.to_move or 0), seed=1).best)
    view = position.view(position.to_move or 0)
    advice = bot("on_top", "master").think(view, Budget(simulations=2000, whole=True), seed=1)
    trust = int(guide_of("on_top", view)["trust"][0])
    judged = [move for move in advice.moves if move.visits == trust]
    assert len(judged) > len(advice.moves) // 4
    assert sum(move.visits - trust for move in advice.moves) == 2000
    assert [worth(move) for move in judged] == sorted((worth(move) for move in judged), reverse=True)
    best, worst = (value_of(advice, move.move) for move in (advice.moves[0], judged[-1]))
    assert best is not None
    assert worst is not None
    assert worst < 0.75 * best
    assert name_of(best - worst)


def test_with_few_tiles_left_on_tops_playouts_are_believed_more() -> None:
    """Of two players, past the network's last word: good and bad are told further apart, in their order."""
    spread = []
    for way in (PLAYED_OUT, LATE):
        told = new_told(4)
        told.visits[:], told.values[:] = [500] * 4, [0.9, 0.5, 0.1, np.nan]
        told.visits[3] = 0
        cast(Any, temper).interpreted(0, way, told, 4)
        good, even, bad, untried = told.values
        assert 0.0 < bad < even < good < 1.0
        assert even < 0.5
        assert np.isnan(untried)
        spread.append(good - bad)
    assert spread[0] < spread[1]


def test_what_on_tops_network_judges_is_told_by_numbers_of_its_own() -> None:
    """However many simulations there were; a fair share stays nearly fair, and the order stays."""
    for kind, fair in enumerate((1 / 2, 1 / 3, 1 / 4, 1 / 2)):
        told, seen = new_told(4), []
        for visits in (100, 6400):
            told.visits[:], told.values[:] = [visits] * 4, [fair, 0.8 * fair, 0.2 * fair, np.nan]
            told.visits[3] = 0
            cast(Any, temper).interpreted(kind, JUDGED, told, 4)
            share, less, last, untried = told.values
            assert 0.0 < last < less < share < 1.0
            assert np.isnan(untried)
            assert share == pytest.approx(fair, abs=0.02)
            seen.append(share)
        assert seen[0] == pytest.approx(seen[1], abs=0.005)
