"""What the page keeps on the device: a reload, a killed tab, two tabs, a full store, damaged games, files, a friend."""

import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

import sommet
from sommet.core.registry import read_link

from .browser import PHONE, Visitor
from .conftest import Meet
from .here import PUT, ask_device, at_table, kept, lift, play_round, table_here, without_server
from .moving import ended, from_list, play_on, wait_for_ply
from .test_local_leaks import check


def listed(page: Page, count: int) -> list[str]:
    """The moves that a page shows, once its list has so many: it may be drawn a moment after it was heard of."""
    moves = page.get_by_role("log", name="Moves").first.get_by_role("listitem")
    expect(moves).to_have_count(count)
    return moves.all_inner_texts()


def test_a_reload_and_a_killed_tab(meet: Meet) -> None:
    """The game is where it was, found again through the list, and goes on to its end."""
    ana = meet()
    without_server(ana)
    page = at_table(ana, game="babylone", bots=[None, "easy"])
    play_on(ana, 2)
    view = ana.wait_for_turn()
    assert view is not None
    before = listed(page, view["ply"])
    page.reload()
    assert listed(page, view["ply"]) == before
    crashed = ana.context.new_page()
    crashed.goto(page.url)
    assert listed(crashed, view["ply"]) == before
    page.close()
    with pytest.raises(Exception, match="crash"):
        crashed.goto("chrome://crash")
    crashed.close()
    ana.page = ana.context.new_page()
    ana.heard.clear()
    page = ana.go("/games")
    page.get_by_role("link", name=re.compile("^Play: .*Babylone")).click()
    play_on(ana)
    ended(page)


def test_a_curtain_is_down_after_a_reload(meet: Meet) -> None:
    """K3: nobody knows in whose hands the device is; until it is lifted no objective is on the page."""
    ana = meet()
    without_server(ana)
    page = at_table(ana, game="kabaleo", device=True, names=["Ana", "Bob"])
    play_round(ana, 1)
    lift(ana)
    ana.wait_for_turn()
    ana.from_device.clear()
    page.reload()
    expect(page.get_by_role("heading", name="Pass the device to")).to_be_visible()
    assert '"objective":"' not in "".join(ana.from_device)
    for key in ("u", "h", "l"):
        page.keyboard.press(key)
    page.wait_for_timeout(200)
    expect(page.get_by_role("heading", name="Pass the device to")).to_be_visible()
    assert '"objective":"' not in "".join(ana.from_device)
    lift(ana)
    assert '"objective":"' in "".join(ana.from_device)


def test_two_tabs_follow_each_other(meet: Meet) -> None:
    """What is played in one is seen in the other; a late move is refused; the computer answers once."""
    ana = meet()
    without_server(ana)
    page = at_table(ana, game="babylone", bots=[None, "easy"])
    ana.wait_for_turn()
    other = ana.context.new_page()
    other.goto(page.url)
    expect(other).to_have_title(re.compile("^●"))
    play_on(ana, 1)
    view = ana.wait_for_turn()
    assert view is not None
    assert listed(other, view["ply"]) == listed(page, view["ply"])
    # both answer the same position: the second is told that the game has gone on
    late = json.dumps({"type": "move", "move": "x", "ply": 0, "seq": 1, "id": "late"})
    table = page.url.rsplit("/", 1)[1]
    other.evaluate(
        """([table, late]) => {
            const worker = workers.at(-1);
            worker.postMessage({ line: 77, open: table, language: 'en' });
            worker.postMessage({ line: 77, say: { type: 'join', seat: 0 } });
            worker.postMessage({ line: 77, say: JSON.parse(late) });
        }""",
        [table, late],
    )
    for _ in range(600):
        if any('"stale"' in text for text in ana.from_device):
            break
        page.wait_for_timeout(50)
    else:
        raise AssertionError("the late move was not refused")
    log = kept(page, table)["log"]
    assert [entry["seq"] for entry in log] == list(range(len(log)))
    assert [entry["seat"] for entry in log if entry["kind"] == "move"][:2] in ([0, 1], [1, 0])


