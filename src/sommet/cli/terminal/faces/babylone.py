"""Babylone in the terminal: stacks side by side, every layer visible."""

import re

from rich.text import Text

from ....core.position import Position, View
from ..language import colour_name, tell
from ..pen import QUIET, Pen
from .face import Block, Face, Names

WIDTH = 6  # of a stack with the gap beside it


class BabyloneFace(Face):
    """Stacks on numbered spots."""

    example = "3>7"
    clause = "B4"
    starter_is_chosen = True
    rounds = 2

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
                lines.append(Text().join(self._layer(stack, level, pen) for _, stack in row))
            lines.append(Text().join(self._label(spot, stack, str(spot) == last, pen) for spot, stack in row))
            heights = [f"×{len(stack)}" if len(stack) > 1 else "" for _, stack in row]
            lines.append(Text("".join(height.center(WIDTH) for height in heights), style=QUIET))
        return lines

    def _layer(self, stack: list[str], level: int, pen: Pen) -> Text:
        if level > len(stack):
            return Text(" " * WIDTH)
        top = level == len(stack)
        symbol = pen.symbol(stack[level - 1])
        text = f"[{symbol.center(3)}]" if top else symbol.center(5)
        return Text.assemble((text, pen.style(stack[level - 1], bold=top)), " ")

    def _label(self, spot: int, stack: list[str], moved: bool, pen: Pen) -> Text:
        text = (f"›{spot}‹" if moved else str(spot)) if stack else "·"
        return Text(text.center(WIDTH - 1) + " ", style=("bold cyan" if moved else "bold") if stack else QUIET)

    def blocks(self, view: View, names: Names, pen: Pen) -> list[Block]:
        """Which symbol is which colour."""
        colours = list(dict.fromkeys(sorted(view.knowledge.setup["tokens"])))
        legend = Text("  ").join(pen.named(colour) for colour in colours[:6])
        return [[Text(tell("cli.babylone.how"), style=QUIET), legend]]

    def meant(self, typed: str, view: View) -> list[str]:
        """3>7, 3 7, 3-7 …; one number alone: every move of that stack."""
        numbers = [str(int(number)) for number in re.findall(r"\d{1,4}", typed)]
        if re.search(r"[^\d\s>,;:./\-+→]", typed) or len(numbers) > 2:
            return []
        if len(numbers) == 2:
            return [">".join(numbers)]
        return [move for move in view.legal if numbers and move.startswith(f"{numbers[0]}>")]

    def label(self, move: str, view: View, pen: Pen) -> Text:
        """With the reason: same height, same colour, or both."""
        one, other = (view.shown["stacks"][spot] for spot in move.split(">"))
        same = (len(one) == len(other), one[-1] == other[-1])
        why = {(True, True): "both", (True, False): "height"}.get(same, "colour")
        return Text.assemble(move.ljust(6), (tell(f"cli.babylone.same.{why}"), QUIET))

    def story(self, before: Position, after: Position, names: Names) -> str:
        """Which stack went where, and what the stack is now."""
        source, target = after.moves[-1].split(">")
        stack = after.shown["stacks"][target]
        name = names[before.to_move or 0]
        values = {"a": source, "b": target, "colour": colour_name(stack[-1]), "height": len(stack)}
        return tell("cli.babylone.story", name=name, **values)

    def ending(self, view: View, names: Names, pen: Pen) -> Block:
        """B7; with more than two players each elimination in turn (B9)."""
        winner = names[(view.result.winners or (0,))[0]] if view.result else ""
        out = [names[seat] for seat in view.shown["out"]]
        if len(names) == 2:
            return [Text(tell("cli.babylone.ending.two", loser=out[0], winner=winner))]
        lines = [Text(tell("cli.babylone.ending.out", name=name)) for name in out]
        return [*lines, Text(tell("cli.babylone.ending.last", winner=winner))]


FACE = BabyloneFace()
