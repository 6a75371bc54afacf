"""Positions as pictures: SVG that stands alone and says in words what it shows."""

import re
from xml.etree import ElementTree

import pytest

import sommet
from sommet.core.words import LANGUAGES
from sommet.drawing.pen import Pen
from sommet.drawing.plain import PlainDrawing

from .games import every, played

SVG = "{http://www.w3.org/2000/svg}"


def test_every_position_is_drawn() -> None:
    """Well formed, with title and description, nothing fetched from elsewhere, no id twice, no gradient missing."""
    for position in every():
        picture = sommet.svg(position.view(0))
        root = ElementTree.fromstring(picture)
        assert root.tag == SVG + "svg"
        assert [root[0].tag, root[1].tag] == [SVG + "title", SVG + "desc"]
        assert root[0].text
        assert root[1].text
        assert not re.search(r"<(script|style|image|use|foreignObject)|href|data:", picture)
        ids = re.findall(r' id="([^"]+)"', picture)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r"url\(#([^)]+)\)", picture)) <= set(ids)
        assert sommet.svg(position.view(0)) == picture
        assert "nan" not in picture


def test_two_pictures_on_a_page_share_no_ids() -> None:
    """Gradients of one are not used by the other."""
    one, two = (set(re.findall(r' id="([^"]+)"', sommet.svg(position))) for position in played(0)[:2])
    assert not one & two


def test_size() -> None:
    """The longer side has this many pixels."""
    root = ElementTree.fromstring(sommet.svg(sommet.new("on_top", seed=1), size=300))
    assert max(float(root.attrib["width"]), float(root.attrib["height"])) == pytest.approx(300, abs=0.1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words(language: str) -> None:
    """In the language asked for."""
    picture = sommet.svg(sommet.new("babylone", seed=1), language=language)
    assert {"de": "Stelle", "en": "spot", "fr": "emplacement", "nl": "plek"}[language] + " 1" in picture


def test_what_is_shown() -> None:
    """Kabaleo: one's own objective only; On Top: towers; Babylone: heights."""
    deal = sommet.new("kabaleo", seed=3)
    assert ">Your secret colour:<" in sommet.svg(deal.view(0))
    assert ">Your secret colour:<" not in sommet.svg(deal.view("spectator"))
    end = played(next(number for number in range(20) if played(number)[0].game.name == "babylone"))[-1]
    height = max(len(stack) for stack in end.shown["stacks"].values())
    assert f">{height}</text>" in sommet.svg(end)


def test_a_game_without_a_drawing() -> None:
    """The text, written."""
    position = sommet.new("babylone", seed=3)
    picture = PlainDrawing().picture(position.view(0), ["<Ana>", "Bram & co"], Pen()).svg()
    root = ElementTree.fromstring(picture)
    words = [element.text for element in root.iter(SVG + "text")]
    assert any("Bram & co" in (word or "") for word in words)
    assert any((word or "").strip() == "stacks" for word in words)
