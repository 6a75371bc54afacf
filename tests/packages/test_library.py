"""Pebbles in the library: dealt, played, seen, refused, linked and drawn like any other game."""

import json
import pickle
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sommet
from sommet.core.chance import Chance
from sommet.core.links import link
from sommet.core.packages import packages
from sommet.core.position import Position
from sommet.core.record import SPECTATOR
from sommet.core.registry import players, read_link
from sommet.core.rule_pages import rule_page
from sommet.core.words import LANGUAGES, catalogue
from sommet.drawing import text

from ..core.test_questions import all_questions, everything
from ..leaks.test_views import reply, seen, told, viewers
from ..support.examples import examples
from ..support.refusals import refusal
from ..support.statistics import uniform
from .games import MOVES, NAME, SETUPS, Setup, course
from .model import Model


def test_it_is_one_of_the_games() -> None:
    """Found by its entry point; the games that Sommet brings are there too."""
    assert packages()[NAME] == "sommet_pebbles"
    assert players()[NAME] == (2, 3)
    assert len(players()) > 1
    assert sommet.game(NAME).private
    assert sommet.game(NAME).secret


def compare(position: Position, seed: int) -> None:
    """Play at random to the end; position and model say the same at every move."""
    chance, plain = Chance(seed), Model(position.record.as_dict())
    while True:
        assert list(position.legal) == plain.legal()
        assert position.shown == plain.shown()
        assert position.to_move == plain.to_move()
        result = position.result
        assert (None if result is None else result.as_dict()) == plain.result()
        if not position.legal:
            return
        move = chance.choice(position.legal)
        position = position.play(move)
        plain.play(move)


@examples(60)
@given(st.integers(0, 2**64 - 1), st.sampled_from(SETUPS))
def test_the_rules_are_those_of_a_plain_model(seed: int, setup: Setup) -> None:
    """P1 to P12, over whole games."""
    compare(setup.deal(seed), seed)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_interpreted_and_compiled_are_the_same(setup: Setup) -> None:
    """Over whole games: dealing, beginning, playing, showing, refusing, viewing, redealing."""
    with all_questions("interpreted"):
        first = everything(setup, 5)
    with all_questions("compiled"):
        assert everything(setup, 5) == first


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_no_viewer_can_tell_another_hidden_part(setup: Setup) -> None:
    """P3, P4: put a redeal of what a viewer knows in place of the truth, and no byte that they get changes."""
    changed = 0
    for ply, position in enumerate(course(setup.deal(8), 8)[:-1]):
        for viewer in viewers(position):
            view = position.view(viewer)
            for other in (told(view).redeal(Chance(100 * ply + number)) for number in range(3)):
                changed += other.record.setup != position.record.setup
                assert seen(other.view(viewer)) == seen(view)
                assert reply(other, viewer) == reply(position, viewer)
    assert changed > MOVES


def test_what_everybody_knows() -> None:
    """P3 to P5: one's own colour, the pebbles turned over, the buried one never; P8: at the end everything."""
    *before, end = course(SETUPS[2].deal(3), 3)
    for ply, position in enumerate(before):
        setup = position.record.setup
        for viewer in viewers(position):
            known = position.view(viewer).knowledge.setup
            assert known["secrets"] == [setup["secrets"][seat] if seat == viewer else None for seat in range(3)]
            assert known["pebbles"] == setup["pebbles"][: ply + 1]
            assert known["buried"] is None
        assert "buried" not in position.view(0).shown
    assert len(end.moves) == MOVES
    for viewer in viewers(end):
        assert end.view(viewer).shown["buried"] == end.record.setup["buried"]
        assert end.view(viewer).shown["secrets"] == end.record.setup["secrets"]


def test_every_redeal_is_equally_likely() -> None:
    """P3, P4: three pebbles and two colours are not known to a player; all that is possible comes as often."""
    position = course(SETUPS[2].deal(3), 3)[8]
    setup, view = position.record.setup, position.view(0)
    hidden = [*setup["pebbles"][9:], setup["buried"]]
    free = {colour for colour in ("red", "yellow", "blue", "white") if colour != setup["secrets"][0]}
    cells = len(set(permutations(hidden))) * len(set(permutations(free, 2)))
    chance, draws = Chance(1), 30 * cells
    found: Counter[Any] = Counter()
    for _ in range(draws):
        other = view.redeal(chance).record.setup
        found[*other["pebbles"], other["buried"], *other["secrets"]] += 1
    assert uniform(found.values(), draws, cells)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_records_links_and_pickles_go_round(setup: Setup) -> None:
    """The truth and what anybody knows, at every move."""
    for position in course(setup.deal(2), 2):
        for one in (position, *(position.view(viewer).known for viewer in viewers(position))):
            told = json.loads(json.dumps(one.record.as_dict()))
            for again in (sommet.load(told), read_link(link(one)), pickle.loads(pickle.dumps(one))):
                assert again == one
                assert hash(again) == hash(one)
                assert (again.shown, again.legal, again.result) == (one.shown, one.legal, one.result)
    assert position != setup.deal(2)


