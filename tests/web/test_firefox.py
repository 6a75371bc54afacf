"""Every game in Firefox: from the front page to its end, against the computer, on the visitor's own device."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..server.inside import Inside
from .firefox import HOW, Fox, firefox, opened

MINE = "document.title.startsWith('●')"
OVER = "document.querySelector('[data-result]') !== null"
MOVES = "document.querySelectorAll('dialog[open] [data-move]')"


def button(game: str) -> str:
    """The button of that game's card on the front page that starts a game against the computer."""
    card = f"[...document.querySelectorAll('article')].find((card) => card.querySelector('h2')?.innerText === '{game}')"
    return f"[...({card}?.querySelectorAll('button') ?? [])].find((one) => one.innerText.includes('computer'))"


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fox]:
    """One Firefox for all of these; without one they are skipped and say how to get it."""
    program = firefox()
    if program is None:
        pytest.skip(HOW)
    with opened(program, Path(tmp_path_factory.mktemp("firefox"))) as found:
        yield found


@pytest.mark.parametrize("game", ["Kabaleo", "Babylone", "On Top"])
def test_a_whole_game_against_the_computer(fox: Fox, server: Inside, game: str) -> None:
    """A click starts it, a key opens the list of moves, the page says how it ended; nothing goes wrong on the way."""
    fox.start_afresh()
    fox.go(server.base)
    fox.until(f"{button(game)} !== undefined")
    fox.click(button(game))
    made = 0
    while fox.until(f"{OVER} ? 'over' : {MINE} && 'mine'") == "mine":
        fox.press("l")
        fox.until(f"document.activeElement.closest('dialog[open]') && {MOVES}.length")
        fox.click(f"{MOVES}[Math.floor({MOVES}.length / 2)]")
        fox.until("document.querySelector('dialog[open]') === null")
        made += 1
    assert made > 3
    assert "/t/local-" in fox.look("location.href")
    assert fox.mistakes == []
