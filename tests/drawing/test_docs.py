"""What the documentation makes from the games themselves."""

import importlib.util
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import sommet
from sommet.core.rules import DEALING, RULES

DOCS = Path(__file__).parents[2] / "docs"


def hooks() -> ModuleType:
    """docs/hooks.py."""
    spec = importlib.util.spec_from_file_location("docs_hooks", DOCS / "hooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_option_is_in_the_table() -> None:
    """With its flag and its clause; and a page asks for the table."""
    made = hooks()
    page = (DOCS / "terminal.md").read_text(encoding="utf-8")
    assert made.OPTIONS in page
    rows = made.on_page_markdown(page).splitlines()
    for game in hooks().GAMES:
        for option in sommet.game(game).options.every:
            flag = "`--" + option.name.replace("_", "-")
            assert any(row.startswith(f"| {flag}") and f"({option.clause})" in row for row in rows)


def test_the_table_of_options_is_what_the_games_declare() -> None:
    """In notation.md: clause, values, default, players and words. `python docs/hooks.py` writes it."""
    page = (DOCS / "notation.md").read_text(encoding="utf-8")
    assert page == hooks().with_table(page)
    for game in hooks().GAMES:
        for option in sommet.game(game).options.every:
            assert any(f"| `{option.name}`" in row and f"| {option.clause} |" in row for row in page.splitlines())


def test_every_game_has_its_picture() -> None:
    """On the page of its rules."""
    for game in hooks().GAMES:
        assert f"(../figures/{game}.svg)" in (DOCS / "rules" / f"{game}.md").read_text(encoding="utf-8")
        ElementTree.fromstring(sommet.svg(hooks().middle(game).view("spectator"), size=640))


def test_the_design_names_every_kernel() -> None:
    """design/games.md: what a game computes."""
    page = (DOCS / "design" / "games.md").read_text(encoding="utf-8")
    kernels = RULES._names | DEALING._names
    assert len(kernels) > 20
    assert not [name for name in sorted(kernels) if f"`{name}`" not in page]
