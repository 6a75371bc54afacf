"""Every position has one number, and every number one position."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.games.babylone.atlas import Atlas, AtlasError
from sommet.games.babylone.atlas.estimate import position_counts
from sommet.games.babylone.atlas.tables import space
from sommet.games.babylone.heights import BadHeights, canonical, parse, show, tokens_in

from ..support.examples import examples

EMPTY = np.zeros(0, np.uint64)


def numbering(tokens: int, colours: int | None = None) -> Atlas:
    """An atlas with no bits: only numbers."""
    return Atlas(space(tokens, colours), EMPTY)


@pytest.mark.parametrize(("tokens", "colours"), [(1, 1), (2, 2), (7, 7), (11, 11), (12, 3), (14, 2)])
def test_numbers_have_no_gaps_and_no_doubles(tokens: int, colours: int) -> None:
    """Numbers have no gaps and no doubles."""
    atlas = numbering(tokens, colours)
    found = {}
    for rank in range(atlas.space.bits):
        position = atlas.position(rank)
        if position is not None:
            assert atlas.rank(position) == rank
            found[position] = rank
    assert len(found) == atlas.space.positions == position_counts(tokens, colours)[0]
    assert all(tokens_in(position) == tokens and len(position) <= colours for position in found)


@pytest.mark.parametrize(("tokens", "positions"), [(16, 31_877), (28, 25_057_499), (32, 203_286_806)])
def test_there_are_as_many_as_multisets_of_partitions(tokens: int, positions: int) -> None:
    """There are as many as multisets of partitions."""
    assert space(tokens).positions == position_counts(tokens, tokens)[0] == positions


def test_counts_of_large_spaces() -> None:
    """Counts of large spaces."""
    assert position_counts(36, 36)[0] == 1_572_318_704
    assert position_counts(40, 40)[0] == 11_668_071_461
    assert position_counts(45, 3)[0] == space(45, 3).positions == 373_366_416


@given(st.integers(0, space(32).bits - 1))
@examples(300)
def test_rank_after_unrank_is_the_same(rank: int) -> None:
    """Rank after unrank is the same."""
    atlas = numbering(32)
    position = atlas.position(rank)
    if position is not None:
        assert atlas.rank(position) == rank
        assert atlas.rank(show(position)) == rank


@given(st.data())
@examples(200)
def test_order_and_names_do_not_matter(data: st.DataObject) -> None:
    """Order and names do not matter."""
    atlas = numbering(20)
    rank = data.draw(st.integers(0, atlas.space.bits - 1))
    position = atlas.position(rank)
    if position is not None:
        colours = [data.draw(st.permutations(heights)) for heights in data.draw(st.permutations(position))]
        assert canonical(colours) == position
        assert atlas.rank(colours) == rank
        assert parse("|".join(",".join(map(str, heights)) for heights in colours)) == position


@pytest.mark.parametrize("text", ["", "1,", "a|1", "0|1", "-1", "1||1", "65", "|", "1;1"])
def test_what_is_no_position_is_refused(text: str) -> None:
    """What is no position is refused."""
    with pytest.raises(BadHeights):
        parse(text)


def test_a_position_of_another_size_is_refused() -> None:
    """A position of another size is refused."""
    with pytest.raises(AtlasError, match="12 tokens in at most 2 colours"):
        numbering(12, 2).rank("6|5|1")
    with pytest.raises(AtlasError):
        numbering(12).rank("1|1")
