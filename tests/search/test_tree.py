"""The tree search: repeatable, stoppable, right where that is known."""

import subprocess
import sys
import threading
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

import sommet
from sommet.bots import beliefs, bot, names
from sommet.core.bits import random_stream
from sommet.core.chance import Chance
from sommet.core.position import Position, View
from sommet.core.record import SPECTATOR
from sommet.games.kabaleo.bots import RIVALRY
from sommet.games.kabaleo.bots.endgame import expect
from sommet.games.kabaleo.bots.fit import decision, fitted
from sommet.games.kabaleo.bots.guide import gain
from sommet.games.kabaleo.bots.manners import AMOUNTS
from sommet.games.kabaleo.declared import MOST_LOCATIONS
from sommet.games.kabaleo.rules import shows_after
from sommet.search.advice import Budget, Thinking
from sommet.search.plain import plain
from sommet.search.think import Worker, search
from sommet.search.tree import simulate

from ..support.minds import guide_of, mind, thought_about

GAMES = ("babylone", "kabaleo", "on_top")


def random_game(game: str, players: int, seed: int) -> list[Position]:
    """Its positions, the end included."""
    position, chance = sommet.new(game, players, seed=seed), Chance(seed)
    positions = [position]
    while not position.over:
        position = position.play(chance.choice(position.legal))
        positions.append(position)
    return positions


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_lists_every_legal_move_and_repeats_itself(game: str) -> None:
    """With a seed and simulations: to the bit."""
    position = random_game(game, 2, 1)[5]
    view = position.view(position.to_move or 0)
    for name in names(game):
        budget = Budget(simulations=60)
        first, again = (bot(game, name).think(view, budget, seed=5) for _ in range(2))
        assert first == again, name
        assert sorted(move.move for move in first.moves) == list(position.legal), name
        assert all(move.value is None or 0 <= move.value <= 1 for move in first.moves), name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_plays_with_any_number(game: str, players: int) -> None:
    """A legal move, at the beginning and near the end."""
    positions = random_game(game, players, 7)
    for position in (positions[0], positions[-3]):
        view = position.view(position.to_move or 0)
        for name in names(game):
            assert bot(game, name).think(view, Budget(simulations=20), seed=1).best in position.legal


def test_search_spends_its_budget_reports_and_stops() -> None:
    """Simulations exactly; a set event stops at once."""
    view = random_game("kabaleo", 2, 2)[4].view(0)
    told: list[float] = []
    thinking = Thinking(Budget(simulations=777), progress=told.append)
    found = search(view, plain(), thinking, 1)
    assert thinking.done == 777 == found[:, 0].sum()
    assert told[-1] == 1.0
    assert told == sorted(told)
    stop = threading.Event()
    stop.set()
    thinking = Thinking(Budget(seconds=100.0), stop)
    search(view, plain(), thinking, 1)
    assert thinking.done == 0


