"""Stepping through a record."""

import re
import sys
from collections.abc import Sequence

from ...core.position import Position, View
from ...core.record import SPECTATOR
from ...drawing import drawing_of
from ...drawing.lines import Line
from .asking import Leave
from .language import game_name, tell
from .stage import Stage
from .table import usual_names
from .viewers import viewer

ALL = "all"
KEYS = {
    "right": "n", "down": "n", "space": "n", "left": "p", "up": "p", "home": "f", "end": "l",
    **{letter: letter for letter in "npflvq"},
}  # fmt: skip


class Replay:
    """One game; `eyes` is a viewer, or "all": everything open, as the record has it."""

    def __init__(self, position: Position, eyes: str | None, names: Sequence[str] = ()) -> None:
        self.last = position
        own = position.record.viewer
        self.eyes = (ALL if own is None else str(own)) if eyes is None or (eyes == ALL and own is None) else eyes
        if self.eyes != ALL:
            viewer(self.eyes, position)
        self.names = usual_names(["human"] * position.players, names)

    def at(self, number: int) -> Position:
        """The position after this many moves."""
        record = self.last.record
        return Position.of(self.last.game, record.with_moves(record.moves[:number]))

    def view(self, position: Position) -> View:
        """As the chosen viewer saw it then. Of everything open, the mover's side is shown."""
        if self.eyes == ALL:
            return position.view(SPECTATOR)
        return position.view(viewer(self.eyes, position))

    def show(self, stage: Stage, number: int) -> None:
        """One position, with the move that led to it."""
        position = self.at(number)
        view = self.view(position)
        most = len(self.last.moves)
        where = tell("cli.replay.title", number=number, most=most) if number else tell("cli.replay.start")
        title = " · ".join((game_name(position.game.name), where, self._whose()))
        drawing = drawing_of(position.game)
        note = drawing.ending(view, self.names, stage.pen) if view.result else []
        if self.eyes == ALL:
            note = [*drawing.secrets(position, self.names, stage.pen), *note]
        stage.show(view, self.names, stage.pen.plain(title), stage.stories(position, self.names, 1), note)

    def _whose(self) -> str:
        if self.eyes == ALL:
            return tell("cli.replay.everything")
        whose = tell("cli.replay.spectator") if self.eyes == SPECTATOR else self.names[int(self.eyes)]
        return tell("cli.replay.seen_by", viewer=whose)

    def run(self) -> None:
        """Until the person leaves, or there are no more positions."""
        stage, most = Stage(), len(self.last.moves)
        if not (sys.stdin.isatty() and stage.pen.console.is_terminal):
            for number in range(most + 1):
                self.show(stage, number)
                stage.pen.out(Line())
            return
        number = 0
        with stage:
            while True:
                self.show(stage, number)
                try:
                    typed = stage.asker.key(stage.pen.plain(tell("cli.replay.prompt")), KEYS).strip().lower()[:6]
                except Leave:
                    return
                if typed.startswith("q"):
                    return
                if typed.startswith("v"):
                    self._next_eyes()
                steps = {"n": number + 1, "": number + 1, "p": number - 1, "f": 0, "l": most}
                wanted = int(typed) if re.fullmatch(r"[0-9]+", typed) else steps.get(typed[:1], number)
                number = min(max(wanted, 0), most)

    def _next_eyes(self) -> None:
        """Somebody else's, in turn; a knowledge record has one viewer only."""
        if self.last.record.viewer is None:
            order = [ALL, *map(str, range(self.last.players)), SPECTATOR]
            self.eyes = order[(order.index(self.eyes) + 1) % len(order)]
