"""Why this move: an advice in one or two short sentences, for people. Texts: `words/`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ..core.words import say
from ..search.advice import Advice, MoveValue

FEW = 20  # visits: of what was tried less often nothing is said


@dataclass(frozen=True)
class Speaker:
    """A language, and how moves are written in it."""

    language: str
    written: Callable[[str], str] = str

    @property
    def tell(self) -> Callable[..., str]:
        """The text of a key."""
        return partial(say, self.language)


def percent(share: float) -> int:
    """In whole hundredths."""
    return round(100 * share)


def tried(advice: Advice, move: MoveValue) -> bool:
    """Whether its value is a chance to win: proved, played out, or tried often enough to tell."""
    solved = all(each.visits <= 1 for each in advice.moves)
    return advice.exact or (move.visits > 0 if solved else move.visits >= FEW)


def chances(advice: Advice, speaker: Speaker, besides: str = "") -> str:
    """How good the best move is, what is to be said `besides`, and what comes next; empty where nothing is known."""
    best, tell = advice.moves[0], speaker.tell
    if not tried(advice, best):
        return sentence(besides)
    if advice.exact and best.value in (0.0, 1.0):
        known = tell("reasons.certain" if best.value else "reasons.hopeless")
        return sentence(", ".join(filter(None, [known, besides])))
    share = percent(best.value)
    said = ", ".join(filter(None, [tell("reasons.chance", percent=share), besides]))
    other = next((each for each in advice.moves if (each.visits, each.value) != (best.visits, best.value)), None)
    if share and other is not None and tried(advice, other):
        name, worth = speaker.written(other.move), percent(other.value)
        if worth < share:
            said = tell("reasons.next", first=said, other=name, percent=worth)
        else:
            said = tell("reasons.close", first=said, other=name)
    return sentence(said)


def sentence(text: str) -> str:
    """With a capital and a full stop; nothing stays nothing."""
    return f"{text[0].upper()}{text[1:]}." if text else ""
