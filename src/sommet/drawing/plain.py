"""The drawing of a game that has none of its own: what is shown, as a table; moves as they are written."""

from collections.abc import Mapping
from typing import Any

from ..core.position import Position, View
from ..core.setup import EVERYBODY
from ..core.words import catalogue
from .canvas import Canvas
from .contract import Drawing, Names
from .layout import composed, width
from .lines import ACCENT, STRONG, Block, Line, line, listed
from .pen import Pen
from .reading import begun

INDENT = "  "
SIZE = 14.0
MARGIN = 24.0
MOST = 60  # letters of things with names on one line


class PlainDrawing(Drawing):
    """Whatever is shown, readable."""

    def board(self, view: View, pen: Pen) -> Block:
        """Names, in the game's words where it has some, and values; lists with their numbers."""
        return table(_worded(view.shown, view.game.name, pen))

    def blocks(self, view: View, names: Names, pen: Pen) -> list[Block]:
        """The players, with a mark beside whoever is to move; the last move."""
        rows = [
            line(f"> {name}", style=STRONG) if seat == view.to_move else line(f"  {name}")
            for seat, name in enumerate(names)
        ]
        if view.knowledge.moves:
            rows += [Line(), line(pen.tell("drawing.last", move=view.knowledge.moves[-1]))]
        return [rows]

    def picture(self, view: View, names: Names, pen: Pen) -> Canvas:
        """The text, written."""
        lines = composed(self.board(view, pen), self.blocks(view, names, pen), lambda columns, lines: [], pen.wide, 0)
        while lines and not lines[-1]:
            lines.pop()
        described = "; ".join(" ".join(str(one).split()) for one in lines if one)
        wide, high = width(lines) * 0.6 * SIZE + 2 * MARGIN, len(lines) * 1.35 * SIZE + 2 * MARGIN
        canvas = Canvas(wide, high, pen.game_name(view.game.name), described)
        canvas.write(lines, MARGIN, MARGIN + 0.7 * SIZE, SIZE)
        return canvas

    def secrets(self, position: Position, names: Names, pen: Pen) -> Block:
        """What of the set-up not everybody knows."""
        setup = position.record.setup
        hidden = {each.name: setup[each.name] for each in position.game.setup.fields if each.known != EVERYBODY}
        return table(_worded(hidden, position.game.name, pen))

    def meant(self, typed: str, view: View) -> list[str]:
        """A legal move, or its beginning; else what was typed, to be refused."""
        return begun(typed, view.legal) or [typed]

    def story(self, before: Position, after: Position, names: Names, pen: Pen) -> str:
        """Who made which move."""
        return pen.tell("drawing.story", name=names[before.to_move or 0], move=after.moves[-1])

    def ending(self, view: View, names: Names, pen: Pen) -> Block:
        """Who has won."""
        if view.result is None or view.result.winners is None:
            return [line(pen.tell("drawing.ending.unknown"))]
        winners = [names[seat] for seat in view.result.winners]
        key = "one" if len(winners) == 1 else "several" if winners else "nobody"
        return [line(pen.tell(f"drawing.ending.{key}", winners=listed(winners, pen.tell("drawing.and"))))]


def _worded(shown: Mapping[str, Any], game: str, pen: Pen) -> dict[str, Any]:
    """The same in words: what is shown as the game's catalogue calls it, colours by their names."""
    words = catalogue(pen.language)

    def said(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {said(key): said(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [said(item) for item in value]
        return pen.colour_name(value) if isinstance(value, str) else value

    return {words.get(f"{game}.shown.{key}", key.replace("_", " ")): said(value) for key, value in shown.items()}


def table(shown: Mapping[Any, Any]) -> Block:
    """A JSON object as lines."""
    lines: Block = []
    wide = max((len(str(key)) for key in shown), default=0) + 2
    for key, value in shown.items():
        head = line((str(key).ljust(wide), ACCENT))
        if _flat(value):
            lines.append(head + _said(value))
            continue
        lines.append(head.rstrip())
        inner = value if isinstance(value, Mapping) else dict(enumerate(value, 1))
        lines += [line(INDENT, one) for one in table(inner)]
    return lines


def _flat(value: Any) -> bool:
    """Whether that fits on one line: a single thing, a list of single things, or a few with names."""
    if isinstance(value, Mapping):
        return all(_single(item) for item in value.values()) and len(_said(value)) <= MOST
    return _single(value) or all(_single(item) for item in value)


def _single(value: Any) -> bool:
    return not isinstance(value, Mapping | list | tuple)


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return "  ".join(f"{key} {_said(item)}" for key, item in value.items()) or "-"
    if isinstance(value, list | tuple):
        return " ".join(_said(item) for item in value) or "-"
    return "-" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
