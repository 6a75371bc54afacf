"""Few tokens more than colours: the game that docs/proof.md plays to its end, and what it claims of it."""

import re
from pathlib import Path

import pytest

from sommet.games.babylone.atlas.laws import binary_ones
from sommet.games.babylone.atlas.moves import moves
from sommet.games.babylone.atlas.nearly import (
    WINDOW,
    Forcing,
    after,
    good_for,
    holds_from,
    kinds,
    plies_needed,
    repeated_colours,
    settled,
    without_singles,
)
from sommet.games.babylone.heights import Heights, canonical, start
from sommet.games.babylone.solver.solve import Solver

PROOF = Path(__file__).parents[2] / "docs" / "proof.md"
EVERY = (1 << len(kinds())) - 1


def told() -> dict[int, tuple[int, int, int]]:
    """What the page says: by tokens more than colours, the worst colour, the moves needed, and from which T on."""
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", PROOF.read_text(encoding="utf-8"), re.MULTILINE)
    return {int(more): (int(worst), int(plies), int(first)) for more, worst, plies, first in rows}


def needed(more: int) -> tuple[int, int, int]:
    """The same, computed."""
    found = []
    for repeated in repeated_colours(more):
        plies = plies_needed(repeated, told()[more][1])
        assert plies is not None, f"{repeated}: not in {told()[more][1]} moves"
        found.append((plies, repeated))
    plies, repeated = max(found)
    return repeated[0], plies, max(holds_from(each, n) for n, each in found)


def test_the_page_says_what_is_needed() -> None:
    """Up to four tokens more than colours: the moves, and the T from which on nobody runs out of single tokens."""
    assert sorted(told()) == [1, 2, 3, 4, 5, 6]
    for more in (1, 2, 3, 4):
        assert needed(more) == told()[more]


@pytest.mark.long
def test_five_and_six_more() -> None:
    """The same for five and six."""
    for more in (5, 6):
        assert needed(more) == told()[more]


def told_of_seven() -> dict[tuple[int, ...], tuple[int, int]]:
    """What the page says of seven tokens more than colours: by the repeated colours, the moves and the first T."""
    text = PROOF.read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\d +,or]+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    return {
        tuple(map(int, each.split(" + "))): (int(plies), int(first))
        for families, plies, first in rows
        for each in re.split(", | or ", families)
    }


def test_the_page_has_every_way_to_have_seven_more() -> None:
    """All fifteen, but for eight of one colour, are in its table, each from a T that its moves allow."""
    assert {*told_of_seven(), (8,)} == set(repeated_colours(7))
    for repeated, (plies, first) in told_of_seven().items():
        assert holds_from(repeated, plies) == first


@pytest.mark.long
def test_seven_more() -> None:
    """Those of them that take fourteen moves (the others take minutes)."""
    short = [repeated for repeated, (plies, _) in told_of_seven().items() if plies == 14]
    assert len(short) == 7
    for repeated in short:
        assert plies_needed(repeated, 14) == 14


def test_every_kind_of_t_is_there() -> None:
    """Numbers far beyond those that the kinds were found among are of no other kind."""
    for tokens in (*range(WINDOW, 3000), *range(2**20 - 50, 2**20 + 50), *range(10**9, 10**9 + 50)):
        parities = tuple((binary_ones(tokens) + binary_ones(tokens - c)) % 2 for c in range(WINDOW))
        assert ((tokens - binary_ones(tokens)) % 2 == 1, parities) in kinds()


def test_more_single_tokens_give_no_other_game() -> None:
    """From a small position the rules lead to the same small positions with two single tokens as with nine."""
    for small in [start((4, 2)), *after(start((4, 2))), *after(start((3, 3)))]:
        plenty = canonical((*small, *((1,),) * 9))
        assert {without_singles(move.after) for move in moves(plenty)} == set(after(small))


@pytest.mark.parametrize("heights", [((1,), (1,), (1,)), ((2,), (2,)), ((3,), (2,)), ((3,), (3,)), ((6,), (3,), (5,))])
def test_a_settled_position_counts_what_is_left(heights: Heights) -> None:
    """The favoured player wins it exactly if it leaves, joined to its end, as many stacks as T has ones, modulo 2."""
    assert settled(heights)
    held = sum(map(sum, heights))
    for tokens in (44, 47, 52, 59):
        stacks = sorted([*(h for (h,) in heights), *[1] * (tokens - held)])
        while (twice := next((h for h in stacks if stacks.count(h) > 1), None)) is not None:
            stacks.remove(twice)
            stacks.remove(twice)
            stacks.append(2 * twice)
        parities = tuple((binary_ones(tokens) + binary_ones(tokens - c)) % 2 for c in range(WINDOW))
        bit = kinds().index(((tokens - binary_ones(tokens)) % 2 == 1, parities))
        assert bool(good_for(without_singles(heights)) >> bit & 1) == (len(stacks) % 2 == binary_ones(tokens) % 2)


def test_what_is_forced_is_won() -> None:
    """Sets with as many tokens as the moves may use up: the solver says the same (differential)."""
    solver, tried = Solver(), 0
    for more in (1, 2):
        for repeated in repeated_colours(more):
            plies = plies_needed(repeated, 8)
            assert plies is not None
            least = sum(repeated) + 2 * plies
            for tokens in range(least, least + 5):
                each = (*repeated, *[1] * (tokens - sum(repeated)))
                first = (tokens - binary_ones(tokens)) % 2 == 1
                assert solver.solve(start(each)).wins == first
                tried += 1
    assert tried == 15


def test_nothing_is_forced_in_no_moves() -> None:
    """A game that cannot be won so fast is not claimed: four of a colour need more than two moves."""
    assert Forcing().forced(start((4,)), False, 2, EVERY) == 0
    assert plies_needed((4,), 7) is None
