"""What can be typed besides moves: hint, undo, rules, save, help, quit; and what goes wrong."""

import json
import re
from pathlib import Path

import pytest

from .screens import Terminal, position


def test_hint_undo_moves_and_bad_input(tmp_path: Path) -> None:
    """One sitting, every command."""
    file = tmp_path / "game.json"
    terminal = Terminal(
        "play", "kabaleo", "--seed", "3", "--first", "0", "--computer", "easy", "--save", str(file), "--golden-rule"
    )
    assert re.search(r"You could try: \w+ \d+\s+(Covers|Cancels) ", terminal.enter("hint"))
    assert "nothing to take back" in terminal.enter("undo")
    assert "(K8)" in terminal.enter("xyzzy")
    assert "(K4)" in terminal.enter("blue 99")
    assert not file.exists()
    assert "  1 " in terminal.enter("?")
    assert "Player 1 puts" in terminal.enter("1")
    assert len(position(file).moves) == 2
    last = position(file).moves[-1]
    assert "(K18)" in terminal.enter(f"{next(iter(position(file).legal)).split('@')[0]} {last.split('@')[1]}")
    assert "Move taken back." in terminal.enter("undo")
    assert position(file).moves == ()
    assert "What you can type" in terminal.enter("help")
    terminal.enter()
    assert "K11" in terminal.enter("rules k11")
    terminal.enter()
    assert "no clause Z3" in terminal.enter("rules z3")
    assert "objectives" in terminal.enter("rules")  # the whole text, through the pager
    terminal.enter()
    assert "Saved in" in terminal.enter(f"save {tmp_path / 'other.json'}")
    (tmp_path / "letter.txt").write_text("Dear Ana")
    assert "isn’t a saved game" in terminal.enter(f"save {tmp_path / 'letter.txt'}")
    assert "cannot be written" in terminal.enter(f"save {tmp_path / 'no' / 'such.json'}")
    terminal.enter("quit")
    assert terminal.end() == 0
    assert f"--load {tmp_path / 'other.json'}" in terminal.text.replace("\n", "")


def test_tab_completes_and_lists() -> None:
    """Tab fills in what follows from what was typed; else it shows what is possible."""
    terminal = Terminal("play", "on_top", "--seed", "3", "--first", "0", "--computer", "beginner")
    terminal.press("D4\t\t")
    assert "D4-D3" in terminal.text
    assert "C3-D4" not in terminal.text
    terminal.press("\x15\t")
    assert "C3-D4" in terminal.text
    terminal.child.send("hi\t")
    terminal.wait(lambda: "> hint" in terminal.text)
    assert "You could try" in terminal.enter()
    terminal.press("\x03")
    assert terminal.end() == 0


def test_leaving_loses_nothing(tmp_path: Path) -> None:
    """Ctrl-C tells a link that goes on; a saved file goes on with seats and names."""
    terminal = Terminal("play", "babylone", "--seed", "6", "--first", "0", "--computer", "easy", "--rounds", "1")
    terminal.enter("1 2")
    terminal.press("\x03")
    assert terminal.end() == 0
    found = re.search(r"--link (babylone~[\w-]+)", terminal.text)
    assert found
    again = Terminal("play", "--link", found[1], "--seat", "human", "--seat", "human", "--name", "Zoë")
    assert "Zoë puts stack 1 on stack 2" in again.text
    again.enter(f"save {tmp_path / 'kept.json'}")
    again.press("\x04")
    assert again.end() == 0
    third = Terminal("play", "babylone", "--load", str(tmp_path / "kept.json"))
    assert "Zoë puts stack 1 on stack 2" in third.text
    third.enter("quit")
    assert third.end() == 0
    assert json.loads((tmp_path / "kept.json").read_text())["names"][0] == "Zoë"


def test_without_colours_the_symbols_stay() -> None:
    """NO_COLOR: no code sets a colour, and every colour is still told apart."""
    terminal = Terminal("play", "kabaleo", "--players", "4", "--seed", "3", "--first", "0", NO_COLOR="1")
    styles = re.findall(rb"\x1b\[([0-9;]*)m", terminal.raw)
    assert not [style for style in styles if re.search(rb"(^|;)([34]8|[349][0-7]|10[0-7])(;|$)", style)]
    for symbol in "♥○▲♠★☾":
        assert symbol in terminal.text
    terminal.press("\x04")
    assert terminal.end() == 0


