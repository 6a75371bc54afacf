"""How On Top's table of worths is learned: the package's own is what the training gives, and its games are kept."""

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from sommet.bots.training import Plan
from sommet.core.bits import random_stream
from sommet.core.kernel import INTERPRETED
from sommet.core.position import Position
from sommet.core.record import SPECTATOR
from sommet.games.on_top.bots.guide import GUIDE
from sommet.games.on_top.bots.learn import SEEN, add_brought, alike, average, coarse, duel, watch_games
from sommet.games.on_top.bots.worth import SHAPE, TEAMS, learned
from sommet.games.on_top.declared import TILES
from sommet.games.on_top.training import TRAINING as TRAININGS
from sommet.games.on_top.training import by_table, deal
from sommet.research.training import train

compiled_too = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled here")
TRAINING = TRAININGS["circles"]
OWN = Plan(1, TRAINING.rounds, TRAINING.games)


@compiled_too
def test_the_packages_table_is_what_its_training_gives() -> None:
    """With the usual numbers: two players on the usual board, which comes first."""
    state = TRAINING.begin(OWN)
    lines = [TRAINING.play(OWN, state, number).line for number in range(OWN.rounds)]
    assert (coarse(state["table"])[0, 0] == learned()[0, 0]).all()
    assert lines[0]["won_against_before"] > 0.9  # chance
    assert all(line["won_against_now"] > 0.65 for line in lines)
    assert lines[-1]["changed"] < 0.1 * lines[1]["changed"] < 0.1 * lines[0]["changed"]


@compiled_too
@pytest.mark.long
def test_the_packages_module_is_what_the_command_writes(tmp_path: Path) -> None:
    """All of it, to the byte."""
    train("on_top", OWN, tmp_path)
    assert (tmp_path / TRAINING.file.name).read_bytes() == TRAINING.file.read_bytes()


def learned_from(games: list[Position], kind: int) -> Any:
    """The table of one kind on one board that these games give, looked through position by position."""
    sums, counts = np.zeros(SHAPE[2:]), np.zeros(SHAPE[3:])
    for game in games:
        seen: list[tuple[int, int]] = []
        states = [position.state for position, _ in game.positions()] + [game.state]
        for before, state in zip([None, *states], states, strict=False):
            for crossing in range(int(game.setting["crossings"][0])):
                circle = int(state["circle"][0, crossing])
                if before is None or circle != before["circle"][0, crossing]:
                    seen.append((crossing, circle))
        for crossing, circle in seen[:SEEN]:
            cast(Any, add_brought).interpreted(game.setting[0], game.state[0], crossing, circle, sums, counts)
    return average(sums, counts, alike(kind))


@compiled_too
@pytest.mark.parametrize("part", range(2 * (TEAMS + 1)))
def test_the_games_that_are_kept_are_those_that_were_learned_from(part: int) -> None:
    """Every round's, played again by the rules, give the table."""
    plan = Plan(7, 2, 3)
    state, games = TRAINING.begin(plan), list[Position]()
    for number in range(part * plan.rounds, (part + 1) * plan.rounds):
        games += TRAINING.play(plan, state, number).played()
    assert (len(games), {game.over for game in games}) == (6, {True})
    kind, board = divmod(part, 2)
    assert (learned_from(games, kind) == state["table"][kind, board]).all()
    assert state["table"][kind, board].any()


@compiled_too
@pytest.mark.parametrize(("kind", "board"), [(0, 0), (1, 1), (TEAMS, 0)])
def test_learning_is_the_same_interpreted_and_compiled(kind: int, board: int) -> None:
    """A game watched and a game measured, by a table and by chance."""
    known = deal(kind, board, 4).view(SPECTATOR).known
    table = np.arange(np.prod(SHAPE[2:])).reshape(SHAPE[2:]).astype(np.int16) % 999
    by_worth, by_chance = (by_table(known.setting, table, turn) for turn in (1, 0))
    answers = []
    for way in ("interpreted", "compiled"):
        rng, work, seen = random_stream(9), np.repeat(known.state, 2), np.zeros((SEEN, 2), np.int64)
        sums, counts, played = np.zeros(SHAPE[2:]), np.zeros(SHAPE[3:]), np.full((1, 2, TILES), -1, np.int16)
        cast(Any, watch_games).in_way(way)(known.setting, by_worth, known.state, work, rng, seen, sums, counts, played)
        share = cast(Any, duel).in_way(way)(known.setting, by_worth, by_chance, known.state, work, rng, 1)
        answers.append((float(share), rng.tobytes(), sums.tobytes(), counts.tobytes(), played.tobytes()))
    assert answers[0] == answers[1]
    assert by_worth.dtype == GUIDE
