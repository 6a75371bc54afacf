"""A real Firefox over WebDriver BiDi, which it speaks by itself: Playwright drives only a Firefox of its own."""

import itertools
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

HOW = "no Firefox found: `apt-get install firefox-esr` (Debian), or name one in SOMMET_FIREFOX"
# a profile of its own that asks nobody for anything, as for somebody who wants less motion
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.server": "",
    "ui.prefersReducedMotion": 1,
}
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PATIENCE, PAUSE = 900, 0.1  # how often to look, and seconds between two looks


def firefox() -> str | None:
    """The browser's program, or None."""
    return os.environ.get("SOMMET_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


class Fox:
    """One window. What goes wrong in the page is kept in `mistakes`."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.window = ""
        self.mistakes: list[str] = []
        self._numbers = itertools.count(1)
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.window = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> Any:
        """One command and its answer."""
        number = next(self._numbers)
        self.wire.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = json.loads(self.wire.recv(timeout=60))
            if heard.get("method") == "log.entryAdded":
                self._note(**heard["params"])
            if heard.get("id") == number:
                if heard["type"] == "error":
                    raise AssertionError(f"{method}: {heard['message']}")
                return heard["result"]

    def _note(self, level: str, text: str, source: dict[str, Any], **_: Any) -> None:
        if level == "error" and source.get("context") in (self.window, None):
            self.mistakes.append(text)

    def start_afresh(self) -> None:
        """A new window, and no mistakes: what the old one breaks off when it is left is none."""
        old, self.window = self.window, self.ask("browsingContext.create", type="tab")["context"]
        self.ask("browsingContext.close", context=old)
        self.mistakes.clear()

    def go(self, address: str) -> None:
        """Open that page."""
        self.ask("browsingContext.navigate", context=self.window, url=address, wait="complete")

    def look(self, expression: str) -> Any:
        """What a JavaScript expression gives there: a text, a number, true, false or null."""
        answer = self.ask("script.evaluate", expression=expression, target={"context": self.window}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def until(self, expression: str) -> Any:
        """Look again and again until it gives something true."""
        for _ in range(PATIENCE):
            if found := self.look(expression):
                return found
            time.sleep(PAUSE)
        raise AssertionError(f"never: {expression}; the page says: {self.look('document.body.innerText')}")

    def press(self, *keys: str) -> None:
        """Real keys, one after another."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self.ask("input.performActions", context=self.window, actions=[source])

    def click(self, found: str) -> None:
        """A real click into the middle of what this JavaScript expression finds."""
        place = f"(({found}).scrollIntoView({{block: 'center'}}), ({found}).getBoundingClientRect())"
        x = self.look(f"Math.round({place}.x + {place}.width / 2)")
        y = self.look(f"Math.round({place}.y + {place}.height / 2)")
        actions = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self.ask("input.performActions", context=self.window, actions=[source])


@contextmanager
def opened(program: str, profile: Path) -> Iterator[Fox]:
    """A Firefox with a profile in that folder, closed in the end."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines))
    words = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "HOME": str(profile)}
    ) as process:
        try:
            assert process.stderr is not None
            address = next(found[1] for line in process.stderr if (found := LISTENING.search(line)))
            with connect(f"{address}/session", max_size=None, origin=None) as wire:
                yield Fox(wire)
        finally:
            process.terminate()
