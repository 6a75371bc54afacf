"""A real Chromium, and people in front of it. What the page is told, by a server or by its own device, is kept."""

import json
import os
import shutil
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocket

NAMES = ("chromium", "chromium-browser", "google-chrome")
HOW = "no Chromium found: `apt-get install chromium` (Debian), or name one in SOMMET_CHROMIUM"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
# what Chromium itself says when the server is away, and no page can keep from it (the last: it looked for a new sw.js)
UNREACHABLE = ("Failed to load resource", "WebSocket", "An unknown error occurred when fetching the script")
# every message between the page and its device worker, in order; those that think are not its business
DEVICE = """
    const Plain = window.Worker;
    window.workers = [];
    window.Worker = class extends Plain {
        constructor(...given) {
            super(...given);
            this.device = given[1]?.name === 'sommet';
            if (!this.device) return;
            workers.push(this);
            this.addEventListener('message', ({ data }) => sommetHeard(JSON.stringify(data)));
        }
        postMessage(message, ...rest) {
            if (this.device) sommetSaid(JSON.stringify(message));
            super.postMessage(message, ...rest);
        }
    };
"""
PATIENCE, PAUSE = 300, 100  # how often to look, and milliseconds between two looks
DESK, PHONE, SMALL = (1440, 900), (390, 844), (360, 640)


def chromium() -> str | None:
    """The browser's program, or None."""
    named = os.environ.get("SOMMET_CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


class Visitor:
    """Somebody with a browser window of their own. Mistakes of the page (not refusals of the server) fail the test."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        size: tuple[int, int] = DESK,
        language: str = "en",
        theme: str = "light",
        state: Any = None,
        touch: bool = False,
    ) -> None:
        self.base = base
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme=theme,  # type: ignore[arg-type]
            storage_state=state,
            has_touch=touch,
            reduced_motion="reduce",
            bypass_csp=False,
        )
        self.context.set_default_timeout(60_000)  # a busy machine is slow, not wrong
        self.context.add_init_script(
            "window.seen = []; addEventListener('securitypolicyviolation', e => seen.push(e.violatedDirective))"
        )
        self.context.add_init_script(DEVICE)
        self.context.expose_binding("sommetHeard", lambda source, text: self._device(source["page"], text))
        self.context.expose_binding("sommetSaid", lambda source, text: self._to_device(text))
        self.mistakes: list[str] = []
        self.heard: list[str] = []
        self.said: list[str] = []
        self.from_device: list[str] = []
        self.with_device: list[tuple[str, str]] = []  # "said" or "heard", and what, in order
        self.page: Page = self.context.new_page()
        self._listen(self.page)

    def _listen(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", self._console)
        page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(part in message.text for part in UNREACHABLE):
            self.mistakes.append(message.text)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))
        socket.on("framesent", lambda frame: self.said.append(str(frame)))

    def _device(self, page: Page, text: str) -> None:
        self.from_device.append(text)
        self.with_device.append(("heard", text))
        message = json.loads(text)
        if "hear" in message and page == self.page:  # another tab may hear of a move before this one
            self.heard.append(json.dumps(message["hear"], separators=(",", ":")))

    def _to_device(self, text: str) -> None:
        self.with_device.append(("said", text))
        message = json.loads(text)
        if "say" in message:
            self.said.append(json.dumps(message["say"]))

    def go(self, path: str) -> Page:
        """To that page."""
        self.page.goto(self.base + path)
        self.page.wait_for_selector("main > *")
        return self.page

    def until(self, expression: str, arg: Any = None) -> None:
        """Wait until that holds, asked from outside: a page's policy forbids scripts that look again inside it."""
        for _ in range(PATIENCE):
            if self.page.evaluate(expression, arg):
                return
            self.page.wait_for_timeout(PAUSE)
        raise AssertionError(f"never held: {expression}")

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the server as this visitor, with their cookie."""
        return self.page.evaluate(
            """async ([method, path, body]) => {
                const request = { method, headers: { 'content-type': 'application/json' } };
                if (body !== null) request.body = JSON.stringify(body);
                const answer = await fetch('/api/v1' + path, request);
                return answer.status === 204 ? null : answer.json();
            }""",
            [method, path, body],
        )

    @property
    def view(self) -> dict[str, Any] | None:
        """The newest view that came over a socket."""
        for text in reversed(self.heard):
            message = json.loads(text)
            if message.get("type") in ("welcome", "update"):
                found: dict[str, Any] | None = message["view"]
                return found
        return None

    def wait_for_turn(self, timeout: float = 60.0) -> dict[str, Any] | None:
        """Until it is this visitor's turn: the view; None when the game is over."""
        for _ in range(int(timeout * 20)):
            view = self.view
            if view is not None and (view["legal"] or view["result"] is not None):
                return None if view["result"] is not None else view
            self.page.wait_for_timeout(50)
        raise AssertionError(f"no turn came: {self.view}")

    def close(self) -> None:
        """Leave; the page must have made no mistake and broken no policy."""
        violations = self.page.evaluate("window.seen ?? []") if not self.page.is_closed() else []
        self.context.close()
        assert self.mistakes == [], self.mistakes
        assert violations == [], violations
