"""How On Top's network is learned: labels, features and the model; those with PyTorch need the extra `train`."""

import json
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from sommet.bots.training import Plan, Round, State
from sommet.core.bits import random_stream
from sommet.core.kernel import INTERPRETED, WAYS
from sommet.core.rules import mover, play
from sommet.games.on_top.bots import weights
from sommet.games.on_top.bots.network import NOTED, expect, set_rows
from sommet.games.on_top.bots.worth import TEAMS
from sommet.games.on_top.declared import TILES
from sommet.games.on_top.training import Network, network
from sommet.games.on_top.training.deals import players_of
from sommet.games.on_top.training.features import note_placements
from sommet.games.on_top.training.labels import PLACEMENTS, turn_tiles
from sommet.games.on_top.training.making import Labelled, ground, guide_with, label, measure, note
from sommet.games.on_top.training.network import played, rate_at, share
from sommet.games.on_top.training.numbers import SIZE, first_numbers, parts
from sommet.research import dataset
from sommet.research.training import CHECKPOINT, CURVE, train

KINDS_AND_BOARDS = [(kind, board) for kind in range(TEAMS + 1) for board in range(2)]
TINY = Plan(seed=5, rounds=2, games=3)

compiled_too = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled here")
with_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs sommet[train]")


def same(*made: Labelled) -> bool:
    """Whether all is, number by number. (Between a record's fields there are bytes that mean nothing.)"""
    one, other = (vars(each).values() for each in made)
    return all((a == b).all() for a, b in zip(one, other, strict=True))


