"""On Top as a picture: tiles on a slate with a golden border, the score track round it, and who has what."""

from collections.abc import Mapping, Sequence

from ....core.position import View
from ....drawing.canvas import INK, PAPER, SOFT, Canvas, Place, short
from ....drawing.contract import Names
from ....drawing.paints import paint
from ....drawing.pen import Pen
from ..shape import Board, Point, board_of, row_name
from .laid import COLOURS, tiles
from .track import outline, spaces, widened

U = 72.0  # one side of a cell
ROW = 3**0.5 / 2
SECTOR = 0.455
BORDER, TRACK = 0.2, (0.215, 0.6)
MARGIN, PANEL = 16.0, 210.0
BOARD, CELL, OPEN, LINE, TRACK_FILL, TRACK_INK = "#55707f", "#506a79", "#6c8a99", "#7d97a4", "#e9dfc8", "#5a4a28"
GOLD_EDGE, GOLD_INK = "#7d5a14", "#4a3300"
ACUTE, OBTUSE = (0.245, 0.3), (0.265, 0.275)  # a symbol's size, and how far it lies from the corner


def picture(view: View, names: Names, pen: Pen) -> Canvas:
    """The board, and beside it players and the tile to lay."""
    of = board_of(view.knowledge.options)
    rim = widened(outline(of), TRACK[1])
    left, top = min(x for x, _ in rim), min(y for _, y in rim)
    wide, high = ((max(p[axis] for p in rim) - (left, top)[axis]) * U + 2 * MARGIN for axis in (0, 1))
    high = max(high, 420.0)
    canvas = Canvas(wide + PANEL, high, pen.tell("on_top.name"), _described(view, names, pen))
    canvas.begin(transform=f"translate({short(MARGIN - left * U)} {short(MARGIN - top * U)})")
    _Slate(canvas, of, view).draw()
    canvas.end()
    _panel(canvas, view, names, pen, wide)
    return canvas


def _described(view: View, names: Names, pen: Pen) -> str:
    """Scores, pawns and towers in words."""
    shown, seats = view.shown, view.knowledge.setup["colours"]
    told = [
        pen.tell("on_top.drawing.player", name=name, colour=pen.colour_name(colour),
                 points=shown["scores"][seat], pawns=shown["pawns"][colour])
        for seat, (name, colour) in enumerate(zip(names, seats, strict=True))
    ]  # fmt: skip
    told += [
        pen.tell("on_top.drawing.story.tower", crossing=crossing, colour=pen.colour_name(tower[-1]))
        for crossing, tower in shown["towers"].items()
    ]
    return "; ".join(told)


def _at(point: Point) -> Place:
    """A crossing's place, in sides of a cell."""
    return point[1] / 2, point[0] * ROW


def _scaled(places: Sequence[Place]) -> list[Place]:
    return [(x * U, y * U) for x, y in places]


def _towards(a: Place, b: Place, by: float) -> Place:
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    return a[0] + (b[0] - a[0]) / length * by, a[1] + (b[1] - a[1]) / length * by


def _clockwise(corners: list[Place]) -> list[Place]:
    """The corners of a triangle in the order in which `widened` wants them."""
    (ax, ay), (bx, by), (cx, cy) = corners
    return corners if (bx - ax) * (cy - ay) > (cx - ax) * (by - ay) else corners[::-1]


