"""What mkdocs makes from the games themselves: pictures of positions, and the table of options."""

import random
from typing import Any

from mkdocs.structure.files import File

import sommet
from sommet.core.options import Choice, Counts, Flag, Option
from sommet.core.packages import packages
from sommet.core.words import catalogue

OPTIONS = "<!-- the options that the games declare -->"
MOVES = {"babylone": 5, "kabaleo": 16, "on_top": 14}
SEED = 7


def middle(game: str) -> sommet.Position:
    """A game some moves after its start."""
    position, chance = sommet.new(game, seed=SEED), random.Random(SEED)
    for _ in range(MOVES.get(game, 6)):
        position = position.play(chance.choice(position.legal))
    return position


def on_files(files: Any, config: Any) -> Any:
    """A picture of every game, as a spectator sees it: figures/<game>.svg."""
    for game in packages():
        picture = sommet.svg(middle(game).view("spectator"), size=640)
        files.append(File.generated(config, f"figures/{game}.svg", content=picture))
    return files


def on_page_markdown(markdown: str, **about: Any) -> str:
    """The table of options where a page asks for it."""
    return markdown.replace(OPTIONS, options_table()) if OPTIONS in markdown else markdown


def options_table() -> str:
    """A row for each option of each game."""
    words = catalogue("en")
    rows = []
    for game in sorted(packages()):
        for option in sommet.game(game).options.every:
            about = f"{game}.option.{option.name}"
            told = f"{words[f'{about}.label']}. {words[f'{about}.help']} ({option.clause})"
            rows.append(f"| `{flag(option)}` | {words[f'{game}.name']} | {told} |")
    return "\n".join(rows)


def flag(option: Option) -> str:
    """How it is written on the command line."""
    name = "--" + option.name.replace("_", "-")
    if isinstance(option, Flag):
        return name
    if isinstance(option, Choice):
        return f"{name} {option.values[-1]}"
    if isinstance(option, Counts):
        return f"{name} {','.join(map(str, option.usual))}"
    return f"{name} {option.describe()['values'][-1]}" if option.kind == "text" else f"{name} A,B,…"
