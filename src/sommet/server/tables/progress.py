"""Where a table's match stands: its log, replayed. No clock of its own, no network, no store.

The log's entries: `deal` (a round's set-up; the seat that chose who starts), `move`, `back` (a take-back to a ply),
`end` (a seat gave up or ran out of time), `replace` (a computer player took a seat).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import msgspec

from ...core.errors import SommetError
from ...core.game import Result
from ...core.match import Match, sides
from ...core.position import Position, View
from ...core.record import SPECTATOR, Record, Viewer
from ...core.registry import game
from ...site.records import GameRecord, Setup
from ..store.log import Entry
from ..store.outages import Outages
from ..wire import messages, views
from ..wire.refusals import Refusal, RuleRefusal
from ..wire.settings import Settings
from .clocks import Clocks
from .effects import Effects


class Dealt(msgspec.Struct, frozen=True):
    """A deal's text: the set-up, who was chosen to start, and the moves that a game brought along already has."""

    setup: Setup
    first: int | None = None
    moves: list[str] = []


class Round(msgspec.Struct, frozen=True):
    """A finished round."""

    record: Record
    result: Result
    first: int | None


class Progress:
    """A table's log and all that follows from it."""

    def __init__(self, settings: Settings, chooser: int | None, outages: Outages | None = None) -> None:
        self.settings, self.game = settings, game(settings.game)
        self.entries: list[Entry] = []
        self.rounds: list[Round] = []
        self.bots: dict[int, str] = {seat: bot for seat, bot in enumerate(settings.bots) if bot is not None}
        self.gave_up: list[int] = []
        self.taken_back = 0  # how often, in this round
        self.position: Position | None = None  # of this round, or of the one just ended
        self.result: Result | None = None  # of that round
        self.first: int | None = None
        self._outages = outages or Outages()
        self.clocks = Clocks(settings.clock, settings.players, self._outages)
        self._starter_known = chooser is not None
        self.match = Match.start(self.game, settings.players, settings.options, settings.rounds, chooser or 0)
        self._views: dict[Viewer, View] = {}  # of the position as it is now
        self._shown: tuple[Position, bytes] | None = None
        self._match_state: views.MatchState | None = None
        self._effects = Effects()

    @property
    def seq(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    @property
    def newest(self) -> int:
        """When the newest entry was made: no later one is older."""
        return self.entries[-1].at if self.entries else 0

    @property
    def ply(self) -> int:
        """How many moves of this round have been played."""
        return 0 if self.position is None else len(self.position.moves)

    @property
    def playing(self) -> bool:
        """Whether a round is being played."""
        return self.position is not None and self.result is None

    @property
    def over(self) -> bool:
        """Whether the match is."""
        if self.settings.rounds == 1:
            return self.result is not None
        return bool(self.match.winners)

    @property
    def winners(self) -> list[int] | None:
        """Who won the match, when it is over."""
        if not self.over:
            return None
        if self.settings.rounds == 1 and self.result is not None:
            return list(self.result.winners or ())
        return list(self.match.winners)

    @property
    def to_move(self) -> int | None:
        """The seat to move."""
        return self.position.to_move if self.position is not None and self.result is None else None

    @property
    def choosing(self) -> int | None:
        """The seat that now chooses who starts; None where nobody does (a single game's first player is drawn)."""
        if self.settings.rounds == 1 or self.playing or self.over or not self._starter_known:
            return None
        return self.match.chooser

    @property
    def wants_deal(self) -> bool:
        """Whether the next entry is a single game's deal."""
        return self.settings.rounds == 1 and self.position is None

    def sides(self) -> list[list[int]]:
        """Who plays together, or each alone."""
        return self.position.sides if self.position is not None else sides(self.game, self.match)

    def add(self, entry: Entry, after: Position | None = None) -> None:
        """One more entry. `after`: the position after a move, where it is known already."""
        if entry.seq != self.seq:
            raise ValueError(f"entry {entry.seq} does not follow {self.seq}")
        text = entry.text or ""
        self._shown = None
        self._views.clear()
        if entry.kind == "move":
            self._move(text, entry.at, after)
            self.entries.append(entry)
            return
        self._match_state = None
        if entry.kind == "deal":
            dealt = msgspec.json.decode(text, type=Dealt)
            self.first = dealt.first
            settings = self.settings
            record = Record(settings.game, settings.players, settings.options, dealt.setup, dealt.moves)
            self._deal(record, entry.at)
        elif entry.kind == "back":
            self._back(int(text), entry.at)
        elif entry.kind == "end":
            self._end(entry.seat or 0, text, entry.at)
        elif entry.kind == "replace":
            self.bots[entry.seat or 0] = text
            self.gave_up.append(entry.seat or 0)
        else:
            raise ValueError(entry.kind)
        self.entries.append(entry)

    def _deal(self, record: Record, at: int) -> None:
        self.position = Position.of(self.game, record)
        self.result, self.taken_back = None, 0
        self._effects.clear()
        self.clocks = Clocks(self.settings.clock, self.settings.players, self._outages)
        self._settle(at, moved=False)

    def _move(self, move: str, at: int, after: Position | None) -> None:
        assert self.position is not None
        before = self.position
        self.position = before.play(move) if after is None else after
        if self.position.over:
            self.match = replace(self.match, position=before).play(move)
            self._match_state = None
        self._settle(at, moved=True)

    def _settle(self, at: int, moved: bool) -> None:
        """After a move or a deal: whose turn, and whether the round is over."""
        assert self.position is not None
        self.result = self.position.result
        self.clocks.turn(self.position.to_move, at, moved)
        if self.result is not None:
            self.rounds.append(Round(self.position.record, self.result, self.first))

    def _back(self, ply: int, at: int) -> None:
        assert self.position is not None
        self.position = Position.of(self.game, self.position.record.with_moves(self.position.moves[:ply]))
        self.taken_back += 1
        self.clocks.turn(self.position.to_move, at, moved=False)

    def _end(self, seat: int, reason: str, at: int) -> None:
        assert self.position is not None
        losers = next(side for side in self.sides() if seat in side)
        winners = tuple(other for other in range(self.settings.players) if other not in losers)
        self.result = Result(winners, reason, None)
        self.gave_up.append(seat)
        self.clocks.stop(at)
        record = self.position.record
        won = tuple(rounds + (other in winners) for other, rounds in enumerate(self.match.won))
        self.match = replace(self.match, position=None, won=won, chooser=seat, records=(*self.match.records, record))
        self.rounds.append(Round(record, self.result, self.first))

    def view(self, viewer: Viewer) -> View:
        """What this viewer may see of the round."""
        found = self._views.get(viewer)
        if found is None:
            assert self.position is not None
            found = self._views[viewer] = self.position.view(viewer)
        return found

    def known(self, viewer: Viewer) -> Position:
        """This viewer's knowledge."""
        return self.view(viewer).known

    def _public(self) -> tuple[Position, bytes]:
        """What everybody may see, made from a spectator's knowledge; the state as JSON."""
        if self._shown is None:
            known = self.known(SPECTATOR)
            self._shown = known, known.shown_json
        return self._shown

    def message(self, viewer: Viewer, knowledge: bool = False, effects: bool = False) -> views.View | None:
        """A view as it travels: the public part, and what this viewer's own knowledge adds; more, if it is wanted."""
        if self.position is None:
            return None
        public, state = self._public()
        known = self.known(viewer) if knowledge or self.game.private else public  # or everybody knows the same
        more = known.shown_to(viewer)
        if more:
            state = state[:-1] + b"," + messages.encode(more)[1:]
        running = self.result is None
        to_move = public.to_move if running else None
        shown = views.View(
            viewer,
            len(known.moves),
            to_move,
            known.legal if running and viewer == to_move else (),
            msgspec.Raw(state),
            self.result,
        )
        if knowledge:
            shown.knowledge = GameRecord.of(known.record)
        if effects:
            shown.effects = self._effects.of(public)
        return shown

    def match_state(self) -> views.MatchState:
        """Rounds won, and who chooses."""
        if self._match_state is None:
            number = max(1, len(self.rounds) + (1 if self.playing else 0))
            self._match_state = views.MatchState(
                number, list(self.match.won), self.settings.rounds, self.choosing, self.winners
            )
        return self._match_state

    def clock_state(self, at: int) -> views.ClockState | None:
        """The clocks now."""
        if self.settings.clock.kind == "none" or self.position is None:
            return None
        return views.ClockState(self.clocks.remaining(at), self.clocks.running, at)

    def try_move(self, seat: int | None, move: messages.Move, at: int) -> Position | None:
        """The position after this move; None: it was played before. Refusal otherwise.

        Judged by the mover's own knowledge, so that a refusal tells no more than they know.
        """
        if seat is None:
            raise Refusal("not_seated", 403)
        if self.position is None or (not self.playing and not self.over and self.choosing is not None):
            if not self._repeated(seat, move):
                raise Refusal("not_started" if self.position is None else "choose_first")
            return None
        if move.ply != self.ply or (move.seq is not None and move.seq != self.seq):
            if self._repeated(seat, move):
                return None
            raise Refusal("over" if self.over else "stale")
        if self.result is not None:
            raise Refusal("over")
        if self.position.to_move != seat:
            raise Refusal("not_your_turn", 403)
        if seat not in self.bots and self.clocks.fallen(at):
            raise Refusal("time_out")
        try:
            known = self.known(seat if self.game.private else SPECTATOR)
            if self.game.secret and move.move not in known.legal:
                known.play(move.move)
            return self.position.play(move.move)
        except SommetError as error:
            raise RuleRefusal(error) from error

    def _repeated(self, seat: int, move: messages.Move) -> bool:
        """Whether just this move was played before, by that seat, as the answer to that ply."""
        if self.position is None or move.ply >= self.ply or self.position.moves[move.ply] != move.move:
            return False
        ply = 0
        found: Entry | None = None
        for entry in self.entries:
            if entry.kind == "deal":
                ply = len(msgspec.json.decode(entry.text or "", type=Dealt).moves)
            elif entry.kind == "back":
                ply = int(entry.text or 0)
            elif entry.kind == "move":
                if ply == move.ply:
                    found = entry
                ply += 1
        return found is not None and found.seat == seat and (move.seq is None or move.seq == found.seq)

    def back_to(self, takers: Collection[int]) -> int | None:
        """The ply before the last move of the round that one of these seats made; None when they made none."""
        if not self.playing or self.position is None:
            return None
        start = Position.of(self.game, self.position.record.with_moves(()))
        seats: list[int | None] = []
        for move in self.position.moves:
            seats.append(start.to_move)
            start = start.play(move)
        return next((ply for ply in range(len(seats) - 1, -1, -1) if seats[ply] in takers), None)

    def places(self) -> Mapping[int, int]:
        """Each seat's place, 1 the best: winners, then by rounds won and points, those who gave up last."""
        winners = self.winners or []
        scores = self.rounds[-1].result.scores if self.rounds and self.rounds[-1].result.scores else None
        keys = {}
        for seat in range(self.settings.players):
            points = scores[seat] if scores and self.settings.rounds == 1 else self.match.won[seat]
            keys[seat] = (seat in winners, seat not in self.gave_up, points)
        if len(self.sides()) < self.settings.players:  # partners are placed together
            keys = {seat: (seat in winners, True, 0) for seat in keys}
        order = sorted(set(keys.values()), reverse=True)
        return {seat: order.index(key) + 1 for seat, key in keys.items()}
