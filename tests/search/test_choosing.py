"""How bots choose, as kernels: the same interpreted and compiled, and right."""

from collections import Counter
from typing import Any, cast

import numpy as np
import pytest

import sommet
from sommet.core.arrays import one
from sommet.core.bits import random_stream
from sommet.core.chance import Chance
from sommet.core.kernel import INTERPRETED
from sommet.core.position import Position, View
from sommet.games.kabaleo.bots import mind as kabaleo
from sommet.games.kabaleo.bots.fit import found_odds
from sommet.games.kabaleo.bots.guide import gain
from sommet.games.kabaleo.declared import MOST_COLOURS, MOST_LOCATIONS
from sommet.games.kabaleo.rules import shows_after
from sommet.games.on_top.bots.endgame import KINDS, count_unseen
from sommet.games.on_top.bots.guide import DOUBLE, GUIDE, HOLES, OTHERS, promise, set_gains
from sommet.games.on_top.bots.holes import holes_made
from sommet.games.on_top.bots.learned import TABLE
from sommet.games.on_top.bots.worth import learned
from sommet.games.on_top.declared import TILE
from sommet.games.on_top.rules import OPEN
from sommet.games.on_top.training import source
from sommet.search.choosing import best_first, shuffle
from sommet.search.guide import ANSWERED
from sommet.search.minds import concluded, considered, explained
from sommet.search.think import new_found

from ..support.minds import mind

compiled_too = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled here")


def some_way_in(game: str, players: int, moves: int, seed: int = 1, options: Any = None) -> Position:
    """A game in progress, after this many random moves."""
    position, chance = sommet.new(game, players, seed=seed, options=options), Chance(seed)
    for _ in range(moves):
        position = position.play(chance.choice(position.legal))
    return position


def test_shuffled_items_stay_the_same_items_in_every_order() -> None:
    """Each of the 24 orders of four comes about as often."""
    seen: Counter[tuple[int, ...]] = Counter()
    rng = random_stream(1)
    for _ in range(4800):
        items = np.arange(5)
        cast(Any, shuffle).interpreted(rng[0], items, 4)
        assert items[4] == 4
        seen[tuple(items.tolist())] += 1
    assert len(seen) == 24
    assert all(120 < count < 280 for count in seen.values())


def test_best_first_is_a_stable_sort() -> None:
    """By several keys, highest first; equal rows as they come."""
    dice = np.random.default_rng(1)
    for count in (0, 1, 7, 60):
        keys, order = dice.integers(0, 4, (80, 2)).astype(np.float64), np.zeros(80, np.int64)
        cast(Any, best_first).interpreted(keys, count, order)
        assert order[:count].tolist() == sorted(range(count), key=lambda row: (-keys[row]).tolist())


def gained(view: View, move: str) -> int:
    """Locations that a move of Kabaleo's gains its mover."""
    state, number = view.known.state[0], view.known.notation.numbers[move]
    colour, location = divmod(number, MOST_LOCATIONS)
    return int(cast(Any, gain).interpreted(state, colour, location, state["objective"][view.to_move or 0]))


@pytest.mark.parametrize("reach", [0, 1])
def test_kabaleos_greedy_bot_takes_what_it_sees(reach: int) -> None:
    """K14: the best gain first; who looks only near the last move misses what lies elsewhere, and what harms them."""
    missed = 0
    for plies in range(1, 20, 3):
        position = some_way_in("kabaleo", 2, plies)
        view = position.view(position.to_move or 0)
        best = max(gained(view, move) for move in view.legal)
        firsts = [mind("kabaleo", reach=reach).think(view, seed=seed).best for seed in range(12)]
        missed += sum(gained(view, str(first)) < best for first in firsts)
    assert (missed == 0) == (reach == 0)


