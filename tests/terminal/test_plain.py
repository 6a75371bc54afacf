"""`sommet new`, `convert`, `rules` and the command line itself, without a terminal."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import sommet
from sommet.cli import main
from sommet.core.links import link
from sommet.core.words import LANGUAGES


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that succeeds prints."""
    assert main([*arguments, "--lang", "en"]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that fails says: one line, no traceback, code 2."""
    try:
        code = main([*arguments, "--lang", "en"])
    except SystemExit as leave:
        code = int(leave.code or 0)
    caught = capsys.readouterr()
    assert code == 2
    assert caught.out == ""
    assert caught.err.count("\n") == 1
    return caught.err


def test_new_deals_what_the_library_deals(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed, the same record; every option arrives."""
    record = json.loads(said(capsys, "new", "kabaleo", "--players", "3", "--seed", "7"))
    assert record == sommet.new("kabaleo", 3, seed=7).record.as_dict()
    record = json.loads(said(capsys, "new", "kabaleo", "--deal", "equal", "--golden-rule", "--first", "1"))
    assert record["options"] == {"deal": "equal", "golden_rule": True}
    assert record["setup"]["first"] == 1
    record = json.loads(said(capsys, "new", "kabaleo", "--colours", "rose,bleu,groen,yellow"))
    assert record["setup"]["colours"] == ["pink", "blue", "green", "yellow"]
    record = json.loads(said(capsys, "new", "babylone", "--tokens", "2,5,1", "--direction", "counterclockwise"))
    assert len(record["setup"]["tokens"]) == 8
    record = json.loads(said(capsys, "new", "on_top", "--players", "4", "--teams", "--board", "hex-5-3-3"))
    assert record["options"] == {"board": "hex-5-3-3", "teams": True}
    record = json.loads(said(capsys, "new", "on_top", "--black", "a1, c3", "--colours", "red,white"))
    assert record["options"] == {"black": ["A1", "C3"]}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("new", "kabaleo", "--players", "4", "--deal", "equal"), "(K7)"),
        (("new", "kabaleo", "--tokens", "3,3"), "--tokens"),
        (("new", "kabaleo", "--colours", "red,blue,green,pink"), "(K2)"),
        (("new", "kabaleo", "--players", "9"), "2 to 4"),
        (("new", "babylone", "--first", "5"), "(B3)"),
        (("new", "babylone", "--seed", "-1"), "-1"),
        (("new", "babylone", "--tokens", "99"), "(B10)"),
        (("new", "babylone", "--tokens", "x"), "(B10)"),
        (("new", "on_top", "--board", "hex-9-9-9"), "(T4)"),
        (("new", "on_top", "--black", "Z1,Z2"), "(T8)"),
        (("new", "chess"), "chess"),
        (("rules", "on_top", "K3"), "T25"),
        (("play",), "Which game"),
        (("play", "kabaleo", "--seat", "wizard"), "wizard"),
        (("play", "kabaleo", "--players", "2", *["--seat", "human"] * 3), "3 seats"),
        (("play", "--load", "/no/such/file"), "cannot be read"),
        (("play", "--link", "babylone~!!"), "damaged"),
        (("replay", "kabaleo~AAAA"), "damaged"),
        (("convert", "/no/such/file"), "cannot be read"),
        (("nonsense",), "nonsense"),
    ],
)
def test_bad_input_is_one_sentence(arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr, with code 2."""
    assert why in refused(capsys, *arguments)


def test_convert_goes_round(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Record to link to record; to what somebody knows; many in one file; from a pipe."""
    games = [sommet.new(name, seed=seed) for name in ("babylone", "kabaleo", "on_top") for seed in (1, 2)]
    games = [game.play(game.legal[0]) for game in games]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(json.dumps(game.record.as_dict()) for game in games))
    links = said(capsys, "convert", str(file)).split()
    assert links == [link(game) for game in games]
    for game, text in zip(games, links, strict=True):
        assert json.loads(said(capsys, "convert", text)) == game.record.as_dict()
        known = json.loads(said(capsys, "convert", text, "--to", "knowledge", "--viewer", "1"))
        assert known == game.knowledge(1).as_dict()
        unseen = said(capsys, "convert", text, "--to", "link", "--viewer", "spectator").strip()
        assert json.loads(said(capsys, "convert", unseen)) == game.knowledge("spectator").as_dict()
    assert "no viewer" in refused(capsys, "convert", links[0], "--viewer", "7")
    assert "only what one viewer knows" in refused(capsys, "play", "--link", unseen)


