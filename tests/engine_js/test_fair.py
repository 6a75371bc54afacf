"""The page's proof of a fair deal says what Python's says, of the same game, facts and part, altered or not."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.core.errors import SommetError
from sommet.server.tables.proof import judge
from sommet.server.wire.fair import Kept

from ..server.deals import dealt
from ..server.test_fair import changed, leaves
from ..support.examples import examples
from .asking import Asked

GAMES = [("kabaleo", 3), ("babylone", 2), ("on_top", 4)]


def both(engine: Asked, data: dict[str, Any], mine: Kept | None) -> tuple[Any, Any]:
    """What the page says, and what Python says."""
    kept = None if mine is None else msgspec.to_builtins(mine)
    here = engine("judge", record=data["record"], fair=data["fair"], mine=kept)["answer"]
    return here, msgspec.to_builtins(judge(data, mine))


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_deal_of_256_bits_is_dealt_again(engine: Asked, name: str, players: int, number: int) -> None:
    """By the page's own kernels, with seeds nobody knows before; and everybody's part is found in it."""
    data, parts = dealt(name, players, number)
    for part in parts:
        here, there = both(engine, data, part)
        assert here == there
        assert here["outcome"] == "fair"
    here, there = both(engine, data, None)
    assert here == there


@given(st.sampled_from(GAMES), st.data())
@examples(120)
def test_whatever_is_altered_both_say_the_same(engine: Asked, setting: tuple[str, int], draw: st.DataObject) -> None:
    """A fact, the beginning of the game, or what was kept."""
    data, parts = dealt(*setting, first=0, seed=1)
    whole = {"fair": data["fair"], "record": {"setup": data["record"]["setup"]}, "mine": msgspec.to_builtins(parts[0])}
    altered = changed(whole, draw.draw(st.sampled_from(leaves(whole))), draw)
    data = {"record": data["record"] | altered["record"], "fair": altered["fair"]}
    try:
        mine = msgspec.convert(altered["mine"], Kept)
        here, there = both(engine, data, mine)
    except (msgspec.ValidationError, SommetError):
        return
    assert here == there
