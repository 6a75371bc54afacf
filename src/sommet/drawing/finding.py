"""A game's drawing, found in its package; positions as text and as pictures."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ..core.errors import BAD_REQUEST, SommetError, bad_argument, shown
from ..core.game import Game
from ..core.position import Position, View
from ..core.record import SPECTATOR
from ..core.words import LANGUAGES
from .contract import Drawing
from .layout import composed, width
from .lines import Block, Line
from .pen import WIDE, Pen
from .plain import PlainDrawing

SIZE = 14.0
MARGIN = 24.0


def drawing_of(game: Game) -> Drawing:
    """How that game is drawn: `DRAWING` of the module `drawing` in its package, or plainly."""
    return _found(game.package)


@cache
def _found(package: str) -> Drawing:
    if find_spec(f"{package}.drawing") is None:
        return PlainDrawing()
    found: Drawing = import_module(f"{package}.drawing").DRAWING
    return found


def text(
    of: Position | View, *, language: str = "en", wide: int = WIDE, unicode: bool = True, names: Sequence[str] = ()
) -> str:
    """The position as plain text: of a view what its viewer knows, of a full record everything."""
    pen = Pen(language, wide, unicode)
    view, secret = _seen(of, pen, names)
    called = _called(view, pen, names)
    how = drawing_of(view.game)
    last = [*secret, *(how.ending(view, called, pen) if view.result else [])]
    page = composed(how.board(view, pen), how.blocks(view, called, pen), lambda columns, lines: [], wide, 10_000)
    while page and not page[-1]:
        page.pop()
    lines = [*page, *([Line(), *last] if last else [])]
    return "\n".join(pen.plain(str(one)).rstrip() for one in lines).rstrip("\n")


def svg(of: Position | View, size: float | None = None, *, language: str = "en", names: Sequence[str] = ()) -> str:
    """The position as an SVG picture that stands alone; `size`: how many pixels its longer side has."""
    if size is not None and not (isinstance(size, int | float) and size > 0):
        raise bad_argument("size", size)
    pen = Pen(language)
    view, secret = _seen(of, pen, names)
    canvas = drawing_of(view.game).picture(view, _called(view, pen, names), pen)
    if secret:
        canvas.write(secret, MARGIN, canvas.height + 0.3 * SIZE, SIZE)
        canvas.description = " ".join((canvas.description, *(" ".join(str(one).split()) for one in secret)))
        canvas.height += len(secret) * 1.35 * SIZE + MARGIN / 2
        canvas.width = max(canvas.width, width(secret) * 0.6 * SIZE + 2 * MARGIN)
    return canvas.svg(size)


def _seen(of: Position | View, pen: Pen, names: Sequence[str]) -> tuple[View, Block]:
    """A view to draw, and what is hidden from its viewer but known to whoever holds the whole record."""
    if pen.language not in LANGUAGES:
        raise SommetError(BAD_REQUEST, "error.language", given=shown(pen.language), languages=", ".join(LANGUAGES))
    if isinstance(of, View):
        return of, []
    if not isinstance(of, Position):
        raise bad_argument("of", of)
    if of.record.viewer is not None:
        return View(of, of.record.viewer), []
    view = of.view(SPECTATOR)
    return view, [] if of.over else drawing_of(of.game).secrets(of, _called(view, pen, names), pen)


def _called(view: View, pen: Pen, names: Sequence[str]) -> list[str]:
    return [*names, *pen.seats(view.knowledge.players)[len(names) :]]
