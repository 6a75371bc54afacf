"""What Sommet says, in several languages. No text in code: a text has a key, and `words/<language>.toml` beside it.

Every package with texts has a folder `words`; all of them make one catalogue per language. The languages are those of
the files beside this one: adding a language is adding files. A value that begins with ``@`` is itself a key, so that
``colour="@colour.red"`` is red, rot, rouge or rood.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from .packages import GROUP, folder, packages

PACKAGE = Path(__file__).resolve().parent.parent
LANGUAGES = tuple(sorted(found.stem for found in (PACKAGE / "core" / "words").glob("*.toml")))


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    texts: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            texts |= _flat(value, f"{prefix}{key}.")
        else:
            texts[prefix + key] = value
    return texts


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of a language, by key."""
    texts: dict[str, str] = {}
    for place in (folder(game) for game, path in packages().items() if not path.startswith(GROUP)):
        texts |= _read(place, "en")  # a game of others need not speak all our languages
        texts |= _read(place, language)
    return _read(PACKAGE, language) | texts


def _read(place: Path, language: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for source in sorted(place.glob(f"**/words/{language}.toml")):
        texts |= _flat(tomllib.loads(source.read_text(encoding="utf-8")))
    return texts


def say(language: str, key: str, **values: object) -> str:
    """The text of that key, its gaps filled."""
    texts = catalogue(language)
    filled = {
        name: _named(texts, value[1:]) if isinstance(value, str) and value.startswith("@") else value
        for name, value in values.items()
    }
    return texts[key].format(**filled)


def _named(texts: dict[str, str], key: str) -> str:
    """The text of a key, or the key's last part where there is none: a colour called c7 has no other name."""
    return texts.get(key, key.rpartition(".")[2])
