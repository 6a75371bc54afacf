"""Babylone drawn: stacks side by side, every layer visible."""

import re

from ....core.position import Position, View
from ....drawing.canvas import Canvas
from ....drawing.contract import Drawing, Names
from ....drawing.lines import ACCENT, QUIET, STRONG, Block, Line, Style, joined, line
from ....drawing.pen import Pen
from .picture import picture

WIDTH = 6  # of a stack with the gap beside it


class BabyloneDrawing(Drawing):
    """Stacks on numbered spots."""

    example = "3>7"
    clause = "B4"

    def board(self, view: View, pen: Pen) -> Block:
        """Columns of layers, the top one in brackets; under them spot and height."""
        stacks = view.shown["stacks"]
        last = re.findall(r"\d+", view.knowledge.moves[-1])[1] if view.knowledge.moves else None
        spots = range(1, len(view.knowledge.setup["tokens"]) + 1)
        columns = max(1, pen.wide // WIDTH)
        lines: Block = []
        for start in range(0, len(spots), columns):
            row = [(spot, stacks.get(str(spot), [])) for spot in spots[start : start + columns]]
            highest = max(3, *(len(stack) for _, stack in row))
            for level in range(highest, 0, -1):
                lines.append(joined(self._layer(stack, level, pen) for _, stack in row))
            lines.append(joined(self._label(spot, stack, str(spot) == last, pen) for spot, stack in row))
            heights = [f"×{len(stack)}" if len(stack) > 1 else "" for _, stack in row]
            lines.append(line("".join(height.center(WIDTH) for height in heights), style=QUIET))
        return lines

    def _layer(self, stack: list[str], level: int, pen: Pen) -> Line:
        if level > len(stack):
            return line(" " * WIDTH)
        top = level == len(stack)
        symbol = pen.symbol(stack[level - 1])
        text = f"[{symbol.center(3)}]" if top else symbol.center(5)
        return line((text, Style(piece=stack[level - 1], bold=top)), " ")

    def _label(self, spot: int, stack: list[str], moved: bool, pen: Pen) -> Line:
        text = (f"›{spot}‹" if moved else str(spot)) if stack else "·"
        return line(text.center(WIDTH - 1) + " ", style=(ACCENT if moved else STRONG) if stack else QUIET)

    def blocks(self, view: View, names: Names, pen: Pen) -> list[Block]:
        """Which symbol is which colour."""
        colours = list(dict.fromkeys(sorted(view.knowledge.setup["tokens"])))
        legend = joined((pen.named(colour) for colour in colours[:6]), "  ")
        return [[line(pen.tell("babylone.drawing.how"), style=QUIET), legend]]

    def picture(self, view: View, names: Names, pen: Pen) -> Canvas:
        """Stacks of pyramids."""
        return picture(view, pen)

    def meant(self, typed: str, view: View) -> list[str]:
        """3>7, 3 7, 3-7 …; one number alone: every move of that stack."""
        numbers = [str(int(number)) for number in re.findall(r"\d{1,4}", typed)]
        if re.search(r"[^\d\s>,;:./\-+→]", typed) or len(numbers) > 2:
            return []
        if len(numbers) == 2:
            return [">".join(numbers)]
        return [move for move in view.legal if numbers and move.startswith(f"{numbers[0]}>")]

    def label(self, move: str, view: View, pen: Pen) -> Line:
        """With the reason: same height, same colour, or both."""
        one, other = (view.shown["stacks"][spot] for spot in move.split(">"))
        same = (len(one) == len(other), one[-1] == other[-1])
        why = {(True, True): "both", (True, False): "height"}.get(same, "colour")
        return line(move.ljust(6), (pen.tell(f"babylone.drawing.same.{why}"), QUIET))

    def story(self, before: Position, after: Position, names: Names, pen: Pen) -> str:
        """Which stack went where, and what the stack is now."""
        source, target = after.moves[-1].split(">")
        stack = after.shown["stacks"][target]
        name = names[before.to_move or 0]
        values = {"a": source, "b": target, "colour": pen.colour_name(stack[-1]), "height": len(stack)}
        return pen.tell("babylone.drawing.story", name=name, **values)

    def ending(self, view: View, names: Names, pen: Pen) -> Block:
        """B7; with more than two players each elimination in turn (B9)."""
        winner = names[(view.result.winners or (0,))[0]] if view.result else ""
        out = [names[seat] for seat in view.shown["out"]]
        if len(names) == 2:
            return [line(pen.tell("babylone.drawing.ending.two", loser=out[0], winner=winner))]
        lines = [line(pen.tell("babylone.drawing.ending.out", name=name)) for name in out]
        return [*lines, line(pen.tell("babylone.drawing.ending.last", winner=winner))]

    def help(self, pen: Pen) -> str:
        """Two numbers."""
        return pen.tell("babylone.drawing.help")


DRAWING = BabyloneDrawing()
