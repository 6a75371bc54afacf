"""Kabaleo as a picture: cones on bases on a linen cloth, and the stocks. The unit w is the width of a piece's foot."""

from collections.abc import Sequence
from typing import NamedTuple

from ....core.position import View
from ....drawing.canvas import INK, LINE, SOFT, Canvas, short
from ....drawing.contract import Names
from ....drawing.lines import listed
from ....drawing.paints import paint
from ....drawing.pen import Pen

FLAT = 0.36  # how flat a circle on the table looks
PLATE, PLATE_HIGH = 0.6, 0.1  # half a base's width, and how thick it is
RING, CONE = 0.11, 0.88  # a piece: its ring, and its cone above that
FIRST, STEP = 0.125, 0.135
MOST = 6 * STEP  # all steps of a pile share this much
BANDS = 12  # more pieces than these are not drawn one by one
W, ACROSS, ABOVE, BELOW = 62.0, 1.75, 0.4, 0.62
MARGIN = 16.0
ROWS = {24: (8, 8, 8), 20: (7, 6, 7), 16: (5, 6, 5)}
LINEN, NUMBER = "#e8dec8", "#574c38"
STOCK_LINE = 40.0


class Layer(NamedTuple):
    """A base, a ring, or (without a colour) the band for those not drawn: its upper face and how high its side is."""

    colour: str | None
    up: float
    high: float


def picture(view: View, names: Names, pen: Pen) -> Canvas:
    """The table, and under it what each player has."""
    piles: list[list[str]] = view.shown["locations"]
    rows = ROWS.get(len(piles)) or (len(piles),)
    spans, start = [], 0
    for length in rows:
        spans.append(range(start, start + length))
        start += length
    heights = [max(_peak(piles[number]) for number in span) for span in spans]
    longest = max(rows)
    wide = longest * ACROSS * W + 2 * MARGIN
    table = sum(height + ABOVE + BELOW for height in heights) * W + MARGIN
    high = table + (len(names) + _has_secret(view)) * STOCK_LINE + 2 * MARGIN
    canvas = Canvas(wide, high, pen.tell("kabaleo.name"), _described(view, names, pen))
    canvas.put("rect", x=MARGIN / 2, y=MARGIN / 2, width=wide - MARGIN, height=table, rx=18, fill=LINEN)
    moves = view.knowledge.moves
    last = int(moves[-1].partition("@")[2]) if moves else 0
    y = MARGIN
    for span, height in zip(spans, heights, strict=True):
        y += (height + ABOVE) * W
        for place, number in enumerate(span):
            x = MARGIN + (place + 0.5 + (longest - len(span)) / 2) * ACROSS * W
            _location(canvas, number + 1, x, y, piles[number], number + 1 == last)
        y += BELOW * W
    _stocks(canvas, view, names, pen, table + MARGIN + STOCK_LINE / 2)
    return canvas


def _described(view: View, names: Names, pen: Pen) -> str:
    """Every location in words, its layers from below."""
    told = []
    for number, pile in enumerate(view.shown["locations"], 1):
        colours = ", ".join(pen.colour_name(colour) for colour in pile)
        told.append(pen.tell("kabaleo.drawing.location", location=number, colours=colours))
    for name, stock in zip(names, view.shown["stocks"], strict=True):
        held = [f"{pen.colour_name(colour)} {count}" for colour, count in stock.items()]
        told.append(f"{name}: {listed(held, pen.tell('drawing.and'))}")
    return "; ".join(told)


def _layers(pile: Sequence[str]) -> list[Layer]:
    """From the base upwards: low piles loosely, high ones pressed together, very high ones shortened."""
    base, *pieces = pile
    shown: list[str | None] = [*pieces] if len(pieces) <= BANDS else [None, *pieces[1 - BANDS :]]
    step = min(STEP, MOST / max(1, len(shown) - 1))
    high = min(RING, 0.84 * step)
    rings = [Layer(colour, FIRST + n * step, RING if n == 0 else high) for n, colour in enumerate(shown)]
    return [Layer(base, 0.0, PLATE_HIGH), *rings]


def _peak(pile: Sequence[str]) -> float:
    """How high it reaches above its base's face."""
    return _layers(pile)[-1].up + (CONE if len(pile) > 1 else PLATE * FLAT)


def _side(x: float, y: float, half: float, high: float) -> str:
    """The side of a disc whose upper face has its middle there."""
    left, right, below, flat = short(x - half), short(x + half), short(y + high), short(half * FLAT)
    return f"M{left} {short(y)}V{below}A{short(half)} {flat} 0 0 0 {right} {below}V{short(y)}Z"


def _cone(x: float, y: float, w: float) -> str:
    """A cone that stands on a face there."""

    def at(right: float, up: float) -> str:
        return f"{short(x + right * w)} {short(y - up * w)}"

    half = 0.43 * w
    return (
        f"M{at(-0.43, 0)}Q{at(-0.215, 0.32)} {at(-0.085, 0.715)}Q{at(0, CONE)} {at(0.085, 0.715)}"
        f"Q{at(0.215, 0.32)} {at(0.43, 0)}A{short(half)} {short(half * FLAT)} 0 0 1 {at(-0.43, 0)}Z"
    )


