"""Kabaleo drawn: locations in a grid with their layers, everybody's stock, one's own secret."""

import re

from ....core.position import Position, View
from ....drawing.canvas import Canvas
from ....drawing.contract import Drawing, Names
from ....drawing.lines import ACCENT, GOOD, PLAIN, QUIET, STRONG, WARN, Block, Line, Style, joined, line, listed
from ....drawing.pen import Pen
from ....drawing.reading import named
from ..options import COLOUR
from .picture import picture

WIDTH = 10  # of a location with the gap beside it
SHOWN_UNDER = 5  # layers drawn under the top; where there are more, the lowest and the highest


class KabaleoDrawing(Drawing):
    """Locations have numbers and no neighbours."""

    example = "blue@5"
    clause = "K9"

    def board(self, view: View, pen: Pen) -> Block:
        """Each location: number, what is on top, and under it the layers, base first."""
        locations = view.shown["locations"]
        rows = -(-len(locations) // max(1, (pen.wide + 1) // WIDTH))
        columns = -(-len(locations) // rows)
        moves = view.knowledge.moves
        last = int(moves[-1].partition("@")[2]) if moves else 0
        closed = last if view.knowledge.options.get("golden_rule") and not view.result else 0
        lines: Block = []
        for start in range(0, len(locations), columns):
            row = list(enumerate(locations, 1))[start : start + columns]
            lines.append(joined(self._top(number, pile, last, closed, pen) for number, pile in row))
            lines.append(joined(self._under(pile, pen) for _, pile in row))
            lines.append(Line())
        return lines[:-1]

    def _top(self, number: int, pile: list[str], last: int, closed: int, pen: Pen) -> Line:
        mark, style = ("×", WARN) if number == closed else ("›", ACCENT) if number == last else (" ", STRONG)
        symbol = pen.symbol(pile[-1])
        shape = f"[ {symbol} ]" if len(pile) > 1 else f"( {symbol} )"
        return line((f"{mark}{number:>2} ", style), (shape, Style(piece=pile[-1], bold=len(pile) > 1)), " ")

    def _under(self, pile: list[str], pen: Pen) -> Line:
        if len(pile) == 1:
            return line(" " * WIDTH)
        layers = [line(f"({pen.symbol(pile[0])})", style=Style(piece=pile[0]))]
        between = pile[1:-1]
        if len(between) > SHOWN_UNDER - 1:
            layers.append(line("…" if pen.unicode else "~"))
            between = between[-2:]
        layers += [line(pen.symbol(colour), style=Style(piece=colour)) for colour in between]
        if len(pile) > SHOWN_UNDER:
            layers.append(line(f" {len(pile) - 1}", style=QUIET))
        drawn = joined(layers)
        return line(" " * (4 if len(drawn) <= WIDTH - 5 else 1), drawn).ljust(WIDTH)

    def blocks(self, view: View, names: Names, pen: Pen) -> list[Block]:
        """The stocks (K5), what shows now, and the viewer's own objective."""
        shown = view.shown
        colours = view.knowledge.setup["colours"]
        width = max(len(name) for name in (*names, pen.tell("kabaleo.drawing.shows"))) + 1
        tops = [pile[-1] for pile in shown["locations"]]
        head = line(" " * width, *(pen.chip(colour, 4) for colour in colours))
        rows = [head]
        for name, stock in zip(names, shown["stocks"], strict=True):
            rows.append(line((name.ljust(width), STRONG), *(self._count(stock[c]) for c in colours)))
        shows = (self._count(tops.count(colour)) for colour in colours)
        rows.append(line((pen.tell("kabaleo.drawing.shows").ljust(width), QUIET), *shows))
        legend = [pen.named(colour) for colour in colours]
        words = [joined(legend[:3], "  "), joined(legend[3:], "  ")]
        if view.result is None and shown.get("objective"):
            secret = line((pen.tell("kabaleo.drawing.objective") + " ", STRONG), pen.named(shown["objective"]))
            words += [Line(), secret]
        return [rows, words]

    def picture(self, view: View, names: Names, pen: Pen) -> Canvas:
        """Cones on their bases, and the stocks."""
        return picture(view, names, pen)

    def _count(self, count: int) -> Line:
        return line(f"{count:^4}", style=PLAIN if count else QUIET)

    def meant(self, typed: str, view: View) -> list[str]:
        """blue@5, blue 5, bleu 5, 5 blauw, b5: a colour word (or its beginning) and a number."""
        words, numbers = re.findall(r"[^\W\d_]+", typed), re.findall(r"\d{1,4}", typed)
        if len(words) != 1 or len(numbers) > 1 or re.search(r"[^\w\s@,;:.\-+→]", typed):
            return []
        colours = named(words[0], view.knowledge.setup["colours"], "colour")
        if not numbers:
            return [move for move in view.legal if move.partition("@")[0] in colours]
        return [f"{colour}@{int(numbers[0])}" for colour in colours or named(words[0], COLOUR.texts, "colour")]

    def secrets(self, position: Position, names: Names, pen: Pen) -> Block:
        """Every objective the record knows."""
        held = zip(names, position.record.setup["objectives"], strict=True)
        return [joined((line((f"{name} ", STRONG), pen.named(c)) for name, c in held if c), "  ")]

    def typed(self, move: str, pen: Pen) -> str:
        """With the colour's name in the player's language."""
        colour, _, location = move.partition("@")
        return f"{pen.colour_name(colour)} {location}"

    def label(self, move: str, view: View, pen: Pen) -> Line:
        """The colour by symbol and name, and the location."""
        colour, _, location = move.partition("@")
        return line(pen.chip(colour), f" {pen.colour_name(colour)} {location}")

    def story(self, before: Position, after: Position, names: Names, pen: Pen) -> str:
        """What was put where, and what shows there now."""
        colour, _, location = after.moves[-1].partition("@")
        piles = [position.shown["locations"][int(location) - 1] for position in (before, after)]
        values = {"name": names[before.to_move or 0], "colour": pen.colour_name(colour), "location": location}
        if len(piles[1]) < len(piles[0]):
            return pen.tell("kabaleo.drawing.story.cancel", shows=pen.colour_name(piles[1][-1]), **values)
        return pen.tell("kabaleo.drawing.story.put", **values)

    def ending(self, view: View, names: Names, pen: Pen) -> Block:
        """K14 to K17: the objectives, what is compared, and which step settled it."""
        result, shown = view.result, view.shown
        if result is None or result.winners is None or result.reason is None:
            return [line(pen.tell("kabaleo.drawing.ending.unknown"))]
        width = max(len(name) for name in names) + 1
        heads = [pen.tell(f"kabaleo.drawing.column.{column}") for column in ("locations", "piles", "highest")]
        steps = {"majority": 1, "piles": 2}.get(result.reason, 3)
        lines = [line(" " * (width + 14), *(f"{head:>14}" for head in heads[:steps]), style=QUIET)]
        for seat, colour in enumerate(shown["objectives"]):
            heights = [len(pile) - 1 for pile in shown["locations"] if pile[-1] == colour]
            score = (result.scores or ())[seat]
            ahead = score - len(heights)  # K19
            facts = [score, sum(height > 0 for height in heights) + ahead, max(heights, default=0)]
            held = pen.named(colour).ljust(14)
            style = GOOD if seat in result.winners else PLAIN
            lines.append(line((names[seat].ljust(width), style), held, *(f"{n:>14}" for n in facts[:steps])))
        winners = listed([names[seat] for seat in result.winners], pen.tell("drawing.and"))
        return [*lines, Line(), line(pen.tell(f"kabaleo.drawing.ending.{result.reason}", winners=winners))]

    def help(self, pen: Pen) -> str:
        """A colour and a number."""
        return pen.tell("kabaleo.drawing.help")


DRAWING = KabaleoDrawing()
