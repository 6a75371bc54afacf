"""Puzzles of games with something hidden: what they say is so by the slow models, and they tell no more than a view."""

import io
import json
import sys
from hashlib import blake2b
from itertools import islice
from typing import Any, cast

import pytest

import sommet
from sommet.cli import main
from sommet.core.composed import Puzzle
from sommet.core.kernel import INTERPRETED
from sommet.core.puzzles import puzzles_of
from sommet.core.registry import load, read_link
from sommet.core.words import say
from sommet.games.kabaleo import composing as kabaleo
from sommet.games.kabaleo.puzzles import colours_suited
from sommet.games.on_top import composing as on_top

from .slowly import kabaleo_values, on_top_values

pytestmark = pytest.mark.skipif(INTERPRETED, reason="the last moves are played out by the million")
GAMES, LEVELS = ("kabaleo", "on_top"), (1, 2, 3)


def made(game: str, level: int, count: int, seed: int = 0) -> list[Puzzle]:
    """Some of that game and level."""
    composer = puzzles_of(game)
    assert composer is not None
    return list(islice(composer.puzzles(level, seed), count))


# -- what they say is so


def check_kabaleo(puzzle: Puzzle) -> None:
    """Every verdict; and only moves of one kind are right: nothing wins more, and what wins as much tells more."""
    values, verdicts = kabaleo_values(puzzle), puzzle.verdicts
    assert values.keys() == verdicts.keys() == set(puzzle.position.legal)
    for move, (share, fits) in values.items():
        assert round(6 * verdicts[move].share) == round(6 * share), move
        assert colours_suited(verdicts[move]) == fits, move
    best = max(values.values())
    assert {move for move, value in values.items() if value == best} == set(puzzle.solutions)
    piles = puzzle.position.shown["locations"]
    assert len({(colour, tuple(piles[int(at) - 1])) for colour, at in (m.split("@") for m in puzzle.solutions)}) == 1


def check_on_top(puzzle: Puzzle) -> None:
    """Every verdict; and one placement is the best by the level's margin."""
    values = on_top_values(puzzle)
    assert values.keys() == puzzle.verdicts.keys() == set(puzzle.position.legal)
    for move, share in values.items():
        assert puzzle.verdicts[move].share == pytest.approx(share, abs=1e-4), move
    right, *others = sorted(values, key=values.__getitem__, reverse=True)
    assert puzzle.solutions == (right,)
    assert values[right] >= max(values[move] for move in others) + on_top.LEVELS[puzzle.level].margin - 1e-9


@pytest.mark.parametrize(("level", "count"), [(1, 6), (2, 1), pytest.param(3, 2, marks=pytest.mark.long)])
def test_kabaleo_by_enumeration(level: int, count: int) -> None:
    """By the slow model: every strategy of the mover's, every reply, every colour that either may have."""
    for puzzle in made("kabaleo", level, count, 20):
        check_kabaleo(puzzle)


@pytest.mark.parametrize(("level", "tiles"), [(1, 2), (2, 2), pytest.param(3, 3, marks=pytest.mark.long)])
def test_on_top_by_enumeration(level: int, tiles: int) -> None:
    """By the slow model: every placement and every tile, where not more than so many are still to be laid."""
    short = [puzzle for puzzle in made("on_top", level, 12) if puzzle.moves_to_end <= tiles]
    assert short
    for puzzle in short[:2]:
        check_on_top(puzzle)


@pytest.mark.parametrize("level", LEVELS)
def test_levels(level: int) -> None:
    """As far from the end and with as much to choose from as the level says."""
    for puzzle in made("kabaleo", level, 4):
        wanted = kabaleo.LEVELS[level]
        best = [move for move, verdict in puzzle.verdicts.items() if verdict.share == puzzle.best.share]
        assert puzzle.moves_to_end == wanted.left
        assert len(puzzle.position.moves) == kabaleo.PIECES - wanted.left
        assert puzzle.kinds >= wanted.kinds
        assert len(best) >= wanted.equals
    for puzzle in made("on_top", level, 3):
        least, most = on_top.LEVELS[level].pairs
        assert 2 * least <= len(puzzle.position.legal) == puzzle.kinds <= 2 * most


