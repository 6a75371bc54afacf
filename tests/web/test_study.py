"""A finished game is looked at again, saved, and continued on the analysis board."""

import json
import re
from base64 import b64encode
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

import sommet
from sommet.core.links import link
from sommet.core.words import say

from .boxes import TOO_WIDE, at_all_sizes, drawn
from .browser import DESK, PATIENCE, PAUSE, Visitor
from .conftest import Meet
from .hands import babylone_mouse, seated, stack
from .moving import from_list, wait_for_ply

PNG = b"\x89PNG\r\n\x1a\n"
# what is cut off, on the first screen: the board, and what leads from move to move
CUT = """() => ['.board-place', '[role=slider], input[type=range]'].filter((one) => {
    const { top, bottom } = document.querySelector(one).getBoundingClientRect();
    return top < 0 || bottom > innerHeight;
})"""


def give_up(ana: Visitor) -> None:
    """In her turn, and on to the replay."""
    ana.wait_for_turn()
    page = ana.page
    page.get_by_role("button", name="More").locator("visible=true").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("link", name="Replay").locator("visible=true").first.click()
    page.wait_for_url("**/replay**")


def given_up(ana: Visitor, game: str, moves: int, **settings: Any) -> Page:
    """A short game against the computer, to its replay."""
    page = seated(ana, game=game, bots=[None, "beginner"], **settings)
    for _ in range(moves):
        view = ana.wait_for_turn()
        assert view is not None
        from_list(ana, view["legal"][0])
        wait_for_ply(ana, view["ply"] + 1)
    give_up(ana)
    return page


def saved(page: Page, name: str, folder: Path) -> bytes:
    """The file that this button gives."""
    with page.expect_download(timeout=60_000) as waiting:
        page.get_by_role("navigation", name="Share").get_by_role("button", name=name).locator("visible=true").click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path.read_bytes()


# what is written on pictures
WRITTEN = """() => {
    window.written = [];
    const plain = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        written.push(text);
        return plain.call(this, text, ...rest);
    };
}"""


WEBM = b"\x1a\x45\xdf\xa3"
NO_H264 = """() => {
    const plain = VideoEncoder.isConfigSupported;
    VideoEncoder.isConfigSupported = async (config) =>
        config.codec.startsWith('avc') ? { supported: false, config } : plain.call(VideoEncoder, config);
}"""


def lasting(visitor: Visitor, film: bytes, kind: str = "mp4") -> float:
    """How long that video lasts, when a browser plays it; in a page of its own, where policies allow videos."""
    player = visitor.context.new_page()
    try:
        player.set_content("<video muted></video>")
        found: float = player.evaluate(
            """([kind, film]) => new Promise((done, failed) => {
                const video = document.querySelector('video');
                video.onerror = () => failed(video.error.message);
                video.oncanplaythrough = () => done(video.duration);
                video.src = `data:video/${kind};base64,${film}`;
            })""",
            [kind, b64encode(film).decode()],
        )
        return found
    finally:
        player.close()


@pytest.mark.parametrize("game", ["kabaleo", "babylone", "on_top"])
def test_a_game_to_take_along(meet: Meet, game: str, tmp_path: Path) -> None:
    """Nothing in the record differs from the deal, and it can be opened; picture and film are real; so is the link."""
    ana = meet()
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = given_up(ana, game, 2)
    expect(page.get_by_role("slider")).to_be_visible()
    last = page.get_by_role("slider").input_value()
    record = json.loads(saved(page, "Game file", tmp_path))
    told = ana.call("POST", "/verify", record)
    assert {one["what"] for one in told["checks"] if one["found"] == "same"} == {"secret", "seals", "deal"}
    position = ana.call("POST", "/positions", {"record": record["record"]})
    assert len(position["record"]["moves"]) == int(last) > 1
    page.evaluate(WRITTEN)
    picture = saved(page, "Picture", tmp_path)
    assert picture.startswith(PNG)
    assert b"acTL" not in picture
    assert len(picture) > 10_000
    written = page.evaluate("window.written")
    robot = f"{say('en', f'{game}.robot.beginner')} (Beginner)"
    assert f"{robot} wins" in written, "the result, and not from the reader's side: it is for others"
    assert {"Ana", robot, page.url.removeprefix("http://").partition("?")[0]} <= set(written)
    film = saved(page, "Animation", tmp_path)
    assert film[4:12] == b"ftypisom"
    assert lasting(ana, film) == pytest.approx(int(last) * 0.8 + 3, abs=0.3)
    if game == "babylone":
        page.evaluate(NO_H264)
        film = saved(page, "Animation", tmp_path)
        assert film.startswith(WEBM), "where a browser makes no MP4"
        assert lasting(ana, film, "webm") == pytest.approx(int(last) * 0.8 + 3, abs=0.3)
        page.evaluate("delete window.VideoEncoder")
        film = saved(page, "Animation", tmp_path)
        assert film.startswith(PNG), "where a browser makes no videos"
        assert film.count(b"fcTL") == int(last) + 1
    page.get_by_role("button", name="Link", exact=True).locator("visible=true").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert unquote(shared) == f"{ana.base}/replay?link={position['link']}"
    page.goto(shared)
    expect(page.get_by_role("log", name="Moves").get_by_role("listitem")).to_have_count(int(last))


