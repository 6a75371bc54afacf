"""The page's TypeScript types, made from what travels: `python -m sommet.server.wire.typescript FILE`.

Part of building the page, so it needs nothing but msgspec and the library. Every struct of this package and of
`sommet.site.bodies` becomes a type of the same name. What a client sends refuses unknown fields; in it, whatever has a
default may be left out. What the server sends has every field, but for those that may be unset or are left out at their
default. A struct that travels both ways and differs gets two types, `X` as it is told and `XRequest` as it is asked.

`Meta(title=…)` names a type: one of `NAMED`, or a struct whose form the rules themselves check.
"""

from __future__ import annotations

import json
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from ...analysis import line
from ...site import bodies, records
from . import messages

NAMED = (
    records.Seat,
    records.Viewer,
    records.Options,
    records.Setup,
    records.State,
    records.Placed,
    records.Effects,
    records.Layout,
    records.MoveValue,
    bodies.Level,
    line.Findings,
)
UNIONS = {"FromClient": messages.FromClient, "FromServer": messages.FromServer}
HEAD = "/** Made by sommet.server.wire.typescript from the server's own types; do not edit. */"
OBJECT = "Record<string, unknown>"
REQUEST = "Request"


def structs() -> list[type[msgspec.Struct]]:
    """Every struct that travels."""
    package = __package__ or ""
    names = sorted(found.name for found in pkgutil.iter_modules(import_module(package).__path__))
    modules = [import_module(f"{package}.{name}") for name in names if f"{package}.{name}" != __name__]
    found: dict[str, type[msgspec.Struct]] = {}
    for module in (*modules, bodies, records):
        for each in vars(module).values():
            if not (isinstance(each, type) and issubclass(each, msgspec.Struct) and each.__module__ == module.__name__):
                continue
            if found.setdefault(each.__name__, each) is not each:
                raise TypeError(f"two structs are called {each.__name__}")
    return list(found.values())


