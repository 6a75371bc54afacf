"""`sommet puzzle`: puzzles without end. Find the best move."""

import argparse
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from ..core.puzzles import LEVELS, games_with_puzzles, puzzles_of
from .terminal.arguments import whole
from .terminal.language import current, game_name, tell

if TYPE_CHECKING:
    from ..core.composed import Composer, Puzzle, Verdict
    from ..drawing.lines import Block
    from .terminal.stage import Stage


def add_parser(subparsers: Any) -> None:
    """Which puzzles, and how many."""
    about = tell("cli.puzzle.about")
    parser = subparsers.add_parser("puzzle", help=about, description=about)
    games = games_with_puzzles()
    parser.add_argument("game", nargs="?", choices=games, default=games[0], help=tell("cli.puzzle.help.game"))
    parser.add_argument(
        "--level", type=whole(1), choices=LEVELS, default=1, metavar="1|2|3", help=tell("cli.puzzle.help.level")
    )
    parser.add_argument("--seed", type=whole(0), metavar="N", help=tell("cli.puzzle.help.seed"))
    parser.add_argument("--count", type=whole(1), metavar="N", help=tell("cli.puzzle.help.count"))
    parser.add_argument("--json", action="store_true", help=tell("cli.puzzle.help.json"))


def run(args: argparse.Namespace) -> int:
    """Print them, or ask for the moves."""
    import json

    chosen = puzzles_of(args.game)
    assert chosen is not None  # argparse offers no other
    found = chosen.puzzles(args.level, args.seed)
    if args.json:
        for puzzle in islice(found, args.count or 1):
            print(json.dumps(puzzle.as_dict()), flush=True)
        return 0
    from .terminal.asking import Leave
    from .terminal.stage import Stage

    asked, solved, left = 0, 0, None
    with Stage() as stage:
        try:
            for number in islice(count(1), args.count):
                left = next(found)
                session = Solving(chosen, left, stage)
                solved += session.solve()
                asked, left = number, None
                session.show(session.note)
                if number != args.count or stage.pen.live:
                    stage.wait(tell("cli.puzzle.next" if number != args.count else "cli.play.enter_end"))
        except (Leave, KeyboardInterrupt):
            pass
    stage.pen.say(tell("cli.puzzle.solved", solved=solved, asked=asked))
    if left is not None:
        stage.pen.say(tell("cli.puzzle.again"))
        stage.pen.say(f"  sommet puzzle {args.game} --level {left.level} --seed {left.seed}")
    return 0