@pytest.mark.parametrize("game", ["kabaleo", "on_top"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_value_is_the_chance_to_win_whatever_the_search_was_after(game: str, players: int) -> None:
    """K17, T22: only a win is reported, alone or shared, also where rewards count points and locations."""
    position = random_game(game, players, 3)[8]
    view = position.view(position.to_move or 0)
    guide = guide_of(game, view)
    guide["trust"] = 0  # all is played out (what is judged: test_judging.py)
    shaped = guide["warmth" if game == "kabaleo" else "shaping"][0] > 0
    assert shaped == (game == "on_top" or players > 2)
    worker = Worker(view, guide, random_stream(1), 400)
    worker.run(400)
    root, entries = worker.tree.nodes[0], worker.tree.entries
    lists = [
        slice(first, first + count) for first, count in zip(root.first_entry, root.entries, strict=True) if first >= 0
    ]
    rewards = sum(float(entries["rewards"][own].sum()) for own in lists)
    won = root_of(worker)[:, 1]
    assert (won.sum() == pytest.approx(rewards)) != shaped
    assert all(round(12 * share, 6).is_integer() for share in won.tolist())


def root_of(worker: Worker) -> NDArray[np.float64]:
    """What one tree found, by move number."""
    found = np.zeros((4096, 2))
    worker.add_to(found)
    return found


def lists_of(worker: Worker, node: int) -> dict[int, list[tuple[int, int, int]]]:
    """Per private type that was at this node: its candidates in its order, as move, visits and what follows."""
    tree, found = worker.tree, {}
    at = tree.nodes[node]
    for of_type, (first, count) in enumerate(zip(at.first_entry.tolist(), at.entries.tolist(), strict=True)):
        if first >= 0:
            own = [(entry, tree.slots[at.first_slot + entry.slot]) for entry in tree.entries[first : first + count]]
            found[of_type] = [(int(slot.move), int(entry.visits), int(slot.child)) for entry, slot in own]
    return found


@pytest.mark.parametrize("viewer", ["mover", "spectator"])
def test_every_private_type_tries_its_own_best_moves_first(viewer: str) -> None:
    """Whichever objective opened a node: each one's gaining moves come first there, and what follows is shared."""
    value, seen = cast(Any, gain).interpreted, 0
    for seed in range(3):
        position = random_game("kabaleo", 2, seed)[6]
        view = position.view(SPECTATOR if viewer == SPECTATOR else position.to_move or 0)
        worker = Worker(view, guide_of("kabaleo", view), random_stream(seed), 6000)
        worker.run(6000)
        root = lists_of(worker, 0)
        reached = [(position, root)] if viewer == "spectator" else []
        for move, _, child in next(iter(root.values())):
            after = position.play(position.notation.texts[move])
            if child >= 0 and not after.over and viewer == "mover":
                reached.append((after, lists_of(worker, child)))
        for where, lists in reached:
            state, numbers = where.state[0], set(where.numbers)
            for objective, moves in lists.items():
                worth = [value(state, *divmod(move, MOST_LOCATIONS), objective) for move, _, _ in moves]
                assert worth == sorted(worth, reverse=True)
                assert {move for move, _, _ in moves} <= numbers
                tried, total = [visits > 0 for _, visits, _ in moves], sum(visits for _, visits, _ in moves)
                assert all(tried[: min(8, total, len(tried))])
                seen += len(lists) > 1 and worth[0] == 1
            follows = {frozenset((move, child) for move, _, child in moves) for moves in lists.values()}
            assert len(follows) == 1
    assert seen > 5


def test_interpreted_the_search_is_the_same() -> None:
    """Simulation by simulation."""
    view = random_game("kabaleo", 3, 1)[9].view(SPECTATOR)
    guide = guide_of("kabaleo", view)
    found = []
    for way in ("interpreted", "compiled"):
        worker = Worker(view, guide, random_stream(4), 60)
        getattr(cast(Any, simulate), way)(*worker._arguments, 60)
        found.append((root_of(worker).tolist(), int(worker._arguments[3].rng["word"][0])))
    assert found[0] == found[1]


def test_a_full_tree_goes_on_with_rollouts() -> None:
    """No room for nodes, or for candidates: all simulations are counted at the root none the less."""
    view = random_game("kabaleo", 2, 2)[4].view(SPECTATOR)
    worker = Worker(view, guide_of("kabaleo", view), random_stream(1), 3)
    worker.run(3000)
    assert root_of(worker)[:, 0].sum() == 3000


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_same_seed_and_simulations_give_the_same_answer_on_any_number_of_cores(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two trees, each from its own stream; by time there are as many trees as threads."""
    view = random_game("kabaleo", 2, 2)[4].view(0)
    monkeypatch.setenv("SOMMET_SEARCH_THREADS", "2")
    expected = search(view, plain(), Thinking(Budget(simulations=500)), 7)
    monkeypatch.setenv("SOMMET_SEARCH_THREADS", str(threads))
    begun: list[int] = []

    class Watched(Worker):
        def __init__(self, view: View, guide: Any, stream: Any, simulations: int) -> None:
            begun.append(int(stream["word"][0]))
            super().__init__(view, guide, stream, simulations)

    monkeypatch.setattr("sommet.search.think.Worker", Watched)
    assert np.array_equal(search(view, plain(), Thinking(Budget(simulations=500)), 7), expected)
    assert begun == [int(random_stream(7, number)["word"][0]) for number in range(2)]
    begun.clear()
    search(view, plain(), Thinking(Budget(seconds=0.01)), 7)
    assert len(set(begun)) == len(begun) == threads


def test_loading_code_takes_no_thinking_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither before the clock runs nor after: of one second, ten tenths are thought."""
    now, calls = [100.0], []
    monkeypatch.setattr("sommet.search.advice.time.perf_counter", lambda: now[0])

    class Slow:
        def prepare(self, *arguments: Any) -> None:
            now[0] += 5.0

        def __call__(self, *arguments: Any) -> int:
            now[0] += 0.1
            calls.append(arguments[-1])
            return 0

    monkeypatch.setenv("SOMMET_SEARCH_THREADS", "1")
    monkeypatch.setattr("sommet.search.think.simulate", Slow())
    view = random_game("kabaleo", 2, 2)[4].view(0)
    for begun in (False, True):
        thinking = Thinking(Budget(seconds=1.0))
        if begun:
            thinking.portion(1)
        calls.clear()
        search(view, plain(), thinking, 1)
        assert len(calls) in (10, 11)


def test_nobody_hides_an_objective_that_he_does_not_know() -> None:
    """Asked for advice about another's move, the Kabaleo master plays openly: whose secret would it keep?"""
    budget = Budget(simulations=600)
    open_mind = mind("kabaleo", "master", 600, searches=1, guesses=1, rivalry=RIVALRY)
    for position in [each for seed in range(4) for each in random_game("kabaleo", 2, seed)[:12]]:
        for viewer in (1 - (position.to_move or 0), "spectator"):
            view = position.view(viewer)
            assert bot("kabaleo", "master").think(view, budget, 1) == open_mind.think(view, seed=1)


def test_plain_search_finds_babylones_winning_moves() -> None:
    """Where few moves are left it agrees with the solver."""
    for seed in range(6):
        position = random_game("babylone", 2, seed)[6]
        if position.over:
            continue
        view = position.view(position.to_move or 0)
        exact = bot("babylone", "master").think(view, seed=1)
        best = bot("babylone", "plain").think(view, Budget(simulations=3000), seed=1).best
        value = {move.move: move.value for move in exact.moves}
        assert value[best] == exact.moves[0].value


@pytest.mark.parametrize("players", [2, 3, 4])
def test_kabaleos_last_move_is_worth_what_it_brings(players: int) -> None:
    """K14 to K17: with all objectives known the expectation is the result."""
    position = random_game("kabaleo", players, 11)[-2]
    truth = position.state["objective"][0]
    with thought_about("kabaleo", position.view(position.to_move or 0), searches=1, guesses=1) as case:
        guide, desk = case.guide, case.desk
        guide["worlds"], guide["chance"][0, 0], guide["world"][0, 0] = 1, 1.0, truth
        count = cast(Any, expect).interpreted(case.setting[0], guide[0], case.state[0], desk)
        values = list(zip(desk.kinds[:count].tolist(), desk.worth[:count].tolist(), strict=True))
    assert values
    for number, value in values:
        result = position.play(position.notation.texts[number]).result
        assert result is not None
        assert result.winners is not None
        share = 1 / len(result.winners) if position.to_move in result.winners else 0
        assert value == pytest.approx(share)


@pytest.mark.parametrize("options", [{}, {"board": "hex-1-2-3", "black": ["A1", "C3"]}])
def test_on_tops_last_tiles_are_exact(options: dict[str, Any]) -> None:
    """T20 to T22: a move that ends the game is worth its result; one that does not, the mean over the tiles to come."""
    position, chance = sommet.new("on_top", 2, seed=4, options=options), Chance(4)
    seen = 0
    while not position.over:
        view = position.view(position.to_move or 0)
        with thought_about("on_top", view, searches=1) as case:
            count, desk = int(case.desk.solved[0]), case.desk
            values = list(zip(desk.moves[0, : max(0, count)].tolist(), desk.values.tolist(), strict=False))
        if 0 < count <= 4:
            seen += 1
            for number, value in values:
                assert value == pytest.approx(brute(position, position.notation.texts[number], position.to_move or 0))
        position = position.play(chance.choice(position.legal))
    assert seen


def brute(position: Position, move: str, seat: int) -> float:
    """The seat's share after this move, best play by both, through the public library."""
    after = position.play(move)
    if after.result is not None:
        assert after.result.winners is not None
        return 1 / len(after.result.winners) if seat in after.result.winners else 0.0
    ply, tiles = len(after.moves), list(after.record.setup["tiles"])
    total, rest = 0.0, tiles[ply:]
    for tile in set(rest):
        order = [*tiles[:ply], tile, *(other for k, other in enumerate(rest) if k != rest.index(tile))]
        data = after.record.as_dict()
        data["setup"] = {**data["setup"], "tiles": order}
        turned = sommet.load(data)
        mover = turned.to_move or 0
        best = max(brute(turned, reply, mover) for reply in turned.legal)
        total += rest.count(tile) * (best if mover == seat else 1 - best)
    return total / len(rest)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_beliefs_are_probabilities_and_see_through_a_greedy_player(players: int) -> None:
    """K3: nobody believes in a colour that they hold themselves, nor in one twice."""
    position = sommet.new("kabaleo", players, seed=players)
    greedy = bot("kabaleo", "greedy")
    while len(position.moves) < 6 * players:
        view = position.view(position.to_move or 0)
        position = position.play(greedy.think(view, seed=len(position.moves)).best)
    objectives, told = position.record.setup["objectives"], beliefs(position)
    assert told is not None
    assert set(told) == {"outside", *map(str, range(players))}
    surer = 0.0
    for viewer in range(players):
        table = {int(seat): row for seat, row in told[str(viewer)].items()}
        assert set(table) == set(range(players)) - {viewer}
        for seat, row in table.items():
            assert sum(row.values()) == pytest.approx(1, abs=1e-3)
            assert row[objectives[viewer]] == 0
            surer += row[objectives[seat]] / len(table) / players
    assert surer > 1.5 / (players + 1)


def test_kabaleos_analysis_tells_beliefs_and_what_a_move_gives_away() -> None:
    """Through the protocol's own door: every move has `reveals`, every other seat a belief."""
    from sommet.bots import analyse

    position = random_game("kabaleo", 3, 5)[9]
    seat = position.to_move or 0
    advice = analyse(position.view(seat), Budget(simulations=50), seed=1)
    assert all(-1 <= move.more["reveals"] <= 1 for move in advice.moves)
    believed = advice.more["beliefs"]
    assert believed[seat] is None
    assert all(sum(row.values()) == pytest.approx(1, abs=0.01) for other, row in enumerate(believed) if other != seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_the_guide_foresees_is_what_the_rules_do(players: int) -> None:
    """K10, K11: the colour a location shows after a move."""
    foreseen = cast(Any, shows_after).interpreted
    for position in random_game("kabaleo", players, 3)[:-1:4]:
        for number in position.numbers:
            colour, location = divmod(number, MOST_LOCATIONS)
            after = position.play(position.notation.texts[number]).state[0]
            assert foreseen(position.state[0], colour, location) == after.colour[after.top[location]]


SECOND_PROCESS = """
import sommet
from sommet.bots import bot
from sommet.core.chance import Chance
from sommet.search.advice import Budget
for game in ("babylone", "kabaleo", "on_top"):
    position, chance = sommet.new(game, 2, seed=8), Chance(8)
    while not position.over:
        if len(position.legal) < 40:
            bot(game, "master").think(position.view(position.to_move), Budget(simulations=20), seed=1)
        position = position.play(chance.choice(position.legal))
"""


def test_machine_code_from_the_cache_plays_to_the_end() -> None:
    """A process that compiled nothing itself: recursive kernels, for one, crash there (and only there)."""
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", SECOND_PROCESS], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()[-2000:]


PREPARED = """
import sommet
from sommet.bots import bot
from sommet.search.minds import concluded, considered, explained
for count, game in enumerate(("kabaleo", "on_top"), 1):
    position = sommet.new(game, 2, seed=8)
    bot(game, "master").prepare(position.view(position.to_move))
    assert all(len(kernel.compiled.signatures) == count for kernel in (considered, concluded)), game
    assert len(explained.compiled.signatures) == 1
"""


def test_a_bot_prepared_at_the_start_has_nothing_to_compile_at_the_end() -> None:
    """What plays out the last moves is compiled with the search, not when the first endgame comes."""
    done = subprocess.run([sys.executable, "-c", PREPARED], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]


def share(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of all chances together."""
    chance = np.exp(logits)
    return np.asarray(chance / chance.sum())


def test_a_fitted_model_finds_the_weights_it_was_made_with() -> None:
    """Movers drawn from a known logit, and its chances come out again."""
    truth = np.zeros(2 * AMOUNTS)
    truth[:3], truth[AMOUNTS : AMOUNTS + 3] = (2.0, -1.5, -3.0), (0.5, -0.5, 1.0)
    dice, found = np.random.default_rng(1), []
    for seed in range(12):
        for position in random_game("kabaleo", 2, seed)[:-1]:
            rows, _ = decision(position, position.legal[0])
            chance = np.exp(rows @ truth)
            found.append((rows, int(dice.choice(len(rows), p=chance / chance.sum()))))
    weights = fitted(found)
    wrong = [np.abs(share(rows @ weights) - share(rows @ truth)).sum() / 2 for rows, _ in found]
    assert np.mean(wrong) < 0.1


def test_time_begins_with_the_first_portion(monkeypatch: pytest.MonkeyPatch) -> None:
    """What passes before, while machine code is loaded, is not taken from the thinking."""
    now = [100.0]
    monkeypatch.setattr("sommet.search.advice.time.perf_counter", lambda: now[0])
    thinking = Thinking(Budget(seconds=1.0))
    now[0] += 5.0
    assert thinking.portion(10) == 10
    thinking.spend(10)
    now[0] += 0.5
    assert thinking.portion(10) > 0
    now[0] += 0.6
    assert thinking.portion(10) == 0
