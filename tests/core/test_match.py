"""B3 and B8: who starts, and matches, for any game."""

from typing import Any

import pytest

import sommet
from sommet.core.chance import Chance
from sommet.core.match import Match
from sommet.core.position import Position
from sommet.core.words import LANGUAGES


def start(game: str = "babylone", players: int = 2, **more: Any) -> Match:
    """A match."""
    return Match.start(sommet.game(game), players, **more)


def playing(match: Match) -> Position:
    """The round's position."""
    assert match.position is not None
    return match.position


def finish(match: Match, seed: int = 1) -> Match:
    """Play the round to its end, at random."""
    chance = Chance(seed)
    while match.position is not None:
        match = match.play(chance.choice(match.position.legal))
    return match


def refused(code: str, clause: str | None, action: Any) -> None:
    """It raises that, in every language."""
    with pytest.raises(sommet.SommetError) as caught:
        action()
    assert (caught.value.code, caught.value.clause) == (code, clause)
    assert all(caught.value.say(language) for language in LANGUAGES)


def test_b3_the_chooser_is_drawn() -> None:
    """Everybody may be."""
    assert {start(players=4, chance=Chance(seed)).chooser for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("first", [0, 1])
def test_b3_the_chooser_is_set_and_chooses(first: int) -> None:
    """They may choose themselves or the other."""
    match = start(chooser=1)
    assert (match.chooser, match.position, match.won) == (1, None, (0, 0))
    assert playing(match.choose(first, Chance(1))).to_move == first


def test_b3_a_seat_of_the_game_is_chosen() -> None:
    """Nobody else."""
    refused("bad_record", "B3", lambda: start(chooser=0).choose(2, Chance(1)))


def test_b8_the_loser_chooses() -> None:
    """Round after round, until somebody has won two."""
    match = start(chooser=0)
    for number in range(3):
        match = finish(match.choose(0, Chance(number)), number)
        result = sommet.load(match.records[-1].as_dict()).result
        assert result is not None
        assert result.winners is not None
        assert match.chooser == 1 - result.winners[0]
        assert sum(match.won) == number + 1 == len(match.records)
        if match.winners:
            break
    assert max(match.won) == 2
    assert match.winners == (match.won.index(2),)


def test_b8_first_to_two() -> None:
    """Not after one; and nothing comes after the second."""
    match = finish(start(chooser=0).choose(0, Chance(1)))
    assert sum(match.won) == 1
    while not match.winners:
        match = finish(match.choose(match.chooser, Chance(7)), 7)
    refused("bad_request", "B8", lambda: match.choose(0, Chance(1)))
    refused("bad_request", "B8", lambda: match.play("1>2"))


@pytest.mark.parametrize("rounds", [1, 3])
def test_b8_another_number_of_rounds(rounds: int) -> None:
    """As agreed; at least one."""
    match = start(chooser=0, rounds_to_win=rounds)
    for number in range(20):
        if match.winners:
            break
        match = finish(match.choose(0, Chance(number)), number)
    assert max(match.won) == rounds
    refused("bad_request", "B8", lambda: start(rounds_to_win=0))


def test_b8_one_thing_at_a_time() -> None:
    """No move before the choice, no choice during a round."""
    match = start(chooser=1)
    refused("bad_request", "B8", lambda: match.play("1>2"))
    begun = match.choose(0, Chance(1))
    refused("bad_request", "B8", lambda: begun.choose(0, Chance(1)))
    refused("illegal_move", "B4", lambda: begun.play("1>1"))


def test_b8_matches_are_immutable() -> None:
    """A match that goes on is another one."""
    match = start(chooser=0).choose(0, Chance(1))
    after = match.play("1>2")
    assert playing(match).moves == ()
    assert playing(after).moves == ("1>2",)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_b9_with_more_players_the_first_who_was_out_chooses(players: int) -> None:
    """All losers of a round have no points."""
    match = finish(start(players=players, chooser=0).choose(0, Chance(3)), 3)
    position = sommet.load(match.records[-1].as_dict())
    assert match.chooser == position.shown["out"][0]


def test_the_fewest_points_choose() -> None:
    """Of Kabaleo's losers, and of On Top's."""
    for game, players in (("kabaleo", 3), ("on_top", 3), ("on_top", 4)):
        for seed in range(6):
            match = finish(start(game, players, chooser=0).choose(0, Chance(seed)), seed)
            result = sommet.load(match.records[-1].as_dict()).result
            assert result is not None
            assert result.winners is not None
            assert result.scores is not None
            if len(result.winners) == 1:
                losers = [seat for seat in range(players) if seat not in result.winners]
                assert result.scores[match.chooser] == min(result.scores[seat] for seat in losers)


def test_a_shared_round_counts_for_nobody() -> None:
    """And its chooser chooses again."""
    for seed in range(200):
        match = finish(start("kabaleo", 2, chooser=1).choose(0, Chance(seed)), seed)
        result = sommet.load(match.records[-1].as_dict()).result
        assert result is not None
        if result.reason == "shared":
            assert (match.won, match.chooser, len(match.records)) == ((0, 0), 1, 1)
            return
    pytest.fail("no shared round")


def test_t25_a_team_wins_its_round_together() -> None:
    """Both partners' rounds count, and they win the match together."""
    match = start("on_top", 4, options={"teams": True}, chooser=0)
    for seed in range(20):
        if match.winners:
            break
        match = finish(match.choose(0, Chance(seed)), seed)
        assert match.won[0] == match.won[2]
        assert match.won[1] == match.won[3]
    assert match.winners in ((0, 2), (1, 3))


def test_b10_a_round_that_is_over_before_it_begins() -> None:
    """One token: the one who starts loses at once, and chooses again."""
    match = start(chooser=0).choose(0, Chance(1), tokens=(1,))
    assert (match.position, match.won, match.chooser, len(match.records)) == (None, (0, 1), 0, 1)
    assert match.choose(0, Chance(1), tokens=(1,)).winners == (1,)