class _Slate:
    """The board and what lies on it; the origin is half unit 0 of the top row."""

    def __init__(self, canvas: Canvas, of: Board, view: View) -> None:
        self.canvas, self.of, self.shown, self.view = canvas, of, view.shown, view
        self.outline = outline(of)
        self.open = {cell for move in view.legal for cell in move.split("-")}

    def draw(self) -> None:
        """From the ground up."""
        self._ground()
        self._cells()
        laid = tiles(self.of, self.view.knowledge.moves, self.view.knowledge.setup["tiles"])
        for tile in laid:
            draw_tile(self.canvas, [_at(point) for point in tile.corners], tile.colours)
        if laid:
            ring = _scaled(widened([_at(point) for point in laid[-1].corners], -0.02))
            self.canvas.polygon(ring, stroke=INK, stroke_width=3.4, stroke_linejoin="round")
            self.canvas.polygon(ring, stroke=PAPER, stroke_width=1.6, stroke_dasharray="6.5 5", stroke_linejoin="round")
        self._crossings()
        self._markers()

    def _metal(self) -> str:
        stops = [(0, "#f3d98a", 1.0), (0.45, "#c8952a", 1.0), (0.75, "#e9c763", 1.0), (1, "#8f6414", 1.0)]
        return self.canvas.gradient("linear", "metal", stops, x2=1, y2=1)

    def _ground(self) -> None:
        canvas, metal = self.canvas, self._metal()
        canvas.polygon(_scaled(widened(self.outline, TRACK[1])), TRACK_FILL, stroke="#d6cdbb", stroke_linejoin="round")
        for number, space in enumerate(spaces(self.outline, *TRACK)):
            fifth = number % 5 == 0
            shade = {"fill_opacity": 0.16 if fifth else 0, "stroke": TRACK_INK, "stroke_opacity": 0.28}
            canvas.polygon(_scaled(space.corners), TRACK_INK, stroke_width=0.8, **shade)
            if fifth:
                canvas.text(space.middle[0] * U, space.middle[1] * U, str(number), 13.5, TRACK_INK, font_weight=600)
        canvas.polygon(_scaled(widened(self.outline, BORDER)), metal, stroke=GOLD_EDGE, stroke_linejoin="round")
        canvas.polygon(_scaled(widened(self.outline, 0.035)), BOARD, stroke=GOLD_EDGE, stroke_linejoin="round")

    def _cells(self) -> None:
        canvas = self.canvas
        for name, points in zip(self.of.cell_names, self.of.cells, strict=True):
            corners, content = _clockwise([_at(point) for point in points]), self.shown["cells"][name]
            fill = OPEN if name in self.open else CELL
            canvas.polygon(_scaled(widened(corners, -0.015)), fill, stroke=LINE, stroke_opacity=0.7)
            middle = _scaled([(sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3)])[0]
            if content == "empty":
                canvas.text(*middle, name, 12, "#ffffff", opacity=0.85 if name in self.open else 0.55)
            elif content == "black":
                black = paint("black").fill
                canvas.polygon(_scaled(widened(corners, -0.03)), black, stroke=black, stroke_width=3)
                canvas.polygon(_scaled(widened(corners, -0.12)), "#2e2825", stroke="#8f877d", stroke_width=1.2)
            elif content == "void":
                canvas.polygon(_scaled(widened(corners, -0.03)), paint("black").fill, fill_opacity=0.55)
                canvas.polygon(_scaled(widened(corners, -0.1)), stroke="#c9c1b4", stroke_dasharray="4 4")
        self._letters()

    def _letters(self) -> None:
        """The rows' letters on the golden border, at both ends."""
        for row in range(self.of.crossings[-1][0]):
            ends = [[x for r, x in self.of.crossings if r == number] for number in (row, row + 1)]
            for edge, side in ((min, -1), (max, 1)):
                x = (edge(ends[0]) + edge(ends[1])) / 4 + side * 0.135
                self.canvas.text(x * U, (row + 0.5) * ROW * U, row_name(row), 11, GOLD_INK, font_weight=700)

    def _crossings(self) -> None:
        """Golden studs on the border (T6), "=" where nobody leads, and towers."""
        for name, point in zip(self.of.crossing_names, self.of.crossings, strict=True):
            (x, y), canvas = _scaled([_at(point)])[0], self.canvas
            cells = zip(self.of.cell_names, self.of.cells, strict=True)
            around = [cell for cell, points in cells if point in points]
            if len(around) < 6:
                canvas.ellipse(x, y, 7.2, 7.2, self._metal(), stroke=GOLD_EDGE)
            tower = self.shown["towers"].get(name)
            if tower:
                canvas.ellipse(x, y, 21.6, 21.6, INK, opacity=0.16)
                draw_pawns(canvas, x, y, tower)
            elif all(self.shown["cells"][cell] != "empty" for cell in around):
                canvas.ellipse(x, y, 9.8, 9.8, PAPER, stroke=INK, stroke_width=1.2)
                canvas.put(
                    "path", d=f"M{short(x - 4.6)} {short(y - 2.3)}h9.2M{short(x - 4.6)} {short(y + 2.3)}h9.2",
                    stroke=INK, stroke_width=1.7,
                )  # fmt: skip

    def _markers(self) -> None:
        """The seats' pawns on the score track; equal scores stack."""
        track = spaces(self.outline, *TRACK)
        standing: dict[int, int] = {}
        for colour, score in zip(self.view.knowledge.setup["colours"], self.shown["scores"], strict=True):
            space = max(score, 0) % len(track)
            x, y = _scaled([track[space].middle])[0]
            draw_pawns(self.canvas, x, y - 9 * standing.get(space, 0), [colour], 0.76)
            standing[space] = standing.get(space, 0) + 1