@compiled_too
@pytest.mark.parametrize("judged", [False, True])
def test_labels_do_not_depend_on_the_number_of_threads(judged: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor on how many positions are made; another round's are others."""
    numbers, found = first_numbers(1), []
    for threads, count in (("1", 5), ("3", 5), ("2", 3)):
        monkeypatch.setenv("SOMMET_SEARCH_THREADS", threads)
        found.append(label(1, 0, numbers, (5, 2), count, judged))
    assert same(found[0], found[1])
    assert same(found[0].some(slice(3)), found[2])
    assert not same(label(1, 0, numbers, (5, 3), 3, judged), found[2])


@compiled_too
@pytest.mark.parametrize(("kind", "board"), KINDS_AND_BOARDS)
def test_labels_are_shares(kind: int, board: int) -> None:
    """Of the win all seats' make one (a team's seats each have their side's); the placements differ, and are legal."""
    made = label(kind, board, first_numbers(1), (7, kind), 6, False)
    there = made.chosen >= 0
    sums = made.labels[..., 0].sum(axis=-1)[there]
    assert np.allclose(sums, 2 if kind == TEAMS else 1, atol=1e-5)
    assert (made.labels[~there] == 0).all()
    games = list(played(kind, [made.some([]), made][1 - board :]))
    for position, chosen, counted in zip(games, made.chosen, there, strict=True):
        texts = [position.notation.texts[move] for move in chosen[counted]]
        assert len(set(texts)) == len(texts) <= PLACEMENTS
        assert set(texts) <= set(position.legal)
        assert (len(position.record.moves), position.over) == (int(position.state["ply"][0]), False)


@compiled_too
def test_the_next_tile_comes_by_turns() -> None:
    """Each of those left as often as the others; no tile is lost."""
    on, rng, seen = ground(0, 0), random_stream(3), Counter[int]()
    tiles = Counter(on.starts["tiles"][0].tolist())
    for time in range(2 * TILES):
        state = on.starts[:1].copy()
        turn_tiles(on.settings[0], state[0], time, 2 * TILES, rng[0])
        seen[int(state["tiles"][0, 0])] += 1
        assert Counter(state["tiles"][0].tolist()) == tiles
    assert seen == tiles + tiles


@compiled_too
@pytest.mark.parametrize(("kind", "board"), [(0, 0), (1, 1), (TEAMS, 0)])
def test_features_are_the_same_interpreted_and_compiled(kind: int, board: int) -> None:
    """Of some placements."""
    on, made = ground(kind, board), label(kind, board, first_numbers(1), (4,), 2, True)
    sizes = int(on.settings["crossings"][0]), NOTED, int(on.settings["pairs"][0])
    found = []
    for way in WAYS:
        guide, work, seats = guide_with(first_numbers(1)), made.states[:1].copy(), np.zeros(2, np.int64)
        room = [np.zeros((2, 3, size), np.int16) for size in sizes]
        given = on.settings, guide, made.deals, made.states, made.chosen[:, :3], 1, work, seats
        cast(Any, note_placements).in_way(way)(*given, *room)
        found.append([array.tobytes() for array in (guide["row"], seats, *room)])
    assert found[0] == found[1]


@compiled_too
def test_measuring_is_the_same_with_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A share of the wins."""
    found = set()
    for threads in "13":
        monkeypatch.setenv("SOMMET_SEARCH_THREADS", threads)
        found.add(measure(0, 0, first_numbers(1), 3))
    assert len(found) == 1
    assert 0 <= min(found) <= 1


def test_positions_are_shared_out_among_the_boards() -> None:
    """All of them."""
    assert [[share(games, board) for board in range(2)] for games in (1, 2, 7)] == [[1, 0], [1, 1], [4, 3]]


def test_it_learns_ever_more_slowly() -> None:
    """After the first steps."""
    rates = [rate_at(1000, done / 10) for done in range(11)]
    assert rates == sorted(rates, reverse=True)
    assert 0 < rate_at(1, 0.0) < rates[0]
    assert rates[-1] > 0


def test_weights_are_views_of_one_row_of_numbers() -> None:
    """Every number stands in one of them; a seed gives the same ones."""
    numbers = first_numbers(3, 1)
    assert sum(part.size for part in parts(numbers).values()) == SIZE == len(numbers)
    assert all(np.shares_memory(part, numbers) for part in parts(numbers).values())
    assert (numbers == first_numbers(3, 1)).all()
    assert (numbers != first_numbers(3, 2)).mean() > 0.9


def test_what_is_written_is_a_module_of_the_same_form() -> None:
    """As the package's own."""
    state: State = {"weights": np.array([first_numbers(kind) for kind in range(TEAMS + 1)])}
    found: dict[str, Any] = {}
    text = Network().source(state)
    exec(text, found)
    own = Path(weights.__file__).read_text(encoding="utf-8")
    assert text.splitlines()[:5] == own.splitlines()[:5]
    assert [len("".join(rows)) for rows in found["NETWORKS"]] == [len("".join(rows)) for rows in weights.NETWORKS]


def expected_by_kernel(kind: int, board: int, numbers: Any, made: Labelled, after: int) -> Any:
    """What `expect` says, position by position and placement by placement."""
    on, guide, found = ground(kind, board), guide_with(numbers), np.zeros((*made.chosen.shape, 2))
    for place, placements in enumerate(made.chosen):
        setting = on.settings[made.deals[place]]
        set_rows(setting, guide[0])
        last = int(mover(setting, made.states[place]))
        for k, move in enumerate(placements):
            if move >= 0:
                state = made.states[place : place + 1].copy()
                play(setting, state[0], int(move))
                expect(setting, guide[0], state[0], (last + after) % players_of(kind), last)
                found[place, k] = guide["out"][0]
    return found


@compiled_too
@with_torch
@pytest.mark.parametrize(("kind", "board"), KINDS_AND_BOARDS)
def test_the_model_says_what_the_kernel_says(kind: int, board: int) -> None:
    """As every seat sees it."""
    import torch

    from sommet.games.on_top.training.model import corners_of, expected

    numbers = 3 * first_numbers(2, kind)
    made = label(kind, board, numbers, (9, kind), 5, True)
    for after in range(players_of(kind)):
        noted = note(kind, board, guide_with(numbers), made, after)
        found = torch.sigmoid(expected(torch.from_numpy(numbers), corners_of(ground(kind, board)), noted)).numpy()
        wanted = expected_by_kernel(kind, board, numbers, made, after)
        assert abs(found - wanted)[noted.counted].max() < 1e-5
        assert wanted[noted.counted].std() > 1e-3
        settings = ground(kind, board).settings[made.deals]
        seats = [(mover(*each) + after) % players_of(kind) for each in zip(settings, made.states, strict=True)]
        assert (noted.labels == made.labels[np.arange(5), :, seats]).all()


def rounds_of(plan: Plan, numbers: range) -> tuple[State, list[Round]]:
    """These rounds, one after the other."""
    state = Network().begin(plan)
    return state, [Network().play(plan, state, number) for number in numbers]


@compiled_too
@with_torch
def test_a_resumed_training_comes_to_the_same_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in two places: in the midst of a kind's rounds, and between two kinds."""
    monkeypatch.setattr(Network, "count", lambda self, plan: 4)  # two kinds of game are enough
    assert train("on_top", TINY, tmp_path / "whole", part="network") == 4
    own = Network.play
    for at in (1, 2):

        def until(self: Network, plan: Plan, state: State, number: int, at: int = at) -> Round:
            if number == at:
                raise KeyboardInterrupt
            return own(self, plan, state, number)

        with monkeypatch.context() as patched:
            patched.setattr(Network, "play", until)
            with pytest.raises(KeyboardInterrupt):
                train("on_top", TINY, tmp_path / "cut", part="network")
    assert train("on_top", TINY, tmp_path / "cut", part="network") == 2
    for name in ("training.json", CHECKPOINT, CURVE, "weights.py"):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    lines = [json.loads(line) for line in (tmp_path / "whole" / CURVE).read_text().splitlines()]
    assert [(line["players"], line["round"], line["positions"]) for line in lines] == [
        (2, 1, 3),
        (2, 2, 6),
        (3, 1, 9),
        (3, 2, 12),
    ]


@compiled_too
@with_torch
def test_it_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A little, from few positions: it errs less on others than before."""
    monkeypatch.setattr(network, "BATCH", 8)
    monkeypatch.setattr(network, "HELD_BACK", 8)
    monkeypatch.setattr(network, "WARM", 1)
    plan = Plan(2, 1, 240)
    state = Network().begin(plan)
    lesson = network.Lesson(plan, state, 0)
    before = lesson.losses()
    lesson.learn()
    after = lesson.losses()
    assert state["step"][0] == 120
    assert all(now < 0.99 * then for now, then in zip(after, before, strict=True)), (before, after)


@compiled_too
def test_the_positions_learned_from_can_be_kept(tmp_path: Path) -> None:
    """With `--parquet`: as games in progress, of both boards."""
    pytest.importorskip("pyarrow")
    made = [label(TEAMS, board, first_numbers(1), (3,), 2, False) for board in range(2)]
    positions = list(played(TEAMS, made))
    rows = [
        dataset.game_row(number, position.record, position.result, None) for number, position in enumerate(positions)
    ]
    dataset.write(rows, dataset.GAMES, tmp_path / dataset.GAMES / "part-00000.parquet")
    found = [kept.position for kept in dataset.read(tmp_path)]
    assert found == positions
    assert [position.state["ply"][0] for position in found] == [state["ply"] for each in made for state in each.states]
    assert {position.over for position in found} == {False}
