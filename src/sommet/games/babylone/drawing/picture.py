"""Babylone as a picture: stacks of pyramid stumps on clay. Lengths are in units of a, half the width of a foot."""

import math
import re
from collections.abc import Sequence

from ....core.position import View
from ....drawing.canvas import INK, Canvas, Place
from ....drawing.paints import paint
from ....drawing.pen import Pen

DEPTH = 0.54  # of a square seen from above, as a share of its width
TOP, RISE = 0.76, 0.4  # a stump: half width of its top, and its height
STEP, ROOM = 0.27, 1.62  # the next stump stands so much higher; from seven on they share this much
MOST_DRAWN = 12  # of higher stacks the top eleven, over a dark band with three dots
PAD, HOLE = 1.22, 0.76
ACROSS, ABOVE, BELOW = 3.0, 0.35, 1.0
MARGIN = 16.0
CLAY, SPOT, EDGE, NUMBER = "#ecd3ba", "#dcbb98", "#b98d62", "#5c4024"


def picture(view: View, pen: Pen) -> Canvas:
    """The table, every spot in its place, the last move ringed."""
    stacks: dict[str, list[str]] = view.shown["stacks"]
    moves, count = view.knowledge.moves, len(view.knowledge.setup["tokens"])
    left, last = re.findall(r"\d+", moves[-1]) if moves else ("", "")
    columns, a = _columns(count), 56.0 if count <= 16 else 36.0
    spots = [str(spot) for spot in range(1, count + 1)]
    rows = [spots[start : start + columns] for start in range(0, count, columns)]
    heights = [_peak(max(len(stacks.get(spot, ())) for spot in row)) for row in rows]
    wide = columns * ACROSS * a + 2 * MARGIN
    high = sum(height + ABOVE + BELOW for height in heights) * a + 2 * MARGIN + a * 0.3
    canvas = Canvas(wide, high, pen.tell("babylone.name"), _described(stacks, pen))
    canvas.put("rect", x=MARGIN / 2, y=MARGIN / 2, width=wide - MARGIN, height=high - MARGIN, rx=18, fill=CLAY)
    y = MARGIN
    for row, height in zip(rows, heights, strict=True):
        y += (height + ABOVE) * a
        for place, spot in enumerate(row):
            x = MARGIN + (place + 0.5) * ACROSS * a
            _spot(canvas, spot, (x, y), stacks.get(spot), a, spot == last, spot == left)
        y += BELOW * a
    return canvas


def _columns(count: int) -> int:
    """About a third more columns than rows, no row much shorter than the others."""
    rows = max(1, round(math.sqrt(count / 1.35)))
    return -(-count // rows)


def _described(stacks: dict[str, list[str]], pen: Pen) -> str:
    """Every stack in words, its layers from below."""
    told = []
    for spot, stack in stacks.items():
        colours = ", ".join(pen.colour_name(colour) for colour in stack)
        told.append(pen.tell("babylone.drawing.spot", spot=spot, colours=colours))
    return "; ".join(told)


def _up(layers: int) -> float:
    """How much higher each layer stands than the one below it."""
    return min(STEP, ROOM / (layers - 1)) if layers > 1 else 0.0


def _peak(height: int) -> float:
    """How high a stack reaches above the middle of its foot."""
    drawn = min(max(height, 1), MOST_DRAWN)
    return _up(drawn) * (drawn - 1) + RISE + TOP * DEPTH


def _spot(canvas: Canvas, spot: str, at: Place, stack: Sequence[str] | None, a: float, last: bool, left: bool) -> None:
    x, y = at
    size = max(11.0, 0.25 * a)
    canvas.text(x - 1.15 * a, y + 0.55 * a, spot, size, NUMBER)
    if stack is None:
        dashes = {"stroke": INK, "stroke_width": 2, "stroke_dasharray": "2 5", "stroke_linecap": "round"}
        plain = {"stroke": EDGE, "stroke_width": 1.2, "opacity": 0.6}
        canvas.polygon(_square(at, HOLE * a), "none" if left else SPOT, **(dashes if left else plain))
        return
    ring = {"stroke": INK, "stroke_width": 3} if last else {"stroke": EDGE, "stroke_width": 1.5}
    canvas.polygon(_square(at, PAD * a), SPOT, stroke_linejoin="round", **ring)
    canvas.ellipse(x + 0.14 * a, y + 0.32 * a, 1.14 * a, 0.62 * a, canvas.shadow())
    _stack(canvas, at, stack, a)
    if len(stack) > 1:
        canvas.badge(x + 1.0 * a, y + 0.55 * a, str(len(stack)))


def _stack(canvas: Canvas, at: Place, stack: Sequence[str], a: float) -> None:
    """Layer by layer; only the one on top shows its symbol."""
    x, y = at
    layers = list(stack) if len(stack) <= MOST_DRAWN else ["", *stack[1 - MOST_DRAWN :]]
    up = _up(len(layers)) * a
    front = TOP * DEPTH - RISE
    for level, colour in enumerate(layers):
        foot, look = (x, y - level * up), paint(colour or "black")
        stroke = {"stroke": look.edge, "stroke_width": 1, "stroke_linejoin": "round"}
        for side, fill in ((-1, look.fill), (1, look.shade)):
            canvas.polygon(_placed(foot, a, [(side, 0), (0, DEPTH), (0, front), (side * TOP, -RISE)]), fill, **stroke)
        if not colour:
            for dot in (-1, 0, 1):
                canvas.ellipse(x + (-0.42 + 0.16 * dot) * a, y + (0.2 + 0.085 * dot) * a, 1.8, 1.8, look.ink)
    top, look = (x, y - (len(layers) - 1) * up - RISE * a), paint(stack[-1])
    canvas.polygon(_square(top, TOP * a), look.lit, stroke=look.edge, stroke_width=1, stroke_linejoin="round")
    canvas.polygon(_square(top, TOP * 0.8 * a), look.fill)
    canvas.symbol(stack[-1], *top, 0.58 * a, 0.72)


def _square(at: Place, half: float) -> list[Place]:
    """A square on the table, seen from above."""
    return _placed(at, half, [(-1, 0), (0, -DEPTH), (1, 0), (0, DEPTH)])


def _placed(at: Place, a: float, shape: Sequence[Place]) -> list[Place]:
    return [(at[0] + x * a, at[1] + y * a) for x, y in shape]