@compiled_too
@pytest.mark.parametrize("players", [2, 3, 4])
def test_kabaleos_choices_are_the_same_interpreted_and_compiled(players: int) -> None:
    """Beliefs, what a move gives away, the last moves, the greedy order: from records, by one source."""
    position = some_way_in("kabaleo", players, 4)
    late = some_way_in("kabaleo", players, 6 * (players + 2) - (2 if players < 4 else 1))
    levels: list[tuple[Position, dict[str, float]]] = [
        (position, {"reach": 2, "heeds": 4}),
        (position, {"choosy": 3}),
        (position, {"searches": 1}),
        (position, {"searches": 1, "guesses": 1, "rivalry": 0.5, "pose": 0.5, "secrecy": 0.3}),
        (late, {"searches": 1, "guesses": 1}),
    ]
    for where, numbers in levels:
        view, answers = where.view(where.to_move or 0), []
        for way in ("interpreted", "compiled"):
            with mind("kabaleo", **numbers).case(view) as case:
                rng, found = random_stream(5), new_found(view)
                for number in view.known.numbers:
                    found[number] = 100 + number % 7, 30 + number % 5
                status = getattr(considered, way)(*case.considering(rng), 100)
                count = getattr(concluded, way)(*case.concluding(rng, found))
                asked = case.explaining(count)
                getattr(explained, way)(*asked)
                told = [np.nan_to_num(array[:count], nan=-1.0).tolist() for array in case.told[:3]]
                answers.append((status, told, asked[-2].tobytes(), asked[-1].tobytes(), case.guide.tobytes()))
        assert answers[0] == answers[1]
        assert sorted(answers[0][1][0]) == view.known.numbers
    assert answers[0][0] == ANSWERED


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("left", [24, 12, 3, 1])
def test_a_told_chance_keeps_the_order_of_what_was_found(left: int, players: int) -> None:
    """A search hopes for too much; what is certain of two stays so; and what was found can be had back."""
    pieces = sommet.new("kabaleo", players, seed=1).setting["pieces"][0]
    moves = int(pieces) - left
    position = some_way_in("kabaleo", players, moves)
    asked, found = (position.setting[0], position.state[0]), np.linspace(0.02, 0.98, 49)
    told = [float(cast(Any, kabaleo.sober).interpreted(*asked, value)) for value in found]
    assert told == sorted(told)
    assert told[-1] < found[-1]
    surest = [float(cast(Any, kabaleo.sober).interpreted(*asked, value)) for value in (0.0, 1.0)]
    assert (surest == [0.0, 1.0]) == (players == 2)
    assert surest[0] <= told[0] < told[-1] <= surest[1]
    assert np.isnan(cast(Any, kabaleo.sober).interpreted(*asked, np.nan))
    odds = [found_odds(players, pieces, moves, value) for value in told]
    assert odds == pytest.approx(list(np.log(found / (1 - found))))


def test_who_is_choosy_covers_what_shows_most_and_spares_its_own_pieces() -> None:
    """Among the moves that gain as much; where that does not settle it, any."""
    for seed in range(8):
        position = some_way_in("kabaleo", 4, 7, seed)
        setting, state, seat = position.setting[0], position.state[0], position.to_move or 0
        objective, shown = int(state["objective"][seat]), np.zeros(MOST_COLOURS)
        for location in range(int(setting["locations"])):
            shown[state["colour"][state["top"][location]]] += 1
        found = []
        for number in position.numbers:
            colour, location = divmod(number, MOST_LOCATIONS)
            before = int(state["colour"][state["top"][location]])
            after = int(cast(Any, shows_after).interpreted(state, colour, location))
            covered = 0 if before == objective else shown[before]
            covered -= 0 if after == objective else shown[after]
            found.append((int(after == objective) - int(before == objective), covered - 2.4 * (colour == objective)))
        best = mind("kabaleo", choosy=1).think(position.view(seat), seed=seed).best
        assert found[position.numbers.index(position.notation.numbers[best])] == pytest.approx(max(found))


