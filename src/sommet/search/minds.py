"""Minds: computer players as kernels and data. This text is the whole contract; any host, in any language, keeps it.

A mind is a guide's record type and the kernels registered for it (`search.guide`). A **level** of it is data: a name, a
budget, and numbers for scalar fields of the guide. A host makes no choice of its own. It keeps these records:

    settings, states   of the position, as its viewer knows it (arrays of one record, as all that follow)
    starts, moves      the viewer's state before the first move of the game, and the numbers of all moves since; of a
                       position that was set up by hand (`core.arranging`) the state then: nobody made the moves before
    guides             one record of the guide's type: all bytes zero, then the level's numbers; for an analysis, which
                       has nothing to hide, then those that the game names for it (`openly`). A guide may have a
                       field for what the host believes of the others: per seat and private type (`persona`), how likely
                       that seat's moves were. A seat whose row is not zero throughout is judged by it alone.
    rngs               one record `core.bits.RANDOM`: stream 0 of the seed
    desk               a NamedTuple of arrays, made by the game for a number of players and a type of states
                       (`new_desk`): what its minds write on. All bytes zero is a valid desk. It may be kept for other
                       positions with as many players and such states, of any game and level, and spares them work
                       then, but no answer depends on what is on it; nobody else uses it at the same time.
    found              float64, a row of two numbers for each move number (`core.rules.numbers` of them): visits, and
                       the sum of the mover's shares of the win. All zero at first.
    told               a `Told`: the answer, with room for as many moves as can ever be legal (`Game.most_moves`)
    abouts, notes      one record and as many as there are moves told, of the types that the game declares
                       (`core.findings`), blank: every byte 255

and asks, in this order:

1.  `considered(settings, guides, states, starts, moves, rngs, desk, most)`, on a guide that is fresh for each
    position: evidence from the moves so far, the guide filled in for the search, endgames, a solver.
    It answers ANSWERED, SEARCH, PLAYOUTS or UNFINISHED; or a number above UNFINISHED: SEARCH, and by how much it is
    above, so many simulations at most, as if the budget had named them too (of an analysis, all that it named).
    UNFINISHED: it has done about `most` units of work and wants to be asked again with the same arguments. A host that
    has no more time for it (half of a budget in seconds is spent; or it was told to stop) asks no more, and goes on as
    if PLAYOUTS had been answered; ANSWERED, if the level has no budget of its own.
2.  SEARCH: `search.tree.simulate` with these guides in several trees, then `search.tree.add_root(tree, found)` for each
    in their order. A budget of simulations is shared by exactly two trees, the streams `random_stream(seed, 0)` and
    `(seed, 1)`; the first gets the odd one. A budget of seconds: as many trees as there are threads.
    PLAYOUTS: `search.playouts.try_moves` with all legal moves, ascending, and `rngs`, for the whole budget.
    ANSWERED: nothing.
3.  `concluded(settings, guides, states, rngs, desk, found, told)`: fills `told` with every legal move, the one to play
    first, and answers how many there are. Nothing is sorted afterwards. What `considered` found out is on the desk.
4.  If the game declares findings, and they are wanted or the answer is exact:
    `explained(settings, guides, states, starts, moves, desk, told, abouts, notes)`. It can be asked of any `told` that
    holds this position's legal moves, whoever told it, and of none (``told.size[0] == 0``: what is not about moves is
    told all the same); the guide may be any level's, the desk any desk. What a viewer believes of the others is this,
    asked of that viewer's state (`core.questions.seen`) and with that viewer's start.

5.  Why the first of the moves told, whoever told them:
    `reasoned(settings, guides, states, desk, told, abouts, notes, said)` fills `said`, a `why.Said`, with phrases and
    answers how many rows there are; `core.phrases` says how they become text. `abouts` and `notes` are those that
    `explained` filled, or blank ones; a game that declares no findings is asked with blank records of one real number
    in their places. Nothing is said of no moves.

The kernels allocate nothing. They may be run interpreted, and then a host asks for little: `considered` is given up
after a thousand units.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.kernel import small_kernel
from .guide import ANSWERED, PLAYOUTS, SEARCH, UNFINISHED, conclude, consider, explain, why
from .why import ONLY, say, tell

__all__ = [
    "ANSWERED",
    "PLAYOUTS",
    "SEARCH",
    "UNFINISHED",
    "Told",
    "concluded",
    "considered",
    "explained",
    "new_told",
    "reasoned",
]


class Told(NamedTuple):
    """Moves, the best first, by their numbers; `exact[0]`: whether the values are proved; `size[0]`: how many.

    A value is the share of the win that the mover may expect, NaN where nothing is known of the move: no order, choice
    or sentence may depend on it then.
    """

    moves: NDArray[np.int64]
    values: NDArray[np.float64]
    visits: NDArray[np.int64]
    exact: NDArray[np.int64]
    size: NDArray[np.int64]


def new_told(most: int) -> Told:
    """Room for this many moves; nothing is told yet."""
    moves, visits = np.zeros(most, np.int64), np.zeros(most, np.int64)
    return Told(moves, np.zeros(most), visits, np.zeros(1, np.int64), np.zeros(1, np.int64))


@small_kernel
def considered(
    settings: Any, guides: Any, states: Any, starts: Any, moves: Any, rngs: Any, desk: Any, most: Any
) -> Any:
    """What to do next."""
    return consider(settings[0], guides[0], states[0], starts, moves, rngs[0], desk, most)


@small_kernel
def concluded(settings: Any, guides: Any, states: Any, rngs: Any, desk: Any, found: Any, told: Any) -> Any:
    """The choice."""
    told.exact[0] = 0
    count = conclude(settings[0], guides[0], states[0], rngs[0], desk, found, told)
    told.size[0] = count
    return count


@small_kernel
def explained(
    settings: Any,
    guides: Any,
    states: Any,
    starts: Any,
    moves: Any,
    desk: Any,
    told: Any,
    abouts: Any,
    notes: Any,
) -> Any:
    """What there is to tell besides."""
    explain(settings[0], guides[0], states[0], starts, moves, desk, told, abouts[0], notes)


@small_kernel
def reasoned(settings: Any, guides: Any, states: Any, desk: Any, told: Any, abouts: Any, notes: Any, said: Any) -> Any:
    """Why; of an only move that it is the only one, and the last of what there is to say besides."""
    said.size[0] = 0
    if told.size[0] > 0:
        only = say(said, ONLY, 0, 0, 0, 0)
        why(settings[0], guides[0], states[0], desk, told, abouts[0], notes, said)
        if told.size[0] == 1:
            last = said.size[0] - 1
            while last > only and said.rows[last, 1] == 0:
                last -= 1
            for row in range(last):
                said.rows[row, 1] = 0
            tell(said, only)
    return said.size[0]
