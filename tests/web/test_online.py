"""People with browsers at one table: a link is enough, nothing is lost, nothing is told to the wrong one."""

import json
import re

import pytest
from playwright.sync_api import expect

from ..server.running import Running
from .boxes import look_at_all_sizes
from .browser import DESK, PHONE, Visitor
from .conftest import Meet
from .hands import seated
from .moving import ended, from_list, play_on, wait_for_ply


def invited(meet: Meet, game: str) -> tuple[Visitor, Visitor]:
    """Ana makes a table by one press, Bob sits down by her link; the game begins."""
    ana, bob = meet(), meet(PHONE, touch=True)
    card = ana.go("/").get_by_role("article").filter(has=ana.page.get_by_role("heading", name=game))
    card.get_by_role("button", name="With friends").click()
    link = ana.page.locator("input[readonly]").input_value()
    bob.go(link.removeprefix(bob.base))
    bob.page.get_by_role("button", name=re.compile("^Take a seat")).first.tap()
    for visitor in (ana, bob):
        expect(visitor.page.get_by_role("heading", name=game)).to_be_attached()
        wait_for_ply(visitor, 0)
    return ana, bob


def movers(ana: Visitor, bob: Visitor) -> tuple[Visitor, Visitor] | None:
    """Whose turn it is, and the other; None at the end."""
    for _ in range(600):
        for one, other in ((ana, bob), (bob, ana)):
            view = one.view
            if view is not None and view["result"] is not None:
                return None
            if view is not None and view["legal"]:
                return one, other
        ana.page.wait_for_timeout(30)
        bob.page.wait_for_timeout(30)
    raise AssertionError("nobody is to move")


def play_out(ana: Visitor, bob: Visitor, moves: int | None = None) -> None:
    """Both play from the list of moves."""
    made = 0
    while moves is None or made < moves:
        turn = movers(ana, bob)
        if turn is None:
            return
        mover, other = turn
        view = mover.view
        assert view is not None
        from_list(mover, view["legal"][(7 * view["ply"]) % len(view["legal"])])
        wait_for_ply(mover, view["ply"] + 1)
        wait_for_ply(other, view["ply"] + 1)
        made += 1


@pytest.mark.parametrize("game", ["Kabaleo", "Babylone"])
def test_two_browsers_play_a_whole_game(meet: Meet, game: str) -> None:
    """With a reload in the middle, a second tab and a spectator; the objective stays with its owner."""
    ana, bob = invited(meet, game)
    play_out(ana, bob, 3)
    bob.page.reload()
    wait_for_ply(bob, 3)
    tab = meet(state=ana.context.storage_state())
    watcher = meet()
    for visitor in (tab, watcher):
        visitor.go(ana.page.url.removeprefix(ana.base).partition("?")[0])
        wait_for_ply(visitor, 3)
    assert tab.view is not None
    assert watcher.view is not None
    assert tab.view["viewer"] == 0
    assert watcher.view["viewer"] == "spectator"
    if game == "Kabaleo":
        secrets(ana, bob, watcher)
    play_out(ana, bob)
    for visitor in (ana, tab, watcher):
        wait_for_ply(visitor, 99)
        ended(visitor.page)
    expect(bob.page.get_by_role("region", name="The end").last).to_be_visible()


def secrets(ana: Visitor, bob: Visitor, watcher: Visitor) -> None:
    """K3: what each browser was told of objectives: its own seat's, and nothing before the end."""
    for visitor, own in ((ana, 0), (bob, 1), (watcher, None)):
        for text in visitor.heard:
            message = json.loads(text)
            view = message.get("view")
            if not view:
                continue
            objectives = view["knowledge"]["setup"]["objectives"]
            assert [one is not None for one in objectives] == [seat == own for seat in range(2)]
            assert "objectives" not in view["state"]
            assert (view["state"]["objective"] is not None) == (own is not None)
    held = ana.view
    assert held is not None
    colour = held["state"]["objective"]
    assert f"Your objective is {colour}" not in ana.page.content()


def test_a_second_tab_and_a_late_move_agree(meet: Meet) -> None:
    """What one tab plays, the other shows; both may go on."""
    ana, bob = invited(meet, "Babylone")
    play_out(ana, bob, 2)
    tab = meet(state=ana.context.storage_state())
    tab.go(ana.page.url.removeprefix(ana.base))
    wait_for_ply(tab, 2)
    play_out(tab, bob, 2)
    wait_for_ply(ana, 4)
    play_out(ana, bob, 2)
    wait_for_ply(tab, 6)


def test_take_back_and_chat_by_consent(meet: Meet) -> None:
    """Bob agrees to Ana's take-back; what Ana says beside the board, Bob's phone shows, counts and keeps."""
    ana, bob = invited(meet, "Babylone")
    play_out(ana, bob, 2)
    look_at_all_sizes(ana, "a chat beside the board")
    ana.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    ana.page.get_by_role("button", name="Take back").first.click()
    bob.page.get_by_role("button", name="Yes").last.tap()
    expect(ana.page.get_by_role("log", name="Moves").first.get_by_role("listitem")).not_to_have_count(2)
    ana.page.get_by_role("textbox", name="Write a message").fill("Salut Bob")
    ana.page.keyboard.press("Enter")
    expect(bob.page.get_by_role("region", name="Turn")).to_contain_text("Salut Bob")
    ana.page.get_by_role("button", name="Well played").click()
    bob.page.get_by_role("button", name=re.compile("Chat.*2 new messages")).tap()
    expect(bob.page.get_by_role("log", name="Chat")).to_contain_text("Salut Bob")
    expect(bob.page.get_by_role("log", name="Chat")).to_contain_text("Well played")
    expect(bob.page.get_by_role("button", name="new message")).to_have_count(0)


def test_a_lost_connection_shows_and_recovers(meet: Meet, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The server is killed in the middle of a game and comes back: the page says so, and goes on without a reload."""
    database = f"sqlite:///{tmp_path_factory.mktemp('cut') / 'games.db'}"
    running = Running(database)
    running.start()
    try:
        ana = meet(base=running.base)
        seated(ana, game="babylone", bots=[None, "easy"])
        play_on(ana, 1)
        ana.wait_for_turn()
        running.kill()
        expect(ana.page.get_by_text("Connection lost. We’re keeping your seat.").first).to_be_visible()
        running.start()
        expect(ana.page.get_by_text("Connection lost. We’re keeping your seat.")).to_have_count(0)
        play_on(ana)
        ended(ana.page)
    finally:
        running.stop()
