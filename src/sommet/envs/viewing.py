"""The same observations and actions for one view: so a policy that learned in an environment plays as a bot."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.errors import bad_argument
from ..core.names import Terms
from ..core.observing import Spec, declared, observe
from ..core.position import Position, View
from .errors import refused, whole_number
from .plain_spec import PlainSpec


def spec_of(view: View) -> Spec:
    """What an observation of such a game is made of; SommetError for a spectator's."""
    known, record = _known(view), view.knowledge
    terms = Terms(record.players, record.fixed_options, record.fixed_setup)
    found = declared(view.game, terms, known.setting, known.state)
    return found or PlainSpec.of(view.game, known.notation, terms, known.setting, known.state)


def observation(view: View) -> NDArray[Any]:
    """What a player's view is in an environment, as one vector."""
    spec, known = spec_of(view), _known(view)
    out = np.zeros(spec.size, spec.dtype)
    if isinstance(spec, PlainSpec):
        log = np.array([known.notation.numbers[text] for text in known.moves] or [0], np.int64)
        spec.how.write(known.setting, known.state, int(view.viewer), log, len(known.moves), out)
    else:
        observe(known.setting[0], spec.places[0], known.state[0], int(view.viewer), out)
    return out


def mask(view: View) -> NDArray[np.bool_]:
    """Which actions are legal; none in a view of another than the mover's."""
    known = _known(view)
    numbers = known.numbers if view.viewer == view.to_move else []
    return np.isin(known.notation.moves, numbers)


def move(view: View, action: int) -> str:
    """The text of an action, for `Position.play`."""
    known = _known(view)
    moves = known.notation.moves
    return known.notation.texts[int(moves[whole_number("action", action, 0, len(moves) - 1)])]


def action(view: View, text: str) -> int:
    """The number of a move's text; SommetError where there is no such move."""
    known = _known(view)
    number = known.notation.numbers.get(text) if isinstance(text, str) else None
    if number is None:
        raise known.refusal(text)
    return int(known.notation.actions[number])


def _known(view: View) -> Position:
    if not isinstance(view, View):
        raise bad_argument("view", view)
    if not isinstance(view.viewer, int):
        raise refused("seat")
    return view.known
