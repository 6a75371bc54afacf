"""Tables of a visitor's own device: made, opened and looked into by what the page itself uses."""

import itertools
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import sommet

from .browser import Visitor
from .moving import from_list, wait_for_ply

NUMBERS = itertools.count(1_000_000)
KEPT = """(id) => new Promise((done, failed) => {
    const asked = indexedDB.open('sommet', 1);
    asked.onerror = () => failed(asked.error);
    asked.onsuccess = () => {
        const found = asked.result.transaction(['tables', 'log']);
        const rows = found.objectStore('tables').getAll();
        const log = found.objectStore('log').getAll();
        found.oncomplete = () => {
            asked.result.close();
            done({ rows: rows.result, log: log.result.filter((entry) => entry.table === id) });
        };
    };
})"""
PUT = """([row, log]) => new Promise((done, failed) => {
    const asked = indexedDB.open('sommet', 1);
    asked.onerror = () => failed(asked.error);
    asked.onsuccess = () => {
        const change = asked.result.transaction(['tables', 'log'], 'readwrite');
        change.objectStore('tables').put(row);
        for (const entry of log) change.objectStore('log').put({ ...entry, table: row.id });
        change.oncomplete = () => { asked.result.close(); done(); };
        change.onabort = () => failed(change.error);
    };
})"""


def without_server(visitor: Visitor) -> list[str]:
    """From now on the server answers nothing to this visitor; what is asked of it is kept."""
    asked: list[str] = []

    def refuse(route: Any) -> None:
        asked.append(f"{route.request.method} {route.request.url}")
        route.abort()

    visitor.context.route("**/api/**", refuse)
    visitor.context.route_web_socket("**/api/**", lambda socket: socket.close())
    return asked


def ask_device(visitor: Visitor, method: str, path: str, body: Any = None) -> dict[str, Any]:
    """Ask the page's device worker, as the page would: `answer`, or `refused`."""
    page = visitor.page
    while page.evaluate("window.workers.length") == 0:
        page.wait_for_timeout(25)
    number = next(NUMBERS)
    question = {"id": number, "ask": [method, path, body], "language": "en"}
    page.evaluate("(question) => workers.at(-1).postMessage(question)", question)
    for _ in range(2400):
        for text in reversed(visitor.from_device):
            message: dict[str, Any] = json.loads(text)
            if message.get("id") == number:
                return message
        page.wait_for_timeout(25)
    raise AssertionError(f"no answer to {question}")


def table_here(visitor: Visitor, name: str = "Ana", **settings: Any) -> str:
    """A new table of this device: its name."""
    if visitor.page.url == "about:blank":
        visitor.go("/")
    made = ask_device(visitor, "POST", "/tables", {"settings": {"players": 2} | settings, "seat": 0, "name": name})
    return str(made["answer"]["id"])


def at_table(visitor: Visitor, name: str = "Ana", **settings: Any) -> Page:
    """There, at once."""
    return visitor.go(f"/t/{table_here(visitor, name, **settings)}")


def opened(visitor: Visitor, game: str, folder: Path, seed: int) -> Page:
    """A game of a given deal, on this device."""
    path = folder / "game.json"
    path.write_text(json.dumps(sommet.new(game, seed=seed).record.as_dict()))
    page = visitor.go("/games")
    page.set_input_files("input[type=file]", path)
    page.wait_for_url("**/t/local-*")
    return page


def kept(page: Page, table: str) -> dict[str, Any]:
    """What the device keeps: all rows, and this table's log."""
    found: dict[str, Any] = page.evaluate(KEPT, table)
    return found


def lift(visitor: Visitor) -> None:
    """Lift the curtain, if there is one."""
    button = visitor.page.get_by_role("button", name="I’m")
    if button.count() > 0:
        button.click()
        expect(button).to_have_count(0)


def next_turn(visitor: Visitor) -> dict[str, Any] | None:
    """Until it is somebody's turn at this device, curtains lifted: the view; None when the game is over."""
    for _ in range(1200):
        view = visitor.view
        if view is not None and view["result"] is not None:
            return None
        lift(visitor)
        view = visitor.view
        if view is not None and view["legal"] and visitor.page.title().startswith("●"):
            return view
        visitor.page.wait_for_timeout(25)
    raise AssertionError(f"no turn came: {visitor.view}")


def play_round(visitor: Visitor, moves: int | None = None, pick: int = 2) -> int:
    """Whoever's turn it is at this device, curtains lifted: so many moves, or all to the end; how many there were."""
    made = 0
    while (moves is None or made < moves) and (view := next_turn(visitor)) is not None:
        from_list(visitor, view["legal"][len(view["legal"]) // pick])
        wait_for_ply(visitor, view["ply"] + 1)
        made += 1
    return made