@compiled_too
@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {"teams": True})])
def test_on_tops_choices_are_the_same_interpreted_and_compiled(players: int, options: dict[str, Any]) -> None:
    """The table of gains, the promises of who misses something, the replies, the last tiles: by one source."""
    levels: list[tuple[int, dict[str, float]]] = [
        (6, {"misses": 5, "near": 2}),
        (6, {"foresees": 1, "lacking": 4, "misses": 2, "near": 1}),
        (6, {"foresees": 1, "deep": 4}),
        (6, {"foresees": 1, "searches": 1}),
        (0, {"searches": 1}),
    ]
    for moves, numbers in levels:
        position = some_way_in("on_top", players, moves, options=options) if moves else near_the_end(players, options)
        view, answers = position.view(position.to_move or 0), []
        for way in ("interpreted", "compiled"):
            with mind("on_top", **numbers).case(view) as case:
                rng, found = random_stream(5), new_found(view)
                for number in view.known.numbers:
                    found[number] = 100 + number % 7, 30 + number % 5
                status = getattr(considered, way)(*case.considering(rng), 100)
                count = getattr(concluded, way)(*case.concluding(rng, found))
                told = [np.nan_to_num(array[:count], nan=-1.0).tolist() for array in case.told[:3]]
                answers.append((status, told, int(case.told.exact[0]), case.guide.tobytes()))
        assert answers[0] == answers[1]
        assert sorted(answers[0][1][0]) == view.known.numbers
    assert answers[0][2] == 1


def near_the_end(players: int, options: dict[str, Any]) -> Position:
    """The last position with more than two placements."""
    position, chance = sommet.new("on_top", players, seed=3, options=options), Chance(3)
    found = position
    while not position.over:
        found = position if len(position.legal) > 2 else found
        position = position.play(chance.choice(position.legal))
    return found


def test_on_tops_gains_are_of_sides() -> None:
    """T25: partners share them; what one side gains of a circle the other loses."""
    for players, options in ((2, {}), (4, {"teams": True})):
        known = some_way_in("on_top", players, 0, options=options).view(0).known
        guide = one(GUIDE)
        cast(Any, set_gains).interpreted(known.setting[0], guide[0])
        gain = guide["gain"][0]
        assert np.any(gain[0])
        np.testing.assert_allclose(gain[0], -gain[1], atol=1e-6)
        if players == 4:
            np.testing.assert_array_equal(gain[0], gain[2])


def gains(setting: Any, **numbers: int) -> Any:
    """What circles are worth to the first seat of a level with these numbers: by gold and circle."""
    guide = one(GUIDE)
    for name, number in numbers.items():
        guide[name] = number
    cast(Any, set_gains).interpreted(setting, guide[0])
    return guide["gain"][0, 0]


def test_on_tops_weak_levels_do_not_think_of_what_they_miss() -> None:
    """Circles with many open cells; what the others gain, exactly that and no less; that gold counts double."""
    setting = some_way_in("on_top", 2, 0).view(0).known.setting[0]
    whole, circles = gains(setting, foresees=1), np.arange(1 << OPEN + 3) >> OPEN
    for lacking in (1, 4):
        seen = gains(setting, foresees=1, lacking=lacking)
        assert whole[:, circles > lacking].any()
        assert not seen[:, circles > lacking].any()
        np.testing.assert_array_equal(seen[:, circles <= lacking], whole[:, circles <= lacking])
    now, own = gains(setting), gains(setting, misses=OTHERS)
    assert now.min() < own.min() == 0
    np.testing.assert_array_equal(own[now > 0] >= now[now > 0], True)
    plain = gains(setting, misses=DOUBLE)
    np.testing.assert_array_equal(plain[0], now[0])
    np.testing.assert_array_equal(plain[1], now[0])
    assert (now[1] != now[0]).any()


