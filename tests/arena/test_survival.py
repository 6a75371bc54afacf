"""A tournament survives its players: whoever fails forfeits that game, nobody is left behind, and it can be resumed."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sommet.arena.errors import ArenaError
from sommet.arena.players import Player, check
from sommet.arena.playing import FORFEIT, Forfeit, Played, deal, forfeited
from sommet.arena.ratings import bradley_terry
from sommet.arena.results import results
from sommet.arena.running import run
from sommet.arena.schedule import Fixture, Tournament
from sommet.arena.store import GAMES, read
from sommet.cli import main

BOTS = '''
import os, time
from pathlib import Path
from sommet.search.advice import Advice, MoveValue

class First:
    def think(self, view, budget, seed):
        return view.legal[0]

class Last:
    def think(self, view, budget, seed):
        return Advice(tuple(MoveValue(move, 0.5, 1) for move in reversed(view.legal)))

class Raises:
    def think(self, view, budget, seed):
        if len(view.knowledge.moves) < 2:
            return view.legal[0]
        raise RuntimeError("no idea")

class Leaves:
    def think(self, view, budget, seed):
        raise SystemExit(3)

class Sleeps:
    def think(self, view, budget, seed):
        time.sleep(1000)

class Dies:
    def think(self, view, budget, seed):
        os._exit(3)

class DiesGettingReady(First):
    def prepare(self, view):
        os._exit(4)

class Illegal:
    def think(self, view, budget, seed):
        return "99>1"

class Silent:
    def think(self, view, budget, seed):
        return None

class Slow:
    """Leaves its process id behind, so that a test can see that it is gone."""
    def think(self, view, budget, seed):
        (Path(__file__).parent / f"pid-{os.getpid()}").touch()
        time.sleep(0.02)
        return view.legal[0]

class WithArguments:
    def __init__(self, name):
        pass
    def think(self, view, budget, seed):
        return view.legal[0]

NOT_A_CLASS = 3

class Thoughtless:
    pass
'''


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module of bots that is found on sys.path, in this process and in workers."""
    module = tmp_path / "bots_of_a_test.py"
    module.write_text(BOTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "bots_of_a_test", raising=False)
    return module


def spec(name: str) -> str:
    """The spec of one of them."""
    return f"py:bots_of_a_test:{name}"


def reasons(games: list[Played], bot: str) -> set[str]:
    """Why that bot forfeited."""
    return {game.forfeit.reason for game in games if game.forfeit and game.seats[game.forfeit.seat] == bot}


def test_who_fails_forfeits_and_the_tournament_goes_on(bots: Path) -> None:
    """Raising, leaving, an illegal move, no move, a crash, an endless thought: each has its reason."""
    failing = {
        "Raises": "RuntimeError: no idea (bots_of_a_test.py, line 18)",
        "Leaves": "left the program (3) (bots_of_a_test.py, line 22)",
        "Sleeps": "no move within 1 seconds",
        "Dies": "its process ended (exit code 3)",
        "Illegal": "played '99>1': There is no spot 99. (B2)",
        "Silent": "answered None, which is no move",
    }
    sound = [spec("Last"), spec("DiesGettingReady")]
    players = (spec("First"), *sound, *map(spec, failing))
    tournament = Tournament("babylone", players, mode="gauntlet", games=2)
    games = run(tournament, jobs=2, move_limit=1, start_limit=20)
    assert len(games) == 2 * (len(players) - 1)
    for name, reason in failing.items():
        assert reasons(games, spec(name)) == {reason}
    for game in games:
        if game.forfeit is None:
            assert game.reason == "blocked"
            assert set(game.lineup) <= {spec("First"), *sound}
        else:
            assert game.reason == FORFEIT
            assert game.winners == (1 - game.forfeit.seat,)
            assert game.shares[game.forfeit.seat] == 0
    found = results(games)
    assert {row.bot: row.forfeits for row in found.rows} == dict.fromkeys(players, 0) | dict.fromkeys(
        map(spec, failing), 2
    )
    assert f"{spec('Dies')} forfeited 2: its process ended (exit code 3)" in found.as_text()
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(
    ("command", "reason"),
    [("cat", "the engine 'cat' answered"), ("sleep 1000", "no move within"), ("true", "the engine 'true' ended")],
)
def test_an_engine_that_fails_forfeits(command: str, reason: str, capfd: pytest.CaptureFixture[str]) -> None:
    """One that repeats the question, one that says nothing, one that ends; told in the table."""
    words = ["--games", "2", "--jobs", "2", "--move-limit", "0.5", "--start-limit", "0.5"]
    assert main(["arena", "babylone", "random", f"engine:{command}", *words]) == 0
    shown = capfd.readouterr()
    assert f"engine:{command} forfeited 2: {reason}" in shown.out
    assert "Traceback" not in shown.out + shown.err
    assert not multiprocessing.active_children()


def test_a_forfeit_ends_a_game_of_several() -> None:
    """The others share the win; with teams a partner loses too."""
    three = Tournament("kabaleo", ("a", "b", "c"), 3)
    start = deal(three, 0)
    moves = (start.legal[0],)
    game = forfeited(three, Fixture(("a", "b", "c"), 0, 0), moves, Forfeit(1, "why"))
    assert (game.winners, game.shares, game.plies, game.last) == ((0, 2), (0.5, 0.0, 0.5), 1, start.to_move)
    teams = Tournament("on_top", ("a", "b", "c", "d"), 4, options={"teams": True})
    game = forfeited(teams, Fixture(("a", "b", "c", "d"), 0, 0), (), Forfeit(1, "why"))
    assert (game.winners, game.shares) == ((0, 2), (1.0, 0.0, 1.0, 0.0))


