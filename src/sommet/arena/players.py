"""Who plays: our bots, programs that speak the engine protocol, classes in Python, and what others bring (peers).

A player is named by a text, its *spec*: ``master``, ``plain:sims=2000``, ``hard:seconds=0.5``,
``engine:sims=500:sommet engine``, ``py:my_bots:Cautious``, ``openspiel:mcts:seconds=1``. Every player gets a view,
never a position.
"""

import json
import shlex
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from .. import bots
from ..core.position import View
from ..core.registry import game as game_named
from ..search.advice import Budget
from .errors import ArenaError
from .python_bots import PY, PythonPlayer, bot_of
from .worth import Worth, worth_of, worth_said

BRIEF = Budget(simulations=8)
ENGINE_BUDGET = Budget(seconds=1.0)


class Player(Protocol):
    """Somebody at the table. One that says what its moves are worth has an attribute `worth`, the last move's."""

    def move(self, view: View, seed: int) -> str:
        """A legal move of the view's mover."""

    def warm(self, view: View) -> None:
        """Load and compile what the first move would wait for."""


Maker = Callable[[str, str], Player]
"""Makes a player of a game from the rest of its spec. A module-level function: it travels to other processes."""


@dataclass(frozen=True)
class Wanted:
    """A spec's parts: what was said of the budget, and the rest."""

    name: str
    budget: Budget | None


def budget_of(text: str) -> Budget | None:
    """``sims=2000``, ``seconds=0.5``, or both with a comma; None when it is something else."""
    found: dict[str, Any] = {}
    for part in text.split(","):
        key, equals, value = part.partition("=")
        try:
            if key in ("sims", "simulations") and equals:
                found["simulations"] = int(value)
            elif key == "seconds" and equals:
                found["seconds"] = float(value)
            else:
                return None
        except ValueError:
            raise ArenaError(f"{part!r} is no budget: sims=2000 or seconds=0.5") from None
    if any(value <= 0 for value in found.values()):
        raise ArenaError(f"{text!r}: a budget is more than nothing")
    return Budget(**found)


def wanted(spec: str) -> Wanted:
    """``NAME`` or ``NAME:BUDGET``."""
    name, colon, rest = spec.partition(":")
    budget = budget_of(rest) if colon else None
    if colon and budget is None:
        raise ArenaError(f"{rest!r} is no budget: sims=2000 or seconds=0.5")
    return Wanted(name, budget)


class BotPlayer:
    """One of ours."""

    cheats = False  # told what it may not know (`arena.judges`)
    believed: Mapping[int, Mapping[str, float]] | None = None  # when it last moved, where it says so

    def __init__(self, bot: bots.Bot, budget: Budget | None) -> None:
        self.bot, self.budget = bot, budget
        self.worth: Worth | None = None

    def move(self, view: View, seed: int) -> str:
        """What it would play."""
        advice = self.bot.think(view, self.budget, seed)
        self.worth = worth_of(advice)
        return advice.best

    def warm(self, view: View) -> None:
        """Its kernels; what a thread compiles meanwhile is waited for, up to a minute."""
        until = time.monotonic() + 60.0
        while True:
            began = time.monotonic()
            self.bot.prepare(view)
            if time.monotonic() - began < 0.2 or time.monotonic() > until:
                return


class EnginePlayer:
    """A program that speaks the line protocol: it is sent knowledge records with the legal moves, asked for advice.

    One that ends, or does not answer as the protocol says, is ended and started again when it is asked next.
    """

    def __init__(self, command: str, budget: Budget | None) -> None:
        self.command = command
        self.worth: Worth | None = None
        chosen = budget or ENGINE_BUDGET
        self._budget = {"seconds": chosen.seconds, "simulations": chosen.simulations}
        self._program = self._started()

    def _started(self) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError, IndexError) as error:
            raise ArenaError(f"the engine {self.command!r} does not start: {error}") from None

    def ask(self, **request: Any) -> dict[str, Any]:
        """One line there, one line back."""
        if self._program.returncode is not None:
            self._program = self._started()
        stdin, stdout = self._program.stdin, self._program.stdout
        assert stdin is not None
        assert stdout is not None
        line = b""
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
            line = stdout.readline()
            reply = json.loads(line)
        except (OSError, ValueError):
            self.close(0.5)
            said = f"answered {line[:60]!r}" if line else f"ended (exit code {self._program.returncode})"
            raise ArenaError(f"the engine {self.command!r} {said}") from None
        if not isinstance(reply, dict) or not reply.get("ok"):
            self.close(0.5)
            raise ArenaError(f"the engine {self.command!r} answered {reply!r:.100}")
        return reply

    def _advice(self, view: View, **budget: Any) -> dict[str, Any]:
        return self.ask(record=view.knowledge.as_dict(), legal=list(view.legal), analyse=budget)

    def move(self, view: View, seed: int) -> str:
        """Its best move."""
        budget = {key: value for key, value in self._budget.items() if value is not None}
        reply = self._advice(view, **budget, seed=seed)
        self.worth = worth_said(reply)
        return str(reply.get("best"))

    def warm(self, view: View) -> None:
        """A first question."""
        self._advice(view, simulations=8, seed=1)

    def close(self, patience: float = 5.0) -> None:
        """Let it end; it is killed when it takes longer than `patience` seconds."""
        for pipe in (self._program.stdin, self._program.stdout):
            if pipe is not None:
                with suppress(OSError):  # it has ended already
                    pipe.close()
        try:
            self._program.wait(patience)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()


def engine(game: str, rest: str) -> EnginePlayer:
    """``[BUDGET:]COMMAND``."""
    first, colon, command = rest.partition(":")
    budget = budget_of(first) if colon else None
    return EnginePlayer(rest if budget is None else command, budget)


def python(game: str, rest: str) -> PythonPlayer:
    """``MODULE:CLASS[:BUDGET]``."""
    _, _, said = rest.partition(":")[2].partition(":")
    budget = budget_of(said) if said else None
    if said and budget is None:
        raise ArenaError(f"py:{rest}: {said!r} is no budget: sims=2000 or seconds=0.5")
    return PythonPlayer(bot_of(rest), budget)


def player(game: str, spec: str, makers: Mapping[str, Maker] | None = None) -> Player:
    """The player of that spec; `makers` tells how to make other kinds, by the spec's first word."""
    kind, colon, rest = spec.partition(":")
    known: dict[str, Maker] = {"engine": engine, PY: python, **(makers or {})}
    if (colon or kind in (makers or {})) and kind in known:
        return known[kind](game, rest)
    asked = wanted(spec)
    if asked.name not in bots.names(game):
        kinds = ", ".join(f"{name}:…" for name in known)
        raise ArenaError(f"{spec!r} is none of the bots {', '.join(bots.names(game))}; and there are {kinds}")
    return BotPlayer(bots.bot(game, asked.name), asked.budget)


def check(game: str, spec: str, makers: Mapping[str, Maker] | None = None) -> None:
    """Raise ArenaError for a spec that means nothing (engines are started and left again)."""
    game_named(game)
    made = player(game, spec, makers)
    if isinstance(made, EnginePlayer):
        made.close()
