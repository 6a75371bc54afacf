"""Optional packages: which extra of Sommet brings them, and one sentence for whoever lacks one.

The library, the engine and the arena need NumPy, Numba and msgspec. Everything else comes with an extra and is imported
where it is used; `optional_imports` says what is missing.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from .words import say

EXTRAS = {
    "terminal": ("rich", "prompt_toolkit"),
    "server": (
        "aiohttp",
        "alembic",
        "argon2",
        "asyncpg",
        "cryptography",
        "litestar",
        "markdown_it",
        "openskill",
        "prometheus_client",
        "py_vapid",
        "pywebpush",
        "redis",
        "resvg_py",
        "sqlalchemy",
        "tzdata",
        "uvicorn",
        "websockets",
    ),
    "plots": ("matplotlib",),
    "gpu": ("numba_cuda", "numba.cuda"),
    "openspiel": ("pyspiel", "open_spiel"),
    "gymnasium": ("gymnasium",),
    "pettingzoo": ("pettingzoo",),
    "data": ("pyarrow",),
    "ray": ("ray",),
    "train": ("torch",),
}
"""The names under which each extra's packages are imported."""


class MissingExtra(ImportError):
    """A package that an extra brings is not installed; its text is one line and names the command that installs it."""

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(extra, package, name=package)
        self.extra, self.package = extra, package

    def say(self, language: str = "en") -> str:
        """The sentence, in a language."""
        return say(language, "error.extra", package=self.package, extra=self.extra)

    def __str__(self) -> str:
        return self.say()


@contextmanager
def optional_imports() -> Iterator[None]:
    """Inside, an extra's package that is not there is a `MissingExtra`; other imports fail as they always do."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = f"{error.name}."
        for extra, packages in EXTRAS.items():
            for package in packages:
                if missing.startswith(f"{package}."):
                    raise MissingExtra(extra, package) from error
        raise
