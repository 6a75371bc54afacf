"""On a cluster: the same results as here, whatever happens to its workers; what is wrong is one sentence."""

import json
import os
import signal
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.arena.playing import FORFEIT, Played
from sommet.arena.running import run
from sommet.arena.schedule import Tournament
from sommet.cli import main
from sommet.cluster import connecting, sharing
from sommet.core.words import LANGUAGES
from sommet.research import dataset

from .conftest import Nodes


def join(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have commands use the cluster that this process has joined: it can join one only."""
    for importing in ("sommet.analysis.many", "sommet.research.selfplay"):
        import_module(importing)  # before there is no class of that name
    monkeypatch.setattr("sommet.cluster.Cluster", lambda address, workers=None: nullcontext(nodes.cluster))


def comparable(games: Sequence[Played]) -> list[Played]:
    """Without what depends on the machine."""
    return [replace(game, seconds=(), load=0.0) for game in games]


@pytest.mark.long
def test_a_tournament_gives_the_same_games(nodes: Nodes, tmp_path: Path) -> None:
    """Also of a player that fails; and what is in the folder is not played again."""
    tournament = Tournament("babylone", ("random", "beginner:sims=8", "engine:true"), games=4)
    here = run(tournament, jobs=1, keep=True)
    there = run(tournament, tmp_path, jobs=nodes.cluster, keep=True)
    assert comparable(there) == comparable(here)
    assert sum(game.reason == FORFEIT for game in there) == 8
    again = run(replace(tournament, games=6), tmp_path, jobs=nodes.cluster, keep=True)
    assert [game for game in again if game.deal < 2] == there


@pytest.mark.long
def test_no_game_begins_when_enough_are_played(nodes: Nodes) -> None:
    """As a tournament here stops: the games under way are finished, no others begin."""
    played: list[str] = []

    def enough(game: Played) -> bool:
        played.append(game.key)
        return len(played) >= 3

    games = run(Tournament("babylone", ("random", "playout:sims=1"), games=4000), jobs=nodes.cluster, enough=enough)
    assert 3 <= len(games) == len(set(played)) < 4000


@pytest.mark.long
def test_a_data_set_is_the_same(nodes: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever played which game; the command resumes."""
    join(nodes, monkeypatch)
    words = ["dataset", "make", "babylone", "--level", "easy", "--simulations", "8", "--seed", "3"]
    assert main([*words, "--games", "30", "--out", str(tmp_path / "here")]) == 0
    there = [*words, "--out", str(tmp_path / "there"), "--cluster", nodes.address]
    assert main([*there, "--games", "25"]) == 0
    assert main([*there, "--games", "30"]) == 0
    for table in (dataset.GAMES, dataset.POSITIONS):
        read = [
            [dataset.arrow().parquet.read_table(file).to_pylist() for file in dataset.files(tmp_path / name, table)]
            for name in ("here", "there")
        ]
        assert read[0] == read[1]


@pytest.mark.long
def test_a_folder_of_games_is_analysed_alike(
    nodes: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the order of the files, and into a folder; there what is done is not done again, and nothing is replaced."""
    join(nodes, monkeypatch)
    games, out = tmp_path / "games", tmp_path / "out"
    games.mkdir()
    for number in range(3):
        position = sommet.new("babylone", seed=number)
        positions = [position := position.play(position.legal[0]) for _ in range(4)]
        sommet.write(positions[-1:] if number else positions[:2], games / f"{number}.jsonl")
    words = ["analyse", str(games), "--bot", "playout", "--sims", "8"]
    assert main([*words, "--json"]) == 0
    here = capsys.readouterr().out
    assert main([*words, "--json", "--cluster", nodes.address]) == 0
    assert capsys.readouterr().out == here
    kept = [*words, "--out", str(out), "--cluster", nodes.address]
    assert main(kept) == 0
    assert capsys.readouterr().out == f"4 analysed now; 4 in {out}\n"
    names = ["0.jsonl-1.json", "0.jsonl-2.json", "1.jsonl.json", "2.jsonl.json"]
    assert sorted(file.name for file in out.iterdir()) == names
    for line, name in zip(here.splitlines(), names, strict=True):
        assert json.loads(line).items() <= json.loads((out / name).read_text(encoding="utf-8")).items()
    (out / names[2]).unlink()
    assert main(kept) == 0
    assert capsys.readouterr().out == f"1 analysed now; 4 in {out}\n"
    assert main([*kept, "--seed", "2"]) == 2
    assert "another analysis" in capsys.readouterr().err


def begun(folder: str, job: int) -> int:
    """How often the job was begun, this time too."""
    with (Path(folder) / str(job)).open("a", encoding="utf-8") as file:
        file.write("x")
        return file.tell()


def squares(folder: str, jobs: Sequence[int]) -> Iterator[int]:
    """Job 7 ends its process the first time; what was in its batch is written down."""
    for job in jobs:
        if begun(folder, job) == 1 and job == 7:
            (Path(folder) / "batch").write_text(json.dumps(list(jobs)), encoding="utf-8")
            os.kill(os.getpid(), signal.SIGKILL)
        yield job * job


@pytest.mark.long
def test_a_killed_worker_loses_only_what_it_was_doing(nodes: Nodes, tmp_path: Path) -> None:
    """Its batch is done again, nothing else is, and each result is told once."""
    results: list[tuple[int, int]] = []
    nodes.cluster.run(squares, str(tmp_path), range(40), lambda job, found: results.append((job, found)))
    assert sorted(results) == [(job, job * job) for job in range(40)]
    lost = json.loads((tmp_path / "batch").read_text(encoding="utf-8"))
    again = [job for job in range(40) if (tmp_path / str(job)).read_text(encoding="utf-8") != "x"]
    assert again == [job for job in lost if job <= 7]


def deadly(shared: None, jobs: Sequence[int]) -> Iterator[int]:
    """No worker survives it."""
    os.kill(os.getpid(), signal.SIGKILL)
    yield 0


def faulty(shared: None, jobs: Sequence[int]) -> Iterator[int]:
    """It raises."""
    if jobs:
        raise LookupError("not there")
    yield 0


@pytest.mark.long
def test_what_cannot_be_done_is_told(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error as it was raised; a job that ends every worker; a node with another Sommet: in every language."""
    with pytest.raises(LookupError, match="not there"):
        nodes.cluster.run(faulty, None, [1], lambda job, found: None)
    monkeypatch.setattr(sharing, "MOST_LOSSES", 2)
    with pytest.raises(sommet.SommetError, match="2 workers"):
        nodes.cluster.run(deadly, None, [1], lambda job, found: None)
    monkeypatch.setattr(sharing, "identity", lambda: ("0.0.0", "abc"))
    with pytest.raises(sommet.SommetError, match=r"here it is 0\.0\.0 abc") as told:
        nodes.cluster.run(faulty, None, [1], lambda job, found: None)
    assert len({told.value.say(language) for language in LANGUAGES}) == len(LANGUAGES)


def where(shared: tuple[str, str], jobs: Sequence[int]) -> Iterator[str]:
    """The node; on one of them all jobs but the first take for ever."""
    import ray

    hanging, first = shared
    node = ray.get_runtime_context().get_node_id()
    for _ in jobs:
        if node == hanging:
            try:
                Path(first).touch(exist_ok=False)
            except FileExistsError:
                time.sleep(1000)
        else:
            time.sleep(0.2)
        yield node


@pytest.mark.long
def test_a_killed_node_loses_only_what_it_was_doing(
    nodes: Nodes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is killed while it works: the other does the rest, what it had told is kept, and Ray prints nothing."""
    second, found = nodes.second.node_id, []

    def keep(job: int, node: str) -> None:
        found.append((job, node))
        if node == second:
            nodes.kill_second()

    nodes.cluster.run(where, (second, str(tmp_path / "first")), range(20), keep)
    assert sorted(job for job, _ in found) == list(range(20))
    assert [node for _, node in found].count(second) == 1
    assert capfd.readouterr().out == ""


@pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray")
@pytest.mark.parametrize("address", ["closed", "silent", "chatty", "nobody", "nobody:x", "ray://nobody:1"])
def test_an_address_that_is_no_cluster(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, soon; exit code 2."""
    monkeypatch.setattr(connecting, "PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        if address == "closed":
            server.close()
        if address == "chatty":
            talk(server)
        given = f"127.0.0.1:{port}" if address in ("closed", "silent", "chatty") else address
        assert main(["arena", "babylone", "random", "beginner", "--games", "2", "--cluster", given]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert given in said.err


def talk(server: socket.socket) -> Any:
    """Greet whoever calls, as a mail host would."""
    import threading

    def answer() -> None:
        with server.accept()[0] as line:
            line.sendall(b"220 mail.example ESMTP\r\n")
            line.recv(100)

    threading.Thread(target=answer, daemon=True).start()
