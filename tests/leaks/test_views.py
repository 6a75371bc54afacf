"""The guard: put another hidden part in place of the true one, and no viewer can tell, until the end.

Everything here is derived from `position.view(viewer)` or from the engine's reply with "view", and from nothing else.
"""

import json
from types import FunctionType
from typing import Any

import pytest

import sommet
from sommet.bots import bot, names
from sommet.core.chance import Chance
from sommet.core.links import link
from sommet.core.position import Position, View
from sommet.core.record import Record, Viewer
from sommet.engine.protocol import answer
from sommet.search.advice import Budget

from ..support.setups import KABALEO, ON_TOP, SETUPS, Setup, course
from ..support.states import contents

HIDING = [*KABALEO, *ON_TOP[:4], ON_TOP[6]]


def viewers(position: Position) -> list[Viewer]:
    """Every seat and the spectator."""
    return [*range(position.players), "spectator"]


def seen(view: View) -> bytes:
    """All that this viewer is ever given, as bytes."""
    result = view.result
    data = {
        "shown": view.shown,
        "legal": view.legal,
        "to_move": view.to_move,
        "knowledge": view.knowledge.as_dict(),
        "link": link(view.known),
        "result": None if result is None else result.as_dict(),
        "scores": view.known.scores,
        "state": contents(view.known.state),
        "setting": contents(view.known.setting),
        "numbers": view.known.numbers,
    }
    return json.dumps(data).encode()


def told(view: View) -> View:
    """The same made from the knowledge record alone: what a view should not hold, this one cannot hold."""
    return View(sommet.load(view.knowledge.as_dict()), view.viewer)


def reply(position: Position, viewer: Viewer) -> bytes:
    """The engine's reply to a request for a view."""
    return answer(json.dumps({"record": position.record.as_dict(), "view": viewer}).encode())


def hidden(record: Record) -> Any:
    """What some viewer does not know."""
    return record.setup.get("objectives"), record.setup.get("tiles")


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_no_viewer_can_tell_another_hidden_part(setup: Setup) -> None:
    """Over a whole random game, for every viewer, in the library and through the engine."""
    changed = 0
    for ply, position in enumerate(course(setup.deal(ply_seed := 17), ply_seed)):
        if position.over:
            continue
        for viewer in viewers(position):
            view = position.view(viewer)
            other = told(view).redeal(Chance(1000 * ply))
            changed += hidden(other.record) != hidden(position.record)
            assert seen(other.view(viewer)) == seen(view)
            if ply % 4 == 0:
                assert reply(other, viewer) == reply(position, viewer)
    assert changed > 0 or setup.game == "babylone" or setup.options.get("board") == "hex-1-1-1"


@pytest.mark.parametrize("setup", [KABALEO[0], KABALEO[4], ON_TOP[0], ON_TOP[1]], ids=str)
def test_no_bot_answers_otherwise(setup: Setup) -> None:
    """With the same seed every bot gives the same advice for the true position and for another one."""
    positions = course(setup.deal(4), 4)
    for position in positions[: len(positions) - 1 : 9]:
        seat = position.to_move
        assert seat is not None
        view = position.view(seat)
        other = view.redeal(Chance(5)).view(seat)
        for name in names(setup.game):
            budget = Budget(simulations=40)
            found = [bot(setup.game, name).think(one, budget, seed=3) for one in (view, other)]
            assert found[0].moves == found[1].moves


@pytest.mark.parametrize("setup", [KABALEO[0], ON_TOP[0]], ids=str)
def test_no_advice_of_the_engine_tells(setup: Setup) -> None:
    """Full records with different secrets, the same analysis."""
    position = course(setup.deal(4), 4)[7]
    seat = position.to_move
    assert seat is not None
    dealt = (position.view(seat).redeal(Chance(seed)) for seed in range(20))
    other = next(one for one in dealt if hidden(one.record) != hidden(position.record))
    analyse = {"simulations": 60, "seed": 2}
    advice = []
    for one in (position, other):
        asked = {"record": one.record.as_dict(), "analyse": analyse, "view": seat}
        advice.append(answer(json.dumps(asked).encode()))
    assert advice[0] == advice[1]


def reachable(start: Any) -> dict[int, Any]:
    """Every object that can be reached from there by attributes, items and closures (not through modules)."""
    found: dict[int, Any] = {}
    left = [start]
    while left:
        thing = left.pop()
        if id(thing) in found or isinstance(thing, type | str | bytes | int | float | None):
            continue
        if isinstance(thing, FunctionType):
            left += [cell.cell_contents for cell in thing.__closure__ or () if cell.cell_contents is not thing]
            continue
        if type(thing).__name__ == "module":
            continue
        found[id(thing)] = thing
        if isinstance(thing, dict):
            left += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set | frozenset):
            left += thing
        left += getattr(thing, "__dict__", {}).values()
        left += [getattr(thing, name) for name in getattr(type(thing), "__slots__", ()) if hasattr(thing, name)]
        left += [thing.base] if getattr(thing, "base", None) is not None else []
    return found


@pytest.mark.parametrize("setup", HIDING, ids=str)
def test_a_view_has_no_way_to_the_truth(setup: Setup) -> None:
    """Neither the true objectives nor the order of the tiles nor the true state is reachable from a view."""
    position = course(setup.deal(6), 6)[3]
    hidden = next(key for key in ("objectives", "tiles") if key in position.record.fixed_setup)
    true = position.record.fixed_setup[hidden]
    secrets = [position, position.record, position.record.fixed_setup, position.state, true]
    for viewer in viewers(position):
        view = position.view(viewer)
        assert view.shown
        assert view.legal is not None
        found = reachable(view)
        assert not [secret for secret in secrets if id(secret) in found]
        for thing in found.values():
            assert not (isinstance(thing, list | tuple) and list(thing) == list(true))


def test_reachable_finds_what_is_there() -> None:
    """The walk itself works: from the position every secret is found."""
    position = KABALEO[0].deal(1)
    found = reachable(position)
    assert id(position.record.fixed_setup["objectives"]) in found
    assert id(position.state) in found


def test_a_view_is_made_from_knowledge_only() -> None:
    """A position with a full record cannot be wrapped as a view."""
    position = KABALEO[0].deal(1)
    with pytest.raises(TypeError):
        View(position, 0)
    with pytest.raises(TypeError):
        View(position.view(1).known, 0)


@pytest.mark.parametrize("setup", HIDING, ids=str)
def test_after_the_end_all_is_shown(setup: Setup) -> None:
    """To everybody alike."""
    end = course(setup.deal(3), 3)[-1]
    for viewer in viewers(end):
        view = end.view(viewer)
        assert view.knowledge.setup == end.record.setup
        assert view.result == end.result


@pytest.mark.parametrize("viewer", [2, -1, None, True, "everybody", 0.0])
def test_there_is_no_default_view(viewer: Any) -> None:
    """Who is no viewer gets nothing."""
    with pytest.raises(sommet.SommetError) as caught:
        KABALEO[0].deal(1).view(viewer)
    assert caught.value.code == "bad_request"
