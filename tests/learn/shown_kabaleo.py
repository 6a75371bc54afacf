"""What Kabaleo's pictures show, clause by clause."""

from sommet.core.learn import pictures
from sommet.core.position import Position

from .reading import Course, ending, seen, topped
from .shown import shows


def _shared_out(position: Position, colours: int, locations: int) -> bool:
    setup = position.record.setup
    return len(setup["colours"]) == colours and len(setup["bases"]) == locations


@shows
def k2(course: Course) -> bool:
    """Three players, five colours."""
    return course.first.players == 3 and _shared_out(course.first, 5, 20)


@shows
def k4(course: Course) -> bool:
    """Four players, twenty-four bases, all bare."""
    return _shared_out(course.first, 6, 24) and all(len(pile) == 1 for pile in course.first.shown["locations"])


@shows
def k8(course: Course) -> bool:
    """In turn; the rule page's own example is the first move."""
    return course.positions[1].moves == ("blue@5",) and [move["seat"] for move in course.told] == [0, 1, 0, 1]


@shows
def k9(course: Course) -> bool:
    """Another colour on a bare base, and its own refused there."""
    refused = pictures("kabaleo")["K9"].refused
    assert refused is not None
    own, location = refused.move.split("@")
    return course.first.shown["locations"][int(location) - 1] == [own] and course.positions[1].moves[-1].endswith(
        f"@{location}"
    )


@shows
def k10(course: Course) -> bool:
    """The rule page's example: orange on a green base, then blue."""
    return bool(course.end.shown["locations"][4] == ["green", "orange", "blue"] and course.last["shows"] == "blue")


@shows
def k11(course: Course) -> bool:
    """The rule page's example, and then down to the bare base."""
    cancelled = [(move["cancels"], move["shows"], move["height"]) for move in course.told]
    return cancelled == [(True, "orange", 1), (True, "green", 0)]


@shows
def k12(course: Course) -> bool:
    """Higher with every move."""
    return [move["height"] for move in course.told] == list(range(1, 9))


@shows
def k13(course: Course) -> bool:
    """The last pieces; some bases are still bare."""
    return course.end.over and any(len(pile) == 1 for pile in course.end.shown["locations"])


@shows
def k14(course: Course) -> bool:
    """Blue wins over pink, though yellow, nobody's colour, is seen more often."""
    end = course.end
    held = end.record.setup["objectives"]
    return ending(end)[:2] == ([0], "majority") and "yellow" not in held and seen(end, "yellow") > seen(end, held[0])


@shows
def k15(course: Course) -> bool:
    """As many locations, more piles."""
    return ending(course.end) == ([0], "piles", [4, 4])


@shows
def k16(course: Course) -> bool:
    """As many piles too, and the highest."""
    end = course.end
    return ending(end) == ([0], "highest", [4, 4]) and max(topped(end, "blue")) > max(topped(end, "pink"))


@shows
def k17(course: Course) -> bool:
    """Tied in everything."""
    return ending(course.end) == ([0, 1], "shared", [5, 5])


@shows
def k18(course: Course) -> bool:
    """After the rule page's example, location 5 is closed, and open again one move later."""
    return course.first.moves == ("blue@5",) and any(move.endswith("@5") for move in course.end.legal)
