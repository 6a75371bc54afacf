"""Why a move of Kabaleo: what it does to the location, the chance to win, and what it gives away."""

from typing import Any

from ....bots.wording import Speaker, chances, percent, sentence
from ....core.position import View
from ....search.advice import Advice

LIKELY = 0.5  # somebody's colour, if they have it with at least this probability
MUCH, ASTRAY = 0.05, -0.02  # what a move reveals


def reasons(view: View, advice: Advice, speaker: Speaker) -> list[str]:
    """Two sentences; beliefs and what is given away where the advice was explained."""
    best, tell = advice.moves[0], speaker.tell
    effects = view.known.effects(best.move)
    colour, _, location = best.move.partition("@")
    under = str(view.shown["locations"][int(location) - 1][-1])
    piece = tell(f"kabaleo.reasons.piece.{colour}")
    if effects["cancels"]:
        shows = tell(f"kabaleo.reasons.hue.{effects['shows']}")
        what = tell("kabaleo.reasons.cancels", piece=piece, location=location, shows=shows)
    else:
        whose = _whose(under, advice.more.get("beliefs"), speaker)
        named = tell(f"kabaleo.reasons.hue.{under}")
        what = tell("kabaleo.reasons.covers", under=named, whose=whose, piece=piece, location=location)
    own = view.shown.get("objective")
    if own is not None and (under == own) != (effects["shows"] == own):
        what += tell("kabaleo.reasons.loses" if under == own else "kabaleo.reasons.gains")
    return [sentence(what), chances(advice, speaker, _given_away(best.more.get("reveals"), speaker))]


def _whose(colour: str, beliefs: list[dict[str, float] | None] | None, speaker: Speaker) -> str:
    """Whether it is probably somebody else's colour."""
    others: list[dict[str, Any]] = [belief for belief in beliefs or () if belief is not None]
    chance = max((belief[colour] for belief in others), default=0.0)
    if chance < LIKELY:
        return ""
    tell = speaker.tell
    if len(others) == 1:
        return tell("kabaleo.reasons.of_the_other", percent=min(99, percent(chance)))
    return tell("kabaleo.reasons.of_another", percent=min(99, percent(chance)))


def _given_away(reveals: float | None, speaker: Speaker) -> str:
    """What an outside observer learns of the mover's colour."""
    tell = speaker.tell
    if reveals is None:
        return ""
    if reveals >= MUCH:
        return tell("kabaleo.reasons.tells_much", percent=percent(reveals))
    return tell("kabaleo.reasons.misleads") if reveals <= ASTRAY else tell("kabaleo.reasons.tells_little")
