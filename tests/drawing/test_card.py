"""The picture of a link: a board that fits, and words beside it, whatever somebody is called."""

from xml.etree import ElementTree

import pytest

from sommet.core.record import SPECTATOR
from sommet.core.registry import new
from sommet.drawing.card import HIGH, MARGIN, WIDE, Card

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", ["babylone", "kabaleo", "on_top"])
@pytest.mark.parametrize("written", [True, False])
def test_the_board_is_inside_and_words_are_text(game: str, written: bool) -> None:
    """Of the size that it should have, with a margin; names with angle brackets are names."""
    view = new(game, 2, 1).view(SPECTATOR)
    drawn = ElementTree.fromstring(Card(view, "A <title>", "Ana & Bob\n\nwon", ("<b>", "Bob")).svg(written))
    assert (drawn.get("width"), drawn.get("height")) == (str(WIDE), str(HIGH))
    texts = [text.text for text in drawn.iter(f"{SVG}text")]
    assert ({"A <title>", "Ana & Bob", "won"} <= set(texts)) == written
    place = drawn.find(f"{SVG}g[@transform]")
    assert place is not None
    board = place.find(f"{SVG}svg")
    assert board is not None
    across, down = map(float, (place.get("transform") or "").removeprefix("translate(").removesuffix(")").split())
    wide, high = float(board.get("width", 0)), float(board.get("height", 0))
    assert across >= MARGIN - 1
    assert across + wide <= WIDE - MARGIN + 1
    assert down >= MARGIN - 1
    assert down + high <= HIGH - MARGIN + 1
    assert max(wide / (WIDE - 2 * MARGIN), high / (HIGH - 2 * MARGIN)) > 0.6
