"""Playing: turn by turn, round by round, until somebody has won or wants to leave."""

import re
import shlex
from pathlib import Path

from ...bots import explain, opponent, reasons
from ...core.chance import Chance
from ...core.errors import SommetError
from ...core.links import link
from ...core.position import Position, View
from ...drawing import drawing_of
from ...drawing.contract import natural
from ...drawing.layout import wrapped
from ...drawing.lines import ACCENT, BAD, GOOD, QUIET, STRONG, WARN, Block, Line, line
from ...drawing.reading import plain
from ..rules import show_rules
from .asking import Leave
from .language import current, game_name, sentence, tell
from .stage import Stage
from .starter import choose_starter
from .table import TerminalTable, check_writable
from .words import COMMANDS, command, spoken

HINTS_BY = "hard"


class Session:
    """A table, a stage, and where to save."""

    def __init__(
        self, table: TerminalTable, stage: Stage, file: Path | None = None, chance: Chance | None = None
    ) -> None:
        self.table, self.stage, self.file = table, stage, file
        self.chance = chance or Chance(table.seed)
        self.drawing = drawing_of(table.match.game)
        self.facing: int | None = None  # the person now at the screen, where people have secrets
        self.note: Block = []
        self.ending: tuple[View, list[str], Block] | None = None

    @property
    def over(self) -> bool:
        """Whether there is nothing left to play."""
        position = self.table.match.position
        return bool(self.table.match.winners) or (position is not None and position.over)

    # -- rounds

    def play(self) -> None:
        """To the end of the match. Raises Leave."""
        while not self.table.match.winners:
            if self.table.match.position is None:
                chosen = choose_starter(self.table, self.stage, self.chance, self.heading())
                self.note = [line(chosen)] if chosen else []
                self.autosave()
            while (position := self.table.match.position) is not None:
                if position.over:  # a finished game was loaded
                    self.tell_ending(position)
                    return
                self.turn(position)
            self.end_of_round()
        if self.ending is None:  # a finished match was loaded
            self.tell_ending(Position.of(self.table.match.game, self.table.match.records[-1]))

    def turn(self, position: Position) -> None:
        """One move, by whoever is to move."""
        seat = position.to_move or 0
        if self.table.seats[seat] == "human":
            move = self.ask_move(position, seat)
            if move is None:
                return
        else:
            move = self.computer_move(position, seat)
        self.table.match = self.table.match.play(move)
        self.note = []
        self.autosave()

    def computer_move(self, position: Position, seat: int) -> str:
        """The bot gets its view and nothing else."""
        if self.stage.pen.live:
            self.stage.pen.say(tell("cli.play.thinking", name=self.table.names[seat]), QUIET)
        seed = None if self.table.seed is None else self.table.seed + 1000 * len(self.table.match.records)
        thinker = opponent(position.game.name, self.table.seats[seat])
        move = thinker.think(position.view(seat), seed=None if seed is None else seed + len(position.moves)).best
        if not self.stage.pen.live or not self.table.humans:
            after = position.play(move)
            self.stage.pen.say(self.drawing.story(position, after, self.table.names, self.stage.pen))
        return move

    def end_of_round(self) -> None:
        """Tell how it ended and how the match stands."""
        match = self.table.match
        self.tell_ending(Position.of(match.game, match.records[-1]))
        if match.winners:
            return
        if self.table.humans:
            self.stage.wait(tell("cli.play.next_round"))

    def tell_ending(self, position: Position) -> None:
        """The last position, open to all, and the result with its clauses."""
        names, pen = self.table.names, self.stage.pen
        view = position.view(self.table.humans[0] if len(self.table.humans) == 1 else "spectator")
        told = [*self.stage.stories(position, names, 1)]
        ending = self.drawing.ending(view, names, pen)
        if self.table.match.rounds_to_win > 1:
            ending = [*ending, line(self.standing(), style=GOOD)]
        self.stage.show(view, names, self.heading(), told, ending)
        self.ending = (view, told, ending)

    def standing(self) -> str:
        """How many rounds each has won; at the end, who has won the match."""
        match, names = self.table.match, self.table.names
        if match.winners:
            return tell("cli.play.match_won", name=names[match.winners[0]], rounds=match.rounds_to_win)
        score = ", ".join(f"{name} {won}" for name, won in zip(names, match.won, strict=True))
        return tell("cli.play.standing", score=score, rounds=match.rounds_to_win)

    def heading(self, seat: int | None = None) -> str:
        """The game, the round where there are several, whose turn it is."""
        match = self.table.match
        parts = [game_name(match.game.name)]
        if match.rounds_to_win > 1:
            score = "–".join(str(won) for won in match.won)
            parts.append(tell("cli.play.round", number=len(match.records) + (match.position is not None), score=score))
        if seat is not None:
            parts.append(tell("cli.play.your_turn", name=self.table.names[seat]))
        return self.stage.pen.plain(" · ".join(parts))

    # -- a person's turn

    def hand_over(self, seat: int) -> None:
        """Between people with secrets: an empty screen until the right one sits there."""
        if not self.table.secrets or self.facing == seat:
            return
        self.facing = None
        pen, name = self.stage.pen, self.table.names[seat]
        pen.clear(everything=True)
        pen.out(Line(), Line(), line(tell("cli.play.hand_over", name=name), style=ACCENT), Line())
        pen.say(tell("cli.play.hand_over_why", name=name))
        pen.out(Line())
        self.stage.wait(tell("cli.play.hand_over_enter", name=name))
        self.facing = seat

    def ask_move(self, position: Position, seat: int) -> str | None:
        """A legal move; None when something else changed the position."""
        self.hand_over(seat)
        view, names = position.view(seat), self.table.names
        legal = sorted(view.legal, key=natural)
        possible = [
            *(self.drawing.typed(move, self.stage.pen) for move in legal),
            *(spoken(name, current())[0] for name in COMMANDS),
        ]
        log = self.stage.stories(position, names, len(names))
        listed: list[str] | None = None
        typed = ""
        while True:
            if not position.moves:
                self.note.append(
                    line(
                        tell(
                            "cli.play.first_move",
                            example=self.drawing.typed(self.drawing.example or legal[0], self.stage.pen),
                        )
                    )
                )
            self.stage.show(view, names, self.heading(seat), log, self.note, listed)
            answer = self.stage.asker.ask(f"{self.stage.pen.plain(names[seat])} > ", possible, typed)
            typed, self.note = "", []
            if answer.tab:
                typed = answer.text
                begun = [
                    move for move in legal if plain(self.drawing.typed(move, self.stage.pen)).startswith(plain(typed))
                ]
                listed = begun or [move for move in self.drawing.meant(typed, view) if move in legal] or legal
                continue
            found = command(answer.text)
            if found and found[0] == "moves":
                listed = legal
            elif found:
                listed = None
                if self.obey(found[0], found[1], position, seat):
                    return None
            elif answer.text:
                meant = self.understood(answer.text, listed, position, seat)
                if isinstance(meant, str):
                    return meant
                listed = meant

    def understood(self, text: str, listed: list[str] | None, position: Position, seat: int) -> str | list[str] | None:
        """A move that was meant and is legal; or the moves it may have meant; or None, with a note that says why."""
        if listed and re.fullmatch(r"[0-9]{1,4}", text) and 1 <= int(text) <= len(listed):
            return listed[int(text) - 1]
        view = position.view(seat)
        meant = self.drawing.meant(text, view)
        fitting = [move for move in meant if move in view.legal]
        if len(fitting) == 1 and (len(meant) == 1 or any(c.isdigit() for c in text)):
            return fitting[0]
        if len(fitting) > 1:
            return sorted(fitting, key=natural)
        try:
            position.play(meant[0] if meant else text)
        except SommetError as error:
            self.note = [line(sentence(error), style=BAD)]
        return None

    def obey(self, name: str, rest: list[str], position: Position, seat: int) -> bool:
        """Do what a command says; whether the position has changed."""
        if name == "quit":
            raise Leave
        if name == "undo":
            if self.table.undone():
                self.note = [line(tell("cli.play.undone"), style=WARN)]
                self.autosave()
                return True
            self.note = [line(tell("cli.play.nothing_to_undo"), style=WARN)]
        elif name == "hint":
            self.hint(position, seat)
        elif name == "save":
            self.save(" ".join(rest))
        elif name == "rules":
            self.rules(position.game.name, rest)
        else:
            self.help()
        return False

    def hint(self, position: Position, seat: int) -> None:
        """What a strong bot would do with this person's view, and why."""
        view = position.view(seat)
        advice = opponent(position.game.name, HINTS_BY).think(view, seed=self.table.seed)
        if advice.simulations:  # a search, compiled and all that explains it too
            advice = explain(view, advice)
        why = reasons(view, advice, current(), lambda move: self.drawing.typed(move, self.stage.pen))
        self.note = [line(tell("cli.play.hint", move=self.drawing.typed(advice.best, self.stage.pen)), style=WARN)]
        self.note += wrapped(why, self.stage.pen.wide - 1)

    def rules(self, game: str, clauses: list[str]) -> None:
        """The rules, or some clauses, on a page of their own."""
        self.stage.pen.clear()
        try:
            show_rules(self.stage.pen, game, clauses)
        except SommetError as error:
            self.note = [line(sentence(error), style=BAD)]
            return
        self.stage.wait(tell("cli.play.enter"))

    def help(self) -> None:
        """What can be typed."""
        lines = [line(tell("cli.play.help_title"), style=ACCENT), Line()]
        lines += wrapped(self.drawing.help(self.stage.pen), self.stage.pen.wide - 1)
        lines.append(Line())
        for name in COMMANDS:
            words = ", ".join(dict.fromkeys([*spoken(name, current()), *spoken(name, "en")]))
            lines.append(
                line((f"  {words:<28}", STRONG), tell(f"cli.play.help.{name}", clause=self.drawing.clause or "1"))
            )
        self.stage.page(lines, tell("cli.play.enter"))

    # -- saving

    def save(self, name: str) -> None:
        """To the file named, or the one of before, or one named after the game."""
        file = Path(name).expanduser() if name else self.file or Path(f"sommet-{self.table.match.game.name}.json")
        try:
            check_writable(file)
            self.table.save(file)
        except SommetError as error:
            self.note = [line(sentence(error), style=BAD)]
            return
        self.file = file
        self.note = [line(tell("cli.play.saved", file=str(file)), style=GOOD)]

    def autosave(self) -> None:
        """After every move, once a file is known."""
        if self.file is not None:
            try:
                self.table.save(self.file)
            except SommetError as error:  # a full disk must not end a game
                self.note = [line(sentence(error), style=BAD)]

    def goodbye(self) -> list[str]:
        """How to go on another time."""
        position = self.table.match.position
        if self.file is not None:
            return [tell("cli.play.left_saved"), f"  sommet play --load {shlex.quote(str(self.file))}"]
        if position is None or not position.moves:
            return [tell("cli.play.left")]
        return [tell("cli.play.left_link"), f"  sommet play --link {link(position)}"]
