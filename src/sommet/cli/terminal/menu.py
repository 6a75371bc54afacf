"""The menu: which game, who plays, which rules; then play."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...bots import LEVELS
from ...core.errors import SommetError
from ...core.registry import players as player_counts
from ...core.words import LANGUAGES
from ...drawing.lines import ACCENT, BAD, QUIET, STRONG, WARN, Line, line
from ..rules import show_rules
from . import language
from .arguments import GAMES
from .asking import Leave
from .language import sentence, tell
from .session_run import sit_down
from .setting import NewTable
from .sources import one_position, saved_table
from .stage import Stage
from .table import HUMAN, Table, of_position, usual_names
from .words import yes


def menu(args: argparse.Namespace) -> int:
    """Until somebody leaves."""
    while True:
        try:
            with Stage() as stage:
                chosen = Menu(stage).choose()
        except (Leave, KeyboardInterrupt):
            return 0
        if chosen is None:
            continue
        table, file = chosen
        sit_down(table, file)
        try:
            stage.wait(tell("cli.menu.again"))
        except Leave:
            return 0


class Menu:
    """Questions with numbers."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.note = stage, Line()

    def pick(self, question: str, choices: Sequence[Line | str], first: int = 1) -> int:
        """The place of the one chosen, from 0; they are numbered from `first` on. Enter alone takes the first."""
        pen = self.stage.pen
        while True:
            pen.clear()
            pen.out(line(tell("cli.menu.welcome"), style=ACCENT), Line(), line(question, style=STRONG), Line())
            for number, choice in enumerate(choices, first):
                pen.out(line((f" {number:>2}  ", ACCENT), choice))
            pen.out(Line(), self.note)
            self.note = Line()
            typed = self.stage.asker.ask(pen.plain(tell("cli.menu.choose"))).text
            if not typed:
                return 0
            if re.fullmatch(r"[0-9]{1,2}", typed) and first <= int(typed) < first + len(choices):
                return int(typed) - first
            most = first + len(choices) - 1
            self.note = line(tell("cli.menu.number", least=first, most=most), style=WARN)

    def choose(self) -> tuple[Table, Path | None] | None:
        """A table to sit down at; None: begin again."""
        others = [name for name in LANGUAGES if name != language.current()]
        entries: list[Line | str] = [
            line((f"{tell(f'{game}.name'):<12}", STRONG), (tell(f"cli.menu.{game}"), QUIET)) for game in GAMES
        ]
        entries += [tell("cli.menu.load"), tell("cli.menu.rules")]
        entries += [_NAMES[name] for name in others]
        entries.append(tell("cli.menu.leave"))
        picked = self.pick(tell("cli.menu.which"), entries)
        if picked == len(entries) - 1:
            raise Leave
        if picked >= len(GAMES) + 2:
            language.choose(others[picked - len(GAMES) - 2])
            return None
        try:
            if picked == len(GAMES):
                return self._saved()
            if picked == len(GAMES) + 1:
                self._rules()
                return None
            return self._new(GAMES[picked]).set(), None
        except SommetError as error:
            self.stage.page([line(sentence(error), style=BAD)], tell("cli.play.enter"))
            return None

    def _saved(self) -> tuple[Table, Path | None]:
        name = self.stage.asker.ask(self.stage.pen.plain(tell("cli.menu.file"))).text
        table = saved_table(name, None)
        if table is not None:
            return table, Path(name).expanduser()
        position = one_position(name)
        seats = [HUMAN] * position.players
        return of_position(position, seats, usual_names(seats), None), None

    def _rules(self) -> None:
        game = GAMES[self.pick(tell("cli.menu.which"), [tell(f"{game}.name") for game in GAMES])]
        self.stage.pen.clear()
        show_rules(self.stage.pen, game)
        self.stage.wait(tell("cli.play.enter"))

    def _new(self, game: str) -> NewTable:
        counts = player_counts()[game]
        entries = [tell("cli.menu.count", number=number) for number in counts]
        count = counts[self.pick(tell("cli.menu.players"), entries, first=counts[0])]
        seats = self._seats(count)
        usual = usual_names(seats)
        people = [name for name, who in zip(usual, seats, strict=True) if who == HUMAN]
        typed = ""
        if people:
            typed = self.stage.asker.ask(self.stage.pen.plain(tell("cli.menu.names", names=", ".join(people)))).text
        names = [name.strip() for name in typed.split(",") if name.strip()]
        new = NewTable(game, seats, names)
        answer = self.stage.asker.ask(self.stage.pen.plain(tell("cli.menu.usual"))).text
        if answer and not yes(answer):
            self._options(new, count)
        return new

    def _seats(self, count: int) -> list[str]:
        whom = self.pick(tell("cli.menu.who"), [tell(f"cli.menu.{key}") for key in ("against", "together", "mixed")])
        kinds = [HUMAN, *LEVELS]
        levels = [tell(f"cli.level.{name}") for name in kinds]
        if whom == 0:
            level = LEVELS[self.pick(tell("cli.menu.level"), levels[1:])]
            return [HUMAN, *[level] * (count - 1)]
        if whom == 1:
            return [HUMAN] * count
        names = [tell("cli.person", number=n) for n in range(1, count + 1)]
        return [kinds[self.pick(tell("cli.menu.seat", name=name), levels)] for name in names]

    def _options(self, new: NewTable, count: int) -> None:
        """The game's own questions, each answered with yes or no."""
        options: dict[str, Any] = {}
        for key, value, game, counts in _OPTIONS:
            if new.game != game or count not in counts:
                continue
            question = tell("cli.menu.yes_no", question=tell(f"cli.menu.option.{key}"))
            if yes(self.stage.asker.ask(self.stage.pen.plain(question)).text):
                options[key] = value
        new.rounds = options.pop("rounds", None)
        new.options = options


_NAMES = {"en": "English", "fr": "Français", "nl": "Nederlands"}
_ANY = (2, 3, 4, 5, 6)
_OPTIONS: tuple[tuple[str, Any, str, tuple[int, ...]], ...] = (
    ("direction", "counterclockwise", "babylone", _ANY[1:]),
    ("rounds", 1, "babylone", _ANY),
    ("golden_rule", True, "kabaleo", _ANY),
    ("deal", "equal", "kabaleo", (2, 3)),
    ("teams", True, "on_top", (4,)),
    ("board", "hex-5-3-3", "on_top", _ANY),
)
