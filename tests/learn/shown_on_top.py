"""What On Top's pictures show, clause by clause."""

from typing import Any

from sommet.core.learn import pictures
from sommet.games.on_top.shape import board

from .reading import Course, ending
from .shown import shows


def _around() -> dict[str, list[str]]:
    """The cells around each crossing."""
    on = board("hex-1-5-5")
    return {
        name: [cell for cell, points in zip(on.cell_names, on.cells, strict=True) if point in points]
        for name, point in zip(on.crossing_names, on.crossings, strict=True)
    }


def _circles(course: Course) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = course.last["circles"]
    return found


@shows
def t2(course: Course) -> bool:
    """One tile on two cells."""
    return list(course.end.shown["cells"].values()).count("tile") == 2


@shows
def t4(course: Course) -> bool:
    """Not the usual board."""
    return len(course.first.shown["cells"]) == 78


@shows
def t5(course: Course) -> bool:
    """All six cells around an inner crossing are filled."""
    (circle,) = _circles(course)
    return not circle["gold"] and sum(circle["sixths"].values()) == 5 and course.first.moves == ()


@shows
def t6(course: Course) -> bool:
    """On the border."""
    return [circle["gold"] for circle in _circles(course)] == [True]


@shows
def t7(course: Course) -> bool:
    """The two red cells, eight in the supply."""
    shown = course.first.shown
    return [cell for cell in shown["cells"] if shown["cells"][cell] == "black"] == ["D5", "G5"] and shown[
        "black_left"
    ] == 8


@shows
def t8(course: Course) -> bool:
    """More than two, elsewhere."""
    shown = course.first.shown
    black = {cell for cell in shown["cells"] if shown["cells"][cell] == "black"}
    return len(black) == 4 and not black & {"D5", "G5"} and shown["black_left"] == 6


@shows
def t11(course: Course) -> bool:
    """In turn, each on two empty cells."""
    return [move["seat"] for move in course.told] == [0, 1] and course.positions[1].moves == ("D3-D4",)


@shows
def t12(course: Course) -> bool:
    """The rule page's example."""
    refused = pictures("on_top")["T12"].refused
    return refused is not None and (refused.move, course.end.moves) == ("D2-D3", ("D3-D4",))


@shows
def t13(course: Course) -> bool:
    """A hole is filled, from the supply."""
    return len(course.last["black"]) == 1 and course.end.shown["black_left"] == course.first.shown["black_left"] - 1


@shows
def t14(course: Course) -> bool:
    """Several at once, in reading order."""
    names = [circle["crossing"] for circle in _circles(course)]
    return len(names) > 1 and names == sorted(names)


@shows
def t15(course: Course) -> bool:
    """Five sixths of colour, one black."""
    (circle,) = _circles(course)
    return bool(sum(circle["sixths"].values()) == 5 and circle["leader"] == "red")


@shows
def t16(course: Course) -> bool:
    """A tie: nothing is laid."""
    return [(circle["tied"], circle["tower"]) for circle in _circles(course)] == [(True, [])]


@shows
def t17(course: Course) -> bool:
    """The rule page's example: 4 blue, 1 red, 1 yellow; the player whose turn it is lays first."""
    (circle,) = _circles(course)
    counted = {"red": 1, "yellow": 1, "blue": 4, "white": 0}
    return bool(circle["tower"] == ["yellow", "red", "blue"] and circle["sixths"] == counted)


@shows
def t18(course: Course) -> bool:
    """Two towers of two, one of them on gold."""
    found = {circle["gold"]: (len(circle["tower"]), circle["points"]) for circle in _circles(course)}
    return found == {False: (2, 2), True: (2, 4)}


@shows
def t19(course: Course) -> bool:
    """White, which nobody plays, leads; nobody scores."""
    (circle,) = _circles(course)
    return (circle["leader"], circle["points"], circle["tower"]) == ("white", 0, ["red", "white"])


@shows
def t20(course: Course) -> bool:
    """The board is full."""
    end = course.end
    return end.over and "empty" not in end.shown["cells"].values() and course.last["last_pawn"] is None


@shows
def t21(course: Course) -> bool:
    """The track says otherwise than the result."""
    end = course.end
    left = [end.shown["pawns"][colour] for colour in ("red", "yellow")]
    scores = [track - pawns for track, pawns in zip(end.shown["scores"], left, strict=True)]
    return ending(end) == ([0], "points", scores) and end.shown["scores"][0] < end.shown["scores"][1]


@shows
def t22(course: Course) -> bool:
    """Equal scores; fewer pawns left."""
    return ending(course.end) == ([0], "fewest_pawns", [8, 8])


@shows
def t23(course: Course) -> bool:
    """Though behind on the track."""
    winners, reason, scores = ending(course.end)
    assert scores is not None
    return (winners, reason, course.last["last_pawn"]) == ([0], "last_pawn", "red") and scores[0] < scores[1]


@shows
def t24(course: Course) -> bool:
    """White has none left: the game is over, though cells are empty, and a finished circle is not scored."""
    end = course.end
    closed = [
        name
        for name, cells in _around().items()
        if all(end.shown["cells"][cell] != "empty" for cell in cells)
        and any(course.before.shown["cells"][cell] == "empty" for cell in cells)
    ]
    over = end.over and ending(end)[1] != "last_pawn" and "empty" in end.shown["cells"].values()
    return over and end.shown["pawns"]["white"] == 0 and len(closed) > len(_circles(course))


@shows
def t25(course: Course) -> bool:
    """The team wins together, though the best single player is in the other."""
    winners, _, scores = ending(course.end)
    assert scores is not None
    return winners == [1, 3] and scores.index(max(scores)) in (0, 2)
