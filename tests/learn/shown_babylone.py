"""What Babylone's pictures show, clause by clause."""

from .reading import Course, ending
from .shown import shows


@shows
def b1(course: Course) -> bool:
    """Three of each of four colours."""
    tokens = course.first.record.setup["tokens"]
    return sorted(tokens.count(colour) for colour in set(tokens)) == [3, 3, 3, 3]


@shows
def b2(course: Course) -> bool:
    """Twelve stacks of height 1."""
    return [len(stack) for stack in course.first.shown["stacks"].values()] == [1] * 12


@shows
def b4(course: Course) -> bool:
    """By height, then by colour."""
    return {tuple(move["why"]) for move in course.told} >= {("height",), ("colour",)}


@shows
def b5(course: Course) -> bool:
    """Two colours on top meet, and the lifted one stays."""
    lifted, target = (course.before.shown["stacks"][spot][-1] for spot in course.end.moves[-1].split(">"))
    after = course.end.shown["stacks"][course.end.moves[-1].split(">")[1]][-1]
    return bool(after == lifted != target)


@shows
def b6(course: Course) -> bool:
    """A stack of several goes as a whole."""
    lifted, target = (course.before.shown["stacks"][spot] for spot in course.end.moves[-1].split(">"))
    return len(lifted) > 1 and target + lifted in course.end.shown["stacks"].values()


@shows
def b7(course: Course) -> bool:
    """Two players; nobody can move."""
    return course.end.players == 2 and ending(course.end)[1] == "blocked"


@shows
def b9(course: Course) -> bool:
    """The others are out, one after the other."""
    return (course.before.shown["out"], course.last["out"], ending(course.end)[0]) == (
        [],
        [1, 2],
        [0],
    )


@shows
def b10(course: Course) -> bool:
    """Neither twelve pyramids nor four colours."""
    tokens = course.first.record.setup["tokens"]
    return len(tokens) != 12 and len(set(tokens)) != 4 and bool(course.told)
