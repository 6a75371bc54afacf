"""Asking a person for a line: with prompt_toolkit on a terminal, line by line from anything else."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

from ...drawing.reading import plain


class Leave(Exception):
    """The person wants to leave: Ctrl-C, Ctrl-D, end of file, or quit."""


@dataclass(frozen=True)
class Answer:
    """What was typed; `tab` when the person wants to see what is possible."""

    text: str
    tab: bool = False


class Asker(Protocol):
    """Somebody who can be asked."""

    def ask(self, prompt: str, possible: Sequence[str] = (), typed: str = "") -> Answer:
        """A line. Raises Leave."""

    def key(self, prompt: str, keys: Mapping[str, str]) -> str:
        """A line, or the word of a key pressed on an empty line. Raises Leave."""


def completed(typed: str, possible: Sequence[str]) -> str:
    """As much of what was typed as follows from it: the common beginning of all that is possible."""
    if not typed.strip():
        return typed
    fitting = [text for text in possible if plain(text).startswith(plain(typed.lstrip()))]
    together = zip(*fitting, strict=False)
    beginning = "".join(letters[0] for letters in takewhile(lambda letters: len(set(letters)) == 1, together))
    return beginning if len(beginning) > len(typed.strip()) else typed


class PlainAsker:
    """Lines from standard input: pipes, files, dumb terminals."""

    def ask(self, prompt: str, possible: Sequence[str] = (), typed: str = "") -> Answer:
        """A line."""
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise Leave
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))
        return Answer(line.strip())

    def key(self, prompt: str, keys: Mapping[str, str]) -> str:
        """A line."""
        return self.ask(prompt).text


class LiveAsker:
    """Lines from a terminal, with editing, history and Tab."""

    def __init__(self) -> None:
        # No question about the cursor's place: nothing here needs it, and some terminals never answer.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        from prompt_toolkit import PromptSession

        self._session: PromptSession[Answer | str] = PromptSession(reserve_space_for_menu=0)

    def ask(self, prompt: str, possible: Sequence[str] = (), typed: str = "") -> Answer:
        """A line; Tab completes it, or asks for the list when there is nothing to complete."""
        from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

        keys = KeyBindings()

        @keys.add("tab")
        def _(event: KeyPressEvent) -> None:
            buffer = event.current_buffer
            more = completed(buffer.text, possible)
            if more == buffer.text:
                event.app.exit(result=Answer(buffer.text, tab=True))
            else:
                buffer.text = more
                buffer.cursor_position = len(more)

        try:
            answer = self._session.prompt(prompt, key_bindings=keys, default=typed)
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        return answer if isinstance(answer, Answer) else Answer(answer.strip())

    def key(self, prompt: str, keys: Mapping[str, str]) -> str:
        """A line, or at once the word of a key pressed on an empty line."""
        from prompt_toolkit.application import get_app
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

        bindings = KeyBindings()
        empty = Condition(lambda: not get_app().current_buffer.text)
        for pressed, word in keys.items():

            def leave(event: KeyPressEvent, word: str = word) -> None:
                event.app.exit(result=word)

            bindings.add(pressed, filter=empty)(leave)
        try:
            answer = self._session.prompt(prompt, key_bindings=bindings)
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        return answer if isinstance(answer, str) else answer.text


def asker() -> Asker:
    """Whoever is there."""
    live = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return LiveAsker() if live else PlainAsker()
