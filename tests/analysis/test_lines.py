"""An analysis line by line: what it says, that it can be resumed, and that nobody knows too much."""

import json
from threading import Event
from typing import Any

import msgspec
import pytest

from sommet.analysis import Analysis, Line, analyse
from sommet.bots import bot
from sommet.core.errors import SommetError
from sommet.core.position import Position
from sommet.core.record import SPECTATOR, Record, Viewer
from sommet.core.registry import new
from sommet.search.advice import Budget

BUDGET = Budget(simulations=60)


def _game(name: str, players: int, moves: int = 1000, **options: Any) -> Position:
    position = new(name, players, 5, options=options)
    while not position.over and len(position.moves) < moves:
        position = position.play(position.legal[len(position.moves) * 7 % len(position.legal)])
    return position


def _analysis(position: Position, **more: Any) -> Analysis:
    return Analysis(position, bot(position.game.name, "playout"), BUDGET, **more)


def _all(analysis: Analysis) -> list[dict[str, Any]]:
    while not analysis.done:
        assert analysis.next_line() is not None
    return [line.as_dict() for line in analysis.lines]


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [("babylone", 2, {}), ("kabaleo", 3, {}), ("on_top", 4, {"teams": True}), ("babylone", 4, {})],
)
def test_a_whole_game(name: str, players: int, options: dict[str, Any]) -> None:
    """Every ply has its line; the shares are one win; the last is how it ended; it is JSON."""
    position = _game(name, players, **options)
    lines = _all(_analysis(position))
    assert [line["ply"] for line in lines] == list(range(len(position.moves) + 1))
    assert [line.get("played") for line in lines] == [*position.moves, None]
    for line in lines:
        values = line["values"]
        assert len(values) == players
        if options:
            assert values[0] == values[2]
            assert values[1] == values[3]
        assert sum(values) == pytest.approx(2 if options else 1, abs=0.001)
        if line["to_move"] is not None:
            assert values[line["to_move"]] == line["before"]
            assert {move["move"] for move in line["moves"]} >= {line["best"], line["played"]}
            assert all(set(move) >= {"move", "visits"} for move in line["moves"])
    assert position.result is not None
    winners = position.result.winners
    assert winners
    assert lines[-1]["to_move"] is None
    assert [seat for seat, value in enumerate(lines[-1]["values"]) if value] == list(winners)
    assert json.loads(json.dumps(lines)) == lines


def test_the_turning_points_are_those_of_the_command() -> None:
    """`sommet analyse` and the server tell the same."""
    position = _game("kabaleo", 2)
    by_line = _analysis(position)
    _all(by_line)
    at_once = analyse(position, bot("kabaleo", "playout"), BUDGET)
    assert at_once.lines == by_line.lines
    assert by_line.turning_points()
    assert at_once.as_dict()["turning_points"] == [
        {key: getattr(point, key) for key in ("ply", "seat", "move", "better", "loss", "name")}
        for point in by_line.turning_points()
    ]


def test_stopped_and_resumed() -> None:
    """From the lines that were kept, as if nothing had happened."""
    position = _game("kabaleo", 3, 7)
    through = _all(_analysis(position))
    first = _analysis(position)
    for _ in range(3):
        first.next_line()
    stop = Event()
    stop.set()
    assert first.next_line(stop) is None
    assert len(first.lines) == 3
    kept = [msgspec.json.decode(msgspec.json.encode(line), type=Line) for line in first.lines]
    again = _analysis(position, lines=kept)
    assert _all(again) == through


def test_one_position_and_a_game_given_up() -> None:
    """Only the last; how it ended is said where the rules do not know it."""
    position = _game("babylone", 2, 4)
    (line,) = _all(_analysis(position, whole=False))
    assert (line["ply"], line["to_move"]) == (4, position.to_move)
    assert "played" not in line
    assert line["values"][line["to_move"]] == line["before"]
    *_, last = _all(_analysis(position, winners=[1]))
    assert last["values"] == [0.0, 1.0]
    assert last["best"]


def _swapped(position: Position, seat: int, colour: str) -> Position:
    """The same game with another objective for one seat."""
    record = position.record
    objectives = list(record.setup["objectives"])
    objectives[seat] = colour
    setup = {**record.setup, "objectives": objectives}
    return Position.of(position.game, Record(record.game, record.players, record.options, setup, record.moves))


def test_beliefs_are_each_viewers_own() -> None:
    """Nobody's change with what they cannot know; an own colour is nobody else's; outside nothing is known at all."""
    position = _game("kabaleo", 3, 9)
    setup = position.record.setup
    free = next(colour for colour in setup["colours"] if colour not in setup["objectives"])
    twin = _swapped(position, 1, free)
    here, there = _all(_analysis(position, whole=False))[0], _all(_analysis(twin, whole=False))[0]
    beliefs = here["beliefs"]
    assert set(beliefs) == {"0", "1", "2", "outside"}
    assert set(beliefs["outside"]) == {"0", "1", "2"}
    for viewer, others in beliefs.items():
        for other, colours in others.items():
            assert sum(colours.values()) == pytest.approx(1, abs=0.001)
            if viewer != "outside":
                assert other != viewer
                assert colours[setup["objectives"][int(viewer)]] == 0
    for viewer in ("0", "2", "outside"):
        assert beliefs[viewer] == there["beliefs"][viewer]
    assert beliefs["1"] != there["beliefs"]["1"]
    assert position.to_move != 1
    assert {**here, "beliefs": None} == {**there, "beliefs": None}


def test_beliefs_after_the_end_are_those_of_the_moves() -> None:
    """What everybody had come to believe, not what is revealed."""
    position = _game("kabaleo", 2)
    last = _all(_analysis(position))[-1]
    assert all(max(colours.values()) < 1 for colours in last["beliefs"]["outside"].values())


def test_of_one_viewers_knowledge_only_his_own() -> None:
    """The others' thoughts cannot be thought without their secrets."""
    position = _game("kabaleo", 2, 6)
    lines = _all(_analysis(position.view(0).known))
    assert [("best" in line) for line in lines] == [line["to_move"] == 0 for line in lines]
    assert all(set(line["beliefs"]) == {"0", "outside"} for line in lines)
    assert all(sum(line["values"]) == pytest.approx(1, abs=0.001) for line in lines)


@pytest.mark.parametrize(("name", "viewer"), [("babylone", 0), ("on_top", 1), ("on_top", SPECTATOR)])
def test_without_secrets_a_viewers_knowledge_tells_every_mover(name: str, viewer: Viewer) -> None:
    """T11: each from what was known then. The lines are those of the whole record, but for where the game ended."""
    position = _game(name, 2, 7)
    assert _all(_analysis(position.view(viewer).known)) == _all(_analysis(position))


def test_a_finished_game_is_analysed_as_it_was_played() -> None:
    """K19: a viewer's record of a finished game tells everything; each mover is judged by what they knew then."""
    position = _game("kabaleo", 2)
    assert _all(_analysis(position.view(0).known)) == _all(_analysis(position))
    assert _all(_analysis(position.view(SPECTATOR).known)) == _all(_analysis(position))


def test_a_spectators_record_of_a_game_with_secrets_is_refused() -> None:
    """It tells nobody's knowledge."""
    position = _game("kabaleo", 2, 6)
    with pytest.raises(SommetError, match="spectator"):
        analyse(position.view(SPECTATOR).known, bot("kabaleo", "playout"), BUDGET)
