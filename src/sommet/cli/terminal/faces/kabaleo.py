"""Kabaleo in the terminal: locations in a grid with their layers, everybody's stock, one's own secret."""

import re

from rich.text import Text

from ....core.position import Position, View
from ..game_options import colours_named
from ..language import colour_name, tell
from ..pen import ACCENT, GOOD, QUIET, WARN, Pen
from .face import Block, Face, Names, joined

WIDTH = 10  # of a location with the gap beside it
SHOWN_UNDER = 5  # so many layers under the top are drawn; of more, the lowest and the highest


class KabaleoFace(Face):
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
            lines.append(Text().join(self._top(number, pile, last, closed, pen) for number, pile in row))
            lines.append(Text().join(self._under(pile, pen) for _, pile in row))
            lines.append(Text())
        return lines[:-1]

    def _top(self, number: int, pile: list[str], last: int, closed: int, pen: Pen) -> Text:
        mark, style = ("×", WARN) if number == closed else ("›", ACCENT) if number == last else (" ", "bold")
        symbol = pen.symbol(pile[-1])
        top = Text(f"[ {symbol} ]" if len(pile) > 1 else f"( {symbol} )", style=pen.style(pile[-1], bold=len(pile) > 1))
        return Text.assemble((f"{mark}{number:>2} ", style), top, " ")

    def _under(self, pile: list[str], pen: Pen) -> Text:
        if len(pile) == 1:
            return Text(" " * WIDTH)
        layers = [Text(f"({pen.symbol(pile[0])})", style=pen.style(pile[0]))]
        between = pile[1:-1]
        if len(between) > SHOWN_UNDER - 1:
            layers.append(Text("…"))
            between = between[-2:]
        layers += [Text(pen.symbol(colour), style=pen.style(colour)) for colour in between]
        if len(pile) > SHOWN_UNDER:
            layers.append(Text(f" {len(pile) - 1}", style=QUIET))
        drawn = Text.assemble(*layers)
        under = Text.assemble(" " * (4 if len(drawn) <= WIDTH - 5 else 1), drawn)
        under.pad_right(WIDTH - len(under))
        return under

    def blocks(self, view: View, names: Names, pen: Pen) -> list[Block]:
        """The stocks (K5), what shows now, and the viewer's own objective."""
        shown = view.shown
        colours = view.knowledge.setup["colours"]
        width = max(len(name) for name in (*names, tell("cli.kabaleo.shows"))) + 1
        tops = [pile[-1] for pile in shown["locations"]]
        head = Text.assemble(" " * width, *(pen.chip(colour, 4) for colour in colours))
        rows = [head]
        for name, stock in zip(names, shown["stocks"], strict=True):
            rows.append(Text.assemble((name.ljust(width), "bold"), *(self._count(stock[c]) for c in colours)))
        shows = (self._count(tops.count(colour)) for colour in colours)
        rows.append(Text.assemble((tell("cli.kabaleo.shows").ljust(width), QUIET), *shows))
        legend = [pen.named(colour) for colour in colours]
        words = [Text("  ").join(legend[:3]), Text("  ").join(legend[3:])]
        if view.result is None and shown.get("objective"):
            secret = Text.assemble((tell("cli.kabaleo.objective") + " ", "bold"), pen.named(shown["objective"]))
            words += [Text(), secret]
        return [rows, words]

    def _count(self, count: int) -> Text:
        return Text(f"{count:^4}", style="" if count else QUIET)

    def meant(self, typed: str, view: View) -> list[str]:
        """blue@5, blue 5, bleu 5, 5 blauw, b5: a colour word (or its beginning) and a number."""
        words, numbers = re.findall(r"[^\W\d_]+", typed), re.findall(r"\d{1,4}", typed)
        if len(words) != 1 or len(numbers) > 1 or re.search(r"[^\w\s@,;:.\-+→]", typed):
            return []
        colours = colours_named(words[0], view.knowledge.setup["colours"])
        if not numbers:
            return [move for move in view.legal if move.partition("@")[0] in colours]
        return [f"{colour}@{int(numbers[0])}" for colour in colours or colours_named(words[0], _ALL)]

    def secrets(self, position: Position, names: Names, pen: Pen) -> Block:
        """Every objective the record knows."""
        held = zip(names, position.record.setup["objectives"], strict=True)
        return [Text("   ").join(Text.assemble((f"{name} ", "bold"), pen.named(c)) for name, c in held if c)]

    def typed(self, move: str) -> str:
        """With the colour's name in the player's language."""
        colour, _, location = move.partition("@")
        return f"{colour_name(colour)} {location}"

    def label(self, move: str, view: View, pen: Pen) -> Text:
        """The colour by symbol and name, and the location."""
        colour, _, location = move.partition("@")
        return Text.assemble(pen.chip(colour), f" {colour_name(colour)} {location}")

    def story(self, before: Position, after: Position, names: Names) -> str:
        """What was put where, and what shows there now."""
        colour, _, location = after.moves[-1].partition("@")
        piles = [position.shown["locations"][int(location) - 1] for position in (before, after)]
        values = {"name": names[before.to_move or 0], "colour": colour_name(colour), "location": location}
        if len(piles[1]) < len(piles[0]):
            return tell("cli.kabaleo.story.cancel", shows=colour_name(piles[1][-1]), **values)
        return tell("cli.kabaleo.story.put", **values)

    def ending(self, view: View, names: Names, pen: Pen) -> Block:
        """K14 to K17: the objectives, what is compared, and which step settled it."""
        result, shown = view.result, view.shown
        if result is None or result.winners is None or result.reason is None:
            return [Text(tell("cli.kabaleo.ending.unknown"))]
        width = max(len(name) for name in names) + 1
        heads = [tell(f"cli.kabaleo.column.{column}") for column in ("locations", "piles", "highest")]
        steps = {"majority": 1, "piles": 2}.get(result.reason, 3)
        lines = [Text.assemble(" " * (width + 14), *(f"{head:>14}" for head in heads[:steps]), style=QUIET)]
        for seat, colour in enumerate(shown["objectives"]):
            heights = [len(pile) - 1 for pile in shown["locations"] if pile[-1] == colour]
            facts = [(result.scores or ())[seat], sum(height > 0 for height in heights), max(heights, default=0)]
            named = pen.named(colour)
            named.pad_right(14 - len(named))
            style = GOOD if seat in result.winners else ""
            lines.append(Text.assemble((names[seat].ljust(width), style), named, *(f"{n:>14}" for n in facts[:steps])))
        winners = joined([names[seat] for seat in result.winners], tell("cli.and"))
        return [*lines, Text(), Text(tell(f"cli.kabaleo.ending.{result.reason}", winners=winners))]


_ALL = ("pink", "orange", "green", "blue", "yellow", "violet")
FACE = KabaleoFace()