def test_the_computer_looks_at_a_game(meet: Meet) -> None:
    """A curve, also as a table; the move that lost is a turning point and leads to its place, which a reload keeps."""
    ana = meet()
    page = seated(ana, game="babylone", device=True, names=["Ana", "Bram"])
    for worst in (False, True, False):
        view = ana.wait_for_turn()
        assert view is not None
        from_list(ana, losing(ana, view) if worst else view["legal"][0])
        wait_for_ply(ana, view["ply"] + 1)
    give_up(ana)
    page.get_by_role("button", name="Analyse the game").locator("visible=true").click()
    expect(page.get_by_role("img", name="Winning chances over the game")).to_be_visible()
    turning = (
        page.locator("section").filter(has=page.get_by_role("heading", name="Turning points")).locator("visible=true")
    )
    expect(turning.get_by_role("button", name="Move 2, ")).to_be_visible()
    page.get_by_role("button", name="As a table").click()
    expect(page.get_by_role("region", name="As a table").get_by_role("row")).to_have_count(5)
    turning.get_by_role("button", name="Move 2, ").click()
    expect(page.get_by_role("slider")).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("slider")).to_have_value("1")
    expect(page.get_by_text("The computer would play").locator("visible=true")).to_be_visible()
    page.reload()
    expect(page.get_by_role("slider")).to_have_value("1")


def losing(ana: Visitor, view: dict[str, Any]) -> str:
    """A move that gives the win away."""
    asked = ana.call(
        "POST", "/analyses", {"record": view["knowledge"], "whole": False, "level": "master", "seconds": 0.3}
    )
    while asked["status"] in ("waiting", "running"):
        ana.page.wait_for_timeout(50)
        asked = ana.call("GET", f"/analyses/{asked['id']}")
    best, *_, worst = asked["results"][-1]["moves"]
    assert (best["value"], worst["value"]) == (1, 0)
    return str(worst["move"])


def test_what_others_could_believe(meet: Meet) -> None:
    """Kabaleo: after the game the shares of belief about each player, by each other and by those who watched."""
    ana = meet()
    page = given_up(ana, "kabaleo", 2)
    page.get_by_role("button", name="Analyse the game").locator("visible=true").click()
    beliefs = page.locator("section").filter(has=page.get_by_role("heading", name="gave away")).locator("visible=true")
    expect(beliefs).to_be_visible()
    expect(page.get_by_role("progressbar").locator("visible=true")).to_have_count(0)
    assert at_all_sizes(page, (TOO_WIDE, None)) == {}
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.get_by_role("button", name="To the start").click()
    shares = beliefs.locator("li b")
    expect(shares.first).to_be_visible()
    for _ in range(PATIENCE):
        if len(set(shares.all_inner_texts())) == 1:
            break
        page.wait_for_timeout(PAUSE)
    else:
        raise AssertionError(f"not alike: {shares.all_inner_texts()}")
    beliefs.get_by_label("About").select_option("1")
    beliefs.get_by_label("According to").select_option("0")
    expect(beliefs.get_by_role("heading")).to_contain_text("Pierrot")
    expect(shares.filter(has_text=re.compile("^0%"))).to_have_count(1)


