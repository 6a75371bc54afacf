"""Where things stand on a page of text: the rest beside the board when it is high, under it when it is wide."""

from collections.abc import Callable, Sequence

from .lines import PLAIN, QUIET, Block, Line, Style, line

GAP = 2
LEAST = 24  # columns that sentences need
Tail = Callable[[int, int], Block]  # what comes last, made for these numbers of columns and lines


def width(block: Sequence[Line]) -> int:
    """How wide it is."""
    return max((len(one) for one in block), default=0)


def wrapped(sentence: str, columns: int, style: Style = PLAIN) -> Block:
    """A sentence as lines of at most this many columns."""
    lines, current = [], ""
    for word in sentence.split(" "):
        if current.strip() and len(current) + 1 + len(word) > columns:
            lines.append(current)
            current = " " + word
        else:
            current = f"{current} {word}" if current else word
    return [line(text, style=style) for text in (*lines, current)]


def fitted(one: Line, columns: int) -> Block:
    """A line as it is when it fits, else wrapped."""
    style = one.spans[0][1] if one.spans else PLAIN
    return [one] if len(one) <= columns else wrapped(str(one), columns, style)


def beside(left: Block, right: Block, gap: int = GAP) -> Block:
    """Two blocks side by side."""
    edge = width(left) + gap
    lines: Block = []
    for number in range(max(len(left), len(right))):
        one = left[number] if number < len(left) else Line()
        lines.append(one.ljust(edge) + right[number] if number < len(right) else one)
    return lines


def in_columns(items: Sequence[Line], columns: int, lines: int, more: Callable[[int], str]) -> Block:
    """A list in columns, read downwards; what does not fit is counted in a last line."""
    if not items:
        return []
    wide = width(items) + GAP
    across = max(1, (columns + GAP) // wide)
    fits = across * max(1, lines)
    rest: Block = []
    if len(items) > fits:
        fits = across * max(1, lines - 2)
        rest = wrapped(more(len(items) - fits), columns, QUIET)
    shown = list(items[:fits])
    high = -(-len(shown) // across)
    block = shown[:high]
    for start in range(high, len(shown), high):
        block = beside(block, shown[start : start + high])
    return block + rest


def composed(board: Block, blocks: Sequence[Block], tail: Tail, columns: int, lines: int) -> Block:
    """The whole page, within these columns and, if possible, these lines."""
    side: Block = []
    for block in blocks:
        side += [*block, Line()]
    room = columns - width(board) - GAP
    if room >= width(side) and len(board) > len(side) + 2:
        return beside(board, side + tail(room, len(board) - len(side)))
    under: Block = []
    row: Block = []
    for block in blocks:
        if row and width(row) + 2 * GAP + width(block) > columns:
            under += row
            row = []
        row = beside(row, block, 2 * GAP) if row else block
    body = [*board, Line(), *under, *row, Line()]
    rest = columns - width(row) - 2 * GAP
    if lines - len(body) < 4 and rest >= LEAST:
        return [*board, Line(), *under, *beside(row, tail(rest, len(row)), 2 * GAP)]
    return body + tail(columns, max(4, lines - len(body)))
