"""What Python asks of a game besides its rules: dealing, beginning, showing, refusing. Arrays of one record each."""

from typing import Any

from .arrays import Records, one
from .bits import stream_word
from .chance_kernels import seed_stream
from .kernel import small_kernel
from .rules import (
    begin,
    check,
    deal,
    lacks,
    mover,
    numbers,
    recall,
    refuse,
    see,
    show,
    show_own,
    side,
    spell,
    standing,
    turn,
)
from .rules import tell as tell_effects


def prepare(settings: Records, states: Records, room: Any, setups: Records) -> None:
    """Compile, or load, what is asked of every position of such a game, dealing aside; nothing is run."""
    asked: list[tuple[Any, ...]] = [
        (fault, False, setups),
        (set_up, settings, states, setups),
        (show_all, settings, states, one(room.shown.type)),
        (seen, settings, states, 0, states),
        (tell, settings, states, 0, states, one(room.effects.type)),
    ]
    if room.own.fields:
        asked.append((show_viewer, settings, states, 0, one(room.own.type)))
    for kernel, *arguments in asked:
        kernel.prepare(*arguments)


@small_kernel
def begin_chance(chances: Any, seed: Any) -> Any:
    """The stream that deals are drawn from by this seed of 64 bits."""
    seed_stream(chances[0], seed)


@small_kernel
def begin_stream(rngs: Any, seed: Any, number: Any) -> Any:
    """One of the streams that a seed of 64 bits has for bots and searches."""
    rngs[0].word = stream_word(seed, number)


@small_kernel
def deal_out(chances: Any, setups: Any, bag: Any) -> Any:
    """Draw what nobody has chosen."""
    deal(chances[0], setups[0], bag)


@small_kernel
def fault(partial: Any, setups: Any) -> Any:
    """What is wrong with a set-up, as a number."""
    return check(partial, setups[0])


@small_kernel
def set_up(settings: Any, states: Any, setups: Any) -> Any:
    """Begin."""
    begin(settings[0], states[0], setups[0])


@small_kernel
def gap(settings: Any, states: Any) -> Any:
    """What a viewer's record does not tell but must."""
    return lacks(settings[0], states[0])


@small_kernel
def why_not(settings: Any, states: Any, move: Any) -> Any:
    """Why a move is refused."""
    return refuse(settings[0], states[0], move)


@small_kernel
def spelled(settings: Any, states: Any, rows: Any) -> Any:
    """Fill a row for every number, the last entry telling whether a move has it; how many numbers there are."""
    count = numbers(settings[0], states[0])
    for move in range(min(count, rows.shape[0])):
        rows[move, rows.shape[1] - 1] = spell(settings[0], states[0], move, rows[move])
    return count


@small_kernel
def show_all(settings: Any, states: Any, shown: Any) -> Any:
    """What everybody may see."""
    show(settings[0], states[0], shown[0])


@small_kernel
def show_viewer(settings: Any, states: Any, viewer: Any, own: Any) -> Any:
    """What one viewer sees besides."""
    show_own(settings[0], states[0], viewer, own[0])


@small_kernel
def tell(settings: Any, states: Any, move: Any, afters: Any, effects: Any) -> Any:
    """What a legal move does."""
    afters[0] = states[0]
    tell_effects(settings[0], states[0], move, afters[0], effects[0])


@small_kernel
def seen(settings: Any, states: Any, viewer: Any, seens: Any) -> Any:
    """A viewer's state."""
    see(settings[0], states[0], viewer, seens[0])


@small_kernel
def recalled(settings: Any, states: Any, setups: Any) -> Any:
    """The hidden part of the set-up."""
    recall(settings[0], states[0], setups[0])


@small_kernel
def seats(settings: Any, states: Any, found: Any) -> Any:
    """Per seat: whose side it plays for, how it stands, and who comes to move that many moves from now."""
    for seat in range(settings[0].players):
        found[0, seat] = side(settings[0], states[0], seat)
        found[1, seat] = standing(settings[0], states[0], seat)
        found[2, seat] = turn(settings[0], states[0], seat)
    return mover(settings[0], states[0])