def test_each_partner_has_the_teams_share() -> None:
    """T25: as in a match; an even share is one half, and ratings count one win a game."""
    tournament = Tournament("on_top", ("random", "now"), 4, "among", 4, options={"teams": True})
    games = run(tournament, jobs=1)
    assert all(sum(game.shares) == pytest.approx(2) for game in games)
    assert all(game.shares[0] == game.shares[2] for game in games)
    assert results(games).statistics["even"] == 0.5
    assert sum(rating.elo for rating in bradley_terry(games).values()) == pytest.approx(0)


def broken(game: str, rest: str) -> Player:
    """A maker that works here and not in a worker."""
    if multiprocessing.parent_process() is not None:
        raise LookupError("only in a worker")
    return None  # type: ignore[return-value]


def test_the_real_error_of_a_worker_is_shown() -> None:
    """What is no player's fault ends the tournament with its own error; workers are ended."""
    with pytest.raises(LookupError, match="only in a worker") as caught:
        run(Tournament("babylone", ("random", "broken:x"), games=4), makers={"broken": broken}, jobs=2)
    assert "test_survival.py" in str(caught.value.__cause__)
    assert not multiprocessing.active_children()


def test_wrong_options_are_told_before_anything_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, from the rules."""
    assert main(["arena", "kabaleo", "random", "greedy", "--options", "deal=unfair", "--jobs", "2"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def gone(process: int) -> bool:
    """Whether no such process is there any more."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")")[-1].split()[0] == "Z"


MANY = 60  # games: a machine that stands still for seconds does not finish them before it is interrupted


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_stops_cleanly_and_the_next_run_resumes(bots: Path, tmp_path: Path) -> None:
    """SIGINT to the whole group, as a terminal sends it: 130, one line, nobody left, games kept; then the rest."""
    out = tmp_path / "games"
    words = ["arena", "kabaleo", spec("Slow"), spec("First"), "--games", str(MANY), "--jobs", "2", "--out", str(out)]
    program = subprocess.Popen(
        [sys.executable, "-c", f"import sys; from sommet.cli import main; sys.exit(main({words!r}))"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 120
    while not ((out / GAMES).exists() and (out / GAMES).read_bytes().count(b"\n") >= 2):
        assert program.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)
    os.killpg(program.pid, signal.SIGINT)
    _, errors = program.communicate(timeout=60)
    assert program.returncode == 130, errors
    assert errors == f"sommet arena: stopped; what was played is in {out}; the same command resumes\n"
    workers = [int(path.name.removeprefix("pid-")) for path in tmp_path.glob("pid-*")]
    assert workers
    assert all(gone(worker) for worker in workers)
    kept = len(list(read(out / GAMES)))
    assert 2 <= kept < MANY
    games = run(Tournament("kabaleo", (spec("Slow"), spec("First")), games=MANY), out, jobs=2)
    assert len(games) == MANY
    assert all(game.forfeit is None for game in games)


def test_versions_are_not_mixed(bots: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games of a bot that has changed since are refused in one sentence, unless --mix says otherwise."""
    out = tmp_path / "games"
    tournament = Tournament("babylone", (spec("First"), "random", "engine:cat"), games=2)
    (game, *_) = run(tournament, out, jobs=1)
    assert game.version
    assert set(game.bots) == set(game.lineup)
    assert len(run(tournament, out, jobs=1)) == 6  # nothing has changed
    bots.write_text(BOTS + "\n# better\n", encoding="utf-8")
    with pytest.raises(ArenaError, match=f"another version of {spec('First')}"):
        run(tournament, out, jobs=1)
    words = ["arena", "babylone", spec("First"), "random", "--games", "2", "--jobs", "1", "--out", str(out)]
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main([*words, "--mix"]) == 0
    lines = (out / GAMES).read_text(encoding="utf-8").splitlines()
    old = [{key: value for key, value in json.loads(line).items() if key not in ("bots", "version")} for line in lines]
    (out / GAMES).write_text("".join(json.dumps(line) + "\n" for line in old), encoding="utf-8")
    with pytest.raises(ArenaError, match="did not say its version"):
        run(tournament, out, jobs=1)


def test_bots_in_python(bots: Path, tmp_path: Path) -> None:
    """Each mistake is one sentence; a module in the current folder is found, in workers too."""
    for wrong in ("py:", "py:bots_of_a_test", "py:no_such_module:Bot", spec("Nobody"), spec("NOT_A_CLASS")):
        with pytest.raises(ArenaError, match="py:"):
            check("babylone", wrong)
    for wrong in (spec("WithArguments"), spec("Thoughtless"), spec("First:fast")):
        with pytest.raises(ArenaError, match="py:bots_of_a_test"):
            check("babylone", wrong)
    check("babylone", spec("First:sims=3"))
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "bots_in_a_folder.py").write_text(BOTS, encoding="utf-8")
    words = ["arena", "babylone", "py:bots_in_a_folder:First", "py:bots_in_a_folder:Last", "--games", "2"]
    program = f"import sys; sys.path.remove(''); from sommet.cli import main; sys.exit(main({words!r}))"
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "forfeited" not in done.stdout


def test_an_engine_that_knows_no_rules(tmp_path: Path) -> None:
    """`legal` in the request is enough to play every game."""
    program = tmp_path / "engine.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'ok': True, 'best': json.loads(line)['legal'][-1]}), flush=True)\n",
        encoding="utf-8",
    )
    for game in ("babylone", "kabaleo"):
        games = run(Tournament(game, (f"engine:{sys.executable} {program}", "random"), games=2), jobs=1)
        assert [each.forfeit for each in games] == [None, None]
