"""What programs that learn are shown: all that a seat sees, and nothing that it may not know."""

from typing import Any

import numpy as np
import pytest

import sommet
from sommet.core.chance import Chance
from sommet.core.observing import mark
from sommet.core.position import Position
from sommet.core.registry import players
from sommet.envs import viewing

from ..support.setups import BABYLONE, KABALEO, ON_TOP, Setup, course

KINDS = [BABYLONE[0], BABYLONE[1], BABYLONE[4], KABALEO[1], KABALEO[4], ON_TOP[0], ON_TOP[2], ON_TOP[6]]


def courses(setup: Setup, seed: int, every: int = 3) -> list[Position]:
    """Positions of a random game before its end."""
    return [position for position in course(setup.deal(seed), seed)[::every] if not position.over]


@pytest.mark.parametrize("setup", KINDS, ids=str)
def test_another_hidden_part_gives_the_same_observation(setup: Setup) -> None:
    """Bit by bit, for every seat, over a whole random game in which what is hidden is dealt anew."""
    changed = 0
    for ply, position in enumerate(courses(setup, 23)):
        for seat in range(position.players):
            view = position.view(seat)
            other = view.redeal(Chance(ply))
            changed += other.record != position.record
            again = viewing.observation(other.view(seat))
            assert again.tobytes() == viewing.observation(view).tobytes()
    assert changed or not sommet.game(setup.game).secret


@pytest.mark.parametrize("setup", KINDS, ids=str)
def test_every_value_is_within_what_is_declared_and_every_feature_is_told(setup: Setup) -> None:
    """And no feature is dead: over a few games each has more than one value."""
    values: dict[str, set[bytes]] = {}
    for seed in range(2):
        for position in courses(setup, seed):
            for seat in range(position.players):
                view = position.view(seat)
                spec, seen = viewing.spec_of(view), viewing.observation(view)
                assert (seen <= spec.most).all()
                for name, part in spec.parts(seen).items():
                    values.setdefault(name, set()).add(part.tobytes())
    assert all(len(set(feature.meaning)) > 5 for feature in spec.features)
    assert {name for name, seen_values in values.items() if len(seen_values) < 2} == set()


@pytest.mark.parametrize("game", players())
def test_different_views_give_different_observations(game: str) -> None:
    """Positions whose shown things differ in what matters later; another seat, another secret."""
    known: dict[bytes, Any] = {}
    for seed in range(3):
        for position in courses(Setup(game, 2), seed, 1):
            for seat in range(2):
                view = position.view(seat)
                key = viewing.observation(view).tobytes(), viewing.mask(view).tobytes()
                assert known.setdefault(b"".join(key), (seed, len(position.moves), seat)) == (
                    seed,
                    len(position.moves),
                    seat,
                )


def test_an_objective_is_seen_by_its_owner_alone() -> None:
    """Two deals that differ in both objectives: each owner's observation changes, in that part alone."""
    record = sommet.new("kabaleo", seed=5).record.as_dict()
    mine, theirs = record["setup"]["objectives"]
    third = next(colour for colour in record["setup"]["colours"] if colour not in (mine, theirs))
    other = sommet.load({**record, "setup": {**record["setup"], "objectives": [mine, third]}})
    before = sommet.load(record)
    for seat, same in ((0, True), (1, False)):
        one, two = (viewing.observation(position.view(seat)) for position in (before, other))
        assert (one.tobytes() == two.tobytes()) == same
        spec = viewing.spec_of(before.view(seat))
        changed = {name for name, part in spec.parts(one).items() if (part != spec.parts(two)[name]).any()}
        assert changed == (set() if same else {"objective"})


def test_colours_and_seats_are_counted_from_the_viewer() -> None:
    """The same tile laid by somebody else in their own colour looks the same to them."""
    first = sommet.new("on_top", seed=3, first=0, colours=["red", "yellow"])
    swapped = sommet.new("on_top", seed=3, first=1, colours=["yellow", "red"])
    assert viewing.observation(first.view(0)).tobytes() == viewing.observation(swapped.view(1)).tobytes()
    assert viewing.observation(first.view(0)).tobytes() != viewing.observation(first.view(1)).tobytes()


@pytest.mark.parametrize("setup", KINDS, ids=str)
def test_the_mask_marks_the_legal_actions_and_no_others(setup: Setup) -> None:
    """The game's own `mark` agrees with the rules at every ply, action by action, and actions go back to moves."""
    for position in courses(setup, 7):
        assert position.to_move is not None
        view = position.view(position.to_move)
        wanted, spec = viewing.mask(view), viewing.spec_of(view)
        marked = np.zeros(len(wanted), np.bool_)
        mark(position.setting[0], spec.places[0], position.state[0], marked)
        assert (marked == wanted).all()
        assert tuple(sorted(viewing.move(view, action) for action in np.flatnonzero(wanted).tolist())) == position.legal
        assert viewing.action(view, position.legal[0]) in np.flatnonzero(wanted)


def test_actions_have_no_gaps() -> None:
    """As many as there are moves to write: twelve spots to twelve, four colours on sixteen locations."""
    sizes = {}
    for game in players():
        position = sommet.new(game, seed=1)
        assert position.to_move is not None
        sizes[game] = len(viewing.mask(position.view(position.to_move)))
    assert sizes == {"babylone": 144, "kabaleo": 64, "on_top": 188}


def test_a_spectator_has_no_observation() -> None:
    """Nor has somebody who is not to move any legal action."""
    position: Any = sommet.new("kabaleo", seed=1)
    with pytest.raises(sommet.SommetError, match="spectator"):
        viewing.observation(position.view("spectator"))
    with pytest.raises(sommet.SommetError):
        viewing.observation(position)
    assert not viewing.mask(position.view(1 - position.to_move)).any()
    with pytest.raises(sommet.SommetError, match="action"):
        viewing.move(position.view(0), 64)
    with pytest.raises(sommet.SommetError):
        viewing.action(position.view(0), "castle")
