"""`sommet completion`: what a shell offers after a few letters; what a command says it needs."""

import shutil
import subprocess

import pytest

from sommet.cli import main, parser_of_everything
from sommet.cli.completion import SHELLS, _commands


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["pl"], ["play"]),
        (["play", "--see"], ["--seed"]),
        (["rules", "kab"], ["kabaleo"]),
        (["atlas", "wi"], ["winners"]),
        (["serve", "--lo"], ["--log"]),
    ],
)
def test_bash_completes(typed: list[str], offered: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The script is run by the shell itself."""
    if shutil.which("bash") is None:
        pytest.skip("no bash here")
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    asked = f"COMP_WORDS=(sommet {' '.join(typed)}); COMP_CWORD={len(typed)}; _sommet; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, timeout=30)
    assert (done.stdout.split(), done.stderr) == (offered, "")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_the_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is added later, too."""
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    parser, commands = parser_of_everything()
    assert commands.keys() == _commands(parser).keys()
    for name, command in _commands(parser).items():
        (line,) = (line for line in script.splitlines() if f" {name}) " in line or f"_from {name}'" in line)
        options = [word for action in command._actions for word in action.option_strings if word.startswith("--")]
        assert [word for word in options if word not in line] == []


def test_nothing_optional_is_called_required(capsys: pytest.CaptureFixture[str]) -> None:
    """`sommet rules` lacks a game; clauses need not be named."""
    with pytest.raises(SystemExit):
        main(["rules", "--lang", "en"])
    assert "are required: GAME (see" in capsys.readouterr().err
    for command in _commands(parser_of_everything()[0]).values():
        assert not [action.dest for action in command._actions if action.nargs == "*" and action.required]