def _location(canvas: Canvas, number: int, x: float, y: float, pile: Sequence[str], last: bool) -> None:
    layers, bare = _layers(pile), len(pile) == 1
    high = layers[-1].up
    canvas.ellipse(x + (0.16 + 0.2 * high) * W, y + 0.17 * W, (0.74 + 0.2 * high) * W, 0.3 * W, canvas.shadow())
    if last:
        canvas.ellipse(x, y + 0.06 * W, 0.77 * W, 0.77 * W * FLAT, "none", stroke=INK, stroke_width=2.5)
    base = paint(pile[0])
    plate = PLATE * W
    canvas.put("path", d=_side(x, y, plate, PLATE_HIGH * W), fill=canvas.across(pile[0]), stroke=base.edge)
    canvas.ellipse(x, y, plate, plate * FLAT, base.fill, stroke=base.edge, stroke_width=0.8)
    if bare:
        canvas.ellipse(x, y, 0.42 * W, 0.42 * W * FLAT, base.lit, opacity=0.55)
        canvas.ellipse(x, y, 0.42 * W, 0.42 * W * FLAT, "none", stroke=base.ink, opacity=0.35)
        canvas.symbol(pile[0], x, y, 0.34 * W, 0.74)
    for layer in layers[1:-1]:
        _ring(canvas, layer, x, y - layer.up * W)
    if not bare:
        _piece(canvas, pile[-1], x, y - high * W, W, layers[-1].high * W)
    canvas.text(x - 0.68 * W, y + 0.36 * W, str(number), 13, NUMBER)
    if len(pile) > 4:
        canvas.badge(x + 0.55 * W, y - (high + 0.55) * W, str(len(pile) - 1))


def _ring(canvas: Canvas, layer: Layer, x: float, y: float) -> None:
    """A piece under others; the band that stands for several is dark and has three dots."""
    colour = layer.colour or "black"
    look, half = paint(colour), W / 2
    canvas.put("path", d=_side(x, y, half, layer.high * W), fill=canvas.across(colour), stroke=look.edge)
    canvas.ellipse(x, y, half, half * FLAT, look.shade, stroke=look.edge, stroke_width=0.7)
    for dot in (-1, 0, 1) if layer.colour is None else ():
        canvas.ellipse(x + 0.11 * dot * W, y + half * FLAT + 0.4 * layer.high * W, 1.5, 1.5, look.ink)


def _piece(canvas: Canvas, colour: str, x: float, y: float, w: float, high: float) -> None:
    """Ring, cone and symbol."""
    look, half = paint(colour), w / 2
    canvas.put("path", d=_side(x, y, half, high), fill=canvas.across(colour), stroke=look.edge)
    canvas.ellipse(x, y, half, half * FLAT, look.fill, stroke=look.edge, stroke_width=0.7)
    canvas.put("path", d=_cone(x, y, w), fill=canvas.across(colour), stroke=look.edge, stroke_linejoin="round")
    canvas.symbol(colour, x, y - 0.115 * w, 0.34 * w)


def _has_secret(view: View) -> bool:
    return view.result is None and bool(view.shown.get("objective"))


def _stocks(canvas: Canvas, view: View, names: Names, pen: Pen, y: float) -> None:
    """A line for each player: how many pieces of each colour; after the end the objectives too."""
    colours = view.knowledge.setup["colours"]
    objectives: Sequence[str | None] = view.shown.get("objectives") or [None] * len(names)
    start = min(150.0, canvas.width * 0.26)
    across = (canvas.width - start - 2 * MARGIN - 44) / len(colours)
    for seat, (name, stock) in enumerate(zip(names, view.shown["stocks"], strict=True)):
        won = view.result is not None and seat in (view.result.winners or ())
        turn = won or seat == view.to_move
        if turn:
            canvas.frame(MARGIN / 2, y - 17, canvas.width - MARGIN, 34, won)
        else:
            canvas.put("path", d=f"M{short(MARGIN)} {short(y + 19)}H{short(canvas.width - MARGIN)}", stroke=LINE)
        canvas.text(MARGIN + 4, y, name[:14], 15, INK, "start", font_weight=650 if turn else None)
        for place, colour in enumerate(colours):
            x = start + (place + 0.5) * across
            canvas.begin(opacity=None if stock[colour] else 0.35)
            canvas.chip(colour, x, y, 11)
            canvas.text(x + 18, y, str(stock[colour]), 15, INK if stock[colour] else SOFT, "start")
            canvas.end()
        objective = objectives[seat] if view.result is not None else None
        if objective:
            _piece(canvas, objective, canvas.width - 2 * MARGIN - 6, y + 10, 30, 3.3)
        y += STOCK_LINE
    if _has_secret(view):
        canvas.text(MARGIN + 4, y, pen.tell("kabaleo.drawing.objective"), 15, SOFT, "start")
        _piece(canvas, view.shown["objective"], start + 60, y + 10, 30, 3.3)
        canvas.text(start + 84, y, pen.colour_name(view.shown["objective"]), 15, INK, "start", font_weight=650)
