"""A pseudo-terminal with a screen of 80 by 24, and a player who types into it."""

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pyte

import sommet
from sommet.core.registry import read_link

TIMEOUT = 60
READY = b"\x1b[?2004h"  # prompt_toolkit says so when it begins to listen
CODES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")


class Terminal:
    """`sommet …` running in a terminal."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (24, 80), **environment: str) -> None:
        self.screen = pyte.Screen(size[1], size[0])
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        kept = {
            key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "COLUMNS", "LINES"))
        }
        env: Any = {
            **kept,
            "TERM": "xterm-256color",
            "LANG": "en_GB.UTF-8",
            "PYTHONUTF8": "1",
            "PAGER": "cat",
            **environment,
        }
        command = ["-c", "from sommet.cli import main; raise SystemExit(main())", *arguments]
        self.child = pexpect.spawn(sys.executable, command, dimensions=size, env=env, timeout=TIMEOUT)
        self.wait(lambda: self.raw.count(READY) > 0)

    def pump(self, seconds: float) -> bool:
        """Read what there is; False at the end."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self._stream.feed(data)
        return True

    def wait(self, happened: Callable[[], bool]) -> None:
        """Until something has happened, or the program has ended, and then until it is quiet."""
        for _ in range(TIMEOUT * 10):
            if happened():
                break
            if not self.pump(0.1):
                return
        else:
            raise AssertionError("nothing happened:\n" + self.text)
        size = -1
        while size != len(self.raw):
            size = len(self.raw)
            if not self.pump(0.02):
                return

    def enter(self, line: str = "") -> str:
        """Type a line; the screen once it listens again."""
        return self.press(line + "\r")

    def choose(self, entry: str) -> str:
        """Type the number of the menu's entry that begins with these words."""
        numbers = re.findall(rf"^ *(\d+)  {re.escape(entry)}", self.text, re.M)
        assert len(numbers) == 1, self.text
        return self.enter(numbers[0])

    def press(self, keys: str) -> str:
        """Press keys that make it answer."""
        before = self.raw.count(READY)
        self.child.send(keys)
        self.wait(lambda: self.raw.count(READY) > before)
        return self.text

    def end(self) -> int:
        """Wait for the end; the exit code."""
        for _ in range(TIMEOUT):
            if not self.pump(1):
                break
        else:
            self.child.close(force=True)
            raise AssertionError("it did not end:\n" + self.text)
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -1)

    @property
    def text(self) -> str:
        """The screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def since(self, start: int) -> str:
        """What was written since that byte, without the codes."""
        return CODES.sub("", self.raw[start:].decode("utf-8", "replace"))


def position(file: Path) -> sommet.Position:
    """The game that is on, read from the file saved after every move."""
    return read_link(json.loads(file.read_text())["now"])


def still_on(file: Path) -> bool:
    """Whether a game is on in the saved file."""
    return bool(json.loads(file.read_text())["now"])
