"""Positions as plain text: in the base install, in every language, and never more than the viewer knows."""

import subprocess
import sys

import pytest

import sommet
from sommet.core.chance import Chance
from sommet.core.registry import players
from sommet.core.words import LANGUAGES
from sommet.drawing import text
from sommet.drawing.finding import drawing_of
from sommet.drawing.paints import PAINTS, paint
from sommet.drawing.pen import Pen
from sommet.drawing.plain import PlainDrawing, table

from .games import every


def test_every_position_is_drawn() -> None:
    """No line is wider than asked, none ends in spaces, in ASCII there is nothing else."""
    for position in every():
        for seen in (position, position.view("spectator"), position.view(0)):
            for unicode in (True, False):
                drawn = text(seen, unicode=unicode)
                assert drawn
                assert unicode or drawn.isascii()
                assert all(one == one.rstrip() for one in drawn.split("\n"))
                if "hex-2-3-6" not in str(position.record.options):
                    assert max(map(len, drawn.split("\n"))) <= 80


def test_only_the_base_install_is_needed() -> None:
    """A position is drawn without rich and prompt_toolkit too."""
    code = """
import sys
sys.modules["rich"] = sys.modules["prompt_toolkit"] = None
import sommet
from sommet.drawing import svg, text
for game in ("babylone", "kabaleo", "on_top"):
    print(text(sommet.new(game, seed=1)))
    assert svg(sommet.new(game, seed=1)).startswith("<svg")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "[ ♦ ]" in done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(language: str) -> None:
    """What is said beside the board."""
    position = sommet.new("kabaleo", seed=3)
    player = {"de": "Spieler 1", "en": "Player 1", "fr": "Joueur 1", "nl": "Speler 1"}[language]
    secret = {"de": "Deine geheime", "en": "Your secret", "fr": "Votre couleur", "nl": "Jouw geheime"}[language]
    assert player in text(position, language=language)
    assert secret in text(position.view(0), language=language)
    assert "Ana" in text(position, language=language, names=["Ana"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_beside_the_board_fits(language: str) -> None:
    """In a window of 80 columns nothing of it is cut, in any language."""
    for name in players():
        position, pen = sommet.new(name, seed=1), Pen(language)
        names = [pen.tell("drawing.player", number=seat + 1) for seat in range(position.players)]
        for block in drawing_of(position.game).blocks(position.view(0), names, pen):
            assert [str(one) for one in block if len(str(one)) > 80] == []


def test_a_view_tells_no_more_than_its_viewer_knows() -> None:
    """Positions that one viewer cannot tell apart look the same to them; the full record shows all objectives (K3)."""
    for position in every():
        for viewer in (*range(position.players), "spectator"):
            view = position.view(viewer)
            other = view.redeal(Chance(1)).view(viewer)
            assert text(other) == text(view)
            assert sommet.svg(other) == sommet.svg(view)
    deal = sommet.new("kabaleo", seed=3)
    objectives = deal.record.setup["objectives"]
    assert all(f"Player {seat}  {paint(colour).symbol}" in text(deal) for seat, colour in enumerate(objectives, 1))
    assert "secret" not in text(deal.view("spectator"))


def test_every_colour_has_its_own_symbol() -> None:
    """Beyond the named colours (B10) letters, which nobody takes for the numbers of spots, each its own."""
    colours = [*PAINTS, *(f"c{number}" for number in range(5, 65))]
    for of in ("symbol", "letter"):
        marks = [getattr(paint(colour), of) for colour in colours]
        assert len(set(marks)) == len(marks)
        assert not any(mark[0].isdigit() for mark in marks)
    position = sommet.new("babylone", seed=1, tokens=[1] * 8)
    board = text(position.view("spectator")).split("\n")
    assert all(f" {paint(f'c{number}').symbol} " in "".join(board[:3]) for number in range(5, 9))


def test_a_game_without_a_drawing() -> None:
    """What is shown, as a table; moves as they are written, or begun."""
    view = sommet.new("kabaleo", seed=3, first=0).view(0)
    plain, pen = PlainDrawing(), Pen()
    board = [str(one) for one in plain.board(view, pen)]
    assert "locations" in board
    assert "  1   pink" in board
    assert any(one.split() == ["objective", view.shown["objective"]] for one in board)
    assert plain.meant(view.legal[0].upper(), view) == [view.legal[0]]
    first = view.legal[0].partition("@")[0]
    assert plain.meant(first, view) == [move for move in view.legal if move.startswith(first)]
    assert plain.meant("xyzzy", view) == ["xyzzy"]
    lines = [str(one) for one in table({"a": [], "bcd": None, "e": True, "f": [[1, 2], [3]], "g": [{"x": 1, "y": 0}]})]
    assert lines == ["a    -", "bcd  -", "e    true", "f", "  1  1 2", "  2  3", "g", "  1  x 1  y 0"]
