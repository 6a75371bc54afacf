"""The menu: which game, who plays, which rules; then play."""

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...bots import LEVELS
from ...core.errors import SommetError
from ...core.files import read
from ...core.options import Choice, Flag, Option, Pattern
from ...core.registry import game as game_named
from ...core.registry import players as player_counts
from ...core.words import LANGUAGES, catalogue
from ...drawing.layout import beside, wrapped
from ...drawing.lines import ACCENT, BAD, QUIET, STRONG, WARN, Block, Line, line
from ..rules import show_rules
from . import language
from .arguments import GAMES
from .asking import Leave
from .game_options import option_text, option_value, options_of, usual
from .language import game_name, sentence, tell
from .session_run import sit_down
from .setting import NewTable
from .stage import Stage
from .table import HUMAN, TerminalTable, of_position, saved_table, usual_names
from .words import yes

NUMBER = 6  # columns for a choice's number, and one to spare


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

    def pick(self, question: str, choices: Sequence[Block | str], first: int = 1) -> int:
        """The place of the one chosen, from 0; they are numbered from `first` on. Enter alone takes the first."""
        pen = self.stage.pen
        while True:
            pen.clear()
            pen.out(line(tell("cli.menu.welcome"), style=ACCENT), Line(), line(question, style=STRONG), Line())
            for number, choice in enumerate(choices, first):
                block = [line(choice)] if isinstance(choice, str) else choice
                pen.out(*beside([line((f" {number:>2}  ", ACCENT))], block, 0))
            pen.out(Line(), self.note)
            self.note = Line()
            typed = self.stage.asker.ask(pen.plain(tell("cli.menu.choose"))).text
            if not typed:
                return 0
            if re.fullmatch(r"[0-9]{1,2}", typed) and first <= int(typed) < first + len(choices):
                return int(typed) - first
            most = first + len(choices) - 1
            self.note = line(tell("cli.menu.number", least=first, most=most), style=WARN)

    def choose(self) -> tuple[TerminalTable, Path | None] | None:
        """A table to sit down at; None: begin again."""
        others = [name for name in LANGUAGES if name != language.current()]
        entries: list[Block | str] = [self._described(game) for game in GAMES]
        entries += [tell("cli.menu.load"), tell("cli.menu.rules")]
        entries += [catalogue(name)["language.name"] for name in others]
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

    def _described(self, game: str) -> Block:
        """A game's name, a few words about it, and how many play it."""
        counts = player_counts()[game]
        players = tell("cli.menu.from_to", least=min(counts), most=max(counts))
        about = " ".join((catalogue(language.current()).get(f"{game}.tagline", ""), players)).strip()
        name = line((f"{game_name(game):<12}", STRONG))
        return beside([name], wrapped(about, self.stage.pen.wide - len(name) - NUMBER, QUIET), 0)

    def _saved(self) -> tuple[TerminalTable, Path | None]:
        name = self.stage.asker.ask(self.stage.pen.plain(tell("cli.menu.file"))).text
        table = saved_table(name, None)
        if table is not None:
            return table, Path(name).expanduser()
        position = read(name)
        seats = [HUMAN] * position.players
        return of_position(position, seats, usual_names(seats), None), None

    def _rules(self) -> None:
        game = GAMES[self.pick(tell("cli.menu.which"), [game_name(game) for game in GAMES])]
        self.stage.pen.clear()
        show_rules(self.stage.pen, game)
        self.stage.wait(tell("cli.play.enter"))

    def _new(self, game: str) -> NewTable:
        counts = player_counts()[game]
        entries = [tell("cli.menu.count", number=number) for number in counts]
        count = counts[self.pick(tell("cli.menu.players"), entries, first=counts[0])]
        seats = self._seats(game, count)
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

    def _seats(self, game: str, count: int) -> list[str]:
        whom = self.pick(tell("cli.menu.who"), [tell(f"cli.menu.{key}") for key in ("against", "together", "mixed")])
        kinds = [HUMAN, *LEVELS]
        styles = [catalogue(language.current()).get(f"{game}.level.{name}") for name in kinds]
        levels = [
            tell(f"cli.level.{name}") if style is None else f"{tell(f'cli.level.{name}')}: {style}"
            for name, style in zip(kinds, styles, strict=True)
        ]
        if whom == 0:
            level = LEVELS[self.pick(tell("cli.menu.level"), levels[1:])]
            return [HUMAN, *[level] * (count - 1)]
        if whom == 1:
            return [HUMAN] * count
        names = [tell("drawing.player", number=n) for n in range(1, count + 1)]
        return [kinds[self.pick(tell("cli.menu.seat", name=name), levels)] for name in names]

    def _options(self, new: NewTable, count: int) -> None:
        """The game's own questions; Enter alone leaves each as usual."""
        options, given = options_of(new.game), dict[str, Any]()
        for option in options.every:
            if option.offered(count):
                value = self._asked(new.game, option, count, given)
                if value is not None:
                    given[option.name] = value
        new.options, new.choices = options.sorted_out(given)
        if game_named(new.game).rounds > 1 and self._yes(tell("cli.menu.one_round")):
            new.rounds = 1

    def _asked(self, game: str, option: Option, count: int, others: Mapping[str, Any]) -> Any:
        """The value of one option; None: the usual one."""
        label = f"{option_text(game, option, 'label')} ({option.clause})"
        if isinstance(option, Flag):
            return (True if self._yes(label) else None) if _allowed(option, True, count) else None
        if isinstance(option, Choice | Pattern):
            listed = option.values if isinstance(option, Choice) else option.suggested
            values = [value for value in listed if not isinstance(option, Choice) or _allowed(option, value, count)]
            names = [option_text(game, option, f"value.{value}") for value in values]
            return values[self.pick(label, names)] if len(values) > 1 else None
        question = tell("cli.menu.value", question=label, usual=usual(option, game))
        typed = self.stage.asker.ask(self.stage.pen.plain(question)).text
        return option_value(option, typed, count, others) if typed else None

    def _yes(self, question: str) -> bool:
        asked = tell("cli.menu.yes_no", question=question)
        return yes(self.stage.asker.ask(self.stage.pen.plain(asked)).text)


def _allowed(option: Choice, value: Any, count: int) -> bool:
    """Whether that value is for this number of players."""
    return value not in option.only or count in option.only[value][0]
