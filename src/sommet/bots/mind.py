"""The host of minds: runs any level of any game by its kernels and data, as `search.minds` says. It chooses nothing."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import isnan, nan
from typing import Any, cast

import numpy as np

from ..core import compiling
from ..core.arrays import Records, one
from ..core.bits import random_stream
from ..core.findings import NO_FINDINGS, Findings
from ..core.kernel import INTERPRETED
from ..core.phrases import Phrases
from ..core.position import Position, View
from ..core.record import SPECTATOR, Viewer
from ..core.rules import modules_for
from ..search import plain
from ..search.advice import Advice, Budget, MoveValue, Thinking
from ..search.minds import (
    PLAYOUTS,
    SEARCH,
    UNFINISHED,
    concluded,
    considered,
    explained,
    new_told,
    reasoned,
)
from ..search.playouts import play_out
from ..search.think import Worker, new_found, search
from ..search.why import PHRASES, new_said
from .bot import Bot
from .patient import loading

UNITS = 20_000  # between two looks at the clock
FEW, FEW_AT_ONCE = 1_000, 100  # interpreted: no more units of work than these, and so many between two looks
SHARE_OF_TIME = 0.5  # that may be spent before anything is simulated
HEAD_START = 2.0  # seconds, for a first answer by the interpreter before compiling slows it down
MOST_DESKS = 2  # of a kind, kept


@dataclass(frozen=True)
class Level:
    """How strong an opponent is: its budget, and numbers for the fields of its game's guide."""

    name: str
    simulations: int | None = None
    seconds: float | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)

    @property
    def budget(self) -> Budget:
        """What it takes when it is given none; one look where nothing is said."""
        if self.light:
            return Budget(simulations=1)
        return Budget(self.seconds, self.simulations)

    @property
    def light(self) -> bool:
        """Whether it answers without any simulation, and so quickly enough without machine code."""
        return self.simulations is None and self.seconds is None


@dataclass(frozen=True, eq=False)
class Kind:
    """What the minds of a game have in common."""

    guide: "np.dtype[Any]"  # whose registered kernels they are
    new_desk: Callable[[int, "np.dtype[Any]"], Any]  # for a number of players and a type of states
    ways: tuple[int, ...] = (SEARCH,)  # what may be done besides considering: SEARCH, PLAYOUTS
    about: Findings | None = None  # what `explain` adds to an advice
    notes: Findings | None = None  # and to each of its moves
    phrases: Phrases = PHRASES  # of `why`
    at_once: bool = False  # until there is machine code the interpreter considers, not a simpler mind
    instead: Callable[[View, Thinking, int], Advice | None] | None = None  # of playouts, where Python has better
    likely: str | None = None  # the guide's field for what a host believes of the others (`search.minds`)
    openly: Mapping[str, float] = field(default_factory=dict)  # numbers for an analysis, in place of a level's
    learned: str | None = None  # the desk's array of what was learned: all that think for a while may need it
    desks: dict[tuple[int, Any], list[Any]] = field(default_factory=dict)
    lock: Any = field(default_factory=threading.Lock)

    @contextmanager
    def desk(self, players: int, state: "np.dtype[Any]") -> Iterator[Any]:
        """A desk that nobody else uses meanwhile."""
        key = players, state
        with self.lock:
            kept = self.desks.setdefault(key, [])
            desk = kept.pop() if kept else None
        desk = self.new_desk(players, state) if desk is None else desk
        yield desk
        with self.lock:
            if len(kept) < MOST_DESKS:
                kept.append(desk)


PLAIN = Kind(plain.PLAIN, plain.new_desk, (SEARCH, PLAYOUTS))