def draw_tile(canvas: Canvas, corners: Sequence[Place], colours: Sequence[str]) -> None:
    """A tile: its corners clockwise from its first colour, which is at an acute one, in sides of a cell."""
    fill = canvas.gradient("linear", "tile", [(0, "#fbf6ea", 1.0), (1, "#e6dcc7", 1.0)], x2=0.6, y2=1)
    at = _scaled(corners)
    canvas.polygon(at, fill)
    for number, colour in enumerate(colours):
        point, look = at[number], paint(colour)
        a, b = (_towards(point, at[(number + turn) % 4], SECTOR * U) for turn in (1, 3))
        arc = f"{short(a[0])} {short(a[1])}A{short(SECTOR * U)} {short(SECTOR * U)} 0 0 1 {short(b[0])} {short(b[1])}"
        canvas.put(
            "path", d=f"M{short(point[0])} {short(point[1])}L{arc}Z", fill=look.fill, stroke="#6b6252", stroke_width=0.8
        )
        size, away = ACUTE if number % 2 == 0 else OBTUSE
        canvas.symbol(colour, *_towards(point, at[(number + 2) % 4], away * U), size * U)
    canvas.polygon(at, stroke="#4c6270", stroke_width=2.2, stroke_linejoin="round")


def draw_pawns(canvas: Canvas, x: float, y: float, tower: Sequence[str], scale: float = 1.0) -> None:
    """Pawns one on another; the top one bears its symbol."""
    rx, ry, high = 0.205 * U * scale, 0.094 * U * scale, 0.115 * U * scale
    canvas.ellipse(x + 2.6 * scale, y + 0.122 * U * scale, rx * 1.45, ry * 1.84, canvas.shadow())
    for number, colour in enumerate(tower):
        look, top = paint(colour), y - 0.055 * U * scale - number * high
        arc = f"a{short(rx)} {short(ry)} 0 0 0 {short(2 * rx)} 0"
        side = f"M{short(x - rx)} {short(top)}v{short(high)}{arc}v{short(-high)}Z"
        canvas.put("path", d=side, fill=canvas.across(colour), stroke=look.edge)
        canvas.ellipse(x, top, rx, ry, look.fill, stroke=look.edge)
        if number == len(tower) - 1:
            canvas.symbol(colour, x, top, 0.21 * U * scale, 0.78)


def _panel(canvas: Canvas, view: View, names: Names, pen: Pen, x: float) -> None:
    """Players with points and pawns left, neutral colours, and the tile to lay."""
    shown, seats = view.shown, view.knowledge.setup["colours"]
    y, points, pawns = 44.0, x + 142, x + PANEL - MARGIN
    canvas.text(points, y, pen.tell("on_top.drawing.points"), 13, SOFT, "end")
    canvas.text(pawns, y, pen.tell("on_top.drawing.pawns"), 13, SOFT, "end")
    neutral = [colour for colour in shown["pawns"] if colour not in seats]
    called: Mapping[str, str] = dict(zip(seats, names, strict=True))
    for seat, colour in enumerate([*seats, *neutral]):
        y += 34
        won = view.result is not None and seat in (view.result.winners or ())
        turn = won or seat == view.to_move
        if turn:
            canvas.frame(x - 4, y - 16, PANEL - 6, 32, won)
        canvas.chip(colour, x + 14, y, 10)
        name = called.get(colour) or pen.tell("on_top.drawing.neutral")
        canvas.text(
            x + 32, y, name[:10], 14, INK if colour in called else SOFT, "start", font_weight=650 if turn else None
        )
        if colour in called:
            canvas.text(points, y, str(shown["scores"][seat]), 16, INK, "end", font_weight=650)
        canvas.text(pawns, y, str(shown["pawns"][colour]), 14, SOFT, "end")
    if shown["tile"] is None:
        return
    middle = (x + PANEL / 2) / U - 0.1, (y + 96) / U
    corners = [(middle[0] + dx, middle[1] + dy) for dx, dy in ((-ROW, 0), (0, -0.5), (ROW, 0), (0, 0.5))]
    draw_tile(canvas, corners, [COLOURS[letter] for letter in shown["tile"]])
    for number, corner in ((1, corners[0]), (2, corners[2])):
        canvas.text(corner[0] * U + (-10 if number == 1 else 10), corner[1] * U, str(number), 13, SOFT)
    left = pen.tell("on_top.drawing.left", tiles=shown["tiles_left"], black=shown["black_left"])
    canvas.text(middle[0] * U, y + 156, left, 13, SOFT)
