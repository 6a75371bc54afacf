"""The stage: a screen of its own while a game is on, drawn anew at every step."""

from collections.abc import Sequence
from types import TracebackType

from ...core.position import Position, View
from ...drawing import drawing_of
from ...drawing.layout import composed, fitted, in_columns, width, wrapped
from ...drawing.lines import ACCENT, QUIET, WARN, Block, Line, line
from ...drawing.pen import Pen
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
             moves: Sequence[str] | None = None, playing: bool = True) -> None:  # fmt: skip
        """Draw a position: header, board, what stands beside it; then what happened, a note, or a list of moves."""
        drawing = drawing_of(view.game)

        def tail(columns: int, lines: int) -> Block:
            if moves is not None:
                return self._listed(moves, view, columns, lines)
            told = [line for sentence in log for line in wrapped(sentence, columns, QUIET)]
            noted = [line for text in note or () for line in fitted(text, columns)]
            return [*told[max(0, len(told) + len(noted) - lines) :], *noted]

        header, blocks = self._header(view, title, playing), drawing.blocks(view, names, self.pen)
        board = drawing.board(view, self.pen)
        wide, high = self.pen.wide, self.pen.console.height - RESERVED if self.pen.live else 10_000
        page = composed(board, blocks, tail, wide, high)
        if self.pen.live and (len(page) + len(header) - 1 > high or width(board) > wide):
            usual = Pen(self.pen.language, unicode=self.pen.unicode)
            whole = composed(drawing.board(view, usual), blocks, tail, usual.wide, 0)
            header = [*header[:1], self._too_small(max(usual.wide, width(whole)), len(whole) + RESERVED)]
            page = _cut(board, tail(wide, high - 1), high - 1, listed=moves is not None)
        self.pen.clear()
        self.pen.out(*header, *page)

    def _too_small(self, wide: int, high: int) -> Line:
        """In one line: how large the window should be."""
        return line(tell("cli.play.small", wide=wide, high=high), style=WARN)

    def _header(self, view: View, title: str, playing: bool) -> Block:
        """The title, and what can be typed: beside it, or under it."""
        left = line(title, style=ACCENT)
        if view.viewer != view.to_move or not playing:
            return [left]
        words = ["?", *(spoken(name, current())[0] for name in ("hint", "undo", "rules", "save", "help", "quit"))]
        right = line("  ".join(words), style=QUIET)
        space = self.pen.wide - len(left) - len(right)
        return [line(left, " " * space, right)] if space > 1 else [left, right]

    def _listed(self, moves: Sequence[str], view: View, columns: int, lines: int) -> Block:
        drawing = drawing_of(view.game)
        labels = [line((f"{n:>3} ", ACCENT), drawing.label(move, view, self.pen)) for n, move in enumerate(moves, 1)]
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


def _cut(board: Block, tail: Block, lines: int, listed: bool) -> Block:
    """What matters most in few lines: a list that was asked for; else the board from its top, and what is said."""
    if listed:
        return tail[:lines]
    said = tail[-max(1, lines // 2) :] if tail else []
    drawn = [one for one in board if str(one).strip()]
    return [*drawn[: lines - len(said)], *said]
