"""Babylone puzzles: one kind of move wins, and everything they say is so."""

import doctest
import io
import json
import sys
from collections import Counter
from hashlib import blake2b
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.cli import main
from sommet.core.composed import Puzzle
from sommet.core.errors import BadRecord, SommetError
from sommet.core.kernel import INTERPRETED
from sommet.core.registry import load, read_link
from sommet.games.babylone import puzzles as babylone_puzzles
from sommet.games.babylone.atlas import Atlas
from sommet.games.babylone.composing import LEVELS
from sommet.games.babylone.heights import heights_of
from sommet.games.babylone.puzzles import COMPOSER, puzzle, puzzles
from sommet.games.babylone.solver.solve import Solver, after

EACH = 40
_MADE: dict[int, list[Puzzle]] = {}


def made(level: int) -> list[Puzzle]:
    """Some of that level, made once."""
    if level not in _MADE:
        _MADE[level] = list(islice(puzzles(level, 100), EACH))
    return _MADE[level]


@pytest.mark.parametrize("level", LEVELS)
def test_one_kind_of_move_wins(level: int) -> None:
    """By a solver of our own: one kind wins, all its moves are named, there is a choice, and it lasts as long."""
    solver, wanted = Solver(), LEVELS[level]
    for each in made(level):
        state = each.position.state
        value = solver.solve_state(state)
        leads = {move: heights_of(after(state, each.position.notation.numbers[move])) for move in each.position.legal}
        winning = {move for move, heights in leads.items() if not solver.solve(heights).wins}
        assert set(each.solutions) == winning
        assert len({leads[move] for move in winning}) == 1
        assert each.kinds == len(set(leads.values())) >= wanted.kinds >= 3
        assert each.moves_to_end == value.moves
        assert wanted.moves[0] <= value.moves <= wanted.moves[1]


def test_the_atlas_agrees() -> None:
    """The same by other means: the atlas of that many tokens, computed level by level in rank space."""
    atlases: dict[int, Atlas] = {}
    for level in LEVELS:
        for each in made(level)[:20]:
            heights = heights_of(each.position.state)
            tokens = sum(map(sum, heights))
            if tokens <= 18:
                atlas = atlases.setdefault(tokens, Atlas.make(tokens))
                assert not atlas.lost(heights)
                assert len({move.after for move in atlas.winning_moves(heights)}) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_they_come_from_real_games(level: int) -> None:
    """Two players, a legal record from its deal, a link that leads to the same position; many different ones."""
    for each in made(level):
        position = each.position
        assert position.players == 2
        assert not position.over
        assert position.moves
        assert load(position.record.as_dict()).record == position.record
        assert read_link(each.link).record == position.record
    assert len({heights_of(each.position.state) for each in made(level)}) > EACH / 3


def test_levels_get_harder() -> None:
    """Longer, with more to choose from; the standard set first, larger ones last."""
    means = []
    for level in LEVELS:
        facts = [(one.moves_to_end, one.kinds, len(one.position.record.setup["tokens"])) for one in made(level)]
        means.append([sum(column) / EACH for column in zip(*facts, strict=True)])
    for easier, harder in pairwise(means):
        assert all(one < other for one, other in zip(easier, harder, strict=True))
    sets = [sorted(Counter(each.position.record.setup["tokens"]).values()) for each in made(1)]
    assert EACH / 4 < sets.count([3, 3, 3, 3]) < EACH


def test_the_same_seed_gives_the_same() -> None:
    """Whatever was asked before; no seed gives others."""
    for level in LEVELS:
        assert puzzle(level, 103).as_dict() == made(level)[3].as_dict()
    assert puzzle(1, 0).as_dict() != puzzle(2, 0).as_dict()
    assert puzzle(1).seed != puzzle(1).seed
    # These never change: somebody may have sent one to a friend.
    assert [puzzle(level, 1).link for level in LEVELS] == LINKS


LINKS = [
    "babylone~et4BAVWQvFotJFW2OSIeJNJCCQ",
    "babylone~odgPzcNGozE6GTj40qzFtjYFiE4J",
    "babylone~9cIdg1nDEBZbKsDeJBpAMGkJ",
]


GOLDEN = json.loads(Path(__file__).with_name("golden_puzzles.json").read_text(encoding="utf-8"))
DIGEST = 8  # hexadecimal digits


