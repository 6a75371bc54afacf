"""What is shown, as the text that a server sends: the same in every way of making it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from sommet.core import writing
from sommet.core.arrays import one
from sommet.core.fields import FLAG, NUMBER, Field, Group, Kind, Layout
from sommet.core.names import SEAT, Fixed, Names, Terms
from sommet.core.position import Position
from sommet.core.registry import players
from sommet.core.writing import Program, as_text, write, writer

from ..support.setups import SETUPS, Setup, course

TERMS = Terms(3, {}, {})
COLOUR, SPOT = Fixed("colour", ("red", 'q"uote', "é")), Fixed("spot", ("a", "b"))
KINDS: list[Kind] = [COLOUR, SPOT, SEAT, FLAG, NUMBER]
LONGEST = 4


def fields(number: int) -> "some.SearchStrategy[Field]":
    """A field of any form that has no groups."""
    name, kind = f"field {number}", some.sampled_from(KINDS)
    axes: list[Names] = [COLOUR, SPOT, SEAT]
    axis = some.sampled_from(axes)
    return some.one_of(
        some.builds(
            lambda kind, per, late: Field(name, kind, tuple(per), late=late),
            kind,
            some.lists(axis, max_size=2),
            some.booleans(),
        ),
        some.builds(lambda kind: Field(name, kind, up_to=LONGEST), kind),
        some.builds(lambda kind, axis: Field(name, kind, (axis,), piled=LONGEST), kind, axis),
    )


@some.composite
def records(draw: some.DrawFn) -> tuple[Layout, np.ndarray]:
    """A layout and a record of it that a kernel could have filled."""
    told = [draw(fields(number)) for number in range(draw(some.integers(1, 4)))]
    layout = Layout(*told, of=__name__)
    record = one(layout.type)
    values = record.view(np.int16)
    for each in told:
        at, shape = layout.place(each.name)
        size = int(np.prod(shape, dtype=int))
        if each.kind is NUMBER:
            least, most = -(2**15), 2**15 - 1
        else:
            least, most = (0, 1) if each.kind is FLAG else (-1, len(each.kind.of(TERMS)) - 1)  # type: ignore[union-attr]
        values[at : at + size] = draw(some.lists(some.integers(least, most), min_size=size, max_size=size))
        if each.up_to or each.piled:
            at, shape = layout.place(f"{each.name}_count")
            left = LONGEST
            for k in range(int(np.prod(shape, dtype=int))):
                values[at + k] = draw(some.integers(0, left))
                left -= values[at + k]
    return layout, record


@given(records(), some.booleans())
def test_any_layout_is_written_as_it_is_read(made: tuple[Layout, np.ndarray], over: bool) -> None:
    """Every kind of value, along axes, in lists and in piles; and the room that is set apart for it is enough."""
    layout, record = made
    wanted = as_text(layout.reader(TERMS)(record, over))
    program = Program(layout, TERMS, over)
    for way in (write.interpreted, write.compiled):  # type: ignore[attr-defined]
        out = np.zeros(program.longest + 1, np.uint8)
        size = way(record.view(np.int16), program.rows, program.spans, program.texts, out)
        assert out[:size].tobytes() == wanted
        assert size <= program.longest
        assert not out[size:].any()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_is_shown_as_text(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every position of a game: by the kernel, and before its machine code is there."""
    writing.prepare()
    for position in course(setup.deal(7), 5):
        fast = position.shown_json
        with monkeypatch.context() as slowly:
            slowly.setattr(writing, "INTERPRETED", True)
            assert fast == position.shown_json == as_text(position.shown)


def test_a_number_that_is_no_members_reads_nothing_else() -> None:
    """Whatever a game's kernel leaves in a record: memory beside the table is nobody's to see."""
    layout = Layout(Field("colour", COLOUR), Field("seat", SEAT), of=__name__)
    record = one(layout.type)
    program = Program(layout, TERMS, False)
    for number in (-32768, -2, 3, 4, 32767):
        record.view(np.int16)[:] = number
        for way in (write.interpreted, write.compiled):  # type: ignore[attr-defined]
            out = np.zeros(program.longest, np.uint8)
            size = way(record.view(np.int16), program.rows, program.spans, program.texts, out)
            assert out[:size].tobytes() == b'{"colour":null,"seat":null}'


def test_groups_are_written_too() -> None:
    """By the reader."""
    layout = Layout(Field("all", Group((Field("seat", SEAT), Field("points", NUMBER))), up_to=2), of=__name__)
    record = one(layout.type)
    record["all_count"], record["all_points"][0, 0] = 1, 7
    assert writer(layout, TERMS)(record, False) == b'{"all":[{"seat":0,"points":7}]}'


@pytest.mark.parametrize("name", sorted(players()))
def test_every_game_is_written_by_the_kernel(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """None falls back to the slow way unnoticed."""
    position: Position = next(setup for setup in SETUPS if setup.game == name).deal(1)
    position.prepare()
    text = position.shown_json  # the program is made
    monkeypatch.setattr(writing, "as_text", None)
    assert position.shown_json == text