@pytest.mark.parametrize("near", [1, 2])
def test_on_tops_weak_levels_stay_near_the_last_tile(near: int) -> None:
    """Wherever a placement has so many crossings in common with it; else any. At first nothing is near."""
    far = 0
    for plies in range(0, 24, 3):
        position = some_way_in("on_top", 2, plies)
        corners, numbers = position.setting["corner"][0], position.notation.numbers
        last = set(corners[numbers[position.moves[-1]]].tolist()) if plies else set()

        def common(move: str, last: set[int] = last, corners: Any = corners, numbers: Any = numbers) -> int:
            return len(last & set(corners[numbers[move]].tolist()))

        wanted = min(near, max(map(common, position.legal)))
        for seed in range(3):
            first = mind("on_top", near=near).think(position.view(position.to_move or 0), seed=seed).best
            assert common(first) >= wanted
            far += common(mind("on_top").think(position.view(position.to_move or 0), seed=seed).best) < wanted
    assert far


def promised(view: View, **numbers: float) -> dict[int, float]:
    """What each move promises an On Top level with these numbers."""
    with mind("on_top", **numbers).case(view) as case:
        rng, found, desk = random_stream(1), new_found(view), case.desk
        cast(Any, considered)(*case.considering(rng), 100)
        count = cast(Any, concluded)(*case.concluding(rng, found))
        return dict(zip(desk.placed[:count].tolist(), desk.promised[:count, 0].tolist(), strict=True))


def test_on_tops_weak_levels_do_not_see_holes() -> None:
    """Their promise is what the tile itself does; where it makes no hole, that is all there is."""
    position = some_way_in("on_top", 2, 18)
    view, other = position.view(position.to_move or 0), 0
    blind, seeing = (promised(view, foresees=1, misses=misses) for misses in (HOLES, 0))
    assert set(blind) == set(seeing) == set(view.known.numbers)
    for number, hoped in blind.items():
        made = cast(Any, holes_made).interpreted(position.setting[0], position.state[0], number >> 1)
        if made == 0:
            assert hoped == pytest.approx(seeing[number])
        other += hoped != pytest.approx(seeing[number])
    assert other


def test_on_tops_unseen_tiles_are_those_of_the_deck_not_yet_turned_over() -> None:
    """T3: 34 tiles, of which a viewer has seen those laid and the one to lay."""
    for moves in (0, 5, 12):
        position = some_way_in("on_top", 2, moves)
        known, kinds = position.view(0).known, np.zeros(KINDS)
        cast(Any, count_unseen).interpreted(known.state[0], kinds)
        assert kinds.sum() == 34 - moves - 1
        rest = Counter(TILE.texts.index(name) >> 1 for name in position.record.setup["tiles"][moves + 1 :])
        assert {kind: int(count) for kind, count in enumerate(kinds) if count} == rest


def test_on_tops_table_is_written_as_it_was_read() -> None:
    """The module that learning writes holds the table that the package came with."""
    written: dict[str, Any] = {}
    exec(source(learned()), written)
    assert written["TABLE"] == TABLE
    assert learned().any()


@pytest.mark.parametrize("options", [{}, {"board": "hex-5-3-3"}])
def test_on_tops_promise_is_what_the_circles_have_become(options: dict[str, Any]) -> None:
    """T13: with the holes that the placement fills, for the mover and for everybody else, after every move."""
    position, chance = sommet.new("on_top", 3, seed=7, options=options), Chance(7)
    guide, holes = one(GUIDE), 0
    guide["foresees"] = 1
    cast(Any, set_gains).interpreted(position.setting[0], guide[0])
    while not position.over:
        seat, text = chance.below(3), chance.choice(position.legal)
        move, before = position.notation.numbers[text], position.state[0].copy()
        promised = cast(Any, promise).interpreted(position.setting[0], guide[0], before, seat, move)
        holes += cast(Any, holes_made).interpreted(position.setting[0], before, move >> 1) != 0
        position = position.play(text)
        gold, gain = position.setting["gold"][0], guide["gain"][0, seat]
        after = sum(gain[gold, position.state["circle"][0]].tolist())
        assert promised == pytest.approx(after - sum(gain[gold, before["circle"]].tolist()), abs=1e-4)
    assert holes