@pytest.mark.parametrize("level", LEVELS)
def test_they_are_the_same_for_ever(level: int) -> None:
    """As the first version made them, with another program: position and past, solutions, kinds, length."""
    told = [
        [each.link, list(each.solutions), each.kinds, each.moves_to_end]
        for each in islice(puzzles(level, 0), 30 if INTERPRETED else 400)
    ]
    digests = [blake2b(json.dumps(each).encode(), digest_size=DIGEST // 2).hexdigest() for each in told]
    wanted = GOLDEN["digests"][str(level)]
    assert digests == [wanted[DIGEST * seed : DIGEST * (seed + 1)] for seed in range(len(told))]
    for seed, *facts in GOLDEN["puzzles"][str(level)]:
        each = puzzle(level, seed)
        assert [each.link, list(each.solutions), each.kinds, each.moves_to_end] == facts, seed


@pytest.mark.parametrize("seed", [-1, 1 << 62, 1.5, "7", True])
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    """By name."""
    with pytest.raises(BadRecord, match="seed"):
        puzzle(1, seed)


def test_interpreted_they_are_the_same() -> None:
    """While Numba compiles, the interpreter makes the same puzzles."""
    expected = [puzzle(level, 2).as_dict() for level in (1, 2)]
    assert [COMPOSER.puzzle(level, 2, "interpreted").as_dict() for level in (1, 2)] == expected


def test_judging() -> None:
    """Right moves win; a wrong one has an answer that wins as soon as was said; what is illegal is refused."""
    solver, wrong = Solver(), 0
    for each in made(2)[:10]:
        for move in each.position.legal:
            verdict = each.judge(move)
            following = each.position.play(move)
            assert verdict.wins == (move in each.solutions) == (verdict.refutation is None)
            assert verdict.moves_to_end == solver.solve_state(following.state).moves + 1
            if verdict.refutation is not None:
                answered = solver.solve_state(following.play(verdict.refutation).state)
                assert (answered.wins, answered.moves) == (False, verdict.moves_to_end - 2)
                wrong += 1
        with pytest.raises(SommetError, match=r"B[46]"):
            each.judge("1>1")
    assert wrong > 50


@pytest.mark.skipif(INTERPRETED, reason="speed is the compiled solver's")
def test_the_example() -> None:
    """In the module's text."""
    assert doctest.testmod(babylone_puzzles) == (0, 3)


# -- the command


def solved(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> str:
    """What `sommet puzzle` prints to somebody who types that."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["puzzle", *arguments]) == 0
    return capsys.readouterr().out


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """A line each, for programs."""
    assert main(["puzzle", "--json", "--level", "2", "--seed", "100", "--count", "3"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [each.as_dict() for each in made(2)[:3]]
    assert main(["puzzle", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert sommet.load(json.loads(line)["record"]).legal


@pytest.mark.parametrize(
    ("language", "right", "wrong", "asks"),
    [
        ("en", "Right.", "doesn’t win. The answer is", "only one move wins"),
        ("fr", "Juste.", "ne gagne pas. La réponse est", "un seul coup gagne"),
        ("nl", "Juist.", "wint niet. Het antwoord is", "één zet wint"),
    ],
)
def test_solving(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    right: str,
    wrong: str,
    asks: str,
) -> None:
    """A wrong move is refuted and one may try again; the right one is praised."""
    first, second = made(1)[:2]
    bad = next(move for move in first.position.legal if move not in first.solutions)
    typed = f"{bad}\n{first.solutions[0].replace('>', ' ')}\n\n{second.solutions[-1]}\n"
    out = " ".join(solved(capsys, monkeypatch, typed, "--seed", "100", "--count", "2", "--lang", language).split())
    assert asks in out
    assert f"{bad} {wrong} {first.judge(bad).refutation}" in out
    assert f"{right} {first.solutions[0]}" in out
    assert f"{right} {second.solutions[-1]}" in out
    assert {"en": "1 of 2", "fr": "1 sur 2", "nl": "1 van 2"}[language] in out


def test_words(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """List, number, hint, rules, help, a refusal with its clause, giving up, and leaving."""
    one = made(1)[0]
    typed = "?\n1\nhint\nrules B4\n\nrules B99\nhelp\n1>1\nhmm\n\nsolution\n\nquit\n"
    out = " ".join(solved(capsys, monkeypatch, typed, "--seed", "100", "--lang", "en").split())
    for said in (
        f"Take stack {one.solutions[0].split('>')[0]}.",
        "has no clause B99",
        "A single number shows",
        "(B4)",
        f"It is {one.solutions[0]}",
        "Solved on the first try: 0 of 1.",
        "sommet puzzle babylone --level 1 --seed 101",
    ):
        assert said in out, said
    out = solved(capsys, monkeypatch, "réponse\n", "--seed", "100", "--count", "1", "--lang", "fr")
    assert f"C’est {one.solutions[0]}" in out


@pytest.mark.parametrize("arguments", [("--level", "4"), ("--level", "x"), ("--seed", "-1"), ("--count", "0")])
def test_refused(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    """One sentence, code 2."""
    with pytest.raises(SystemExit) as left:
        main(["puzzle", *arguments])
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
