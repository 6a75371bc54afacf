"""The pieces' colours. A colour never speaks alone: it always has its symbol too, one for all games."""

from string import ascii_uppercase
from typing import NamedTuple


class Paint(NamedTuple):
    """A colour: its symbol, a letter where there is no Unicode, fill, lit and shaded side, edge, and ink on it."""

    symbol: str
    letter: str
    fill: str
    lit: str
    shade: str
    edge: str
    ink: str
    shape: str = ""  # the symbol as a path in a square of 24 by 24


_HEART = (
    "M12 21.2C5.4 16 2 12.4 2 8.3 2 5.2 4.4 3 7.2 3 9.2 3 11 4 12 5.8 13 4 14.8 3 16.8 3 19.6 3 22 5.2 22 8.3"
    " 22 12.4 18.6 16 12 21.2Z"
)
_RING = "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm0 5.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6Z"
_STAR = "M12 .8 15.06 8.59 23.41 9.09 16.95 14.41 19.05 22.51 12 18 4.95 22.51 7.05 14.41 .59 9.09 8.94 8.59Z"
_MOON = "M15.5 1.6A10.6 10.6 0 1 0 21.8 17.6 9 9 0 0 1 15.5 1.6Z"
_DROP = "M12 1c3.4 5 7.4 8.8 7.4 13.6A7.4 7.4 0 0 1 4.6 14.6C4.6 9.8 8.6 6 12 1Z"
_PLUS = "M8.7 2h6.6v6.7H22v6.6h-6.7V22H8.7v-6.7H2V8.7h6.7Z"

PAINTS = {
    "pink": Paint("♥", "P", "#ff99bd", "#fecedd", "#ce7495", "#74354d", "#5a0f33", _HEART),
    "orange": Paint("○", "O", "#eb6918", "#fe9561", "#b34b00", "#7a3102", "#3a1500", _RING),
    "green": Paint("▲", "G", "#2c9f75", "#68bb97", "#017552", "#014c34", "#04231a", "M12 2.2 22.6 21H1.4Z"),
    "blue": Paint("♠", "B", "#3464b2", "#5b83c5", "#143f83", "#011e4f", "#ffffff", _DROP),
    "yellow": Paint("★", "Y", "#f9de50", "#fff8d3", "#ccb42e", "#594d02", "#4a3a00", _STAR),
    "violet": Paint("☾", "V", "#48128f", "#5f41a0", "#240050", "#140033", "#ffffff", _MOON),
    "red": Paint("♦", "R", "#cf2027", "#e45d56", "#940111", "#580106", "#ffffff", "M12 .8 20.4 12 12 23.2 3.6 12Z"),
    "white": Paint("✚", "W", "#fcfaf6", "#ffffff", "#d9d3c6", "#7b7364", "#4a4640", _PLUS),
    "black": Paint("▬", "#", "#241f1c", "#4c4642", "#14110f", "#000000", "#e9e4da", "M3 9.5h18v5H3Z"),
    "gold": Paint("♛", "*", "#c8952a", "#e1b76a", "#9a6f04", "#654700", "#2c1d00", "M2 6l5 5 5-8 5 8 5-5-2 14H4Z"),
}

# A colour without a name, like c5, borrows the paint of a named one and bears a letter that none of those has.
_LENT = ("orange", "violet", "pink", "white", "red", "yellow", "green", "blue")
_LETTERS = "".join(letter for letter in ascii_uppercase if letter not in {paint.letter for paint in PAINTS.values()})


def paint(colour: str) -> Paint:
    """The paint of a colour; one that has no name gets a letter (with a number after the last letter) for a symbol."""
    if colour in PAINTS:
        return PAINTS[colour]
    number = int("".join(c for c in colour if c.isdigit()) or 0) - 5  # the named ones are 1 to 4
    lent = PAINTS[_LENT[number % len(_LENT)]]
    turn = number // len(_LETTERS)
    mark = _LETTERS[number % len(_LETTERS)] + (str(turn + 1) if turn > 0 else "")
    return lent._replace(symbol=mark, letter=mark, shape="")
