"""What all positions of a game on the same terms share: record types, the texts of moves, readers of what is shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import questions
from .arrays import Records
from .fields import Layout
from .names import Names, Terms
from .writing import Write, writer

Read = Callable[[Records, bool], dict[str, Any]]


@dataclass(frozen=True, eq=False, repr=False)
class Room:
    """The records a game needs: templates of setting and state (to be copied), layouts of what is shown."""

    setting: Records
    state: Records
    shown: Layout
    own: Layout
    effects: Layout
    # Which games it is for, where a game has several and other hosts are to choose among them: those on these options,
    # and those whose lists (fields of the set-up) have at most so many entries.
    options: Mapping[str, Any] = field(default_factory=dict)
    up_to: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class Form:
    """See the module's text. `texts[move]` is the text of a move's number, `numbers` goes back.

    Actions are the moves that can be written, numbered without gaps: `moves[action]` is a move's number, `actions` goes
    back, with -1 for what is no move on these terms.
    """

    room: Room
    terms: Terms
    texts: tuple[str, ...]
    numbers: Mapping[str, int]
    moves: NDArray[np.int64]
    actions: NDArray[np.int64]
    read_shown: Read
    read_own: Read
    read_effects: Read
    write_shown: Write


MOST_FORMS = 512
_forms: dict[tuple[Any, ...], Form] = {}


def form(game: Any, room: Room, terms: Terms, setting: Records, state: Records) -> Form:
    """The form of a game that has begun on these terms; made once for all that have the same names for things."""
    names: tuple[Names, ...] = game.names
    key = game, room, terms.players, tuple(each.of(terms) for each in names)
    found = _forms.get(key)
    if found is None:
        if len(_forms) >= MOST_FORMS:
            _forms.clear()
        found = _forms[key] = _made(game, room, terms, setting, state)
    return found


def _made(game: Any, room: Room, terms: Terms, setting: Records, state: Records) -> Form:
    width = len(game.moves.parts) + 1
    count = int(questions.spelled(setting, state, np.zeros((0, width), np.int64)))
    rows = np.zeros((count, width), np.int64)
    questions.spelled(setting, state, rows)
    texts = game.moves.texts([row[:-1] if row[-1] else None for row in rows.tolist()], terms)
    shown, own, effects = (layout.reader(terms) for layout in (room.shown, room.own, room.effects))
    numbers = {text: number for number, text in enumerate(texts) if text}
    moves = np.flatnonzero(np.array([bool(text) for text in texts], np.bool_)).astype(np.int64)
    actions = np.full(len(texts), -1, np.int64)
    actions[moves] = np.arange(len(moves))
    return Form(room, terms, texts, numbers, moves, actions, shown, own, effects, writer(room.shown, terms))
