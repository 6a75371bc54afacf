"""Whole games, typed."""

import json
import re
from pathlib import Path

import pytest

from .screens import Terminal, position, still_on

FORMS = {  # the ways a player may type a move
    "babylone": lambda move: move.replace(">", " "),
    "kabaleo": lambda move: move.replace("@", " ").upper(),
    "on_top": lambda move: move.replace("-", " ").lower(),
}


def play_on(terminal: Terminal, file: Path, game: str, enough: int = 500) -> str:
    """Type legal moves until the round is over."""
    for turn in range(enough):
        if not still_on(file):
            break
        legal = position(file).legal
        terminal.enter(FORMS[game](legal[(7 * turn) % len(legal)]))
        if "press Enter when you’re here" in terminal.text:
            terminal.enter()
    return terminal.text


@pytest.mark.parametrize(
    ("game", "more", "told"),
    [
        ("babylone", ("--rounds", "1", "--first", "0"), r"wins the round. \(B7\)"),
        ("kabaleo", ("--first", "0"), r"\(K1[4567]\)"),
        ("on_top", ("--first", "0"), r"\(T2[23]\)"),
    ],
)
def test_a_whole_game_against_the_computer(game: str, more: tuple[str, ...], told: str, tmp_path: Path) -> None:
    """Every move typed, every answer the computer's; the end is told with its clause and the exit code is 0."""
    file = tmp_path / "game.json"
    terminal = Terminal("play", game, "--seed", "5", "--computer", "beginner", "--save", str(file), *more)
    terminal.enter(FORMS[game](sorted(sommet_legal(game))[0]))
    assert re.search(told, play_on(terminal, file, game))
    terminal.enter()
    assert terminal.end() == 0
    assert re.search(told, terminal.text), "the result also stays on the ordinary screen"
    assert json.loads(file.read_text())["played"]


def sommet_legal(game: str) -> tuple[str, ...]:
    """The first moves of the deal that seed 5 gives: `play` and `new` deal alike."""
    import sommet

    return sommet.new(game, seed=5, first=0).legal


def test_babylone_best_of_three_with_the_losers_choice(tmp_path: Path) -> None:
    """B3: the chooser is asked. B8: the loser chooses, two rounds win."""
    file = tmp_path / "match.json"
    people = ("--seat", "human", "--seat", "human", "--name", "Ana", "--name", "Bram")
    terminal = Terminal("play", "babylone", *people, "--seed", "2", "--save", str(file))
    assert "(B3)" in terminal.text
    assert "Type a number" in terminal.enter("nobody")
    for number in (1, 2, 3):
        text = terminal.enter("bram" if number == 2 else "1")
        assert f"round {number}" in text
        text = play_on(terminal, file, "babylone")
        saved = json.loads(file.read_text())
        assert sum(saved["won"]) == number
        if max(saved["won"]) == 2:
            break
        loser = ("Ana", "Bram")[saved["chooser"]]
        assert f"{loser} can’t move" in text
        assert f"{loser} lost the round" in terminal.enter()
    assert "wins the match with 2 rounds" in text
    terminal.enter()
    assert terminal.end() == 0


def test_eliminations_are_told_one_by_one(tmp_path: Path) -> None:
    """B9: with four players."""
    file = tmp_path / "game.json"
    seats = ("--seat", "human", "--seat", "easy", "--seat", "easy", "--seat", "easy", "--rounds", "1", "--first", "0")
    terminal = Terminal("play", "babylone", *seats, "--seed", "2", "--save", str(file))
    terminal.enter("?")
    terminal.enter("1")
    text = play_on(terminal, file, "babylone")
    assert text.count("is out. (B9)") == 3
    assert "is the last one left" in text
    terminal.press("\x04")
    assert terminal.end() == 0


def test_hand_over_keeps_every_secret(tmp_path: Path) -> None:
    """Between people: no objective is written before its owner has confirmed, on the screen or anywhere else."""
    file = tmp_path / "game.json"
    people = ("--seat", "human", "--seat", "human", "--name", "Ana", "--name", "Bram")
    terminal = Terminal("play", "kabaleo", *people, "--seed", "8", "--first", "0", "--save", str(file))
    assert "Pass the device to Ana." in terminal.text
    assert b"\x1b[3J" in terminal.raw
    terminal.enter()
    terminal.enter(FORMS["kabaleo"](sommet_first_kabaleo()))
    objectives = position(file).record.setup["objectives"]
    secret = re.compile(r"secret colour:\s+\S+\s+(\w+)")
    assert set(secret.findall(terminal.since(0))) == {objectives[0]}
    for turn in range(24):
        if not still_on(file):
            break
        seat = position(file).to_move
        assert seat is not None
        assert f"Pass the device to {('Ana', 'Bram')[seat]}." in terminal.text
        assert "secret" not in terminal.text
        assert "[ " not in terminal.text
        before = len(terminal.raw)
        terminal.enter()
        legal = position(file).legal
        terminal.enter(FORMS["kabaleo"](legal[(5 * turn) % len(legal)]))
        assert set(secret.findall(terminal.since(before))) == {objectives[seat]}
    assert not still_on(file)
    assert re.search(r"\(K1[4567]\)", terminal.text)
    terminal.enter()
    assert terminal.end() == 0


def sommet_first_kabaleo() -> str:
    """A first move of that deal."""
    import sommet

    return sommet.new("kabaleo", seed=8, first=0).legal[0]
