"""Who wins: against brute force through the rules, the theorems, and the numbers known before."""

import re
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from sommet.games.babylone.atlas import Atlas, build
from sommet.games.babylone.atlas.check import check, lost_in_rank_space, ranks_by_rules
from sommet.games.babylone.atlas.laws import LAWS, Law, binary_ones, try_laws
from sommet.games.babylone.atlas.moves import moves
from sommet.games.babylone.atlas.report import TEXT
from sommet.games.babylone.atlas.tables import Space, space
from sommet.games.babylone.atlas.values import Values, compute
from sommet.games.babylone.atlas.winners import Winners, all_winners
from sommet.games.babylone.heights import Heights, start

DOCS = Path(__file__).parents[2] / "docs"


@lru_cache(maxsize=64)
def solve(tokens: int, colours: int | None = None) -> tuple[Space, NDArray[np.uint64]]:
    """Several tests ask about the same space: it is computed once. (The largest here has a megabyte of bits.)"""
    return build.solve(tokens, colours)


def made(tokens: int, colours: int | None = None) -> Atlas:
    """The same as an atlas."""
    return Atlas(*solve(tokens, colours))


def winners(tokens: int, colours: int | None = None) -> Winners:
    """Of a space computed here."""
    of, bits = solve(tokens, colours)
    return Winners.of(tokens, of.colours, bits)


@pytest.mark.parametrize("tokens", range(1, 15))
def test_brute_force_agrees_on_every_position(tokens: int) -> None:
    """Brute force agrees on every position."""
    atlas = made(tokens)
    every = np.arange(atlas.space.bits)
    assert check(atlas.space, atlas.bits, every) == (atlas.space.positions, 0)


def test_brute_force_in_plain_python_agrees() -> None:
    """Brute force in plain python agrees."""
    atlas = made(9)
    lost: dict[Heights, bool] = {}

    def is_lost(position: Heights) -> bool:
        if position not in lost:
            lost[position] = not any(is_lost(move.after) for move in moves(position))
        return lost[position]

    for rank in range(atlas.space.bits):
        position = atlas.position(rank)
        assert position is None or atlas.lost(position) == is_lost(position)


@pytest.mark.parametrize(("tokens", "colours"), [(26, None), (34, 3), (24, 5)])
def test_random_positions_agree_with_the_rules(tokens: int, colours: int | None) -> None:
    """Random positions agree with the rules."""
    of, bits = solve(tokens, colours)
    ranks = np.random.default_rng(tokens).integers(0, of.bits, 5000)
    checked, wrong = check(of, bits, ranks)
    assert checked > 4000
    assert wrong == 0


