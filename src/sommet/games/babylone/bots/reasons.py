"""Why a move of Babylone: who wins, in how many moves, what refutes the others; else just what it joins (B4)."""

from ....bots.wording import Speaker, chances, percent, sentence
from ....core.position import View
from ....search.advice import Advice


def reasons(view: View, advice: Advice, speaker: Speaker) -> list[str]:
    """At most two sentences."""
    best, tell = advice.moves[0], speaker.tell
    move, length = speaker.written(best.move), best.more.get("moves_to_end")
    if "wins" not in best.more:
        why = view.known.effects(best.move)["why"]
        joins = tell(f"babylone.reasons.joins.{why[0] if len(why) == 1 else 'both'}", move=move)
        return [joins, chances(advice, speaker)]
    if best.more["wins"]:
        return [_won(view, move, length, speaker), _others(advice, speaker)]
    if view.known.players > 2 and best.value > 0:
        return [sentence(tell("reasons.shares", percent=percent(best.value)))]
    if length is None or view.known.players > 2:
        return [tell("babylone.reasons.lost")]
    return [tell("babylone.reasons.longest", move=move, moves=length)]


def _won(view: View, move: str, length: float | None, speaker: Speaker) -> str:
    tell = speaker.tell
    if length is None or length != int(length):
        return tell("babylone.reasons.wins_some_day", move=move)
    if length == 1:
        return tell("babylone.reasons.now", move=move)
    return tell("babylone.reasons.wins", move=move, moves=int(length))


def _others(advice: Advice, speaker: Speaker) -> str:
    """How many more win; where none does, why one of them loses."""
    tell, others = speaker.tell, advice.moves[1:]
    winning = sum(bool(each.more["wins"]) for each in others)
    if winning:
        return tell("babylone.reasons.more", count=winning) if winning > 1 else tell("babylone.reasons.one_more")
    refuted = [each for each in others if each.more["refutation"]]
    if not refuted:
        return ""
    loser, refutation = speaker.written(refuted[0].move), speaker.written(refuted[0].more["refutation"])
    return tell("babylone.reasons.alone", loser=loser, refutation=refutation)
