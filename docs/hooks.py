"""What the documentation takes from the games themselves: pictures of positions, and the tables of options.

`python docs/hooks.py` writes the table of options into notation.md; a test compares them.
"""

import json
import random
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

import sommet
from sommet.core.options import Choice, Counts, Flag, Option, Pattern, SomeOf
from sommet.core.packages import GROUP, packages
from sommet.core.words import catalogue
from sommet.envs.viewing import spec_of

OPTIONS = "<!-- the options that the games declare -->"
OBSERVATIONS = "<!-- the observations that the games declare -->"
BEGIN, END = "<!-- options: python docs/hooks.py writes this table -->", "<!-- /options -->"
SEED = 7
WORKER = Path(__file__).parent.parent / "web" / "node_modules" / "iframe-worker" / "shim" / "index.js"
GAMES = sorted(game for game, path in packages().items() if path.startswith(GROUP))  # not those of others


def middle(game: str) -> sommet.Position:
    """A game in its middle."""
    position, chance = sommet.new(game, seed=SEED), random.Random(SEED)
    while not position.over:
        position = position.play(chance.choice(position.legal))
    return sommet.load(position.record.with_moves(position.moves[: len(position.moves) // 2]))


def on_files(files: Any, config: Any) -> Any:
    """A picture of every game, as a spectator sees it: figures/<game>.svg; what the search needs from the disk."""
    files.append(File.generated(config, "javascripts/iframe-worker.js", abs_src_path=str(WORKER)))
    for game in GAMES:
        picture = sommet.svg(middle(game).view("spectator"), size=640)
        files.append(File.generated(config, f"figures/{game}.svg", content=picture))
    return files


def on_page_markdown(markdown: str, **about: Any) -> str:
    """The tables of options and of observations where a page asks for them."""
    markdown = markdown.replace(OBSERVATIONS, observations_table()) if OBSERVATIONS in markdown else markdown
    return markdown.replace(OPTIONS, options_table()) if OPTIONS in markdown else markdown


def observations_table() -> str:
    """A row for each feature of each game's observation, with the usual options."""
    rows = ["| game | feature | shape for two players | up to | what it tells |", "|---|---|---|---|---|"]
    for game in GAMES:
        position = sommet.new(game, seed=SEED)
        for feature in spec_of(position.view(0)).features:
            shape = " × ".join(map(str, feature.shape))
            cells = (catalogue("en")[f"{game}.name"], f"`{feature.name}`", shape, str(feature.most), feature.meaning)
            rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def options_table() -> str:
    """A row for each option of each game."""
    words = catalogue("en")
    rows = []
    for game in GAMES:
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


def schema_table() -> str:
    """Every option of every game as it is declared: name, clause, values with the default first, players, words."""
    words = catalogue("en")
    rows = [
        "| game | option | clause | values, the default first | players | what it is |",
        "|---|---|---|---|---|---|",
    ]
    for game in GAMES:
        playing = sommet.game(game)
        for option in playing.options.every:
            about = f"{game}.option.{option.name}"
            name = f"`{option.name}`" if option.stored else f"`{option.name}` †"
            asked = option.players or playing.players
            told = f"{words[f'{about}.label']}. {words[f'{about}.help']}"
            cells = (words[f"{game}.name"], name, option.clause, values(option), span(asked), told)
            rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def values(option: Option) -> str:
    """What it may be."""
    if isinstance(option, Choice):
        listed = [f"`{json.dumps(value)}`" for value in option.values]
        kept = {value: span(counts) for value, (counts, _) in option.only.items()}
        return ", ".join(
            f"{text} ({kept[value]} players)" if value in kept else text
            for value, text in zip(option.values, listed, strict=True)
        )
    if isinstance(option, Pattern):
        return ", ".join(f"`{json.dumps(value)}`" for value in option.suggested) + ", or another of this form"
    if isinstance(option, Counts):
        return f"`{json.dumps(list(option.usual))}`, or other numbers"
    assert isinstance(option, SomeOf)
    assert option.names is not None
    many = [str(n) for n in option.exactly.values()] or [f"{option.least} to {option.most}"]
    return f"a list of {' or '.join([', '.join(many[:-1]), many[-1]] if many[1:] else many)} {option.names.word}s"


def span(players: tuple[int, ...]) -> str:
    """Numbers of players."""
    return f"{min(players)} to {max(players)}" if len(players) > 2 else " or ".join(map(str, players))


def with_table(page: str) -> str:
    """The page with the table as the games declare it now."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{schema_table()}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    notation = Path(__file__).with_name("notation.md")
    notation.write_text(with_table(notation.read_text(encoding="utf-8")), encoding="utf-8")
