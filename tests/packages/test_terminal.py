"""Pebbles at the terminal: typed in full or begun, drawn plainly, secrets kept when the device changes hands."""

import re
from pathlib import Path

from ..terminal.screens import Terminal, position, still_on
from .games import NAME


def test_a_whole_game_against_the_computer(tmp_path: Path) -> None:
    """Every move typed, every answer the computer's; a move that is refused is told with its clause."""
    file = tmp_path / "game.json"
    terminal = Terminal(
        "play", NAME, "--rest", "--seed", "5", "--first", "0", "--computer", "beginner", "--save", str(file)
    )
    assert "Pebble to add" in terminal.text
    assert "(P7)" in terminal.enter("under:A")
    terminal.enter("ON:a")
    while still_on(file):
        now = position(file)
        assert now.to_move == 0
        resting = now.shown["resting"]
        assert "(P11)" in terminal.enter(f"on:{resting}")
        terminal.enter(now.legal[len(now.moves) % len(now.legal)])
    assert re.search(r"The game is over: .* (wins|share the victory)\.", terminal.text)
    assert "Buried pebble" in terminal.text
    terminal.enter()
    assert terminal.end() == 0


def test_hand_over_keeps_every_secret(tmp_path: Path) -> None:
    """P3: between people nobody's colour is written before its owner has confirmed."""
    file = tmp_path / "game.json"
    people = ("--seat", "human", "--seat", "human", "--name", "Ana", "--name", "Bram")
    terminal = Terminal("play", NAME, *people, "--seed", "8", "--first", "0", "--save", str(file))
    secret = re.compile(r"Your secret colour\s+(\w+)")
    assert "Pass the device to Ana." in terminal.text
    assert not secret.search(terminal.since(0))
    terminal.enter()
    terminal.enter("on:A")
    secrets = position(file).record.setup["secrets"]
    assert set(secret.findall(terminal.since(0))) == {secrets[0]}
    for seat in (1, 0, 1):
        assert f"Pass the device to {('Ana', 'Bram')[seat]}." in terminal.text
        assert "secret" not in terminal.text
        before = len(terminal.raw)
        terminal.enter()
        terminal.enter("on:B")
        assert set(secret.findall(terminal.since(before))) == {secrets[seat]}
    terminal.press("\x04")
    assert terminal.end() == 0
