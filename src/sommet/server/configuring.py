"""Where settings come from: the command line, else the environment (`SOMMET_HOST` …), else a TOML file, else defaults.

The file is the one that is named (`--config`, `SOMMET_CONFIG`), or else the first of the usual ones that is there.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..core.folders import data_folder
from .config import WANTED, Config, Secret
from .wire.reasons import Unusable

PREFIX = "SOMMET_"
NAMED = "config"  # neither a setting nor in the file: where the file is
HIDDEN = "(hidden)"
_PASSWORD = re.compile(r"(\w+://[^:/@\s]*):.*@")
_ASKED_FOR = re.compile(r"([?&]\w*password=)[^&]*", re.IGNORECASE)


class Origin(NamedTuple):
    """A setting's value, and where it stands, as the user calls that place."""

    value: object
    where: str


def usual_files(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> list[Path]:
    """Where a file of settings is looked for when none is named."""
    if platform in ("win32", "darwin"):
        return [data_folder(platform, environ) / "sommet.toml"]
    named = environ.get("XDG_CONFIG_HOME", "").strip()
    own = Path(named or os.path.expanduser("~/.config"))  # a service may have no home
    return [own / "sommet" / "sommet.toml", Path("/etc/sommet.toml")]


def configure(given: Mapping[str, object], environ: Mapping[str, str] | None = None) -> Config:
    """The settings, of which these were given on the command line; Unusable when one of them is none."""
    return convert(origins(given, environ))


def origins(given: Mapping[str, object], environ: Mapping[str, str] | None = None) -> dict[str, Origin]:
    """Every setting that is not left at its default, from the first place that has it."""
    variables = os.environ if environ is None else environ
    file, written = _file(given, variables)
    found = {}
    for field in msgspec.structs.fields(Config):
        name, variable = field.name, PREFIX + field.name.upper()
        if given.get(name) is not None:
            found[name] = Origin(given[name], f"--{name.replace('_', '-')}")
        elif variables.get(variable):
            found[name] = Origin(variables[variable], variable)
        elif name in written:
            found[name] = Origin(written[name], f"{name} ({file})")
    return found


def convert(found: Mapping[str, Origin]) -> Config:
    """The settings of these texts and numbers."""
    values = {}
    for field in msgspec.structs.fields(Config):
        if field.name not in found:
            continue
        value, where = found[field.name]
        try:
            if isinstance(value, bool) is not (field.type is bool) and not isinstance(value, str):
                raise msgspec.ValidationError
            values[field.name] = msgspec.convert(value, field.type, strict=False)
        except msgspec.ValidationError:
            shown = HIDDEN if field.type == Secret else str(value)[:40]
            wanted = f"@serve.wanted.{WANTED[field.type]}"
            raise Unusable("serve.unusable.setting", setting=where, given=shown, wanted=wanted) from None
    config = msgspec.convert(values, Config)
    if config.mail_host and not (config.base_url and config.mail_from):
        raise Unusable("serve.unusable.mail")
    return config


def _file(given: Mapping[str, object], variables: Mapping[str, str]) -> tuple[Path | None, dict[str, Any]]:
    """The file and what it says; Unusable when it cannot be read or says something that is no setting."""
    named = given.get(NAMED) or variables.get(PREFIX + NAMED.upper())
    places = [Path(str(named))] if named else [place for place in usual_files(environ=variables) if place.is_file()]
    if not places:
        return None, {}
    path = places[0]
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unusable("serve.unusable.unreadable", file=path, why=error.strerror) from error
    except ValueError as error:  # neither TOML nor UTF-8
        raise Unusable("serve.unusable.unreadable", file=path, why=error) from error
    known = {field.name for field in msgspec.structs.fields(Config)}
    for key in written:
        if key not in known:
            raise Unusable("serve.unusable.key", file=path, name=key[:40])
    return path, written


def hidden(text: str) -> str:
    """An address without its password."""
    return _ASKED_FOR.sub(rf"\1{HIDDEN}", _PASSWORD.sub(rf"\1:{HIDDEN}@", text))


def printed(found: Mapping[str, Origin]) -> str:
    """The settings that hold, as such a file would have them, each with where it comes from; secrets are hidden."""
    config = convert(found)
    lines = []
    for field in msgspec.structs.fields(Config):
        value = getattr(config, field.name)
        if isinstance(value, str):
            value = (HIDDEN if value else "") if field.type == Secret else hidden(value)
        where = f"  # {found[field.name].where}" if field.name in found else ""
        lines.append(f"{field.name} = {json.dumps(value, ensure_ascii=False)}{where}")
    return "\n".join(lines)
