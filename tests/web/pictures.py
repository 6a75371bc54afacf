"""The pictures of the documentation, taken from a real server: `make pictures` writes docs/figures/page."""

import io
import json
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from sommet.client.api import Api

from ..server.inside import Inside
from .browser import ARGUMENTS, DESK, HOW, PHONE, Visitor, chromium
from .hands import location, middle, piece, seated, stack, stack_middle, tap
from .moving import from_list, wait_for_ply
from .tiles import cell_middle

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "figures" / "page"
PEOPLE = ["Ana", "Bram", "Chloé", "Daan"]
Meet = Callable[..., Visitor]


def keep(page: Page, name: str) -> None:
    """As a small PNG: a palette is enough for drawings."""
    page.wait_for_timeout(400)
    whole = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    palette = whole.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=3)
    picture = whole.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
    picture.save(FOLDER / f"{name}.png", optimize=True)
    print(name, (FOLDER / f"{name}.png").stat().st_size // 1000, "kB")


def foreseen(visitor: Visitor) -> dict[str, Any]:
    """What each move would do, as the page was told for this position."""
    for _ in range(200):
        for text in reversed(visitor.heard):
            message = json.loads(text)
            if message["type"] == "foreseen" and message["moves"]:
                found: dict[str, Any] = message["moves"]
                return found
            if message["type"] in ("welcome", "update"):
                break
        visitor.page.wait_for_timeout(50)
    raise AssertionError("nothing was foreseen")


def played(visitor: Visitor, moves: int, seed: int) -> dict[str, Any]:
    """This many moves further; the view then."""
    random = Random(seed)
    for _ in range(moves):
        view = visitor.wait_for_turn()
        assert view is not None
        from_list(visitor, random.choice(view["legal"]))
        wait_for_ply(visitor, view["ply"] + 1)
    view = visitor.wait_for_turn()
    assert view is not None
    visitor.page.locator("main").click(position={"x": 2, "y": 2})
    return view


def home(meet: Meet) -> None:
    """The front page of somebody who plays, with others about."""
    visitor, bram, chloe = meet(DESK), meet(DESK), meet(DESK)
    seated(bram, game="babylone", public=True, bots=[None, "hard"])
    chloe.go("/")
    chloe.call("POST", "/session/guest", {"name": "Chloé"})
    chloe.call("POST", "/tables", {"settings": {"game": "kabaleo", "players": 3, "public": True}, "seat": 0})
    seated(visitor, game="on_top", bots=[None, "medium"])
    page = visitor.go("/")
    page.wait_for_load_state("networkidle")
    keep(page, "home")


def kabaleo(meet: Meet) -> None:
    """A piece in the air that would cancel another."""
    visitor = meet(DESK)
    page = seated(visitor, game="kabaleo", players=4, bots=[None, "easy", "medium", "hard"])
    played(visitor, 4, seed=2)
    told = foreseen(visitor)
    colour, number = next((move for move in told if told[move]["cancels"]), next(iter(told))).split("@")
    x, y = middle(location(page, number))
    page.mouse.move(*middle(piece(page, colour)))
    page.mouse.down()
    page.mouse.move(x + 16, y - 40, steps=6)
    keep(page, "kabaleo")


def kabaleo_phone(meet: Meet) -> None:
    """In French: a piece is taken, the table shows where it may go."""
    visitor = meet(PHONE, "fr", touch=True)
    page = seated(visitor, game="kabaleo", players=3, bots=[None, "easy", "medium"])
    played(visitor, 3, seed=4)
    told = foreseen(visitor)
    colour, _ = next((move for move in told if told[move]["cancels"]), next(iter(told))).split("@")
    tap(page, middle(page.locator(f"[role=radio][data-colour={colour}]")))
    keep(page, "kabaleo-phone")


def babylone(meet: Meet) -> None:
    """A stack over another that takes it."""
    visitor = meet(DESK)
    page = seated(visitor, game="babylone", device=True, names=PEOPLE[:2])
    view = played(visitor, 5, seed=6)
    high = max(view["legal"], key=lambda move: len(view["state"]["stacks"][move.split(">")[0]]))
    source, target = high.split(">")
    x, y = stack_middle(page, target)
    page.mouse.move(*stack_middle(page, source))
    page.mouse.down()
    page.mouse.move(x + 40, y - 60, steps=6)
    keep(page, "babylone")


def babylone_phone(meet: Meet) -> None:
    """In Dutch: a stack is taken, those that take it light up."""
    visitor = meet(PHONE, "nl", touch=True)
    page = seated(visitor, game="babylone", device=True, names=PEOPLE[:2])
    view = played(visitor, 4, seed=6)
    source = view["legal"][0].split(">")[0]
    tap(page, middle(page.locator(f"[data-spot='{source}'] .stands")))
    expect(page.locator(f"[data-spot='{source}'][aria-pressed=true]")).to_have_count(1)
    keep(page, "babylone-phone")


def best_tile(visitor: Visitor) -> str:
    """The move that scores most for its mover."""
    told = foreseen(visitor)
    return max(told, key=lambda move: sum(circle["points"] for circle in told[move]["circles"] if circle["tower"]))


def on_top(meet: Meet) -> None:
    """A tile that would finish circles."""
    visitor = meet(DESK)
    page = seated(visitor, game="on_top", players=4, device=True, names=PEOPLE)
    played(visitor, 17, seed=8)
    first, second = best_tile(visitor).split("-")
    (x, y), (u, v) = cell_middle(page, first), cell_middle(page, second)
    for _ in range(7):
        page.mouse.move((x + u) / 2, (y + v) / 2)
        if page.get_by_text(f"{first}-{second}", exact=True).count() > 0:
            break
        page.mouse.wheel(0, 120)
        page.wait_for_timeout(100)
    keep(page, "on_top")


def on_top_phone(meet: Meet) -> None:
    """In French, in the dark: the tile lies where it was tapped, and says what it would do."""
    visitor = meet(PHONE, "fr", "dark", touch=True)
    page = seated(visitor, game="on_top", device=True, names=PEOPLE[:2])
    played(visitor, 15, seed=8)
    first = best_tile(visitor).split("-")[0]
    tap(page, middle(page.locator(f"[data-cell={first}]")))
    keep(page, "on_top-phone")


def lesson(meet: Meet) -> None:
    """A step of a lesson, done."""
    visitor = meet(DESK)
    visitor.go("/")
    steps = visitor.call("GET", "/lessons/kabaleo")["steps"]
    number, step = next((number, step) for number, step in enumerate(steps, 1) if step["id"] == "cancel")
    page = visitor.go(f"/learn/kabaleo?step={number}")
    colour, place = step["answers"][0].split("@")
    piece(page, colour).click()
    page.mouse.move(*middle(location(page, place)))
    keep(page, "lesson")


def replay(meet: Meet) -> None:
    """Kabaleo to its end, with the curve, the turning points and what was given away."""
    visitor = meet(DESK)
    page = seated(visitor, game="kabaleo", players=3, bots=[None, "medium", "hard"])
    random = Random(3)
    while (view := visitor.wait_for_turn()) is not None:
        from_list(visitor, random.choice(view["legal"]))
        wait_for_ply(visitor, view["ply"] + 1)
    page.get_by_role("link", name="Replay").locator("visible=true").first.click()
    page.get_by_role("button", name="Analyse the game").locator("visible=true").click()
    expect(page.get_by_role("button", name="Stop").locator("visible=true")).to_have_count(0, timeout=120_000)
    page.get_by_role("slider").fill("20")
    keep(page, "replay")


def analysis(meet: Meet) -> None:
    """A position of Babylone, every move proved; a stack in hand."""
    visitor = meet(DESK)
    visitor.go("/")
    record = visitor.call("POST", "/deals", {"game": "babylone", "players": 2})
    random, moves = Random(11), list[str]()
    for _ in range(5):
        found = visitor.call("POST", "/positions", {"record": record, "moves": moves})
        moves.append(random.choice(found["legal"]))
    found = visitor.call("POST", "/positions", {"record": record, "moves": moves})
    page = visitor.go(f"/analysis?link={found['link']}")
    expect(page.get_by_text("proved").locator("visible=true")).to_be_visible(timeout=60_000)
    source = found["legal"][-1].split(">")[0]
    stack(page, source).click()
    page.mouse.move(2, 2)
    keep(page, "analysis")


TAKEN = (home, kabaleo, kabaleo_phone, babylone, babylone_phone, on_top, on_top_phone, lesson, replay, analysis)


def come(visitors: list[Visitor], browser: Browser, base: str, *given: Any, **more: Any) -> Visitor:
    """Somebody more."""
    visitors.append(Visitor(browser, base, *given, **more))
    return visitors[-1]


def main() -> None:
    """Take them all."""
    program = chromium()
    if program is None:
        raise SystemExit(HOW)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Inside(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        while Api(server.base).call("GET", "/status")["compiling"]:
            time.sleep(0.5)
        for take in TAKEN:
            visitors: list[Visitor] = []
            take(partial(come, visitors, browser, server.base))
            for visitor in visitors:
                visitor.close()
        browser.close()


if __name__ == "__main__":
    main()
