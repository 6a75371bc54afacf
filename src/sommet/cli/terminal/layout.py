"""Where things stand on the screen: the rest beside the board when it is high, under it when it is wide."""

from collections.abc import Callable, Sequence

from rich.text import Text

from .faces import Block

GAP = 2
LEAST = 24  # columns that sentences need
Tail = Callable[[int, int], Block]  # what comes last, made for so many columns and lines


def width(block: Block) -> int:
    """How wide it is."""
    return max((len(line) for line in block), default=0)


def wrapped(sentence: str, columns: int, style: str = "") -> Block:
    """A sentence as lines of at most so many columns."""
    lines, current = [], ""
    for word in sentence.split(" "):
        if current.strip() and len(current) + 1 + len(word) > columns:
            lines.append(current)
            current = " " + word
        else:
            current = f"{current} {word}" if current else word
    return [Text(line, style=style) for line in (*lines, current)]


def beside(left: Block, right: Block, gap: int = GAP) -> Block:
    """Two blocks side by side."""
    edge = width(left) + gap
    lines: Block = []
    for number in range(max(len(left), len(right))):
        line = left[number].copy() if number < len(left) else Text()
        if number < len(right):
            line.pad_right(edge - len(line))
            line.append_text(right[number])
        lines.append(line)
    return lines


def in_columns(items: Sequence[Text], columns: int, lines: int, more: Callable[[int], str]) -> Block:
    """A list in columns, read downwards; what does not fit is counted in a last line."""
    if not items:
        return []
    wide = width(list(items)) + GAP
    across = max(1, (columns + GAP) // wide)
    fits = across * max(1, lines)
    rest: Block = []
    if len(items) > fits:
        fits = across * max(1, lines - 2)
        rest = wrapped(more(len(items) - fits), columns, "dim")
    shown = list(items[:fits])
    high = -(-len(shown) // across)
    block = shown[:high]
    for start in range(high, len(shown), high):
        block = beside(block, shown[start : start + high])
    return block + rest


def composed(board: Block, blocks: Sequence[Block], tail: Tail, columns: int, lines: int) -> Block:
    """The whole screen, in so many columns and, if it can be, lines."""
    side: Block = []
    for block in blocks:
        side += [*block, Text()]
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
    body = [*board, Text(), *under, *row, Text()]
    rest = columns - width(row) - 2 * GAP
    if lines - len(body) < 4 and rest >= LEAST:
        return [*board, Text(), *under, *beside(row, tail(rest, len(row)), 2 * GAP)]
    return body + tail(columns, max(4, lines - len(body)))
