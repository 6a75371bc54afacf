"""B3, B8: somebody chooses who starts the round."""

import re

from ...bots import opponent
from ...core.chance import Chance
from ...core.position import Position
from ...drawing.lines import ACCENT, WARN, Line, line
from .language import tell
from .stage import Stage
from .table import HUMAN, TerminalTable


def choose_starter(table: TerminalTable, stage: Stage, chance: Chance, heading: str) -> str:
    """Ask the chooser, or let the computer choose and return what it says; then the round is dealt."""
    match, chooser = table.match, table.match.chooser
    asked = table.seats[chooser] == HUMAN
    first = _asked(table, stage, heading) if asked else _computed(table, Chance(chance.word()))
    table.match = match.choose(first, chance, **table.choices)
    return "" if asked else tell("cli.play.chose", name=table.names[chooser], first=table.names[first])


def _asked(table: TerminalTable, stage: Stage, heading: str) -> int:
    chooser, note = table.names[table.match.chooser], Line()
    while True:
        stage.pen.clear()
        stage.pen.out(line(heading, style=ACCENT), Line())
        key = "cli.play.chooser_loser" if table.match.records else "cli.play.chooser_drawn"
        stage.pen.say(tell(key, name=chooser))
        stage.pen.out(Line(), *(line(f"  {seat}  {name}") for seat, name in enumerate(table.names, 1)), Line(), note)
        typed = stage.asker.ask(stage.pen.plain(f"{chooser} > ")).text
        named = [seat for seat, name in enumerate(table.names) if name.lower() == typed.lower()]
        if re.fullmatch(r"[0-9]", typed) and 1 <= int(typed) <= len(table.names):
            return int(typed) - 1
        if named:
            return named[0]
        note = line(tell("cli.menu.number", least=1, most=len(table.names)), style=WARN)


def _computed(table: TerminalTable, chance: Chance) -> int:
    """It starts itself if its bot likes the start of such a game, else the next one does."""
    match, chooser = table.match, table.match.chooser
    record = match.game.deal(match.players, match.options, chance, chooser, **table.choices)
    position = Position.of(match.game, record)
    if position.over:
        return chooser
    seed = None if table.seed is None else chance.word() >> 1
    best = opponent(match.game.name, table.seats[chooser]).think(position.view(chooser), seed=seed).moves[0]
    likes = best.value is None or best.value >= 1 / match.players
    return chooser if likes else position.next_seats()[1]
