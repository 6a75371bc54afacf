"""What a viewer does not know is dealt anew: nothing they know changes, and all that is possible is equally likely."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sommet
from sommet.core.chance import Chance
from sommet.core.record import Viewer

from ..support.setups import SETUPS, Setup, course
from ..support.states import same
from ..support.statistics import uniform

SEED = st.integers(0, 2**32)


@given(st.sampled_from(SETUPS), SEED, st.data())
def test_knowledge_is_unchanged(setup: Setup, seed: int, data: st.DataObject) -> None:
    """A redealt position is a whole one, and the viewer knows of it what they knew."""
    position = data.draw(st.sampled_from(course(setup.deal(seed), seed)))
    viewer: Viewer = data.draw(st.sampled_from([*range(position.players), "spectator"]))
    view = position.view(viewer)
    other = view.redeal(Chance(seed))
    assert other.knowledge(viewer) == view.knowledge
    assert other.shown == position.shown
    if not position.over:
        assert other.record.viewer is None
        assert same(sommet.load(other.record.as_dict()), other)


def test_the_same_seed_gives_the_same_redeal() -> None:
    """And another seed another."""
    view = sommet.new("on_top", seed=1).view(0)
    assert view.redeal(Chance(1)).record == view.redeal(Chance(1)).record
    assert view.redeal(Chance(1)).record != view.redeal(Chance(2)).record


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seat", [0, 1, "spectator"])
def test_k3_every_assignment_of_objectives_is_equally_likely(players: int, seat: Viewer) -> None:
    """Those not seen, over the colours not seen."""
    position = course(sommet.new("kabaleo", players, seed=7), 7)[4]
    setup, view = position.record.setup, position.view(seat)
    own = setup["objectives"][seat] if isinstance(seat, int) else None
    free = [colour for colour in setup["colours"] if colour != own]
    cells = len(list(permutations(free, players - (own is not None))))
    draws, chance = 12 * cells, Chance(3)
    counts = Counter(tuple(view.redeal(chance).record.setup["objectives"]) for _ in range(draws))
    assert all(len(set(found)) == players for found in counts)
    assert uniform(counts.values(), draws, cells)


@pytest.mark.parametrize("ply", [0, 20, 27])
def test_t10_the_tiles_to_come_are_shuffled(ply: int) -> None:
    """The same tiles are left, and every one is as likely in every place."""
    position = course(sommet.new("on_top", 2, seed=6), 6)[ply]
    tiles, view = position.record.setup["tiles"], position.view(0)

    def kind(tile: str) -> str:
        return min(tile, tile[2:] + tile[:2])

    left = Counter(kind(tile) for tile in tiles[ply + 1 :])
    places = 33 - ply
    draws, chance = 400, Chance(4)
    seen: list[Counter[str]] = [Counter() for _ in range(places)]
    for _ in range(draws):
        found = view.redeal(chance).record.setup["tiles"]
        assert found[: ply + 1] == tiles[: ply + 1]
        assert Counter(map(kind, found[ply + 1 :])) == left
        for number, tile in enumerate(found[ply + 1 :]):
            seen[number][kind(tile)] += 1
    for place in seen:
        for name, count in left.items():
            chance_of = count / places
            spread = (draws * chance_of * (1 - chance_of)) ** 0.5
            assert abs(place[name] - draws * chance_of) <= 4.5 * spread


def test_b_nothing_is_hidden() -> None:
    """Babylone's redeal is the position itself."""
    position = course(sommet.new("babylone", seed=1), 1)[3]
    assert position.view(0).redeal(Chance(1)).record == position.record