def test_convert_reads_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """No source: standard input."""
    record = sommet.new("babylone", seed=1).record.as_dict()
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(record, indent=1)))
    assert said(capsys, "convert").startswith("babylone~")
    for broken in ("{", "[" * 100_000, '{"format": "sommet-table/1"}', "\0", '{"format": "sommet-record/1"}'):
        monkeypatch.setattr(sys, "stdin", io.StringIO(broken))
        refused(capsys, "convert")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "last"), [("babylone", "B10"), ("kabaleo", "K19"), ("on_top", "T25")])
def test_rules(game: str, last: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whole, or by clause."""
    assert main(["rules", game, "--lang", language]) == 0
    whole = capsys.readouterr().out
    assert main(["rules", game, last.lower(), "--lang", language]) == 0
    one = capsys.readouterr().out
    assert last in whole
    assert one.startswith(last)
    assert len(one) < len(whole) / 4


def test_a_game_without_written_rules(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, as a game from another package may have none."""
    monkeypatch.setattr("sommet.core.rule_pages.folder", lambda game: Path("/no/such/folder"))
    assert "Kabaleo has no written rules" in refused(capsys, "rules", "kabaleo")


def test_help_speaks_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    """Argparse's own words too."""
    usages = {"de": "Aufruf:", "en": "usage:", "fr": "utilisation\N{NO-BREAK SPACE}:", "nl": "gebruik:"}
    assert tuple(usages) == LANGUAGES
    for language, usage in usages.items():
        for arguments in (["--help"], ["play", "--help"], ["new", "--help"], ["replay", "--help"]):
            with pytest.raises(SystemExit):
                main(["--lang", language, *arguments])
            assert capsys.readouterr().out.startswith(usage)


def test_no_arguments_and_no_terminal_give_help() -> None:
    """A new process, as a script would start it; and it loads nothing heavy."""
    command = [sys.executable, "-c", "from sommet.cli import main; raise SystemExit(main())"]
    helped = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    assert "kabaleo" in helped.stdout.lower()
    version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout == f"sommet {sommet.__version__}\n"
    light = """
import sys
from sommet.cli import main
try:
    main(["--lang", "en", "new", "--help"])
except SystemExit:
    assert not {"numpy", "numba", "rich", "prompt_toolkit"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", light], check=True, capture_output=True)


def test_play_reads_a_pipe() -> None:
    """Moves from a file: a game without a terminal."""
    moves = "\n".join(["1"] + ["?", "1"] * 12)
    command = [sys.executable, "-c", "from sommet.cli import main; raise SystemExit(main())", "play", "babylone"]
    options = ["--computer", "beginner", "--lang", "en", "--rounds", "1"]
    played = subprocess.run([*command, *options], input=moves, capture_output=True, text=True, check=True)
    assert "(B7)" in played.stdout
    assert "Traceback" not in played.stderr


def test_a_game_without_a_drawing_is_played() -> None:
    """Drawn as a table of what is shown; moves typed as they are written, begun, or by their number in the list."""
    code = """
import sys
from sommet.drawing import finding
from sommet.drawing.plain import PlainDrawing
finding._found = lambda package: PlainDrawing()
from sommet.cli import main
raise SystemExit(main())
"""
    typed = "\n".join(["help", "", "zzz", *["?", "1"] * 40])
    command = [sys.executable, "-c", code, "play", "kabaleo", "--seed", "3", "--first", "0", "--computer", "beginner"]
    played = subprocess.run([*command, "--lang", "en"], input=typed, capture_output=True, text=True, check=True)
    assert "objective" in played.stdout
    assert "type it the way it stands in the list" in played.stdout
    assert "(K8)" in played.stdout
    assert "The game is over: " in played.stdout
    assert "Traceback" not in played.stderr


def test_the_options_are_those_that_the_games_declare(capsys: pytest.CaptureFixture[str]) -> None:
    """Each has its flag, with its clause, under the name of its game; both spellings of colour."""
    with pytest.raises(SystemExit):
        main(["new", "--help", "--lang", "en"])
    told = " ".join(capsys.readouterr().out.split())
    for game in ("babylone", "kabaleo", "on_top"):
        for option in sommet.game(game).options.every:
            assert "--" + option.name.replace("_", "-") in told
            assert f"({option.clause})" in told
    assert "Kabaleo, On Top: --colours" in told
    record = json.loads(said(capsys, "new", "kabaleo", "--colors", "rose,bleu,groen,yel"))
    assert record["setup"]["colours"] == ["pink", "blue", "green", "yellow"]
    assert "--board is not for Kabaleo" in refused(capsys, "new", "kabaleo", "--board", "hex-1-5-5")
    assert "random, equal" in refused(capsys, "new", "kabaleo", "--deal", "none").replace("'", "")