@dataclass
class Writer:
    """Types as they are written. `told` and `asked` are those that the server sends, and that it is sent."""

    named: dict[str, tuple[str, str]] = field(default_factory=dict)  # what is said of it, and what it is
    mentioned: set[str] = field(default_factory=set)
    told: dict[str, inspect.Type] = field(default_factory=dict)
    asked: dict[str, inspect.Type] = field(default_factory=dict)

    def name(self, alias: Any) -> None:
        """One more type with a name of its own."""
        kind = inspect.type_info(alias)
        if isinstance(kind, inspect.Metadata):
            more = kind.extra_json_schema or {}
            self.named[more["title"]] = more.get("description", ""), self.text(kind.type, asked=False)
        else:
            self.add(kind, asked=False)

    def add(self, kind: inspect.Type, asked: bool) -> str:
        """An object's type, and all that is in it; its name."""
        name: str = kind.cls.__name__  # type: ignore[attr-defined]
        known = self.asked if asked else self.told
        if name not in known:
            known[name] = kind
            for each in _fields(kind):
                self.text(each.type, asked)
        return name

    def text(self, kind: inspect.Type, asked: bool) -> str:
        """A type as TypeScript writes it."""
        match kind:
            case inspect.Metadata():
                title: str | None = (kind.extra_json_schema or {}).get("title")
                if title is None:
                    return self.text(kind.type, asked)
                self.mentioned.add(title)
                return title
            case inspect.StructType() | inspect.DataclassType() | inspect.TypedDictType():
                name = self.add(kind, asked)
                return f"{name}{REQUEST}" if asked and self._differs(name) else name
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self.text(each, asked) for each in kind.types))
            case inspect.ListType() | inspect.VarTupleType():
                item = self.text(kind.item_type, asked)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case inspect.DictType(value_type=inspect.AnyType()) | inspect.RawType():
                return OBJECT
            case inspect.DictType():
                return f"Record<string, {self.text(kind.value_type, asked)}>"
            case inspect.LiteralType():
                return " | ".join(_quoted(value) for value in kind.values)
            case inspect.StrType():
                return "string"
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.AnyType():
                return "unknown"
        raise TypeError(f"no TypeScript for {kind}")

    def _differs(self, name: str) -> bool:
        """Whether that travels both ways, and not in the same form."""
        told, asked = self.told.get(name), self.asked.get(name)
        return told is not None and asked is not None and self._lines(told, False) != self._lines(asked, True)

    def _lines(self, kind: inspect.Type, asked: bool) -> list[str]:
        lines = []
        if isinstance(kind, inspect.StructType) and kind.tag_field is not None:
            lines.append(f"  {kind.tag_field}: {_quoted(kind.tag)};")
        for each in _fields(kind):
            lines += self._field(kind, each, asked)
        if isinstance(kind, inspect.TypedDictType):
            lines.append("  [more: string]: unknown;")
        return lines

    def _field(self, kind: inspect.Type, each: inspect.Field, asked: bool) -> Iterator[str]:
        config = getattr(kind.cls, "__struct_config__", None)  # type: ignore[attr-defined]
        left_out = config is not None and config.omit_defaults and not asked
        open_ended = isinstance(kind, inspect.TypedDictType)
        optional = not each.required and (asked or left_out or open_ended or _unset(each))
        of = each.type
        if isinstance(of, inspect.Metadata):
            more = of.extra_json_schema or {}
            about = more.get("description", "")
            if about and about != self.named.get(more.get("title", ""), ("",))[0]:
                yield _comment(about, "  ").rstrip("\n")
        if left_out and each.default is None:
            of = _not_null(of)
        yield f"  {each.encode_name}{'?' if optional else ''}: {self.text(of, asked)};"

    def written(self) -> str:
        """The whole file."""
        types = {name: f"{_comment(about)}export type {name} = {of};" for name, (about, of) in self.named.items()}
        for asked, known in ((False, self.told), (True, self.asked)):
            for name, kind in known.items():
                if asked and name in self.told and not self._differs(name):
                    continue
                own = f"{name}{REQUEST}" if asked and self._differs(name) else name
                about = _comment(kind.cls.__doc__ or "")  # type: ignore[attr-defined]
                body = "\n".join(self._lines(kind, asked))
                types[own] = f"{about}export interface {own} {{\n{body}\n}}" if body else f"export type {own} = {{}};"
        if lacking := self.mentioned - set(types):
            raise TypeError(f"nothing is called {', '.join(sorted(lacking))}")
        for name, union in UNIONS.items():
            members = sorted(each.__name__ for each in get_args(union))
            types[name] = f"export type {name} =" + "".join(f"\n  | {member}" for member in members) + ";"
        return "\n\n".join([HEAD, *(types[name] for name in sorted(types))]) + "\n"


def _fields(kind: inspect.Type) -> Iterable[inspect.Field]:
    return kind.fields  # type: ignore[attr-defined,no-any-return]


def _not_null(kind: inspect.Type) -> inspect.Type:
    """The same where null is left out and never sent."""
    if isinstance(kind, inspect.Metadata):
        return kind if "title" in (kind.extra_json_schema or {}) else _not_null(kind.type)
    if isinstance(kind, inspect.UnionType):
        return inspect.UnionType(tuple(each for each in kind.types if not isinstance(each, inspect.NoneType)))
    return kind


def _unset(each: inspect.Field) -> bool:
    """Whether it is left out unless it is set: not required, and without any default that could be sent."""
    return not each.required and each.default is msgspec.NODEFAULT and each.default_factory is msgspec.NODEFAULT


def _quoted(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def _comment(text: str, indent: str = "") -> str:
    """What is said of a type or of a field, above it."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if not text:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def typescript(every: Iterable[type[msgspec.Struct]]) -> str:
    """These structs, and all that they are made of, in TypeScript. The same structs give the same text."""
    writer = Writer()
    for alias in NAMED:
        writer.name(alias)
    for each in every:
        kind = inspect.type_info(each)
        assert isinstance(kind, inspect.StructType)
        writer.add(kind, asked=kind.forbid_unknown_fields)
    return writer.written()


def write(file: Path) -> None:
    """What travels, into that file; left alone where it would not change."""
    text = typescript(structs())
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m sommet.server.wire.typescript FILE")
    write(Path(sys.argv[1]))
