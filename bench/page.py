"""How the page feels, in a real Chromium: ``python -m bench --page``.

First paint (anything that can be read), layout shift and weight of the front page's first load, nothing kept from an
earlier one; then On Top's fullest board with the processor slowed four times: the slowest of many presses of keys and
taps, each until the next picture is on the screen, as browsers count it (interaction to next paint).
"""

import statistics
from collections.abc import Iterator
from random import Random
from typing import Any

from sommet.core.position import Position
from sommet.core.registry import new

from .browser import Wire, chromium, server
from .speed import RUNS, Measure

SCREENS = {"desk": (1440, 900), "phone": (390, 844)}
SLOWER = 4
LEFT = 3  # moves from the end
OBSERVE = """
    window.told = { shift: 0, slowest: 0, presses: 0 };
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) told.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
        for (const { duration, interactionId } of list.getEntries()) {
            if (!interactionId) continue;
            told.presses += 1;
            told.slowest = Math.max(told.slowest, duration);
        }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
MAKE = """async (body) => {
    const ask = async (path, given) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/api/v1' + path, { method: 'POST', headers, body: JSON.stringify(given) })).json();
    };
    await ask('/session/guest', { name: 'Ana' });
    return (await ask('/tables', body)).id;
}"""
CELLS = """() => [...document.querySelectorAll('[data-cell]')]
    .map((cell) => cell.getBoundingClientRect()).filter(({ width }) => width > 0)
    .map(({ left, top, width, height }) => [left + width / 2, top + height / 2])"""
KEYS = ["ArrowRight", "ArrowDown", "r", "ArrowLeft", "ArrowUp", "R", "ArrowRight", "r"]


def lines() -> Iterator[Measure]:
    """All of it; nothing where there is no Chromium."""
    with chromium() as browser:
        if browser is not None:
            with server() as address:
                for name, size in SCREENS.items():
                    yield from first_load(browser, address, name, size)
                for name, size in SCREENS.items():
                    yield from fullest_board(browser, address, name, size)


def opened(browser: Any, size: tuple[int, int]) -> Any:
    """A page of somebody who was never here."""
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, service_workers="block", has_touch=size[0] < 800)
    context.add_init_script(OBSERVE)
    return context.new_page()


def first_load(browser: Any, address: str, name: str, size: tuple[int, int]) -> Iterator[Measure]:
    """The front page, for the first time."""
    painted, shifted, weight = [], [], []
    for _ in range(RUNS):
        page = opened(browser, size)
        wire = Wire(page)
        page.goto(address, wait_until="networkidle")
        painted.append(page.evaluate(PAINTED) / 1000)
        shifted.append(page.evaluate("told.shift"))
        weight.append(wire.bytes / 1000)
        page.context.close()
    yield Measure(f"{name}.first_paint", statistics.median(painted), "s")
    yield Measure(f"{name}.layout_shift", max(shifted), "largest of all loads")
    yield Measure(f"{name}.first_load", statistics.median(weight), "kB over the wire, fonts included")


def nearly_full() -> Position:
    """A board of four players with hardly a free place, the first player to move."""
    for seed in range(1000):
        random, position = Random(seed), new("on_top", 4, seed=seed)
        course = [position]
        while not position.over:
            position = position.play(random.choice(position.legal))
            course.append(position)
        if course[-1 - LEFT].to_move == 0:
            return course[-1 - LEFT]
    raise AssertionError("no such game")


def fullest_board(browser: Any, address: str, name: str, size: tuple[int, int]) -> Iterator[Measure]:
    """Presses of keys, taps on cells, the list of moves; then the processor is as fast as it is again."""
    page = opened(browser, size)
    page.goto(address)
    settings = {"game": "on_top", "players": 4, "device": True, "names": ["Ana", "Bram", "Chloé", "Daan"]}
    made = page.evaluate(MAKE, {"settings": settings, "seat": 0, "record": nearly_full().record.as_dict()})
    page.goto(f"{address}/t/{made}", wait_until="networkidle")
    page.wait_for_selector("[data-cell]")
    shown = page.evaluate("told.shift")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate("told.slowest = told.presses = 0")
    for x, y in page.evaluate(CELLS)[::4]:
        (page.touchscreen.tap if size[0] < 800 else page.mouse.click)(x, y)
        page.wait_for_timeout(100)
    for key in [*KEYS, "l", "Escape", "s", "Escape"]:
        page.keyboard.press(key)
        page.wait_for_timeout(150)
    told = page.evaluate("told")
    yield Measure(f"{name}.table_layout_shift", shown, "until On Top's fullest board stands")
    yield Measure(f"{name}.interaction_to_next_paint", told["slowest"], f"ms, processor slowed {SLOWER} times")
    yield Measure(f"{name}.interactions", told["presses"], "presses that took 16 ms or more")
    page.context.close()
