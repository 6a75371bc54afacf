"""On Top in the terminal: the board, the tile to lay, scores and pawns."""

import re

from rich.text import Text

from ....core.position import Position, View
from ..language import colour_name, tell
from ..pen import GOOD, QUIET, Pen
from .face import Block, Face, Names, joined
from .on_top_board import COLOURS, BoardDrawing

_CELLS = re.compile(r"\s*([a-z]{1,2}\d{1,3})[\s>,;:./\-+→]*([a-z]{1,2}\d{1,3})?\s*", re.IGNORECASE)


class OnTopFace(Face):
    """Tiles on triangles."""

    example = "D4-D5"
    clause = "T12"

    def board(self, view: View, pen: Pen) -> Block:
        """Triangles, tiles, towers."""
        return BoardDrawing(view, pen).draw()

    def blocks(self, view: View, names: Names, pen: Pen) -> list[Block]:
        """The players with points and pawns left; the tile to lay."""
        shown, seats = view.shown, view.knowledge.setup["colours"]
        rows = [Text(" " * 14 + tell("cli.on_top.points").rjust(5) + tell("cli.on_top.pawns").rjust(6), style=QUIET)]
        for seat, colour in enumerate(seats):
            name = Text(" " + names[seat][:10].ljust(10), style="bold" if seat == view.to_move else "")
            figures = f"{shown['scores'][seat]:>5}{shown['pawns'][colour]:>6}"
            rows.append(Text.assemble(pen.chip(colour), name, figures))
        for colour in shown["pawns"]:
            if colour not in seats:
                rows.append(
                    Text.assemble(pen.chip(colour), " ", f"{tell('cli.on_top.neutral'):<15}{shown['pawns'][colour]:>6}")
                )
        if shown["tile"] is None:
            return [rows]
        left = tell("cli.on_top.left", tiles=shown["tiles_left"], black=shown["black_left"])
        return [rows, [*self._tile(shown["tile"], pen), Text(left, style=QUIET)]]

    def _tile(self, tile: str, pen: Pen) -> Block:
        """The rhombus, its first colour to the left, then clockwise."""
        first, top, third, bottom = (pen.chip(COLOURS[letter], 3, bold=True) for letter in tile)
        up, down = ("╱", "╲") if pen.unicode else ("/", "\\")
        return [
            Text.assemble(" " * 9, top),
            Text(f"{' ' * 7}{up}     {down}"),
            Text.assemble("  1 ", first, " " * 7, third, " 2"),
            Text(f"{' ' * 7}{down}     {up}"),
            Text.assemble(" " * 9, bottom),
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

    def label(self, move: str, view: View, pen: Pen) -> Text:
        """The two cells."""
        return Text(move)

    def story(self, before: Position, after: Position, names: Names) -> str:
        """Where the tile went, which towers it brought and who scored."""
        old, new = before.shown, after.shown
        parts = [tell("cli.on_top.story.laid", name=names[before.to_move or 0], move=after.moves[-1])]
        for crossing, tower in new["towers"].items():
            if crossing not in old["towers"]:
                parts.append(tell("cli.on_top.story.tower", crossing=crossing, colour=colour_name(tower[-1])))
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
            key = "cli.on_top.ending.line_last" if result.reason == "last_pawn" else "cli.on_top.ending.line"
            style = GOOD if seat in result.winners else ""
            lines.append(Text.assemble(pen.chip(colour), " ", (tell(key, **values), style)))
        winners = joined([names[seat] for seat in result.winners], tell("cli.and"))
        teams = view.knowledge.options.get("teams") and result.reason in ("points", "fewest_pawns")
        settled = "teams" if teams else result.reason
        return [*lines, Text(), Text(tell(f"cli.on_top.ending.{settled}", winners=winners))]


FACE = OnTopFace()