def test_the_hard_ones_are_not_the_greedy_ones() -> None:
    """On Top's level 3: another placement brings more points at once than the right one."""
    for puzzle in made("on_top", 3, 2):
        seat = puzzle.position.to_move or 0

        def lead(move: str, position: sommet.Position = puzzle.position, seat: int = seat) -> int:
            scores = position.play(move).scores
            return scores[seat] - scores[1 - seat]

        assert lead(puzzle.solutions[0]) < max(map(lead, puzzle.position.legal))


# -- what they tell


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_they_are_views(game: str, level: int) -> None:
    """Nothing that the mover may not know: not in the record, not in the link; both lead to the same position."""
    (puzzle,) = made(game, level, 1, 5)
    position = puzzle.position
    seat, record = position.to_move, position.record
    assert record.viewer == seat
    assert (
        position.view(seat or 0).knowledge == record == load(record.as_dict()).record == read_link(puzzle.link).record
    )
    told = json.dumps(puzzle.as_dict())
    if game == "kabaleo":
        assert [objective is None for objective in record.setup["objectives"]] == [each != seat for each in (0, 1)]
        assert '"stocks"' in told
    else:
        assert len(record.setup["tiles"]) == len(position.moves) + 1


def test_the_rivals_colour_decides_nothing() -> None:
    """Kabaleo's kernel finds the same when the rival is given another colour: it goes by what the mover knows."""
    puzzle = made("kabaleo", 1, 1, 9)[0]
    view, found, rivals = puzzle.position.view(puzzle.position.to_move or 0), [], set()
    for seed in range(6):
        other, desk = view.redeal(sommet.Chance(seed)), kabaleo.new_desk()
        rivals.add(tuple(other.record.setup["objectives"]))
        chosen = cast(Any, kabaleo.right_one).compiled(1, other.setting[0], other.state[0], desk)
        found.append((chosen, desk.brings.tolist(), desk.fits.tolist()))
    assert len(rivals) > 1
    assert found[0][0] >= 0
    assert all(each == found[0] for each in found)


# -- the same for ever and everywhere

DIGESTS = {
    "kabaleo": ("a690b13e3c0164af", "6f6802f2ea168c2e", "4d6c70f78c6526c7"),
    "on_top": ("934a2909d4b64ce5", "3e105128aa34bd41", "4bb1b22486a02e1e"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_they_are_the_same_for_ever(game: str, level: int) -> None:
    """Somebody may have sent one to a friend."""
    told = [
        [each.link, {move: (verdict.wins, verdict.share, verdict.told) for move, verdict in each.verdicts.items()}]
        for each in made(game, level, 4, 1)
    ]
    digest = blake2b(json.dumps(told).encode(), digest_size=8).hexdigest()
    assert digest == DIGESTS[game][level - 1]


# -- the command


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["de", "en", "fr", "nl"])
def test_solving(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str, language: str) -> None:
    """A wrong move is told what it brings and what the right one does; the right one is praised."""
    (puzzle,) = made(game, 1, 1, 3)
    wrong = next(move for move in puzzle.position.legal if move not in puzzle.solutions)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"hint\n{wrong}\n{puzzle.solutions[0]}\n"))
    assert main(["puzzle", game, "--seed", "3", "--count", "1", "--lang", language]) == 0
    out = set(capsys.readouterr().out.split())  # some of it stands beside a board
    composer = puzzles_of(game)
    assert composer is not None
    for key, move in (("wrong", wrong), ("right", puzzle.solutions[0])):
        said = composer.telling(puzzle, puzzle.judge(move))
        text = say(language, f"{game}.puzzle.{key}", move=move, **said)
        assert set(text.split()) <= out, text
    assert set(puzzle.hint(language).split()) <= out
