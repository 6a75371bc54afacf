"""Why a move: sentences for people, in every language, from what the mover knows and nothing else."""

import re

import pytest

import sommet
from sommet.bots import analyse, bot, reasons
from sommet.core.chance import Chance
from sommet.core.position import Position
from sommet.core.words import LANGUAGES
from sommet.search.advice import Advice, Budget, MoveValue

BUDGET = Budget(simulations=200)


def positions(game: str, players: int, seed: int) -> list[Position]:
    """Some of a random game."""
    position, chance = sommet.new(game, players, seed=seed), Chance(seed)
    found = []
    while not position.over:
        if len(position.moves) % 5 == 0 or len(position.legal) < 3:
            found.append(position)
        position = position.play(chance.choice(position.legal))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), [("babylone", 2), ("babylone", 3), ("kabaleo", 3), ("on_top", 4)])
def test_one_or_two_whole_sentences(game: str, players: int, language: str) -> None:
    """Each with a full stop, no gap left open."""
    for position in positions(game, players, 3):
        view = position.view(position.to_move or 0)
        said = reasons(view, analyse(view, BUDGET, 1), language)
        assert said.endswith(".")
        assert 1 <= len(re.findall(r"\.(?: |$)", said)) <= 2, said
        assert not re.search(r"[{}@]\w|  ", re.sub(r"\w+@\d+", "move", said)), said


def advice(*moves: MoveValue, exact: bool = True) -> Advice:
    """As a bot would give it."""
    return Advice(moves, exact=exact)


def test_babylone_says_who_wins_and_what_refutes() -> None:
    """The solver's findings, in words."""
    view = sommet.new("babylone", 2, seed=1).view(0)
    won = MoveValue("4>7", 1.0, 0, {"wins": True, "moves_to_end": 5, "refutation": None})
    lost = MoveValue("3>2", 0.0, 0, {"wins": False, "moves_to_end": 4, "refutation": "7>9"})
    alone = "4>7 wins in 5 moves. Every other move loses; 3>2, for example, is refuted by 7>9."
    assert reasons(view, advice(won, lost), "en") == alone
    assert reasons(view, advice(won, won, lost), "en").endswith("One other move wins as well.")
    at_once = MoveValue("4>7", 1.0, 0, {"wins": True, "moves_to_end": 1, "refutation": None})
    assert reasons(view, advice(at_once, lost), "fr").startswith("4>7 gagne tout de suite")
    assert reasons(view, advice(lost, lost), "nl").startswith("Elke zet verliest")
    assert reasons(view, advice(won), "en") == "It’s the only move. 4>7 wins in 5 moves."


def kabaleo() -> Position:
    """A position in which a location carries a green piece."""
    position = sommet.new("kabaleo", 2, seed=2)
    move = next(move for move in position.legal if move.startswith("green@"))
    return position.play(move)


def test_kabaleo_in_french_agrees() -> None:
    """Une pièce verte, le vert; what the move gives away stands there when it was explained."""
    position = kabaleo()
    location = position.moves[-1].partition("@")[2]
    view = position.view(position.to_move or 0)
    found = MoveValue(f"green@{location}", 0.43, 500, {"reveals": 0.001})
    other = MoveValue(next(move for move in view.legal if move != found.move), 0.4, 500)
    said = reasons(view, advice(found, other, exact=False), "fr", lambda move: "«coup»")
    assert said.startswith(f"Annule une pièce verte sur l’emplacement {location}, où réapparaît l")
    assert "43\N{NO-BREAK SPACE}% de chances de gagner, ne trahit presque rien\N{NO-BREAK SPACE}; ensuite" in said
    assert said.endswith(" vient «coup», avec 40\N{NO-BREAK SPACE}%.")


def test_kabaleo_tells_a_probable_colour_and_no_more() -> None:
    """Beliefs of the advice are all it knows of the others: no sentence differs with their true objective."""
    position = kabaleo()
    seat = position.to_move or 0
    record = position.record
    other = next(c for c in record.setup["colours"] if c not in record.setup["objectives"])
    objectives = [colour if place == seat else other for place, colour in enumerate(record.setup["objectives"])]
    twin = Position.of(
        position.game,
        type(record)(record.game, 2, record.options, {**record.setup, "objectives": objectives}, record.moves),
    )
    said = [reasons(one.view(seat), analyse(one.view(seat), BUDGET, 1), "en") for one in (position, twin)]
    assert said[0] == said[1]
    view, shown = position.view(seat), position.shown["locations"]
    move = next(m for m in view.legal if len(shown[int(m.partition("@")[2]) - 1]) == 1)
    under = shown[int(move.partition("@")[2]) - 1][-1]
    beliefs = [None if place == seat else {c: float(c == under) for c in record.setup["colours"]} for place in range(2)]
    told = Advice((MoveValue(move, 0.5, 100), MoveValue(view.legal[0], 0.5, 100)), more={"beliefs": beliefs})
    assert f"the {under} (probably your opponent’s colour, 99%)" in reasons(view, told, "en")


def test_what_is_no_chance_is_not_told_as_one() -> None:
    """A greedy player's value is no chance to win, nor is what was hardly tried."""
    view = kabaleo().view(kabaleo().to_move or 0)
    assert "%" not in reasons(view, bot("kabaleo", "greedy").think(view, seed=1), "en")
    view = sommet.new("on_top", 2, seed=1).view(sommet.new("on_top", 2, seed=1).to_move or 0)
    assert "%" not in reasons(view, bot("on_top", "table").think(view, seed=1), "en")
    view = sommet.new("babylone", 2, seed=1).view(0)
    assert reasons(view, bot("babylone", "random").think(view, seed=1), "en").endswith(" on top.")
    view = sommet.new("on_top", 2, seed=1).view(sommet.new("on_top", 2, seed=1).to_move or 0)
    assert "%" in reasons(view, bot("on_top", "master").think(view, Budget(simulations=300), seed=1), "en")


def test_on_top_counts_what_the_rules_count() -> None:
    """The circles named are those that the move finishes, and their points those of the result."""
    seen = 0
    for position in positions("on_top", 2, 5):
        view = position.view(position.to_move or 0)
        found = bot("on_top", "now").think(view, seed=1)
        effects, said = position.effects(found.best), reasons(view, found, "en")
        if effects["circles"] and not effects["last_pawn"]:
            seen += 1
            assert all(circle["crossing"] in said for circle in effects["circles"])
            seat = position.to_move or 0
            gained = position.play(found.best).state["score"][0, seat] - position.state["score"][0, seat]
            assert (f": +{gained}" in said) == bool(gained)
        else:
            assert said.startswith(("Finishes nothing", "Places the last pawn"))
    assert seen
