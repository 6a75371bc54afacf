"""Whole games at every size of screen: nothing covers the hand, the board, a name or the result, and nothing jumps.

What is heard of them, by those who do not see them, is kept as well.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from .boxes import SHIFTS, look_at_all_sizes, shift
from .browser import DESK, PHONE
from .conftest import Meet
from .hearing import listen, must_have_heard
from .here import at_table, next_turn, opened
from .moving import from_list, wait_for_ply

MOST = 0.05
"""What may shift."""
OFTEN = {"babylone": 3, "kabaleo": 9, "on_top": 8}
"""After so many moves all sizes are looked at."""


@pytest.mark.parametrize("game", list(OFTEN))
def test_a_whole_game_at_every_size(meet: Meet, tmp_path: Path, game: str) -> None:
    """From the deal to the result; with a hint, and with a sentence that says why something was not done.

    Every move is heard once, with its mover and what it did; then the result, and how it was counted.
    """
    ana = meet(PHONE)
    ana.context.add_init_script(SHIFTS)
    page = opened(ana, game, tmp_path, seed=4)
    next_turn(ana)
    expect(page.locator(".board-place")).to_be_visible()
    page.wait_for_timeout(300)
    look_at_all_sizes(ana, "the first turn")
    page.keyboard.press("h")
    expect(page.locator(".strip .hint")).to_be_visible()
    look_at_all_sizes(ana, "a hint")
    page.keyboard.press("u")  # there is nothing to take back yet
    expect(page.locator(".strip").get_by_role("alert")).to_be_visible()
    look_at_all_sizes(ana, "a refusal")
    listen(ana)
    random = Random(4)
    while (view := next_turn(ana)) is not None:
        if view["ply"] % OFTEN[game] == OFTEN[game] - 1:
            look_at_all_sizes(ana, f"after {view['ply']} moves")
        from_list(ana, random.choice(view["legal"]))
        wait_for_ply(ana, view["ply"] + 1)
    expect(page.locator("[data-result]").locator("visible=true")).to_be_visible()
    look_at_all_sizes(ana, "the end", over=True)
    must_have_heard(ana, game)
    moved, what = shift(ana)
    assert moved <= MOST, what


NAMES = ["Alexandrine", "Wolfgang", "Chloé", "Daan", "Évangéline", "Hildegard"]


@pytest.mark.parametrize("language", ["de", "fr", "nl"])
@pytest.mark.parametrize(
    "settings",
    [
        {"game": "babylone", "players": 6, "device": True, "names": NAMES},
        {"game": "kabaleo", "players": 2, "bots": [None, "easy"]},
        {"game": "kabaleo", "players": 4, "bots": [None, "easy", "easy", "easy"]},
        {"game": "on_top", "players": 4, "device": True, "names": NAMES[:4], "bots": [None, None, "easy", "easy"]},
    ],
    ids=lambda settings: f"{settings['game']}-{settings['players']}",
)
def test_long_words_and_many_names_find_room(meet: Meet, settings: dict[str, Any], language: str) -> None:
    """In languages whose words are longer than English ones, with as many people as a game takes."""
    ana = meet(PHONE, language)
    page = at_table(ana, **settings)
    next_turn(ana)
    expect(page.locator(".board-place")).to_be_visible()
    look_at_all_sizes(ana, "the first turn")


def test_the_end_of_a_round_finds_room(meet: Meet) -> None:
    """Whoever lost it is told so beside their name, however long both are, and the next round is asked for."""
    ana = meet(PHONE, "nl")
    table: dict[str, Any] = {"game": "babylone", "players": 2, "device": True, "rounds": 2, "choices": {"tokens": [2]}}
    page = at_table(ana, **table, names=NAMES[:2])
    page.get_by_role("region", name="Wie begint?").get_by_role("button").first.click()
    while next_turn(ana) is not None:
        view = ana.view
        assert view is not None
        from_list(ana, view["legal"][0])
        wait_for_ply(ana, view["ply"] + 1)
    expect(page.locator("[data-result]").locator("visible=true")).to_be_visible(timeout=20_000)
    look_at_all_sizes(ana, "the end of a round", over=True)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_front_page_does_not_jump(meet: Meet, size: tuple[int, int]) -> None:
    """Nothing is drawn before what stands above it."""
    ana = meet(size)
    ana.context.add_init_script(SHIFTS)
    page = ana.go("/")
    expect(page.get_by_role("heading", name="My games")).to_be_attached()
    expect(page.get_by_role("article")).to_have_count(len(OFTEN))
    page.wait_for_timeout(500)
    moved, what = shift(ana)
    assert moved <= MOST, what
