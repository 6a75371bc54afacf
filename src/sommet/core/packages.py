"""Where the games are: folders under `sommet.games`, and packages that other distributions offer.

Another package offers a game by an entry point of the group ``sommet.games`` whose name is the game's and whose value
is the import path of the game's package.
"""

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

GROUP = "sommet.games"


@cache
def built_in() -> Mapping[str, str]:
    """The games that come with Sommet: their names, and the import paths of their packages."""
    return {found.name: f"{GROUP}.{found.name}" for found in iter_modules(_folders(GROUP)) if found.ispkg}


@cache
def packages() -> Mapping[str, str]:
    """Every game's name, and the import path of its package; a built-in game is never replaced by another's."""
    from importlib.metadata import entry_points  # takes longer to load than all else here

    others = {point.name: point.value for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}
    return {**built_in(), **{name: path for name, path in others.items() if name not in built_in()}}


def package(name: str) -> str | None:
    """The import path of a game's package; None when there is no such game."""
    return built_in().get(name) or packages().get(name)


def relative(name: str) -> str | None:
    """The import path of a game's small relative, ``GAME.RELATIVE``: a package in the game's own; None: there is none.

    Relatives are for study. They are found by name and offered nowhere.
    """
    game, _, inner = name.partition(".")
    outer = package(game)
    path = f"{outer}.{inner}"
    if outer is None or not inner.isidentifier() or find_spec(path) is None or find_spec(f"{path}.game") is None:
        return None
    return path


def _folders(package: str) -> list[str]:
    spec = find_spec(package)
    return list(spec.submodule_search_locations or ()) if spec is not None else []


@cache
def folder(game: str) -> Path:
    """The folder of a game's package, where its words, rule pages and lessons are."""
    path = package(game)
    if path is None:
        raise KeyError(game)
    return Path(_folders(path)[0])
