"""Nothing leaks on one device: what a curtain hides is in no message from the worker to the page, and not on the page.

Every message is looked at, over whole games; and what is hidden is dealt anew in place of the truth: the same bytes.
"""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import expect

from sommet.core.chance import Chance
from sommet.core.position import Position
from sommet.core.registry import new

from .browser import Visitor
from .conftest import Meet
from .here import PUT, at_table, kept, lift, play_round, table_here, without_server


def check(visitor: Visitor, truth: list[str]) -> int:
    """Each message holds no more than the seat that lifted the curtain last may know; how many views there were."""
    seats: list[int] = []
    lifted: int | None = None
    views = 0
    for who, text in visitor.with_device:
        message = json.loads(text)
        if who == "said":
            said = message.get("say", {})
            if said.get("type") == "join":
                lifted = said["seat"]
            continue
        heard = message.get("hear", message.get("answer"))
        if not isinstance(heard, dict):
            assert "objective" not in text
            continue
        seats = heard.get("seats", seats) if heard.get("type") == "welcome" else seats
        if len(seats) == 1:
            lifted = seats[0]
        view = heard.get("view")
        if not view:
            assert "objective" not in text
            continue
        if view["result"] is not None:
            break  # all is shown
        views += 1
        if len(seats) > 1 and view["to_move"] in seats and view["to_move"] != lifted:
            lifted = None  # the curtain is down
        known = [colour if seat == lifted else None for seat, colour in enumerate(truth)]
        assert view["viewer"] == ("spectator" if lifted is None else lifted)
        assert view["knowledge"]["setup"]["objectives"] == known
        assert view["state"].get("objective") == (None if lifted is None else truth[lifted])
        assert "objectives" not in view["state"]
        rest = json.loads(json.dumps(heard))
        del rest["view"]["knowledge"], rest["view"]["state"]
        assert "objective" not in json.dumps(rest)
    return views


def to_turn(visitor: Visitor) -> int:
    """Until somebody at the device may move, the curtain lifted: how many moves there have been."""
    while True:
        lift(visitor)
        view = visitor.view
        if view is not None and view["legal"] and visitor.page.title().startswith("●"):
            return int(view["ply"])
        visitor.page.wait_for_timeout(20)


@pytest.mark.parametrize(
    ("players", "bots"),
    [(2, []), (4, []), (2, [None, "beginner"]), (4, [None, "beginner", None, "easy"]), (3, ["easy"])],
)
def test_every_message_of_a_whole_game(meet: Meet, players: int, bots: list[str | None]) -> None:
    """K3: people of two to four seats, with and without computer players; hints, take-backs and a reload between."""
    ana = meet()
    without_server(ana)
    names = ["Ana", "Bob", "Cleo", "Dirk"][:players]
    device = bots.count(None) + players - len(bots) > 1
    page = at_table(ana, game="kabaleo", players=players, device=device, names=names if device else [], bots=bots)
    table = page.url.rsplit("/", 1)[1]
    truth = json.loads(kept(page, table)["log"][0]["text"])["setup"]["objectives"]
    play_round(ana, 2)
    to_turn(ana)
    page.keyboard.press("h")
    page.wait_for_timeout(1500)
    play_round(ana, 2)
    before = to_turn(ana)
    page.keyboard.press("u")
    while ana.view is None or ana.view["ply"] >= before:
        page.wait_for_timeout(20)
    play_round(ana, 2)
    to_turn(ana)
    ana.heard.clear()
    page.reload()
    if device:
        expect(page.get_by_role("heading", name="Pass the device to")).to_be_visible()
        assert page.locator("svg.board").count() == 0
    play_round(ana)
    assert check(ana, truth) > 10


def listened(visitor: Visitor, table: str, seat: int | None) -> list[str]:
    """All that a line to this table is told: as nobody, as that seat, and what its moves would do."""
    visitor.from_device.clear()
    visitor.page.evaluate(
        """([table, seat]) => {
            const say = (message) => workers.at(-1).postMessage(message);
            const all = { knowledge: true, effects: true };
            say({ line: 9, open: table, language: 'en' });
            say({ line: 9, say: { type: 'join', seat: null, ...all } });
            say({ line: 9, say: { type: 'join', seat, ...all } });
            say({ line: 9, say: { type: 'foresee', id: 'f' } });
            say({ line: 9, say: { type: 'move', move: 'x@1', ply: 0, id: 'm' } });
            say({ line: 9, say: { type: 'ping', id: 'end' } });
        }""",
        [table, seat],
    )
    while not any('"end"' in text for text in visitor.from_device):
        visitor.page.wait_for_timeout(20)
    visitor.page.evaluate("workers.at(-1).postMessage({ line: 9, close: true })")
    return [text.replace(table, "ID") for text in visitor.from_device if '"line":9,' in text]


def keep(visitor: Visitor, position: Position, name: str, row: dict[str, Any]) -> None:
    """This game as a table of the device."""
    record = position.record
    text = json.dumps({"setup": record.setup, "first": None, "moves": list(record.moves)})
    entry = {"seq": 0, "kind": "deal", "seat": None, "text": text, "at": 1, "used": 0}
    visitor.page.evaluate(PUT, [row | {"id": name}, [entry]])


def test_the_same_bytes_when_what_is_hidden_is_dealt_anew(meet: Meet) -> None:
    """K3: for every seat, at several plies, with two to four players."""
    ana = meet()
    without_server(ana)
    ana.go("/")
    chance = random.Random(7)
    for players in (2, 3, 4):
        names = ["Ana", "Bob", "Cleo", "Dirk"][:players]
        made = table_here(ana, game="kabaleo", players=players, device=True, names=names)
        row = next(row for row in kept(ana.page, made)["rows"] if row["id"] == made)
        position = new("kabaleo", players, seed=chance.randrange(1000))
        changed = 0
        for ply in range(4):
            for seat in range(players):
                other = position.view(seat).redeal(Chance(ply + seat))
                changed += other.record.setup != position.record.setup
                keep(ana, position, f"local-a{players}{ply}{seat}", row)
                keep(ana, other, f"local-b{players}{ply}{seat}", row)
                one = listened(ana, f"local-a{players}{ply}{seat}", seat)
                two = listened(ana, f"local-b{players}{ply}{seat}", seat)
                assert one == two
                assert len(one) >= 5
            for _ in range(3):
                position = position.play(chance.choice(position.legal))
        assert changed > 0


def test_a_new_round_begins_behind_the_curtain(meet: Meet) -> None:
    """K3: whoever chose to start again has looked at the end with the others: their new objective waits for them."""
    ana = meet()
    without_server(ana)
    page = at_table(ana, game="kabaleo", players=2, device=True, names=["Ana", "Bob"], rounds=2)
    choice, curtain = (
        page.get_by_role("region", name="Who starts?"),
        page.get_by_role("heading", name="Pass the device to"),
    )
    for _ in range(2):
        expect(choice.first).to_be_visible()
        chooser = "Ana" if "Ana" in choice.first.get_by_role("heading").inner_text() else "Bob"
        ana.from_device.clear()
        choice.first.get_by_role("button", name=chooser).click()
        expect(curtain).to_be_visible()
        assert page.locator("svg.board").count() == 0
        views = [json.loads(text)["hear"]["view"] for text in ana.from_device if '"kind":"deal"' in text]
        assert [view["viewer"] for view in views] == ["spectator"]
        play_round(ana)