def test_ascii_and_dumb_terminals() -> None:
    """Without Unicode letters stand for the symbols; accents go. A dumb terminal gets plain lines."""
    terminal = Terminal(
        "play", "babylone", "--seed", "3", "--first", "0", "--lang", "fr", PYTHONUTF8="0", PYTHONIOENCODING="ascii"
    )
    assert "[ R ]" in terminal.text
    assert "meme hauteur" in terminal.text
    assert terminal.text.isascii()
    terminal.press("\x04")
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("language", "turn", "words"),
    [
        (
            "fr",
            "à vous",
            {"indice": "Un coup possible", "annuler": "rien à reprendre", "aide": "Ce que vous pouvez taper"},
        ),
        (
            "de",
            "du bist am Zug",
            {"tipp": "Versuch es mit", "zurück": "nichts zurückzunehmen", "hilfe": "Was du tippen kannst"},
        ),
        ("nl", "jij bent aan zet", {"tip": "Probeer eens", "terug": "niets om terug", "hulp": "Wat je kunt typen"}),
    ],
)
def test_languages(language: str, turn: str, words: dict[str, str]) -> None:
    """Commands are understood in the player's language and in English, colours too."""
    arguments = ("play", "kabaleo", "--seed", "3", "--first", "0", "--computer", "beginner")
    terminal = Terminal(*arguments, LANG=f"{language}_BE.UTF-8")
    assert turn in terminal.text
    for word, answer in words.items():
        assert answer in terminal.enter(word)
    terminal.enter()
    terminal.enter("?")
    assert "taken back" not in terminal.enter("1")
    assert {"de": "legt", "fr": "pose", "nl": "zet"}[language] in terminal.text
    assert {"de": "zurückgenommen", "fr": "Coup repris", "nl": "Zet teruggenomen"}[language] in terminal.enter("undo")
    assert "(K8)" in terminal.enter({"de": "blau", "fr": "bleu", "nl": "blauw"}[language] + " x y")
    terminal.enter({"de": "ende", "fr": "quitter", "nl": "stop"}[language])
    assert terminal.end() == 0


def test_the_menu() -> None:
    """No arguments: language, game, players, seats, names, options; then the game; then the menu again."""
    terminal = Terminal()
    assert "Which game" in terminal.text
    assert "Type a number" in terminal.enter("77")
    assert "À quel jeu" in terminal.choose("Français")
    assert "Which game" in terminal.choose("English")
    assert "How many players" in terminal.enter("2")
    assert "Type a number from 2 to 4" in terminal.enter("1")
    assert "Who plays" in terminal.enter("3")
    assert "Who is Player 1" in terminal.enter("3")
    for seat in ("1", "2", "1"):
        terminal.enter(seat)
    assert "Names" in terminal.text
    assert "Standard rules" in terminal.enter("Ana, Bram")
    assert "How pieces are dealt (K7)" in terminal.enter("no")
    assert "Equally" in terminal.text
    assert "Golden rule (K18)" in terminal.enter("2")
    assert "Colours in play (K2) (Enter: drawn)" in terminal.enter("yes")
    assert re.search(r"Pass the device to (Ana|Bram)", terminal.enter())
    terminal.enter()
    assert "You left the game" in terminal.press("\x03")
    assert "Which game" in terminal.enter()
    assert "Which file" in terminal.choose("Continue a saved game")
    assert "cannot be read" in terminal.enter("/no/such/file")
    terminal.enter()
    terminal.choose("Quit")
    assert terminal.end() == 0


@pytest.mark.parametrize("game", ["babylone", "kabaleo", "on_top"])
def test_a_window_that_is_too_small(game: str) -> None:
    """One line says so; the board's top and the line to type in are seen, and so is a list that is asked for."""
    terminal = Terminal("play", game, "--seed", "3", "--first", "0", "--computer", "beginner", size=(12, 40))
    lines = terminal.text.split("\n")
    assert re.fullmatch(r"Window too small: \d+×\d+ would do\.", lines[1])
    assert re.search({"babylone": r"\[ . \] \[ . \]", "kabaleo": r"  1 \( . \)", "on_top": r"a +\(·\)"}[game], lines[2])
    assert any(line.startswith("Player 1 >") for line in lines)
    assert "  1 " in terminal.enter("?").split("\n")[2]
    terminal.press("\x04")
    assert terminal.end() == 0
