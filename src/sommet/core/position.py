"""A position: a record played up to its last move. The checked layer: it says what is wrong and which clause."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from . import calls, questions, writing
from .arrays import Records, copy, one
from .bits import random_stream
from .chance import Chance
from .errors import BAD_REQUEST, GAME_OVER, SommetError, bad_argument, shown
from .form import Form, form
from .game import Game, Result
from .record import SPECTATOR, Record, Viewer, is_viewer

OUTSIDE = -1  # a spectator, as the kernels number viewers


class Facts:
    """What `calls.replay` finds in a position: shared by all who know the same."""

    __slots__ = ("legal", "mover", "moves", "outcome", "played", "scores")

    def __init__(self, mover: int, outcome: int, played: int, scores: list[int], moves: list[int]) -> None:
        self.mover, self.outcome, self.played, self.scores, self.moves = mover, outcome, played, scores, moves
        self.legal: tuple[str, ...] | None = None


class Position:
    """Immutable. `record` says how it came about; `setting` and `state` are the kernels' records (do not write).

    Positions are equal when their records are: the same deal, the same moves, the same viewer's knowledge.
    """

    __slots__ = ("_facts", "game", "notation", "record", "setting", "state")

    def __init__(
        self,
        game: Game,
        record: Record,
        setting: Records,
        state: Records,
        notation: Form,
        facts: Facts | None = None,
    ) -> None:
        self.game, self.record, self.setting, self.state, self.notation = game, record, setting, state, notation
        self._facts = facts

    def __repr__(self) -> str:
        return f"<Position {self.game.name}, {self.players} players, {len(self.moves)} moves>"

    def __str__(self) -> str:
        """The board as text, with everything its record tells."""
        return drawn("text", self)

    def _repr_svg_(self) -> str:
        """The same as a picture, for notebooks."""
        return drawn("svg", self)

    def __eq__(self, other: object) -> bool:
        return self.record == other.record if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.record)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.record,)

    @classmethod
    def start(cls, game: Game, record: Record) -> "Position":
        """The position before the record's first move; raises SommetError."""
        room, setting, state, terms = game.begin(record)
        return cls(game, record.with_moves(()), setting, state, form(game, room, terms, setting, state))

    @classmethod
    def of(cls, game: Game, record: Record) -> "Position":
        """Play a record; raises SommetError (with `at`) at the first thing that is wrong."""
        room, setting, state, terms = game.begin(record)
        position = cls(game, record, setting, state, form(game, room, terms, setting, state))
        if record.moves:
            number = position.notation.numbers.get
            facts = position._facts = position._look(state, [number(text, -1) for text in record.moves])
            if facts.played < len(record.moves):
                position.record = record.with_moves(record.moves[: facts.played])
                raise position.refusal(record.moves[facts.played])
        if record.viewer is not None and not position.over:
            answer = int(questions.gap(position.setting, position.state))
            if answer:
                raise game.refusals.error(answer, position.notation.terms)
        return position

    def after(self, moves: Sequence[str]) -> "Position":
        """The position after these moves; raises SommetError with the index of the first wrong one in the game."""
        if isinstance(moves, str):
            raise SommetError(BAD_REQUEST, "error.moves")
        number = self.notation.numbers.get
        try:
            texts = tuple(moves)
            numbers = [number(text, -1) for text in texts]
        except TypeError:  # not iterable, or not hashable
            raise SommetError(BAD_REQUEST, "error.moves") from None
        state = copy(self.state)
        facts = self._look(state, numbers)
        played = facts.played
        record = self.record.with_moves(self.record.moves + texts[:played])
        position = Position(self.game, record, self.setting, state, self.notation, facts)
        if played < len(texts):
            raise position.refusal(texts[played])
        return position

    def play(self, move: str) -> "Position":
        """The position after this move; raises SommetError if it is not legal."""
        return self.after((move,))

    def positions(self) -> "Iterator[tuple[Position, str]]":
        """The game move by move: each position before a move, and that move."""
        position = Position.start(self.game, self.record)
        for move in self.moves:
            yield position, move
            position = position.play(move)

    def refusal(self, move: str) -> SommetError:
        """The error for a move that is not legal: which clause, and a sentence for the player."""
        if self.over:
            error = SommetError(GAME_OVER, "error.game_over", move=shown(move))
        else:
            number = self._number(move)
            lacking = int(questions.gap(self.setting, self.state))
            moves, terms = self.game.moves, self.notation.terms
            if number is None and not lacking:
                error = moves.unreadable(move, terms)
            else:
                answer = lacking or int(questions.why_not(self.setting, self.state, number))
                error = self.game.refusals.error(answer, terms, **moves.values(move))
        error.at = len(self.record.moves)
        return error

    def _number(self, move: object) -> int | None:
        """The kernels' number of a move's text; None when it is no move's."""
        return self.notation.numbers.get(move) if isinstance(move, str) else None

    def prepare(self) -> None:
        """Compile, or load, what is asked of positions like this one; meanwhile other threads go on interpreted."""
        calls.prepare(self.setting, self.state)
        setup = self.game.setup.blank(self.players, self.record.fixed_options)
        questions.prepare(self.setting, self.state, self.notation.room, setup)
        writing.prepare()

    def _look(self, state: Records, moves: list[int]) -> Facts:
        """Play moves on a state; the facts of the position after them."""
        room = np.empty(calls.MOVES + self.game.most_moves, np.int64)
        calls.replay(self.setting, state, np.array(moves, np.int64), room)
        mover, outcome, played, count, *scores = room[: calls.MOVES].tolist()
        return Facts(mover, outcome, played, scores, room[calls.MOVES : calls.MOVES + count].tolist())

    @property
    def facts(self) -> Facts:
        """Mover, outcome, scores and legal moves, looked up once."""
        if self._facts is None:
            self._facts = self._look(self.state, [])
        return self._facts

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
        return self.facts.outcome != calls.RUNNING

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None after the end."""
        facts = self.facts
        return None if facts.outcome != calls.RUNNING else facts.mover

    def _seats(self) -> list[list[int]]:
        found = np.zeros((3, self.players), np.int64)
        questions.seats(self.setting, self.state, found)
        rows: list[list[int]] = found.tolist()
        return rows

    def next_seats(self) -> list[int]:
        """All seats in the order in which they come, or would have come, to move next."""
        return list(dict.fromkeys(self._seats()[2]))

    @property
    def sides(self) -> list[list[int]]:
        """Who plays together: a list of seats for each side."""
        sides: dict[int, list[int]] = {}
        for seat, side in enumerate(self._seats()[0]):
            sides.setdefault(side, []).append(seat)
        return [sides[side] for side in sorted(sides)]

    @property
    def standings(self) -> list[int]:
        """After the end, by seat: a number by which those who did not win are placed, the higher the better."""
        return self._seats()[1]

    @property
    def numbers(self) -> list[int]:
        """The legal moves as the kernels number them, ascending."""
        return self.facts.moves

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves, sorted as plain texts."""
        facts = self.facts
        if facts.legal is None:
            texts = self.notation.texts
            facts.legal = tuple(sorted([texts[number] for number in facts.moves]))
        return facts.legal

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores per seat as they would be in the result now."""
        return tuple(self.facts.scores[: self.record.players])

    @property
    def result(self) -> Result | None:
        """How it ended, or None while it runs."""
        outcome = self.facts.outcome
        if outcome == calls.RUNNING:
            return None
        if outcome < 0:
            return Result(None, None, None)
        winners = tuple(seat for seat in range(self.players) if outcome >> seat & 1)
        return Result(winners, self.game.endings[outcome >> 8], self.scores)

    @property
    def shown(self) -> dict[str, Any]:
        """The state as the protocol shows it to everybody."""
        record = one(self.notation.room.shown.type)
        questions.show_all(self.setting, self.state, record)
        return self.notation.read_shown(record, self.over)

    @property
    def shown_json(self) -> bytes:
        """The same as JSON text: for those who send it on."""
        record = one(self.notation.room.shown.type)
        questions.show_all(self.setting, self.state, record)
        return self.notation.write_shown(record, self.over)

    def shown_to(self, viewer: Viewer) -> dict[str, Any]:
        """What this viewer sees besides; to be asked of the viewer's own knowledge."""
        layout = self.notation.room.own
        if not layout.fields:
            return {}
        record = one(layout.type)
        questions.show_viewer(self.setting, self.state, OUTSIDE if viewer == SPECTATOR else viewer, record)
        return self.notation.read_own(record, self.over)

    def effects(self, move: str) -> dict[str, Any]:
        """Whose `seat` makes this move and what it would do; SommetError if it is not legal.

        Public things only: every viewer's knowledge gives the same.
        """
        number = self._number(move)
        if number is None or number not in self.numbers:
            raise self.refusal(move)
        record = one(self.notation.room.effects.type)
        questions.tell(self.setting, self.state, number, copy(self.state), record)
        return {"seat": self.to_move, **self.notation.read_effects(record, False)}

    def knowledge(self, viewer: Viewer) -> Record:
        """What this viewer knows: after the end everything, before it what the set-up's description allows."""
        record = self.record
        if self.over:
            return Record(record.game, record.players, record.fixed_options, record.fixed_setup, record.moves, viewer)
        return self.game.known(record, viewer)

    def view(self, viewer: Viewer) -> "View":
        """What this viewer may see, filled in by an allow-list from what they may know and from nothing else."""
        if not is_viewer(viewer, self.players):
            raise SommetError(BAD_REQUEST, "error.view", given=shown(viewer), most=self.players - 1)
        record = self.knowledge(viewer)
        if self.over or not self.game.secret:  # they know it all
            known = Position(self.game, record, self.setting, self.state, self.notation, self._facts)
        else:
            state = copy(self.notation.room.state)
            questions.seen(self.setting, self.state, OUTSIDE if viewer == SPECTATOR else viewer, state)
            facts = None if self.game.private else self._facts  # who moves and how is then known to all
            known = Position(self.game, record, self.setting, state, self.notation, facts)
        return View(known, viewer)