@pytest.mark.parametrize(("tokens", "colours"), [(17, None), (32, None), (32, 3)])
def test_moves_in_rank_space_are_the_rules_moves(tokens: int, colours: int | None) -> None:
    """In a world where only the rules' successors are won, the position is lost (nothing else is looked at); in one
    where only one of them is lost, it is won (it is looked at)."""
    of = space(tokens, colours)
    all_lost, all_won = np.zeros(of.bits // 64 + 1, np.uint64), np.full(of.bits // 64 + 1, ~np.uint64(0))
    for rank in np.random.default_rng(5).integers(0, of.bits, 60).tolist():
        after = ranks_by_rules(of, rank)
        if not after:
            continue
        for each in after:
            all_lost[each >> 6] |= np.uint64(1) << np.uint64(each & 63)
        assert lost_in_rank_space(of, all_lost, rank)
        all_lost[[each >> 6 for each in after]] = 0
        assert lost_in_rank_space(of, all_won, rank)
        for each in after:
            all_won[each >> 6] ^= np.uint64(1) << np.uint64(each & 63)
            assert not lost_in_rank_space(of, all_won, rank)
            all_won[each >> 6] = ~np.uint64(0)


def test_two_colours_follow_the_theorem() -> None:
    """Two colours follow the theorem."""
    for tokens in range(2, 31):
        for each, second in winners(tokens, 2).second.items():
            if len(each) == 2:
                assert second == (tokens % 2 == 0 and each[1] >= 3)


def test_all_different_colours_follow_thue_and_morse() -> None:
    """All different colours follow thue and morse."""
    for tokens in range(1, 27):
        second = winners(tokens).second
        assert second[(1,) * tokens] == (binary_ones(tokens // 2) % 2 == 0)
        known = {16: (10, 231), 20: (602, 627), 26: (93, 2436)}
        if tokens in known:
            assert (sum(second.values()), len(second)) == known[tokens]


@pytest.mark.long
def test_thirty_two_tokens() -> None:
    """Thirty two tokens."""
    found = winners(32)
    assert (found.second_wins, len(found.second)) == (81, 8349)


def test_the_page_says_what_was_known_before() -> None:
    """The numbers known before are in the table of docs/atlas.md, which `sommet atlas report` makes."""
    page = (DOCS / "atlas.md").read_text(encoding="utf-8").splitlines()
    for known in (
        "| 16 | 31,877 | 231 | 10 | 4.3 % |",
        "| 20 | 318,106 | 627 | 602 | 96.0 % |",
        "| 26 | 8,619,551 | 2,436 | 93 | 3.8 % |",
        "| 32 | 203,286,806 | 8,349 | 81 | 1.0 % |",
    ):
        assert known in page
    assert not any("BROKEN" in line for line in page)


def test_the_page_is_of_this_text() -> None:
    """Between its tables the page says what the text it is made from says."""
    page = (DOCS / "atlas.md").read_text(encoding="utf-8")
    for part in re.split("<!-- [a-z]+ -->", TEXT.read_text(encoding="utf-8")):
        assert part in page


def test_laws_hold_on_the_largest_sets() -> None:
    """On what was found from T = 28 on, which is kept beside the page."""
    kept = all_winners(DOCS / "atlas" / "sets")
    known = {(40, 40): (30_775, 37_338), (46, 46): (38_779, 105_558), (48, 4): (152, 1_033), (64, 3): (49, 374)}
    found = {(each.tokens, each.colours): (each.second_wins, len(each.second)) for each in kept}
    assert [tokens for tokens, _ in found] == list(range(28, 65))
    assert all(found[which] == expected for which, expected in known.items())
    findings = try_laws(kept)
    assert not any(each.broken for each in findings)
    assert all(each.tried for each in findings)
    ranges = {each.law.name: each.range for each in findings}
    assert ranges["two colours"] == "T = 28 to 64"
    assert (ranges["three colours, odd"], ranges["four colours, even"]) == ("T = 29 to 63", "T = 34 to 48")


def test_the_standard_set() -> None:
    """The standard set."""
    atlas = made(12)
    seen = {start((3, 3, 3, 3))}
    todo = list(seen)
    while todo:
        for move in moves(todo.pop()):
            if move.after not in seen:
                seen.add(move.after)
                todo.append(move.after)
    assert atlas.second_wins((3, 3, 3, 3))
    assert len(seen) == 688
    assert sum(atlas.lost(position) for position in seen) == 216
    assert Values(*compute(12, 12)).of("1,1,1|1,1,1|1,1,1|1,1,1") == (0, 10)


def test_five_five_five_is_lost() -> None:
    """Five five five is lost."""
    assert made(15, 3).lost("1,1,1,1,1|1,1,1,1,1|1,1,1,1,1")


def test_few_colours_agree_with_all_positions() -> None:
    """Few colours agree with all positions."""
    full = made(16)
    for colours in (1, 2, 3, 5):
        few = made(16, colours)
        for rank in range(few.space.bits):
            position = few.position(rank)
            assert position is None or few.lost_at(rank) == full.lost(position)


def test_winning_moves_win() -> None:
    """Winning moves win."""
    atlas = made(12)
    found = {move.after for move in atlas.winning_moves("1|1,1,1|2,1,1|3,1")}
    assert found == {((4,), (2, 1, 1), (1, 1, 1), (1,))}
    assert atlas.winning_moves("1,1,1|1,1,1|1,1,1|1,1,1") == []


def test_values_fit_the_winners() -> None:
    """Values fit the winners."""
    values = Values(*compute(13, 13))
    atlas = made(13)
    for rank in range(atlas.space.bits):
        if atlas.position(rank) is not None:
            lost = atlas.lost_at(rank)
            assert (values.grundy[rank] == 0) == lost
            assert (values.length[rank] % 2 == 0) == lost  # The winner makes the last move.


def test_laws_hold_and_counterexamples_are_found() -> None:
    """Laws hold and counterexamples are found."""
    some = [winners(20), winners(21), winners(27, 3), winners(34, 3)]
    findings = {each.law.name: each for each in try_laws(some)}
    assert len(findings) == len(LAWS)
    assert not any(each.broken for each in findings.values())
    assert findings["three colours, even"].tried == 96
    assert findings["two colours"].range == "T = 20 to 21, T = 27, T = 34", "what was not tried is not claimed"
    wrong = Law("wrong", "The first player always wins.", "observed", "", lambda t, s: True, lambda t, s: False)
    (finding,) = try_laws(some[:1], [wrong])
    assert len(finding.broken) == 602


def test_tables_of_sets() -> None:
    """Tables of sets."""
    found = winners(12)
    lines = found.as_csv().splitlines()
    assert lines[0] == "tokens,colours,set,winner"
    assert "12,4,3+3+3+3,second" in lines
    assert len(lines) == 78
    assert '"second_wins": 70' in found.as_json()