def test_lines_on_the_analysis_board(meet: Meet) -> None:
    """A pasted link is opened, moves are proved won or lost, another line keeps the first; a reload keeps the place."""
    ana = meet()
    page = ana.go("/analysis?game=kabaleo")
    expect(page.get_by_role("group", name=re.compile("Table, .* locations"))).to_be_visible()
    dealt = ana.call("POST", "/deals", {"game": "babylone", "players": 2})
    first = ana.call("POST", "/positions", {"record": dealt, "moves": ["1>2"]})
    page.get_by_role("button", name="New position").click()
    page.get_by_label("Paste it here").fill("neither link nor record")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    page.get_by_label("Paste it here").fill(f"{ana.base}/analysis?link={first['link']}")
    page.get_by_role("button", name="Open").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    moves = page.get_by_role("log", name="Moves").get_by_role("listitem")
    expect(moves).to_have_count(1)
    expect(page.get_by_text("proved").locator("visible=true")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile(r"wins in \d+")).first).to_be_visible()
    one, other = first["legal"][0], first["legal"][-1]
    babylone_mouse(ana, one)
    expect(moves).to_have_count(2)
    page.get_by_role("button", name="Previous move").click()
    expect(page.get_by_role("slider")).to_have_value("1")
    expect(stack(page, one.split(">")[0])).to_be_visible()
    babylone_mouse(ana, other)
    aside = page.locator("section").filter(has=page.get_by_role("heading", name="Variations")).locator("visible=true")
    expect(aside.get_by_role("button")).to_have_count(1)
    expect(moves.first).to_contain_text(other.replace(">", " → "))
    aside.get_by_role("button").click()
    expect(moves.first).to_contain_text(one.replace(">", " → "))
    expect(stack(page, one.split(">")[0])).to_have_count(0)
    expect(page).to_have_url(re.compile("link="))
    page.reload()
    expect(moves).to_have_count(2)


def test_another_move_than_in_a_replay(meet: Meet) -> None:
    """From a move of a replay to the analysis board and another move there; the game is kept beside it, and back."""
    ana = meet()
    ana.go("/")
    start = sommet.new("babylone", seed=5)
    game = start.after([start.legal[0]])
    game = game.after([game.legal[0]])
    page = ana.go(f"/replay?link={link(game)}&ply=1")
    expect(page.get_by_role("slider")).to_have_value("1")
    page.set_viewport_size({"width": 844, "height": 390})
    drawn(page)
    assert page.evaluate(CUT) == []  # on a phone held sideways
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.get_by_role("link", name="Try another move").locator("visible=true").click()
    expect(page.get_by_role("slider")).to_have_value("1")
    moves = page.get_by_role("log", name="Moves").get_by_role("listitem")
    expect(moves).to_have_count(2)
    babylone_mouse(ana, start.play(game.moves[0]).legal[-1])
    aside = page.locator("section").filter(has=page.get_by_role("heading", name="Variations")).locator("visible=true")
    expect(aside.get_by_role("button")).to_have_text(re.compile(r"2\. " + game.moves[1].replace(">", " → ")))
    page.reload()
    page.get_by_role("link", name="Back to the game").click()
    expect(page).to_have_url(re.compile("/replay.*ply=1"))
    expect(page.get_by_role("slider")).to_have_value("1")
    expect(moves).to_have_count(2)


@pytest.mark.parametrize("game", ["kabaleo", "on_top"])
def test_values_on_the_analysis_board(meet: Meet, game: str) -> None:
    """What moves are worth by estimate; one of them is played by a press."""
    ana = meet()
    page = ana.go(f"/analysis?game={game}")
    page.get_by_label("Seconds").select_option("0.3")
    worth = page.get_by_role("button", name=re.compile(r"\d%$")).locator("visible=true")
    expect(worth.first).to_be_visible()
    worth.first.click()
    expect(page.get_by_role("log", name="Moves").get_by_role("button")).to_have_count(1)
    expect(page.get_by_role("slider")).to_have_value("1")
