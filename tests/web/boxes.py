"""What lies where on a table's page: nothing may cover what a player needs, and all of it is on the screen."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from .browser import Visitor

SIZES = [(1440, 900), (1024, 768), (390, 844), (360, 640), (844, 390), (932, 430)]
"""Desks, phones upright, phones held sideways."""
SHIFTS = """
    window.shifts = [];
    window.resized = 0;
    addEventListener('resize', () => (resized = performance.now()));
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            const what = entry.sources.map(({ node }) => node?.className ?? String(node)).join(' | ');
            const { startTime: at, value } = entry;
            if (at - resized > 600 || resized === 0) shifts.push({ at, value, what });
        }
    }).observe({ type: 'layout-shift', buffered: true });
"""
FAULTS, TOO_WIDE = (Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("boxes.js", "cards.js"))


def drawn(page: Page) -> None:
    """Until the page has been drawn as it is now: what it does when its size changes is done then."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def at_all_sizes(page: Page, *wrong: tuple[str, Any]) -> dict[str, Any]:
    """What these scripts, each with what it is told, find wrong at which size."""
    faults: dict[str, Any] = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        if found := [fault for script, told in wrong for fault in page.evaluate(script, told)]:
            faults[f"{width}x{height}"] = found
    return faults


def look_at_all_sizes(visitor: Visitor, moment: str, over: bool = False) -> None:
    """At every size: nothing covered, nothing missing, nothing wider than its card."""
    faults = at_all_sizes(visitor.page, (FAULTS, [over]), (TOO_WIDE, None))
    assert faults == {}, (moment, faults)


def shift(visitor: Visitor) -> tuple[float, list[Any]]:
    """The largest layout shift within five seconds without a second's pause, as browsers count it, and what moved."""
    worst, what = 0.0, []
    window: list[Any] = []
    for entry in visitor.page.evaluate("shifts"):
        if window and (entry["at"] - window[-1]["at"] > 1000 or entry["at"] - window[0]["at"] > 5000):
            window = []
        window.append(entry)
        if (total := sum(one["value"] for one in window)) > worst:
            worst, what = total, list(window)
    return worst, what
