"""A session from sitting down to getting up."""

from pathlib import Path

from ...drawing.lines import STRONG, Line, line
from .asking import Leave
from .language import tell
from .session import Session
from .stage import Stage
from .table import TerminalTable


def sit_down(table: TerminalTable, file: Path | None) -> int:
    """Play at that table; afterwards the result, or how to go on, stands on the ordinary screen."""
    with Stage() as stage:
        session = Session(table, stage, file)
        try:
            session.play()
            finished = True
            if table.humans and stage.pen.live:
                stage.wait(tell("cli.play.enter_end"))
        except (Leave, KeyboardInterrupt):
            finished = session.over
    pen = stage.pen
    if not finished:
        said, *commands = session.goodbye()
        pen.say(said, STRONG)
        for one in commands:  # to be copied: never broken
            pen.whole(one)
        return 0
    if pen.live and session.ending:
        view, told, ending = session.ending
        pen.out(
            line(session.heading(), style=STRONG), *session.drawing.board(view, pen), Line(), *map(line, told), *ending
        )
    return 0
