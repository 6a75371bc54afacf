"""Every picture shows its clause."""

import pytest

import sommet
from sommet.core.learn import pictures
from sommet.core.registry import players
from sommet.core.rule_pages import rule_page

from ..support.refusals import move_refusal
from . import shown_babylone, shown_kabaleo, shown_on_top  # they fill CHECKS
from .reading import course
from .shown import CHECKS

# Clauses about which there is nothing to see on the board.
WITHOUT = {"B3", "B8", "K1", "K3", "K5", "K6", "K7", "K19", "T1", "T3", "T9", "T10"}
__all__ = ["shown_babylone", "shown_kabaleo", "shown_on_top"]


@pytest.mark.parametrize(("game", "clause"), [(game, clause) for game in players() for clause in pictures(game)])
def test_a_picture_shows_its_clause(game: str, clause: str) -> None:
    """Its record is legal; what the engine says of it is what the clause says."""
    found = course(game, clause)
    assert len(found.told) == len(found.positions) - 1
    assert CHECKS[clause](found)
    refused = pictures(game)[clause].refused
    if refused is not None:
        assert move_refusal(found.first, refused.move) == ("illegal_move", refused.clause)


@pytest.mark.parametrize("game", players())
def test_every_clause_that_can_be_shown_is(game: str) -> None:
    """And each picture is checked."""
    clauses = [clause.id for clause in rule_page(game, "en").clauses]
    assert list(pictures(game)) == [clause for clause in clauses if clause not in WITHOUT]
    assert set(pictures(game)) <= set(CHECKS)
    assert WITHOUT | set(CHECKS) == {clause.id for name in players() for clause in rule_page(name, "en").clauses}


def test_pictures_are_all_knowing() -> None:
    """Their records have no viewer: everything in them may be shown."""
    for game in players():
        for picture in pictures(game).values():
            assert picture.record.viewer is None
            assert sommet.load(picture.record.as_dict()).moves == picture.record.moves