def drawn(how: str, of: "Position | View") -> str:
    """Text or picture, from `sommet.drawing`: by name, because that lies above this."""
    found: str = getattr(import_module("sommet.drawing"), how)(of)
    return found


def _again(record: Record) -> Position:
    """For pickle: positions travel as their records."""
    from .registry import game

    return Position.of(game(record.game), record)


class View:
    """What one viewer may see of a position: all that leaves a server, and all that a bot is given.

    Its position holds the viewer's knowledge; there is no way from here to the position it was taken from. Of one that
    was set up by hand, nobody made the first `unplayed` moves: nothing is to be learned from them.
    """

    __slots__ = ("known", "unplayed", "viewer")

    def __init__(self, known: Position, viewer: Viewer, unplayed: int = 0) -> None:
        if known.record.viewer != viewer:
            raise TypeError("a view is made from its viewer's knowledge")
        self.known, self.viewer, self.unplayed = known, viewer, unplayed

    def __repr__(self) -> str:
        return f"<View {self.viewer} of {self.known!r}>"

    def __str__(self) -> str:
        """The board as text, as the viewer knows it."""
        return drawn("text", self)

    def _repr_svg_(self) -> str:
        """The same as a picture, for notebooks."""
        return drawn("svg", self)

    def __eq__(self, other: object) -> bool:
        return self.known == other.known if isinstance(other, View) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.known)

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
        return self.known.shown | self.known.shown_to(self.viewer)

    def redeal(self, chance: Chance) -> Position:
        """A uniformly random position among all that this view allows."""
        if not isinstance(chance, Chance):
            raise bad_argument("chance", chance)
        known, record = self.known, self.knowledge
        if known.over:
            whole = Record(record.game, record.players, record.fixed_options, record.fixed_setup, record.moves)
            return Position(known.game, whole, known.setting, known.state, known.notation, known.facts)
        state = copy(known.state)
        calls.fill_in(known.setting, state, random_stream(chance.word()))
        whole = self.game.recalled(record, known.setting, state)
        return Position(self.game, whole, known.setting, state, known.notation)
