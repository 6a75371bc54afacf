"""What those hear who do not see the page, in order: transcripts/<game>.txt has it for a whole game.

Where SOMMET_TRANSCRIPTS is set they are written anew; look at what changed.
"""

import os
from pathlib import Path

from .browser import Visitor

KEPT = Path(__file__).with_name("transcripts")
# the page's one voice; a text that is said again is there again
LISTEN = """() => {
    window.told = [];
    const voice = document.querySelector('body .sr[role=status][aria-live=polite]');
    new MutationObserver(() => {
        const text = voice.textContent.replace(/\\s+/g, ' ').trim();
        if (text) told.push(text);
    }).observe(voice, { childList: true, characterData: true, subtree: true });
}"""
LAST = 4000  # milliseconds after the end, when it is written anew


def listen(visitor: Visitor) -> None:
    """From now on, on this page."""
    visitor.page.evaluate(LISTEN)


def must_have_heard(visitor: Visitor, name: str) -> None:
    """All that stands in that transcript, in that order, and nothing else before its end."""
    path = KEPT / f"{name}.txt"
    if "SOMMET_TRANSCRIPTS" in os.environ:
        visitor.page.wait_for_timeout(LAST)
        path.write_text("\n".join(visitor.page.evaluate("told")) + "\n", encoding="utf-8")
    wanted = path.read_text(encoding="utf-8").splitlines()
    visitor.until("(count) => told.length >= count", len(wanted))
    assert visitor.page.evaluate("told")[: len(wanted)] == wanted
