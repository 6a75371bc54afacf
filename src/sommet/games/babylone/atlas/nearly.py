"""Sets with few tokens more than colours: a small game, played to its end, settles infinitely many of them.

Colours on top of one stack of height 1 only are plenty in such a set, so a position is what is not like that: the
colours on top of several stacks, and the higher stacks of other colours. Whoever would win the all-different set is
*favoured*. They win if they can lead the game to where every colour is on top of one stack only, and as many stacks are
left in the end as are left of the all-different set, but for an even number. docs/proof.md has the whole argument.
"""

from collections.abc import Iterator
from functools import cache

from ..heights import Heights, canonical
from .laws import binary_ones
from .moves import moves

WINDOW = 40
"""No more tokens than these, less one, ever stand in stacks whose height is no power of two."""
RECURRENCE = 9 * 32 + WINDOW
"""Among so many numbers in a row every kind of number occurs (the recurrence function of the Thue–Morse word)."""
SINGLE = ((1,), (1,))
"""What there is always enough of, as far as one move can tell."""

Kind = tuple[bool, tuple[int, ...]]


@cache
def kinds() -> tuple[Kind, ...]:
    """Every kind of T: whether the favoured player moves first, and by c the parity of the ones of T and T - c."""
    found: dict[Kind, None] = {}
    for tokens in range(WINDOW, WINDOW + RECURRENCE):
        parities = tuple((binary_ones(tokens) + binary_ones(tokens - c)) % 2 for c in range(WINDOW))
        found[(tokens - binary_ones(tokens)) % 2 == 1, parities] = None
    return tuple(found)


@cache
def favoured_first() -> int:
    """The kinds of T for which the favoured player moves first, a bit each."""
    return sum(1 << bit for bit, (first, _) in enumerate(kinds()) if first)


def without_singles(position: Heights) -> Heights:
    """What a position is in this game."""
    return canonical(colour for colour in position if colour != (1,))


def settled(position: Heights) -> bool:
    """Whether every colour is on top of one stack only: from here on only equal heights join."""
    return all(len(colour) == 1 for colour in position)


@cache
def good_for(position: Heights) -> int:
    """For which kinds of T a settled position is won by the favoured player, a bit each."""
    apart: dict[int, int] = {}  # by the odd part of a height: how many times that, in all its stacks
    for (height,) in position:
        odd = height // (height & -height)
        if odd > 1:
            apart[odd] = apart.get(odd, 0) + height // odd
    lost = sum(odd * count for odd, count in apart.items())
    more = sum(map(binary_ones, apart.values()))
    return sum(1 << bit for bit, (_, parities) in enumerate(kinds()) if (parities[lost] + more) % 2 == 0)


@cache
def after(position: Heights) -> tuple[Heights, ...]:
    """What the rules' moves lead to, those with the fewest stacks too many first."""
    found = {without_singles(move.after) for move in moves(canonical((*position, *SINGLE)))}
    return tuple(sorted(found, key=lambda each: (excess(each), each)))


def excess(position: Heights) -> int:
    """How many stacks there are more than colours on top of them."""
    return sum(len(colour) - 1 for colour in position)


class Forcing:
    """For which kinds of T the favoured player forces a settled position that is good for them, in so many moves."""

    def __init__(self) -> None:
        self.known: dict[tuple[Heights, bool, int], tuple[int, int]] = {}

    def forced(self, position: Heights, favoured: bool, plies: int, wanted: int) -> int:
        """Of the kinds wanted, those for which it holds; `favoured` says whether it is the favoured player's turn."""
        if settled(position):
            return good_for(position) & wanted
        if plies == 0:
            return 0
        key = (position, favoured, plies)
        yes, no = self.known.get(key, (0, 0))
        open_ = wanted & ~(yes | no)
        if open_:
            found = self._any(position, plies, open_) if favoured else self._all(position, plies, open_)
            yes, no = yes | found, no | open_ & ~found
            self.known[key] = (yes, no)
        return yes & wanted

    def _any(self, position: Heights, plies: int, wanted: int) -> int:
        found = 0
        for each in after(position):
            found |= self.forced(each, False, plies - 1, wanted & ~found)
            if found == wanted:
                break
        return found

    def _all(self, position: Heights, plies: int, wanted: int) -> int:
        for each in reversed(after(position)):
            wanted = self.forced(each, True, plies - 1, wanted)
            if not wanted:
                break
        return wanted


def plies_needed(repeated: tuple[int, ...], most: int) -> int | None:
    """In how many moves the favoured player forces it, whatever T; None if not in so many.

    `repeated` has the number of tokens of each colour that occurs more than once.
    """
    start = canonical((1,) * count for count in repeated)
    forcing = Forcing()
    left = (1 << len(kinds())) - 1
    for plies in range(most + 1):
        left &= ~forcing.forced(start, True, plies, left & favoured_first())
        left &= ~forcing.forced(start, False, plies, left & ~favoured_first())
        if not left:
            return plies
    return None


def holds_from(repeated: tuple[int, ...], plies: int) -> int:
    """From which T on: nobody runs out of tokens of other colours, and every T is of a kind."""
    return max(WINDOW, sum(repeated) + 2 * plies)


def repeated_colours(more: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """All ways to have so many tokens more than colours: the tokens of each colour that occurs more than once."""
    if more == 0:
        yield ()
    for extra in range(min(more, more if most is None else most), 0, -1):
        for rest in repeated_colours(more - extra, extra):
            yield (extra + 1, *rest)
