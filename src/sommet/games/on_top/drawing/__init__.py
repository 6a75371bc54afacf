"""On Top drawn: the board, the tile to lay, scores and pawns."""

import re

from ....core.position import Position, View
from ....drawing.canvas import Canvas
from ....drawing.contract import Drawing, Names
from ....drawing.lines import GOOD, PLAIN, QUIET, STRONG, Block, Line, line, listed
from ....drawing.pen import Pen
from .laid import COLOURS
from .picture import picture
from .sheet import BoardSheet

_CELLS = re.compile(r"\s*([a-z]{1,2}\d{1,3})[\s>,;:./\-+→]*([a-z]{1,2}\d{1,3})?\s*", re.IGNORECASE)


class OnTopDrawing(Drawing):
    """Tiles on triangles."""

    example = "D4-D5"
    clause = "T12"

    def board(self, view: View, pen: Pen) -> Block:
        """Triangles, tiles, towers."""
        return BoardSheet(view, pen).draw()

    def blocks(self, view: View, names: Names, pen: Pen) -> list[Block]:
        """The players with points and pawns left; the tile to lay."""
        shown, seats = view.shown, view.knowledge.setup["colours"]
        rows = [
            line(
                " " * 14 + pen.tell("on_top.drawing.points").rjust(5) + pen.tell("on_top.drawing.pawns").rjust(6),
                style=QUIET,
            )
        ]
        for seat, colour in enumerate(seats):
            name = line(" " + names[seat][:10].ljust(10), style=STRONG if seat == view.to_move else PLAIN)
            figures = f"{shown['scores'][seat]:>5}{shown['pawns'][colour]:>6}"
            rows.append(line(pen.chip(colour), name, figures))
        for colour in shown["pawns"]:
            if colour not in seats:
                rows.append(
                    line(pen.chip(colour), " ", f"{pen.tell('on_top.drawing.neutral'):<15}{shown['pawns'][colour]:>6}")
                )
        if shown["tile"] is None:
            return [rows]
        left = pen.tell("on_top.drawing.left", tiles=shown["tiles_left"], black=shown["black_left"])
        return [rows, [*self._tile(shown["tile"], pen), line(left, style=QUIET)]]

    def picture(self, view: View, names: Names, pen: Pen) -> Canvas:
        """Tiles on the slate, towers, the score track and the tile to lay."""
        return picture(view, names, pen)

    def _tile(self, tile: str, pen: Pen) -> Block:
        """The rhombus, its first colour to the left, then clockwise."""
        first, top, third, bottom = (pen.chip(COLOURS[letter], 3, bold=True) for letter in tile)
        up, down = ("╱", "╲") if pen.unicode else ("/", "\\")
        return [
            line(" " * 9, top),
            line(f"{' ' * 7}{up}     {down}"),
            line("  1 ", first, " " * 7, third, " 2"),
            line(f"{' ' * 7}{down}     {up}"),
            line(" " * 9, bottom),
        ]

    def meant(self, typed: str, view: View) -> list[str]:
        """D4-D5, d4 d5, d4d5; one cell alone: every move that begins there."""
        found = _CELLS.fullmatch(typed)
        if not found:
            return []
        first, second = (cell.upper() if cell else None for cell in found.groups())
        if second:
            return [f"{first}-{second}"]
        return [move for move in view.legal if move.startswith(f"{first}-")]

    def story(self, before: Position, after: Position, names: Names, pen: Pen) -> str:
        """Where the tile went, which towers it brought and who scored."""
        old, new = before.shown, after.shown
        parts = [pen.tell("on_top.drawing.story.laid", name=names[before.to_move or 0], move=after.moves[-1])]
        for crossing, tower in new["towers"].items():
            if crossing not in old["towers"]:
                parts.append(
                    pen.tell("on_top.drawing.story.tower", crossing=crossing, colour=pen.colour_name(tower[-1]))
                )
        for name, was, now in zip(names, old["scores"], new["scores"], strict=True):
            if now != was:
                parts.append(f"{name} +{now - was}")
        return " · ".join(parts)

    def ending(self, view: View, names: Names, pen: Pen) -> Block:
        """T20 to T25: final points, pawns left, and what settled it."""
        result, shown, seats = view.result, view.shown, view.knowledge.setup["colours"]
        if result is None or result.winners is None or result.scores is None:
            return []
        lines = []
        for seat, colour in enumerate(seats):
            values: dict[str, object] = {
                "name": names[seat],
                "track": shown["scores"][seat],
                "pawns": shown["pawns"][colour],
                "points": result.scores[seat],
            }
            key = "on_top.drawing.ending.line_last" if result.reason == "last_pawn" else "on_top.drawing.ending.line"
            style = GOOD if seat in result.winners else PLAIN
            lines.append(line(pen.chip(colour), " ", (pen.tell(key, **values), style)))
        winners = listed([names[seat] for seat in result.winners], pen.tell("drawing.and"))
        teams = view.knowledge.options.get("teams") and result.reason in ("points", "fewest_pawns")
        settled = "teams" if teams else result.reason
        return [*lines, Line(), line(pen.tell(f"on_top.drawing.ending.{settled}", winners=winners))]

    def help(self, pen: Pen) -> str:
        """Two cells."""
        return pen.tell("on_top.drawing.help")


DRAWING = OnTopDrawing()
