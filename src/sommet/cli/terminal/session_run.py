"""A session from sitting down to getting up."""

from pathlib import Path

from rich.text import Text

from .asking import Leave
from .language import tell
from .session import Session
from .stage import Stage
from .table import Table


def sit_down(table: Table, file: Path | None) -> int:
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
        pen.say(said, "bold")
        for line in commands:  # to be copied: never broken
            pen.console.print(Text(line), soft_wrap=True)
        return 0
    if pen.live and session.ending:
        view, told, ending = session.ending
        pen.out(
            Text(session.heading(), style="bold"), *session.face.board(view, pen), Text(), *map(Text, told), *ending
        )
    return 0