REFUSED = {
    "on:Z": ("illegal_move", "P2"),
    "on:D": ("illegal_move", "P2"),
    "under:B": ("illegal_move", "P7"),
    "on:A": ("illegal_move", "P11"),
    "throw:A": ("illegal_move", "P5"),
    "A": ("illegal_move", "P5"),
}


@pytest.mark.parametrize("move", REFUSED)
def test_a_refused_move_names_its_clause_in_every_language(move: str) -> None:
    """A sentence each, about the heap."""
    position = SETUPS[1].deal(1).play("on:A")
    with pytest.raises(sommet.SommetError) as caught:
        position.play(move)
    error = caught.value
    assert (error.code, error.clause) == REFUSED[move]
    assert error.at == 1
    assert len({error.say(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert all(move.split(":")[-1] in error.say(language) for language in LANGUAGES)


def test_refused_records() -> None:
    """P1, P3, P4, P5, P12, each by its clause."""
    record = SETUPS[0].deal(1).record.as_dict()
    setup = record["setup"]
    other = next(colour for colour in ("red", "blue") if colour != setup["buried"])
    wrong: dict[str, dict[str, Any]] = {
        "P1": {"buried": other},
        "P3": {"secrets": ["red", "red"]},
        "P4": {"pebbles": setup["pebbles"][:-1]},
        "P5": {"first": 2},
    }
    for clause, change in wrong.items():
        assert refusal({**record, "setup": {**setup, **change}}) == ("bad_record", clause)
    assert refusal({**record, "setup": {**setup, "buried": None}}) == ("bad_record", "P4")
    assert refusal({**record, "options": {"heaps": "four"}}) == ("bad_record", "P12")
    known = SETUPS[0].deal(1).play("on:A").view(0).knowledge.as_dict()
    short = {**known, "setup": {**known["setup"], "pebbles": known["setup"]["pebbles"][:1]}}
    assert refusal(short) == ("bad_record", "P5")


def test_it_is_drawn() -> None:
    """As text and as a picture, plainly, in the game's own words; nothing that the viewer does not know."""
    position = course(SETUPS[0].deal(4), 4)[5]
    secret = position.record.setup["secrets"][0]
    drawn = {language: text(position.view(0), language=language) for language in LANGUAGES}
    for language, found in drawn.items():
        words = catalogue(language)
        assert words["pebbles.shown.secret"] in found
        assert words[f"colour.{secret}"] in found
        assert words["pebbles.shown.secret"] in sommet.svg(position.view(0), language=language)
    assert len(set(drawn.values())) == len(LANGUAGES)
    other = position.view(0).redeal(Chance(3))
    assert text(other.view(0)) == drawn["en"]
    assert sommet.svg(position).startswith("<svg")
    assert "Buried pebble" not in str(position.view(0))
    assert "Buried pebble" in str(position), "with everything its record tells"


def test_its_rules_can_be_read() -> None:
    """In every language, the same twelve clauses; and they are those that the code names."""
    pages = [rule_page(NAME, language) for language in LANGUAGES]
    assert {tuple(clause.id for clause in page.clauses) for page in pages} == {tuple(f"P{n}" for n in range(1, 13))}
    assert [page.title for page in pages] == [catalogue(language)["pebbles.name"] for language in LANGUAGES]
    game = sommet.game(NAME)
    named = {option.clause for option in game.options.every} | {refusal.clause for refusal in game.refusals.every}
    assert named <= {clause.id for clause in pages[0].clauses}


def test_words_are_complete() -> None:
    """Every text in every language, with the same gaps; a word for all that is shown, agreed and refused."""
    keys = [{key for key in catalogue(language) if key.startswith("pebbles.")} for language in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]
    game = sommet.game(NAME)
    fields = [
        field for layout in vars(SETUPS[0].deal(1).notation.room).values() for field in getattr(layout, "fields", ())
    ]
    needed = {
        f"pebbles.shown.{name}" for name in (*(field.name for field in fields), *game.setup.keys[:-1], *game.endings)
    }
    needed |= {f"pebbles.error.{refusal.name}" for refusal in game.refusals.every}
    needed |= {f"pebbles.option.{option.name}.label" for option in game.options.every}
    assert needed <= keys[0]


def test_a_spectator_has_no_secret() -> None:
    """P3."""
    assert SETUPS[0].deal(1).view(SPECTATOR).shown["secret"] is None