class Solving:
    """One puzzle and who tries it."""

    def __init__(self, made_by: "Composer", puzzle: "Puzzle", stage: "Stage") -> None:
        from ..drawing import drawing_of
        from .terminal.table import usual_names

        self.made_by, self.puzzle, self.stage, self.drawing = made_by, puzzle, stage, drawing_of(puzzle.position.game)
        self.seat = puzzle.position.to_move or 0
        self.names = usual_names(["master" if seat != self.seat else "human" for seat in range(2)])
        self.title = stage.pen.plain(
            " · ".join(
                (game_name(puzzle.position.game.name), tell("cli.puzzle.title", seed=puzzle.seed, level=puzzle.level))
            )
        )
        self.note: Block = []
        self.log: list[str] = []  # a wrong move and the answer to it
        self.alone = True  # no wrong move and no hint yet

    def show(self, note: "Block", listed: list[str] | None = None) -> None:
        """The position as the mover knows it, what was tried last, and what to do."""
        view = self.puzzle.position.view(self.seat)
        self.stage.show(view, self.names, self.title, self.log, note, listed, playing=False)

    def tell(self, key: str, move: str = "") -> str:
        """One of the game's sentences about its puzzles, and about this move, if it is about one."""
        verdict: Verdict = self.puzzle.judge(move) if move else self.puzzle.best
        told = self.made_by.telling(self.puzzle, verdict)
        facts = {"move": move, "reply": verdict.refutation, "moves": verdict.moves_to_end, **told}
        return tell(f"{self.puzzle.position.game.name}.puzzle.{key}", **facts)

    def solve(self) -> bool:
        """Until the move is found or shown; whether the first try was right, without a hint. Raises Leave."""
        from ..drawing.contract import natural
        from ..drawing.lines import GOOD, line
        from .terminal.words import spoken

        legal = sorted(self.puzzle.position.view(self.seat).legal, key=natural)
        possible = [*legal, *(spoken(name, current())[0] for name in ("hint", "rules", "help", "quit")), *_give_up()]
        listed: list[str] | None = None
        while True:
            self.show([*self.note, line(self.tell("task")), line(tell("cli.puzzle.ways"))], listed)
            answer = self.stage.asker.ask(f"{self.stage.pen.plain(self.names[self.seat])} > ", possible)
            self.note, self.log = [], []
            said = self.understood("?" if answer.tab else answer.text, listed, legal)
            if isinstance(said, list):
                listed = said
                continue
            listed = None
            if said in self.puzzle.solutions:
                self.note = [line(self.tell("right", said), style=GOOD)]
                return self.alone
            if said == GIVEN_UP:
                self.note = [line(self.tell("shown", self.puzzle.solutions[0]))]
                return False
            if said:
                self.refute(said)

    def refute(self, move: str) -> None:
        """Tell what would follow."""
        from ..drawing.lines import BAD, line

        self.alone = False
        verdict, before = self.puzzle.judge(move), self.puzzle.position
        after = before.play(move)
        self.log = [self.drawing.story(before, after, self.names, self.stage.pen)]
        if verdict.refutation is not None:
            self.log.append(self.drawing.story(after, after.play(verdict.refutation), self.names, self.stage.pen))
        self.note = [line(self.tell("wrong", move), style=BAD)]

    def understood(self, typed: str, listed: list[str] | None, legal: list[str]) -> str | list[str] | None:
        """A legal move, or GIVEN_UP; or moves to list; or None, with a note."""
        from ..core.errors import SommetError
        from ..drawing.lines import BAD, line
        from ..drawing.reading import plain
        from .terminal.language import sentence
        from .terminal.words import command

        if plain(typed) in map(plain, _give_up()):
            return GIVEN_UP
        found = command(typed)
        if found and found[0] == "moves":
            return legal
        if found:
            self.obey(*found)
            return None
        if listed and typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= len(listed):
            return listed[int(typed[:4]) - 1]
        meant = self.drawing.meant(typed, self.puzzle.position.view(self.seat)) if typed else []
        fitting = [move for move in meant if move in legal]
        if fitting:
            return fitting[0] if len(fitting) == 1 else [move for move in legal if move in fitting]
        if typed:
            try:
                self.puzzle.position.play(meant[0] if meant else typed)
            except SommetError as error:
                self.note = [line(sentence(error), style=BAD)]
        return None

    def obey(self, name: str, rest: list[str]) -> None:
        """A word that is no move."""
        from ..core.errors import SommetError
        from ..drawing.lines import BAD, WARN, line
        from .rules import show_rules
        from .terminal.asking import Leave
        from .terminal.language import sentence

        if name == "quit":
            raise Leave
        if name == "hint":
            self.alone = False
            self.note = [line(self.puzzle.hint(current()), style=WARN)]
        elif name == "rules":
            self.stage.pen.clear()
            try:
                show_rules(self.stage.pen, self.puzzle.position.game.name, rest)
                self.stage.wait(tell("cli.play.enter"))
            except SommetError as error:
                self.note = [line(sentence(error), style=BAD)]
        else:
            self.note = [line(self.drawing.help(self.stage.pen))]


GIVEN_UP = "solution"


def _give_up() -> list[str]:
    """The words for it: in the language spoken now, and in English."""
    from ..core.words import say

    words = [say(language, "cli.puzzle.give_up") for language in (current(), "en")]
    return [word.strip() for word in ",".join(dict.fromkeys(words)).split(",")]
