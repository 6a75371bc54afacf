"""A position: a record played up to its last move. The checked layer: it says what is wrong and which clause."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import calls
from .bits import random_stream
from .chance import Chance
from .errors import BAD_REQUEST, GAME_OVER, SommetError
from .game import Game, Notation, Result
from .record import Record, Viewer, is_viewer, shown
from .records import Records, copy


class Found:
    """What is to be seen in a position: shared by all who know the same."""

    __slots__ = ("legal", "mover", "moves", "outcome", "played", "scores")

    def __init__(self, mover: int, outcome: int, played: int, scores: list[int], moves: list[int]) -> None:
        self.mover, self.outcome, self.played, self.scores, self.moves = mover, outcome, played, scores, moves
        self.legal: tuple[str, ...] | None = None


class Position:
    """Immutable. `record` says how it came about; `setting` and `state` are the kernels' records (do not write)."""

    def __init__(
        self,
        game: Game,
        record: Record,
        setting: Records,
        state: Records,
        notation: Notation,
        found: "Found | None" = None,
    ) -> None:
        self.game, self.record, self.setting, self.state, self.notation = game, record, setting, state, notation
        self._known = found

    def __repr__(self) -> str:
        return f"<Position {self.game.name}, {self.players} players, {len(self.moves)} moves>"

    @classmethod
    def of(cls, game: Game, record: Record) -> "Position":
        """Play a record; raises SommetError (with `at`) at the first thing that is wrong."""
        setting, state = game.begin(record)
        notation = game.notation(record)
        start = cls(game, record.with_moves(()), setting, state, notation)
        position = start.after(record.moves) if record.moves else start
        game.check(position)
        return position

    def after(self, moves: Sequence[str]) -> "Position":
        """The position after these moves; raises SommetError with the index of the first wrong one in the game."""
        texts = tuple(moves)
        numbers = self.notation.numbers
        state = copy(self.state)
        found = self._look(state, [numbers.get(text, -1) for text in texts])
        played = found.played
        record = self.record.with_moves(self.record.moves + texts[:played])
        position = Position(self.game, record, self.setting, state, self.notation, found)
        if played < len(texts):
            raise position._refusal(texts[played])
        return position

    def play(self, move: str) -> "Position":
        """The position after this move; raises SommetError if it is not legal."""
        return self.after((move,))

    def _refusal(self, move: str) -> SommetError:
        if self.over:
            error = SommetError(GAME_OVER, "error.game_over", move=shown(move))
        else:
            error = self.game.why_not(self, move)
        error.at = len(self.record.moves)
        return error

    def under(self, record: Record) -> "Position":
        """The same position under another record with the same set-up and moves: another viewer's, or the true one."""
        return Position(self.game, record, self.setting, self.state, self.notation, self._found)

    def knowing(self, record: Record) -> "Position | None":
        """The same for one who knows this record's set-up, which says more; None: it has to be played afresh."""
        state = self.game.learn(self, record.setup)
        if state is None:
            return None
        known = Record(record.game, record.players, record.options, record.setup, self.moves, record.viewer)
        return Position(self.game, known, self.setting, state, self.notation)

    def _look(self, state: Records, moves: list[int]) -> "Found":
        """Play moves on a state; what is to be seen then."""
        room = np.empty(calls.MOVES + self.game.most_moves, np.int64)
        calls.replay(self.setting, state, np.array(moves, np.int64), room)
        mover, outcome, played, count, *scores = room[: calls.MOVES].tolist()
        return Found(mover, outcome, played, scores, room[calls.MOVES : calls.MOVES + count].tolist())

    @property
    def _found(self) -> "Found":
        """What is to be seen in this position, looked up once."""
        if self._known is None:
            self._known = self._look(self.state, [])
        return self._known

    @property
    def players(self) -> int:
        """How many play."""
        return self.record.players

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far."""
        return self.record.moves

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._found.outcome != calls.RUNNING

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None after the end."""
        found = self._found
        return None if found.outcome != calls.RUNNING else found.mover

    def next_seats(self) -> list[int]:
        """All seats in the order in which they come, or would have come, to move next."""
        first, step = (
            int(self.record.setup["first"]),
            -1 if self.record.options.get("direction") == "counterclockwise" else 1,
        )
        return [(first + step * (len(self.moves) + turn)) % self.players for turn in range(self.players)]

    @property
    def numbers(self) -> list[int]:
        """The legal moves as the kernels number them, ascending."""
        return self._found.moves

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves, sorted as plain texts."""
        found = self._found
        if found.legal is None:
            texts = self.notation.texts
            found.legal = tuple(sorted([texts[number] for number in found.moves]))
        return found.legal

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores per seat as they would be in the result now."""
        return tuple(self._found.scores[: self.record.players])

    @property
    def result(self) -> Result | None:
        """How it ended, or None while it runs."""
        outcome = self._found.outcome
        if outcome == calls.RUNNING:
            return None
        if outcome < 0:
            return Result(None, None, None)
        winners = tuple(seat for seat in range(self.players) if outcome >> seat & 1)
        return Result(winners, self.game.reasons[outcome >> 8], self.scores)

    @property
    def shown(self) -> dict[str, Any]:
        """The state as the protocol shows it to everybody."""
        return self.game.show(self)

    def effects(self, move: str) -> dict[str, Any]:
        """Whose `seat` makes this move and what it would do (see `Game.effects`); SommetError if it is not legal."""
        return {"seat": self.to_move, **self.game.effects(self, move)}

    def knowledge(self, viewer: Viewer) -> Record:
        """What this viewer knows: after the end everything, before it what the game's allow-list names."""
        setup: Mapping[str, Any] = self.record.setup if self.over else self.game.known(self.record, viewer)
        return Record(self.record.game, self.players, self.record.options, setup, self.record.moves, viewer)

    def view(self, viewer: Viewer) -> "View":
        """What this viewer may see, computed from his knowledge and from nothing else."""
        if not is_viewer(viewer, self.players):
            raise SommetError(BAD_REQUEST, "error.view", given=shown(viewer), most=self.players - 1)
        return View(Position.of(self.game, self.knowledge(viewer)), viewer)


class View:
    """What one viewer may see of a position: all that leaves a server, and all that a bot is given.

    It is made from a knowledge record; there is no way from here to the position that record was taken from.
    """

    def __init__(self, known: Position, viewer: Viewer) -> None:
        if known.record.viewer != viewer:
            raise TypeError("a view is made from its viewer's knowledge record")
        self.known, self.viewer = known, viewer

    @property
    def game(self) -> Game:
        """The game."""
        return self.known.game

    @property
    def knowledge(self) -> Record:
        """The knowledge record behind it."""
        return self.known.record

    @property
    def to_move(self) -> int | None:
        """The seat to move."""
        return self.known.to_move

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves, in the mover's own view only."""
        return self.known.legal if self.viewer == self.to_move else ()

    @property
    def result(self) -> Result | None:
        """How it ended."""
        return self.known.result

    @property
    def shown(self) -> dict[str, Any]:
        """The state as this viewer sees it."""
        return self.known.shown | self.game.show_viewer(self.known, self.viewer)

    def redeal(self, chance: Chance) -> Position:
        """A uniformly random position among all that this view allows."""
        if self.known.over:
            return self.known
        state = copy(self.known.state)
        calls.fill_in(self.known.setting, state, random_stream(chance.word()))
        record = self.knowledge
        filled = Position(self.game, record, self.known.setting, state, self.known.notation)
        setup = self.game.guess(filled)
        return Position.of(self.game, Record(record.game, record.players, record.options, setup, record.moves))
