"""A picture as SVG that stands alone: no style sheet, no script, no font of its own; a title and a description."""

from collections.abc import Iterable, Sequence
from html import escape
from zlib import crc32

from .lines import Block, Role, Style
from .paints import Paint, paint

Place = tuple[float, float]

FONT = "system-ui,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif"
MONO = "ui-monospace,'Cascadia Mono',Menlo,'DejaVu Sans Mono',monospace"
PAPER, INK, SOFT, LINE = "#fffdf8", "#26221c", "#5a5347", "#d6cdbb"
ROLES = {Role.ACCENT: "#0b6b7f", Role.GOOD: "#1d6b3f", Role.BAD: "#a3231f", Role.WARN: "#7a5200", Role.QUIET: "#6b6355"}
_ID = "picture-id"  # becomes a picture's own in `svg`: two pictures on one page must not share their gradients


def short(value: float) -> str:
    """A number with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def points(places: Iterable[Place]) -> str:
    """Corners of a polygon."""
    return " ".join(f"{short(x)},{short(y)}" for x, y in places)


class Canvas:
    """Something to draw on, `width` by `height` units."""

    def __init__(self, width: float, height: float, title: str, description: str = "") -> None:
        self.width, self.height, self.title, self.description = width, height, title, description
        self._body: list[str] = []
        self._definitions: dict[str, str] = {}

    def put(self, element: str, text: str | None = None, /, **attributes: object) -> None:
        """An element; `stroke_width` stands for stroke-width, and what is None is left out."""
        given = "".join(
            f' {name.replace("_", "-")}="{escape(short(value) if isinstance(value, float) else str(value))}"'
            for name, value in attributes.items()
            if value is not None
        )
        self._body.append(f"<{element}{given}/>" if text is None else f"<{element}{given}>{escape(text)}</{element}>")

    def begin(self, **attributes: object) -> None:
        """A group, to be ended."""
        self.put("g", "", **attributes)
        self._body[-1] = self._body[-1].removesuffix("</g>")

    def end(self) -> None:
        """The end of the group."""
        self._body.append("</g>")

    def polygon(self, places: Sequence[Place], fill: str = "none", **attributes: object) -> None:
        """A polygon with these corners."""
        self.put("polygon", points=points(places), fill=fill, **attributes)

    def ellipse(self, x: float, y: float, rx: float, ry: float, fill: str = "none", **attributes: object) -> None:
        """An ellipse about that place."""
        self.put("ellipse", cx=float(x), cy=float(y), rx=float(rx), ry=float(ry), fill=fill, **attributes)

    def text(
        self, x: float, y: float, text: str, size: float = 14, fill: str = INK, anchor: str = "middle", **more: object
    ) -> None:
        """A text about or beside that place, its middle line there."""
        fields = {"text_anchor": anchor, "font_size": float(size), "dy": ".36em", **more}
        self.put("text", text, x=float(x), y=float(y), fill=fill, **fields)

    def symbol(self, colour: str, x: float, y: float, size: float, flat: float = 1.0) -> None:
        """A colour's symbol about that place, of that size; `flat`: how flat it lies."""
        look = paint(colour)
        if not look.shape:
            self.text(x, y, look.symbol, size * (1.1 if len(look.symbol) == 1 else 0.8), look.ink, font_weight=700)
            return
        scale = size / 24
        place = f"translate({short(x - size / 2)} {short(y - size / 2 * flat)}) scale({scale:.3f} {scale * flat:.3f})"
        self.put("path", d=look.shape, fill=look.ink, fill_rule="evenodd", transform=place)

    def chip(self, colour: str, x: float, y: float, radius: float) -> None:
        """A disc in a colour with its symbol: a colour in a line of text."""
        look = paint(colour)
        self.put("circle", cx=float(x), cy=float(y), r=float(radius), fill=look.fill, stroke=look.edge)
        self.symbol(colour, x, y, radius * 1.15)

    def frame(self, x: float, y: float, width: float, height: float, won: bool = False) -> None:
        """Round whoever is to move, or has won."""
        colour = ROLES[Role.GOOD if won else Role.ACCENT]
        box = {"x": float(x), "y": float(y), "width": float(width), "height": float(height)}
        self.put("rect", rx=10, fill="none", stroke=colour, stroke_width=2.5 if won else 1.5, **box)

    def badge(self, x: float, y: float, text: str, dark: bool = False) -> None:
        """A number in a small disc."""
        fill, ink = (INK, PAPER) if dark else (PAPER, INK)
        wide = 20.0 + 7 * (len(text) - 1)
        self.put(
            "rect", x=x - wide / 2, y=y - 10.0, width=wide, height=20.0, rx=10, fill=fill, stroke=INK, stroke_width=0.8
        )
        self.text(x, y, text, 12.5, ink, font_weight=650)

    def write(self, block: Block, x: float, y: float, size: float = 14) -> None:
        """Lines of text from there on, in letters of one width; pieces as symbols on their colours."""
        wide, high = 0.6 * size, 1.35 * size
        for number, one in enumerate(block):
            column = 0
            for text, style in one.spans:
                self._span(text, style, x + column * wide, y + number * high, size)
                column += len(text)

    def _span(self, text: str, style: Style, x: float, y: float, size: float) -> None:
        wide, high = 0.6 * size, 1.35 * size
        bold = 700 if style.bold or style.role in (Role.STRONG, Role.ACCENT, Role.GOOD) else None
        fill = ROLES.get(style.role, INK)
        if style.piece is not None:
            look = paint(style.piece)
            fill = look.ink
            self.put("rect", x=x, y=y - high / 2, width=wide * len(text), height=high, fill=look.fill)
            if look.shape and text.strip() == look.symbol:
                self.symbol(style.piece, x + wide * len(text) / 2, y, min(wide * len(text), size) * 0.8)
                return
        if text.strip():
            kept = {"xml:space": "preserve", "font_family": MONO, "font_weight": bold, "textLength": wide * len(text)}
            self.text(x, y, text, size, fill, "start", **kept)

    def across(self, colour: str) -> str:
        """A fill: that colour lit from the left."""
        look: Paint = paint(colour)
        stops = ((0, look.fill), (0.3, look.lit), (0.6, look.fill), (1, look.shade))
        return self.gradient("linear", f"across-{look.fill[1:]}", [(at, fill, 1.0) for at, fill in stops])

    def gradient(self, kind: str, name: str, stops: Sequence[tuple[float, str, float]], **attributes: object) -> str:
        """A fill: offset, colour and opacity of each stop; the same name is the same fill."""
        key = f"{_ID}-{name}"
        if key not in self._definitions:
            given = "".join(f' {attribute}="{value}"' for attribute, value in attributes.items())
            made = "".join(f'<stop offset="{at:g}" stop-color="{c}" stop-opacity="{o:g}"/>' for at, c, o in stops)
            self._definitions[key] = f'<{kind}Gradient id="{key}"{given}>{made}</{kind}Gradient>'
        return f"url(#{key})"

    def shadow(self) -> str:
        """A fill: a soft shadow on the table."""
        return self.gradient("radial", "shadow", [(0, "#3c2a0c", 0.3), (0.62, "#3c2a0c", 0.22), (1, "#3c2a0c", 0)])

    def svg(self, size: float | None = None) -> str:
        """The whole as SVG; `size`: how many pixels its longer side has."""
        own = f"p{crc32(''.join((*self._definitions.values(), *self._body)).encode()):08x}"
        scale = 1.0 if size is None else size / max(self.width, self.height)
        title, description = f"{_ID}-title", f"{_ID}-desc"
        whole = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{short(self.width * scale)}"'
            f' height="{short(self.height * scale)}" viewBox="0 0 {short(self.width)} {short(self.height)}" role="img"'
            f' aria-labelledby="{title} {description}" font-family="{escape(FONT)}">'
            f'<title id="{title}">{escape(self.title)}</title>'
            f'<desc id="{description}">{escape(self.description)}</desc>'
            f"<defs>{''.join(self._definitions.values())}</defs>"
            f'<rect width="100%" height="100%" rx="12" fill="{PAPER}"/>{"".join(self._body)}</svg>'
        )
        return whole.replace(_ID, own)
