"""Set-ups of any form, known to anybody or nobody: knowledge goes into a link and back, and kernels see the gaps."""

from typing import Any

import pytest

from sommet.core.digits import Digits
from sommet.core.fields import FLAG, NONE, Field, Number
from sommet.core.names import SEAT, Fixed
from sommet.core.record import Record
from sommet.core.setup import EVERYBODY, OWN_SEAT, Setup

COLOUR = Fixed("colour", ("red", "blue", "white"))
FEW = Number(2, 5)
HIDDEN: list[tuple[dict[str, Any], Any]] = [
    ({"kind": COLOUR}, "blue"),
    ({"kind": FEW}, 4),
    ({"kind": FLAG}, True),
    ({"kind": COLOUR, "up_to": 3, "least": 3}, ["white", "red", "red"]),
    ({"kind": COLOUR, "up_to": 3}, ["white"]),
    ({"kind": COLOUR, "up_to": 3}, []),
    ({"kind": COLOUR, "per": (SEAT,)}, ["white", "red"]),
    ({"kind": FEW, "per": (COLOUR,)}, {"red": 2, "blue": 5, "white": 3}),
    ({"kind": FEW, "per": (SEAT, COLOUR)}, [{"red": 2, "blue": 5, "white": 3}, {"red": 4, "blue": 2, "white": 2}]),
    ({"kind": COLOUR, "per": (SEAT,), "known": OWN_SEAT}, ["white", "red"]),
    ({"kind": FEW, "per": (SEAT,), "known": OWN_SEAT}, [5, 2]),
    ({"kind": FLAG, "per": (SEAT,), "known": OWN_SEAT}, [False, True]),
    (
        {"kind": FEW, "per": (SEAT, COLOUR), "known": OWN_SEAT},
        [{"red": 2, "blue": 5, "white": 3}, {"red": 4, "blue": 2, "white": 2}],
    ),
]


@pytest.mark.parametrize(("form", "value"), HIDDEN)
def test_what_is_hidden_stays_hidden_in_a_link(form: dict[str, Any], value: Any) -> None:
    """The truth, and what each viewer knows: read back as it was."""
    setup = Setup((), Field("hidden", **form), Field("first", SEAT, known=EVERYBODY), of=f"a test, {form}")
    truth = Record("any", 2, {}, {"hidden": value, "first": 1})
    known = [Record("any", 2, {}, setup.known(truth, viewer), (), viewer) for viewer in (0, 1, "spectator")]
    for record in (truth, *known):
        digits = Digits()
        setup.put(record, digits, 1)
        read = Digits.read(digits.text())
        assert setup.take(2, read, 1) == ({}, record.setup)
        assert read.used_up
        setup.write(record)


def test_kernels_see_a_gap_where_a_hand_is_not_known() -> None:
    """A table with a row for each seat: one's own row is there, the others' are not."""
    form: dict[str, Any] = {"kind": FEW, "per": (SEAT, COLOUR), "known": OWN_SEAT}
    setup = Setup((), Field("hands", **form), Field("first", SEAT, known=EVERYBODY), of="a test, hands")
    hands = [{"red": 2, "blue": 5, "white": 3}, {"red": 4, "blue": 2, "white": 2}]
    truth = Record("any", 2, {}, {"hands": hands, "first": 0})
    known = setup.write(Record("any", 2, {}, setup.known(truth, 1), (), 1))
    assert known["hands"][0, :2, :3].tolist() == [[NONE] * 3, [4, 2, 2]]