def test_a_full_store_says_so_once_and_play_goes_on(meet: Meet) -> None:
    """No room on the device: one sentence, and the game is played to its end in memory."""
    ana = meet()
    without_server(ana)
    session = ana.context.new_cdp_session(ana.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": ana.base, "quotaSize": 1})
    page = ana.go("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Babylone"))
    card.get_by_role("button", name="Against the computer").click()
    page.wait_for_url("**/t/local-*")
    said = page.get_by_text("There’s no space left on this device")
    expect(said).to_be_visible()
    play_on(ana)
    ended(page)
    assert sum('"not_kept_full"' in text for text in ana.from_device) == 1
    page.get_by_role("link", name="Replay").locator("visible=true").first.click()
    page.wait_for_url("**/replay**")
    expect(page.get_by_role("slider")).to_be_visible()


def test_a_damaged_game_gets_a_sentence_and_loses_nothing_else(meet: Meet) -> None:
    """Foreign rows and an impossible move, with its clause; the game beside them opens as ever, and they can go."""
    ana = meet()
    without_server(ana)
    good = table_here(ana, game="babylone", device=True, names=["A", "B"])
    bad = table_here(ana, game="babylone", device=True, names=["A", "B"])
    page = ana.page
    row = next(row for row in kept(page, bad)["rows"] if row["id"] == bad)
    move = {"seq": 1, "kind": "move", "seat": 0, "text": "1>99", "at": 1, "used": 0}
    page.evaluate(PUT, [row, [move]])
    page.evaluate(PUT, [{"id": "local-strange", "what": 1}, []])
    page.evaluate(PUT, [row | {"id": "local-later", "format": 99}, []])
    page.goto(f"{ana.base}/t/{bad}")
    expect(page.get_by_role("heading", name="This table can’t be opened.")).to_be_visible()
    expect(page.get_by_text("99").first).to_be_visible()
    page.goto(f"{ana.base}/t/local-later")
    expect(page.get_by_text("a newer version of Sommet")).to_be_visible()
    page.goto(f"{ana.base}/t/local-strange")
    expect(page.get_by_text("is damaged").first).to_be_visible()
    page.goto(f"{ana.base}/games")
    for _ in range(2):
        page.get_by_role("button", name="Delete the damaged game").first.click()
        page.wait_for_timeout(300)
    expect(page.get_by_text("is damaged")).to_have_count(0)
    assert {row["id"] for row in kept(page, good)["rows"]} == {good, bad}
    ana.heard.clear()
    page.goto(f"{ana.base}/t/{good}")
    assert play_round(ana, 1) == 1


def test_a_dead_worker_is_started_again(meet: Meet) -> None:
    """Whatever thinks or holds the tables may die: it comes back by itself, and the move is thought over."""
    ana = meet()
    without_server(ana)
    page = at_table(ana, game="babylone", bots=[None, "easy"])
    view = ana.wait_for_turn()
    assert view is not None
    page.evaluate("workers.at(-1).terminate()")
    for _ in range(600):
        if page.evaluate("workers.length") == 2:
            break
        page.wait_for_timeout(100)
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    from_list(ana, view["legal"][0])
    wait_for_ply(ana, view["ply"] + 2)


def saved(visitor: Visitor, folder: Path) -> Path:
    """The game at hand as a file."""
    visitor.page.get_by_role("button", name="More").locator("visible=true").click()
    with visitor.page.expect_download() as loading:
        visitor.page.get_by_role("button", name="Save as a file").click()
    path = folder / loading.value.suggested_filename
    loading.value.save_as(path)
    return path


def test_a_file_is_saved_and_opened_elsewhere(meet: Meet, tmp_path: Path) -> None:
    """Also by somebody else, at the place where it was; what is hidden is not readable at a glance."""
    ana = meet()
    without_server(ana)
    at_table(ana, game="kabaleo", bots=[None, "easy"])
    play_on(ana, 2)
    ana.wait_for_turn()
    assert ana.view is not None
    path = saved(ana, tmp_path)
    assert "objective" not in path.read_text()
    bob = meet(PHONE)
    without_server(bob)
    page = bob.go("/games")
    page.set_input_files("input[type=file]", path)
    page.wait_for_url("**/t/local-*")
    bob.wait_for_turn()
    assert bob.view == ana.view
    play_on(bob, 1)


