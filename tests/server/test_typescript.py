"""The page's TypeScript types, made from the structs that travel."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, Struct, UnsetType

from sommet.server.wire import typescript
from sommet.site.records import Seat

from ..engine_js.asking import node

WEB = Path(__file__).resolve().parents[2] / "web"


class Clocked(Struct):
    """A struct as a server tells it."""

    plain: int
    nullable: str | None
    mover: Annotated[Seat | None, Meta(description="Whose turn")]
    optional: list[str | None] | UnsetType = UNSET
    usual: bool = True


class Inner(Struct, forbid_unknown_fields=True):
    """A struct that travels both ways."""

    level: Literal["a", "b"] = "a"


class Asked(Struct, tag="asked", tag_field="type", forbid_unknown_fields=True):
    """A struct as it is sent to the server."""

    inner: Inner
    seat: int | None = None


class Told(Struct, tag="told", tag_field="type", omit_defaults=True):
    """One that leaves out its defaults."""

    inner: Inner
    by_name: dict[str, Inner]
    seat: int | None = None
    name: str = msgspec.field(name="from", default="")


def made(*structs: type[Struct]) -> str:
    """Their types, without comments."""
    return re.sub(r" *\/\*\*.*?\*\/\n", "", typescript.typescript(structs), flags=re.S)


def test_optional_is_not_nullable_and_what_is_asked_may_be_left_out() -> None:
    """The server sends whatever is not unset; a client may leave out what has a default."""
    written = made(Clocked, Asked, Told)
    assert (
        "interface Clocked {\n  plain: number;\n  nullable: string | null;\n  mover: Seat | null;\n"
        "  optional?: (string | null)[];\n  usual: boolean;\n}" in written
    )
    assert "interface Asked {\n  type: 'asked';\n  inner: InnerRequest;\n  seat?: number | null;\n}" in written
    assert (
        "interface Told {\n  type: 'told';\n  inner: Inner;\n  by_name: Record<string, Inner>;\n"
        "  seat?: number;\n  from?: string;\n}" in written
    )
    assert "interface Inner {\n  level: 'a' | 'b';\n}" in written
    assert "interface InnerRequest {\n  level?: 'a' | 'b';\n}" in written


def test_comments_say_what_the_server_says() -> None:
    """Docstrings and descriptions are taken over."""
    written = typescript.typescript([Clocked])
    assert "/** A struct as a server tells it. */\nexport interface Clocked {" in written
    assert "  /** Whose turn */\n  mover: Seat | null;" in written


def test_another_field_makes_another_text_and_the_same_fields_the_same() -> None:
    """So that a page that uses what is no longer there does not pass its check."""
    every = typescript.structs()
    assert typescript.typescript(every) == typescript.typescript(list(reversed(every)))
    names = [(each.name, each.type) for each in msgspec.structs.fields(Clocked)]
    same = msgspec.defstruct("Clocked", names)
    assert made(same) == made(msgspec.defstruct("Clocked", names))
    for change in (names[1:], [*names[1:], ("plane", int)], [("plain", str), *names[1:]], [*names, ("more", int)]):
        assert made(msgspec.defstruct("Clocked", change)) != made(same)


def test_a_name_that_nothing_has_ends_the_build() -> None:
    """Rather than to be found out in a browser."""
    wrong = msgspec.defstruct("Wrong", [("seat", Annotated[dict[str, Any], Meta(title="Nobody")])])
    with pytest.raises(TypeError, match="Nobody"):
        typescript.typescript([wrong])


def test_the_types_are_made_with_the_library_alone(tmp_path: Path) -> None:
    """The page is built where no server is installed."""
    absent = (
        "aiosqlite",
        "alembic",
        "argon2",
        "litestar",
        "markdown_it",
        "openskill",
        "redis",
        "sqlalchemy",
        "uvicorn",
    )
    program = (
        f"import sys, runpy; sys.modules.update(dict.fromkeys({absent!r})); "
        "runpy.run_module('sommet.server.wire.typescript', run_name='__main__')"
    )
    file = tmp_path / "generated" / "types.ts"
    subprocess.run([sys.executable, "-c", program, str(file)], check=True, timeout=120)
    assert file.read_text(encoding="utf-8") == typescript.typescript(typescript.structs())


@pytest.mark.long
def test_a_page_that_has_drifted_is_not_built(tmp_path: Path) -> None:
    """Without a field that the page uses its check fails, and with it the build."""
    if not (WEB / "node_modules" / "svelte-check").exists():
        pytest.skip("the page's packages are not installed")
    shutil.copytree(WEB, tmp_path / "web", ignore=shutil.ignore_patterns("node_modules", "generated"))
    (tmp_path / "web" / "node_modules").symlink_to(WEB / "node_modules", target_is_directory=True)
    command = [str(node()), "node_modules/svelte-check/bin/svelte-check", "--output", "machine"]
    types = tmp_path / "web" / "generated" / "types.ts"
    typescript.write(types)
    whole = types.read_text(encoding="utf-8")
    for gone, code in (("", 0), ("  why: string;\n", 1)):
        types.write_text(whole.replace(gone, ""), encoding="utf-8")
        done = subprocess.run(command, cwd=tmp_path / "web", capture_output=True, text=True, timeout=600)
        assert done.returncode == code, done.stdout
    assert "'why' does not exist" in done.stdout
