"""Each level beats the one below it, and the weakest beats who plays any move: few games, always the same ones."""

import pytest

import sommet
from sommet.bots import LEVELS, Bot, bot
from sommet.core.chance import number_of
from sommet.core.kernel import INTERPRETED
from sommet.search.advice import Budget

pytestmark = pytest.mark.skipif(INTERPRETED, reason="compiled, it takes seconds")
LADDER = ("random", *LEVELS)
DEALS = 16
FEW = Budget(simulations=2500)  # for a level that thinks by the clock: still a fraction of what it does in its time


def won(game: str, strong: Bot, weak: Bot, players: int, deals: int) -> float:
    """The share of one among others that are all alike, once in every seat of every deal."""
    total = 0.0
    budget = FEW if strong.budget.simulations is None else None
    for deal in range(deals):
        for own in range(players):
            position = sommet.new(game, players, number_of(7, "ladder", deal))
            while (seat := position.to_move) is not None:
                asked = strong if seat == own else weak
                seed = number_of(7, f"{deal}.{own}", len(position.moves))
                move = asked.think(position.view(seat), budget if asked is strong else None, seed).best
                position = position.play(move)
            assert position.result is not None
            assert position.result.winners
            total += (own in position.result.winners) / len(position.result.winners)
    return total / (deals * players)


@pytest.mark.parametrize("step", range(len(LEVELS)), ids=LEVELS)
@pytest.mark.parametrize("game", ["babylone", "kabaleo", "on_top"])
def test_two_players(game: str, step: int) -> None:
    """By more than luck would do it: the steps are 150 Elo and more, which is 70 %."""
    weak, strong = (bot(game, LADDER[place]) for place in (step, step + 1))
    start = sommet.new(game, 2, 1)
    for each in (weak, strong):
        each.prepare(start.view(start.to_move or 0))
    assert won(game, strong, weak, 2, DEALS) > 0.55


@pytest.mark.parametrize("step", [0, 1], ids=LEVELS[:2])
@pytest.mark.parametrize("players", [3, 4])
def test_kabaleos_beginner_among_more_players_is_between_random_moves_and_greed(players: int, step: int) -> None:
    """One among others of the level below wins well above its share: the steps are about 100 Elo and more."""
    weak, strong = (bot("kabaleo", LADDER[place]) for place in (step, step + 1))
    start = sommet.new("kabaleo", players, 1)
    for each in (weak, strong):
        each.prepare(start.view(start.to_move or 0))
    assert won("kabaleo", strong, weak, players, DEALS) > 1.15 / players