ILLEGAL = json.dumps(sommet.new("babylone", seed=1).record.with_moves(["1>1"]).as_dict())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("not a game", "isn’t a Sommet game"),
        ('{"format": "sommet-table/1", "table": "%%"}', "is damaged"),
        ('{"format": "sommet-table/7", "table": ""}', "a newer version"),
        (ILLEGAL, "B4"),
    ],
)
def test_a_damaged_or_foreign_file_gets_a_sentence(meet: Meet, tmp_path: Path, content: str, sentence: str) -> None:
    """With its clause where a rule was broken; nothing is kept of it."""
    ana = meet()
    without_server(ana)
    page = ana.go("/games")
    path = tmp_path / "game.json"
    path.write_text(content)
    page.set_input_files("input[type=file]", path)
    expect(page.get_by_role("alert")).to_contain_text(sentence)
    assert "/games" in page.url
    assert ask_device(ana, "GET", "/me/tables")["answer"] == []


def test_a_record_from_elsewhere_is_played_on(meet: Meet, tmp_path: Path) -> None:
    """A record that a program wrote; and one that is over opens its replay."""
    ana = meet()
    without_server(ana)
    position = sommet.new("babylone", seed=3)
    position = position.play(position.legal[0])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(position.record.as_dict()))
    page = ana.go("/games")
    page.set_input_files("input[type=file]", path)
    page.wait_for_url("**/t/local-*")
    ana.wait_for_turn()
    assert ana.view is not None
    assert ana.view["knowledge"]["moves"] == list(position.moves)
    while not position.over:
        position = position.play(position.legal[0])
    path.write_text(json.dumps({"record": position.record.as_dict(), "fair": None}))
    page = ana.go("/games")
    page.set_input_files("input[type=file]", path)
    page.wait_for_url("**/replay**")
    expect(page.get_by_role("slider")).to_be_visible()


def test_a_link_tells_what_i_know_and_no_more(meet: Meet) -> None:
    """K3: the link to a running game opens on the analysis board, without the computer's objective."""
    ana = meet()
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = at_table(ana, game="kabaleo", bots=[None, "easy"])
    play_on(ana, 1)
    ana.wait_for_turn()
    assert ana.view is not None
    page.get_by_role("button", name="More").locator("visible=true").click()
    page.get_by_role("button", name="Copy a link to this position").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    record = read_link(unquote(link.split("link=")[1])).record
    assert record.viewer == 0
    assert record.as_dict() == ana.view["knowledge"]


def test_going_on_with_a_friend(meet: Meet) -> None:
    """The game moves to the server with its moves; the friend sits down by the link and plays the computer's seat."""
    ana, bob = meet(), meet(PHONE, touch=True)
    page = at_table(ana, game="kabaleo", bots=[None, "easy"])
    play_on(ana, 1)
    ana.wait_for_turn()
    before = ana.view
    assert before is not None
    table = page.url.rsplit("/", 1)[1]
    truth = json.loads(kept(page, table)["log"][0]["text"])["setup"]["objectives"]
    page.get_by_role("button", name="More").locator("visible=true").click()
    page.get_by_role("button", name="Continue with a friend").click()
    page.get_by_role("button", name="Invite").click()
    page.wait_for_url(re.compile(r"/t/(?!local-)"))
    assert check(ana, truth) > 0  # the record has not been on the page
    link = page.locator("input[readonly]").input_value()
    bob.go(link.removeprefix(bob.base))
    bob.page.get_by_role("button", name=re.compile("^Take a seat")).first.tap()
    after = ana.wait_for_turn()
    assert after is not None
    assert after["knowledge"]["moves"] == before["knowledge"]["moves"]
    assert after["state"]["objective"] == before["state"]["objective"]
    from_list(ana, after["legal"][0])
    view = bob.wait_for_turn()
    assert view is not None
    assert view["state"]["objective"] == truth[1]
    assert view["knowledge"]["setup"]["objectives"] == [None, truth[1]]
