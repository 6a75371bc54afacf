"""On Top's lesson does what it says."""

from typing import Any

from sommet.core.position import Position

from .reading import ending, steps, wanted

STEPS = steps("on_top")


def turned(move: str) -> str:
    """The same place, the tile turned by half a turn."""
    return "-".join(reversed(move.split("-")))


def circles(position: Position, move: str) -> list[dict[str, Any]]:
    """Those it finishes."""
    found: list[dict[str, Any]] = position.effects(move)["circles"]
    return found


def scored(position: Position, move: str, colour: str) -> int:
    """The points it gives a colour."""
    return sum(circle["points"] for circle in circles(position, move) if circle["leader"] == colour)


def test_the_learner_is_red() -> None:
    """Against yellow; blue and white are neutral."""
    assert {tuple(step.record.setup["colours"]) for step in STEPS.values()} == {("red", "yellow")}
    assert {step.view for step in STEPS.values()} == {0}


def test_lay() -> None:
    """On an empty board; what is refused touches a triangle with a corner only (T12)."""
    position, _, others = wanted(STEPS["lay"])
    assert others == []
    assert sorted(set(position.shown["cells"].values())) == ["black", "empty"]
    assert STEPS["lay"].refused is not None
    assert STEPS["lay"].refused.clause == "T12"


def test_circle() -> None:
    """Either way round the circle is finished, with red on top of a tower of two: 2 points. No other move does it."""
    position, answers, others = wanted(STEPS["circle"])
    assert {turned(move) for move in answers} == set(answers)
    for move in answers:
        (circle,) = circles(position, move)
        assert (circle["leader"], len(circle["tower"]), circle["points"]) == ("red", 2, 2)
    assert not any(circles(position, move) for move in others)


def test_turn() -> None:
    """Red 3, yellow 2; turned, yellow leads."""
    position, (answer,), others = wanted(STEPS["turn"])
    (circle,) = circles(position, answer)
    assert (circle["leader"], circle["sixths"]["red"], circle["sixths"]["yellow"]) == ("red", 3, 2)
    assert circles(position, turned(answer))[0]["leader"] == "yellow"
    assert not any(scored(position, move, "red") for move in others)


def test_tower() -> None:
    """Blue and white under red, 3 points; turned, only a tower of two."""
    position, (answer,), others = wanted(STEPS["tower"])
    assert circles(position, answer)[0]["tower"] == ["blue", "white", "red"]
    assert scored(position, answer, "red") == 3
    assert scored(position, turned(answer), "red") == 2
    assert max(len(circle["tower"]) for move in others for circle in circles(position, move)) == 2


def test_second() -> None:
    """Red under white, no points, a pawn less; no other move places a red pawn."""
    position, (answer,), others = wanted(STEPS["second"])
    assert circles(position, answer)[0]["tower"] == ["red", "white"]
    after = position.play(answer)
    assert after.shown["pawns"]["red"] == position.shown["pawns"]["red"] - 1
    assert after.shown["scores"] == position.shown["scores"]
    assert not any("red" in circle["tower"] for move in others for circle in circles(position, move))


def test_tie() -> None:
    """Yellow and white 2 each, nothing is laid; turned, yellow would score."""
    position, (answer,), _ = wanted(STEPS["tie"])
    (circle,) = circles(position, answer)
    assert (circle["tied"], circle["tower"]) == (True, [])
    assert (circle["sixths"]["yellow"], circle["sixths"]["white"]) == (2, 2)
    assert scored(position, turned(answer), "yellow") > 0


def test_gold() -> None:
    """A golden circle, a tower of two: 4 points."""
    position, (answer,), others = wanted(STEPS["gold"])
    (circle,) = circles(position, answer)
    assert (circle["gold"], circle["leader"], len(circle["tower"]), circle["points"]) == (True, "red", 2, 4)
    won = [circle for move in others for circle in circles(position, move) if circle["leader"] == "red"]
    assert not any(circle["gold"] for circle in won)


def test_double() -> None:
    """Two circles, both red, 2 points each; no other move wins two."""
    position, (answer,), others = wanted(STEPS["double"])
    assert [(circle["leader"], circle["points"]) for circle in circles(position, answer)] == [("red", 2), ("red", 2)]
    assert all(sum(circle["leader"] == "red" for circle in circles(position, move)) < 2 for move in others)


def test_hole() -> None:
    """A black triangle fills F6, above the triangle on G5, and finishes the circle for red; nothing else does."""
    position, answers, others = wanted(STEPS["hole"])
    for move in answers:
        assert position.effects(move)["black"] == ["F6"]
        assert position.play(move).shown["black_left"] == position.shown["black_left"] - 1
        assert scored(position, move, "red") == 2
    assert not any(position.effects(move)["black"] for move in others)


def test_left_over() -> None:
    """14 to 19 before; 18 to 19 on the track, 2 and 5 pawns left: 16 to 14. Otherwise yellow wins."""
    position, answers, others = wanted(STEPS["left_over"])
    assert position.shown["scores"] == [14, 19]
    for move in answers:
        after = position.play(move)
        assert after.shown["scores"] == [18, 19]
        assert (after.shown["pawns"]["red"], after.shown["pawns"]["yellow"]) == (2, 5)
        assert ending(after) == ([0], "points", [16, 14])
    assert all(ending(position.play(move))[0] == [1] for move in others)
    assert {turned(move) for move in answers} == set(others)


def test_last_pawn() -> None:
    """Red has one pawn and is far behind; placing it wins."""
    position, (answer,), others = wanted(STEPS["last_pawn"])
    assert (position.shown["pawns"]["red"], position.shown["scores"]) == (1, [10, 44])
    assert position.effects(answer)["last_pawn"] == "red"
    assert ending(position.play(answer))[:2] == ([0], "last_pawn")
    assert not any(position.effects(move)["last_pawn"] == "red" for move in others)
