"""A fair deal, proved by the player's own browser: what it keeps, compares, shows and gives away."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from sommet.cli import main
from sommet.server.tables import fair
from sommet.server.wire.fair import Facts

from .browser import PHONE, Visitor
from .conftest import Meet
from .moving import wait_for_ply

FAIR = "Fair deal, checked by this device"
NOT_FAIR = "This deal was not fair"
CANNOT = "This deal can’t be checked here"
ROUND = "/tables/[^/]+/rounds/1$"


def together(meet: Meet, game: str = "Kabaleo", reload: bool = False) -> tuple[Visitor, Visitor]:
    """Ana makes a table, Bob sits down by her link, and it is dealt."""
    ana, bob = meet(), meet(PHONE, touch=True)
    card = ana.go("/").get_by_role("article").filter(has=ana.page.get_by_role("heading", name=game))
    card.get_by_role("button", name="With friends").click()
    link = ana.page.locator("input[readonly]").input_value()
    if reload:
        ana.page.reload()
        expect(ana.page.get_by_role("button", name="Leave seat")).to_be_visible()
    bob.go(link.removeprefix(bob.base))
    bob.page.get_by_role("button", name=re.compile("^Take a seat")).first.tap()
    for visitor in (ana, bob):
        wait_for_ply(visitor, 0)
    return ana, bob


def give_up(visitor: Visitor) -> None:
    """End the game at once."""
    table = visitor.page.url.rpartition("/")[2].partition("?")[0]
    visitor.page.evaluate(
        """(table) => new Promise((done, failed) => {
            const socket = new WebSocket(`ws://${location.host}/api/v1/tables/${table}/ws`);
            socket.onopen = () => { socket.send('{"type":"join"}'); socket.send('{"type":"resign","id":"r"}'); };
            socket.onmessage = ({ data }) => {
                const { id, type } = JSON.parse(data);
                if (type === 'refused') failed(new Error(data));
                else if (id === 'r') { socket.close(); done(); }
            };
        })""",
        table,
    )


def proof(page: Page, text: str) -> Locator:
    """What the page says of the deal."""
    return page.get_by_role("button", name=text).locator("visible=true")


def opened(page: Page, text: str) -> Locator:
    """The same with everything that was compared."""
    proof(page, text).click()
    dialog = page.get_by_role("dialog", name=text)
    expect(dialog).to_be_visible()
    return dialog


@pytest.mark.parametrize("game", ["Kabaleo", "On Top"])
def test_both_players_devices_prove_the_deal(meet: Meet, game: str, tmp_path: Path) -> None:
    """At the table and in the replay, after a reload too; and the file that is kept proves it anywhere else."""
    ana, bob = together(meet, game)
    give_up(bob)
    for visitor in (ana, bob):
        dialog = opened(visitor.page, FAIR)
        expect(dialog.get_by_role("listitem")).to_have_count(7)
        expect(dialog.get_by_role("listitem").filter(has_text="This device’s own part is in the deal")).to_be_visible()
    with ana.page.expect_download() as download:
        ana.page.get_by_role("dialog").get_by_role("button", name="Save my part of the deal").click()
    download.value.save_as(tmp_path / "mine.json")
    ana.page.keyboard.press("Escape")
    ana.page.reload()
    expect(proof(ana.page, FAIR)).to_be_visible()
    ana.page.get_by_role("link", name="Replay").locator("visible=true").click()
    expect(proof(ana.page, FAIR)).to_be_visible()
    with ana.page.expect_download() as download:
        ana.page.get_by_role("button", name="Game file").locator("visible=true").click()
    download.value.save_as(tmp_path / "game.json")
    assert main(["verify", str(tmp_path / "game.json"), "--mine", str(tmp_path / "mine.json")]) == 0
    assert main(["verify", str(tmp_path / "game.json")]) == 2
    watcher = meet()
    watcher.go(ana.page.url.removeprefix(ana.base))
    dialog = opened(watcher.page, CANNOT)
    expect(dialog.get_by_text("This device kept no part of this deal")).to_be_visible()


def test_a_reload_before_the_deal_loses_nothing(meet: Meet) -> None:
    """The bytes that were sealed are still there to be opened."""
    ana, bob = together(meet, reload=True)
    sealed = [json.loads(text)["seal"] for text in ana.said if json.loads(text)["type"] == "join"]
    assert len(set(sealed)) == 1
    give_up(bob)
    expect(proof(ana.page, FAIR)).to_be_visible()


def test_before_the_deal_the_commitment_is_shown(meet: Meet) -> None:
    """To whoever wants to see it."""
    ana = meet()
    card = ana.go("/").get_by_role("article").filter(has=ana.page.get_by_role("heading", name="Babylone"))
    card.get_by_role("button", name="With friends").click()
    ana.page.wait_for_url("**/t/*")
    table = ana.page.url.rpartition("/")[2]
    bound = ana.call("GET", f"/tables/{table}")["commitment"]
    expect(ana.page.get_by_text(bound)).to_be_hidden()
    ana.page.get_by_text("How the deal is made").click()
    expect(ana.page.get_by_text(bound)).to_be_visible()


def lie(visitor: Visitor, change: Any) -> None:
    """To this visitor's page the server reveals something else.

    The page's own `fetch` is changed, not its network: workers that start while requests are held can miss theirs.
    """

    def told(_: object, text: str) -> str:
        said = json.loads(text)
        change(said)
        return json.dumps(said)

    visitor.page.expose_binding("lie", told)
    visitor.page.evaluate(
        """(round) => {
            const plain = window.fetch;
            window.fetch = async (asked, ...more) => {
                const answer = await plain(asked, ...more);
                return new RegExp(round).test(asked) ? new Response(await lie(await answer.text())) : answer;
            };
        }""",
        ROUND,
    )


def other_bytes(seat: int) -> Any:
    """Deal with other bytes than that seat's, and do all sums right."""

    def change(told: dict[str, Any]) -> None:
        facts, table = told["fair"], told["fair"]["table"]
        facts["opened"][seat] = "77" * 32
        facts["seals"][seat] = fair.seal(table, "77" * 32)
        dealt = fair.deal(told["record"]["game"], 2, told["record"]["options"], msgspec.convert(facts, Facts))
        told["record"] = dealt.as_dict()

    return change


def another_beginning(told: dict[str, Any]) -> None:
    """Another game than the one that the facts give."""
    told["record"]["setup"]["first"] = 1 - told["record"]["setup"]["first"]
    told["record"]["moves"] = []


def denied(told: dict[str, Any]) -> None:
    """Say that Ana's device never opened its part."""
    told["fair"]["opened"][0] = None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (other_bytes(0), "The deal contains another part in place of this device’s own."),
        (other_bytes(1), "A part was changed after this device had opened its own."),
        (another_beginning, "All parts together, dealt again on this device, give another game."),
        (denied, "The server received this device’s part, but now says it never arrived."),
        (lambda told: told.update(fair=None), "The server’s proof is missing or damaged."),
    ],
    ids=["mine", "others", "deal", "denied", "nothing"],
)
def test_a_server_that_lies_is_called_unfair(meet: Meet, change: Any, said: str) -> None:
    """And by what, however well it lies."""
    ana, bob = together(meet)
    lie(ana, change)
    give_up(bob)
    dialog = opened(ana.page, NOT_FAIR)
    expect(dialog.get_by_text(said)).to_be_visible()
    expect(proof(bob.page, FAIR)).to_be_visible()
