"""The stage: a screen of its own while a game is on, drawn anew at every step."""

from collections.abc import Sequence
from types import TracebackType

from ...core.position import Position, View
from ...drawing import drawing_of
from ...drawing.layout import composed, fitted, in_columns, wrapped
from ...drawing.lines import ACCENT, QUIET, Block, Line, line
from .asking import Asker, asker
from .language import current, tell
from .pen import TerminalPen
from .words import spoken

RESERVED = 3  # lines for the header, the prompt and the line it leaves


class Stage:
    """Shows positions and asks. On a terminal it has the alternate screen; elsewhere it prints line after line."""

    def __init__(self) -> None:
        self.pen = TerminalPen()
        self.asker: Asker = asker()

    def __enter__(self) -> "Stage":
        if self.pen.live:
            self.pen.console.set_alt_screen(True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.pen.live:
            self.pen.clear()
            self.pen.console.set_alt_screen(False)

    def show(self, view: View, names: Sequence[str], title: str, log: Sequence[str] = (), note: Block | None = None,
             moves: Sequence[str] | None = None) -> None:  # fmt: skip
        """Draw a position: header, board, what stands beside it; then what happened, a note, or a list of moves."""
        self.pen.clear()
        self.pen.out(*self._header(view, title))
        drawing = drawing_of(view.game)

        def tail(columns: int, lines: int) -> Block:
            if moves is not None:
                return self._listed(moves, view, columns, lines)
            told = [line for sentence in log for line in wrapped(sentence, columns, QUIET)]
            noted = [line for text in note or () for line in fitted(text, columns)]
            return [*told[max(0, len(told) + len(noted) - lines) :], *noted]

        board, blocks = drawing.board(view, self.pen), drawing.blocks(view, names, self.pen)
        wide, high = self.pen.wide, self.pen.console.height - RESERVED if self.pen.live else 10_000
        self.pen.out(*composed(board, blocks, tail, wide, high))

    def _header(self, view: View, title: str) -> Block:
        """The title, and what can be typed: beside it, or under it."""
        left = line(title, style=ACCENT)
        if view.viewer != view.to_move:
            return [left]
        words = ["?", *(spoken(name, current())[0] for name in ("hint", "undo", "rules", "save", "help", "quit"))]
        right = line("  ".join(words), style=QUIET)
        space = self.pen.wide - len(left) - len(right)
        return [line(left, " " * space, right)] if space > 1 else [left, right]

    def _listed(self, moves: Sequence[str], view: View, columns: int, lines: int) -> Block:
        drawing = drawing_of(view.game)
        labels = [
            line((f"{n:>3} ", ACCENT), drawing.label(move, view, self.pen)) for n, move in enumerate(moves, 1)
        ]
        return in_columns(labels, columns, lines, lambda rest: tell("cli.play.more_moves", count=rest))

    def stories(self, position: Position, names: Sequence[str], count: int) -> list[str]:
        """What the last moves did: public things only."""
        told: list[str] = []
        drawing = drawing_of(position.game)
        for end in range(max(0, len(position.moves) - count), len(position.moves)):
            before, after = (
                Position.of(position.game, position.record.with_moves(position.moves[:n])) for n in (end, end + 1)
            )
            told.append(drawing.story(before, after, names, self.pen))
        return told

    def page(self, lines: Sequence[Line], prompt: str) -> None:
        """A page of its own, until Enter."""
        self.pen.clear()
        self.pen.out(*lines)
        self.asker.ask(self.pen.plain(prompt))

    def wait(self, prompt: str) -> None:
        """Until Enter."""
        self.asker.ask(self.pen.plain(prompt))