class Case:
    """A view's position as the kernels of its game's minds are asked about it."""

    def __init__(self, kind: Kind, view: View, desk: Any, numbers: Mapping[str, float]) -> None:
        known = view.known
        self.kind, self.view, self.desk = kind, view, desk
        self.setting, self.state = known.setting, known.state
        start = Position.start(known.game, known.record)
        self.start = (start.after(known.moves[: view.unplayed]) if view.unplayed else start).state
        self.moves = np.array([known.notation.numbers[text] for text in known.moves[view.unplayed :]], np.int64)
        self.guide = one(kind.guide)
        for name, number in numbers.items():
            self.guide[name] = number
        self.told = new_told(view.game.most_moves)

    def considering(self, rng: Records) -> tuple[Any, ...]:
        """What `considered` is asked with, but for the units of work."""
        return self.setting, self.guide, self.state, self.start, self.moves, rng, self.desk

    def concluding(self, rng: Records, found: Any) -> tuple[Any, ...]:
        """What `concluded` is asked with."""
        return self.setting, self.guide, self.state, rng, self.desk, found, self.told

    def explaining(self, count: int) -> tuple[Any, ...]:
        """What `explained` is asked with, for this many moves."""
        kind = self.kind
        assert kind.about is not None
        assert kind.notes is not None
        records = kind.about.blank(), kind.notes.blank(max(1, count))
        return self.setting, self.guide, self.state, self.start, self.moves, self.desk, self.told, *records

    def reasoning(self, advice: Advice) -> tuple[Any, ...]:
        """What `reasoned` is asked with, about an advice, explained or not."""
        kind, form = self.kind, self.view.known.notation
        self.tell(advice)
        about = (kind.about or NO_FINDINGS).write([advice.more], form.terms, form.numbers)
        notes = (kind.notes or NO_FINDINGS).write([move.more for move in advice.moves], form.terms, form.numbers)
        return self.setting, self.guide, self.state, self.desk, self.told, about, notes, new_said()

    def tell(self, advice: Advice) -> None:
        """Have it told what an advice tells."""
        numbers, count = self.view.known.notation.numbers, len(advice.moves)
        self.told.size[0], self.told.exact[0] = count, advice.exact
        self.told.moves[:count] = [numbers[move.move] for move in advice.moves]
        self.told.values[:count] = [nan if move.value is None else move.value for move in advice.moves]
        self.told.visits[:count] = [move.visits for move in advice.moves]

    def advice(self, simulations: int) -> Advice:
        """What was told, in texts."""
        texts, told = self.view.known.notation.texts, self.told
        rows = zip(*(array[: int(told.size[0])].tolist() for array in told[:3]), strict=True)
        moves = tuple(MoveValue(texts[move], None if isnan(value) else value, visits) for move, value, visits in rows)
        return Advice(moves, bool(told.exact[0]), simulations)

    def findings(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """What there is to tell besides: about the position, and of each move told."""
        kind, form, count = self.kind, self.view.known.notation, int(self.told.size[0])
        assert kind.about is not None
        assert kind.notes is not None
        asked = self.explaining(count)
        explained(*asked)
        (about,) = kind.about.read(asked[-2], form.terms, form.texts)
        return about, kind.notes.read(asked[-1][:count], form.terms, form.texts)


class Mind(Bot):
    """One level."""

    def __init__(self, kind: Kind, level: Level) -> None:
        self.kind, self.level, self.name, self.budget = kind, level, level.name, level.budget

    @contextmanager
    def case(self, view: View, openly: bool = False) -> Iterator[Case]:
        """A view to think about; `openly`: for an analysis, which has nothing to hide."""
        with self.kind.desk(view.known.players, view.known.state.dtype) as desk:
            yield Case(self.kind, view, desk, {**self.level.numbers, **(self.kind.openly if openly else {})})

    def advise(self, view: View, thinking: Thinking, seed: int) -> Advice:
        """Consider, simulate, conclude."""
        with self.case(view, thinking.budget.whole) as case:
            rng, found = random_stream(seed), new_found(view)
            with thinking.clock_stopped():
                self._load(case)
            way = self._consider(case, thinking, rng)
            if way > UNFINISHED:
                thinking.limit(way - UNFINISHED)
                way = SEARCH
            if way == SEARCH:
                found = search(view, case.guide, thinking, seed)
            elif way == PLAYOUTS and not self.level.light:
                better = self.kind.instead and self.kind.instead(view, thinking, seed)
                if better:
                    return better
                play_out(view, thinking, rng, found)
            concluded(*case.concluding(rng, found))
            advice = case.advice(thinking.done)
            return _explained(case, advice) if advice.exact and self.kind.about is not None else advice

    def guide(self, view: View) -> Records:
        """What it tells a search of this view, having considered it."""
        with self.case(view) as case:
            self._prepare(case)
            cast(Any, considered)(*case.considering(random_stream(0)), UNITS)
            return case.guide

    def _load(self, case: Case) -> None:
        """Wait for machine code where it is needed."""
        if self.kind.at_once:
            self.loading(case.view).here()
        elif not self.level.light:
            self._prepare(case)

    def _consider(self, case: Case, thinking: Thinking, rng: Records) -> int:
        ask, asked, done = cast(Any, considered), case.considering(rng), 0
        seconds = thinking.budget.seconds
        while True:
            compiled = not INTERPRETED and ask.prepared(*asked, UNITS)
            units = UNITS if compiled else FEW_AT_ONCE
            way = int(ask(*asked, units))
            if way != UNFINISHED:
                return way
            done += units
            late = seconds is not None and thinking.spent >= SHARE_OF_TIME * seconds
            if (compiled and late) or (not compiled and done >= FEW) or not thinking.portion(1):
                return PLAYOUTS

    def prepare(self, view: View) -> None:
        """Compile, or load, all that it may need, and what explains it."""
        with self.case(view) as case:
            self._prepare(case)
            rng = random_stream(0)
            if SEARCH in self.kind.ways:
                Worker(view, case.guide, rng, 1).prepare()
            if PLAYOUTS in self.kind.ways:
                play_out(view, Thinking(Budget(simulations=1)), rng, new_found(view))
            if self.kind.about is not None:
                cast(Any, explained).prepare(*case.explaining(1))

    def _prepare(self, case: Case) -> None:
        rng = random_stream(0)
        cast(Any, considered).prepare(*case.considering(rng), UNITS)
        cast(Any, concluded).prepare(*case.concluding(rng, np.zeros((1, 2))))

    def code(self, view: View) -> tuple[str, set[str]]:
        """The same for all levels."""
        kind = "plain" if self.kind.guide == plain.PLAIN else "mind"
        return kind, {considered.__module__, Worker.__module__, *modules_for(self.kind.guide)}

    def loading(self, view: View) -> compiling.Job:
        """Start to load its machine code, or to compile it, in the background."""
        return loading(self, view, HEAD_START if self.kind.at_once else 0.0)

    def explain(self, view: View, advice: Advice) -> Advice:
        """The advice, whoever gave it, with all that the game's own analysis has to tell besides."""
        if self.kind.about is None:
            return advice
        with self.case(view) as case:
            self.load_explanations(case)
            case.tell(advice)
            return _explained(case, advice)

    def reasons(self, view: View, advice: Advice, language: str, written: Callable[[str], str] = str) -> str:
        """Why the first move of an advice, whoever gave it, in one sentence or two; moves as `written`."""
        with self.case(view) as case:
            asked, form = case.reasoning(advice), view.known.notation
            count = int(cast(Any, reasoned)(*asked))
            rows = asked[-1].rows[:count].tolist()
        return self.kind.phrases.text(language, rows, form.terms, form.texts, written)

    def load_explanations(self, case: Case) -> None:
        """Wait for the machine code of what explains."""
        if not self.kind.at_once:
            cast(Any, explained).prepare(*case.explaining(1))


def _explained(case: Case, advice: Advice) -> Advice:
    about, notes = case.findings()
    moves = (replace(move, more=move.more | note) for move, note in zip(advice.moves, notes, strict=True))
    return replace(advice, moves=tuple(moves), more=advice.more | about)


def beliefs(mind: Mind, position: Position, name: str, unplayed: int = 0) -> dict[str, dict[str, Any]]:
    """For each seat, and for somebody `outside`: what its findings of that name say of each of the other seats.

    By the moves so far alone, also after the end, when everybody knows. Of one viewer's knowledge: theirs and outside.
    """
    record = position.record
    seats = range(position.players) if record.viewer is None else [record.viewer]
    viewers: list[Viewer] = [*(seat for seat in seats if seat != SPECTATOR), SPECTATOR]
    told = {}
    for viewer in viewers:
        known = Position.of(position.game, position.game.known(record, viewer))
        with mind.case(View(known, viewer, unplayed)) as case:
            mind.load_explanations(case)
            rows = case.findings()[0][name]
        told["outside" if viewer == SPECTATOR else str(viewer)] = {
            str(seat): row for seat, row in enumerate(rows) if row is not None
        }
    return told
