"""`@kernel`: one source of rules, run interpreted, compiled for the CPU, or called from a GPU kernel.

A kernel is a plain module-level function on NumPy records and arrays that calls only kernels and raises nothing.
Each way of running it gets its own copy of the function, in a copy of its module's names in which every kernel is that
way's copy too. So the ways live side by side in one process: a small question asked once is answered by the
interpreter, without Numba being loaded; a search is compiled; and while something compiles for the first time in a
thread, everything else goes on interpreted.

With ``NUMBA_DISABLE_JIT=1`` all kernels are always interpreted.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cached_property
from types import FunctionType
from typing import Any, Protocol, TypeVar, cast

from .kernel_cache import cache_folder, layers_of, numba_cache

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
PATIENCE = 24  # so many small questions are answered by the interpreter before a thread fetches compiled code
WAYS = ("interpreted", "compiled")


class SeveralWays(Protocol):
    """What stands for a different thing in each way of running."""

    def in_way(self, way: str) -> Any:
        """The thing to call in that way."""


_names: dict[tuple[str, str], dict[str, Any]] = {}
_lock = threading.RLock()


def _names_in_way(function: FunctionType, way: str) -> dict[str, Any]:
    """The names of the function's module as they are in that way."""
    key = function.__module__, way
    with _lock:
        if key not in _names:
            names = _names[key] = {}
            for name, value in list(function.__globals__.items()):
                names[name] = value.in_way(way) if hasattr(type(value), "in_way") else value
        return _names[key]


class Kernel:
    """A function that can be run in several ways. Called from Python it runs compiled (see `small` for when not)."""

    def __init__(self, function: FunctionType, small: bool) -> None:
        self.py_func, self.small = function, small
        self.__name__, self.__doc__, self.__module__ = function.__name__, function.__doc__, function.__module__
        self._patience = PATIENCE
        self._ready: set[int] = set()

    def _copy(self, way: str) -> FunctionType:
        own = self.py_func
        names = _names_in_way(own, way)
        copy = FunctionType(own.__code__, names, own.__name__, own.__defaults__, own.__closure__)
        copy.__annotations__, copy.__doc__, copy.__qualname__ = own.__annotations__, own.__doc__, own.__qualname__
        return copy

    @cached_property
    def interpreted(self) -> Callable[..., Any]:
        """The plain Python function."""
        return self._copy("interpreted")

    @cached_property
    def compiled(self) -> Callable[..., Any]:
        """Numba's dispatcher: compiles, or loads what was compiled before, when it is first called."""
        import numba

        _leave_streams_alone()
        _say_when_compiling()
        with _lock:
            folder = cache_folder(layers_of(self.__module__))
            with numba_cache(folder):
                keep = os.access(folder, os.W_OK)
                made: Any = numba.njit(cache=keep, nogil=True, error_model="numpy")(self._copy("compiled"))
        return cast(Callable[..., Any], made)

    def in_way(self, way: str) -> Any:
        """Its copy for that way."""
        return getattr(self, way)

    def __call__(self, *args: Any) -> Any:
        """Run it the way that is best now."""
        if INTERPRETED or (self.small and self._sooner_interpreted(args)):
            return self.interpreted(*args)
        return self.compiled(*args)

    def _sooner_interpreted(self, args: tuple[Any, ...]) -> bool:
        """A small question about this type of state, and its compiled code is not loaded."""
        if id(args[1].dtype) in self._ready:
            return False
        if _in_background:
            return True
        self._patience -= 1
        if self._patience < 0:
            self._patience = PATIENCE
            copies = [value.copy() if hasattr(value, "copy") else value for value in args]
            threading.Thread(target=self._prepare_in_background, args=copies).start()
        return True

    def _prepare_in_background(self, *args: Any) -> None:
        with in_background():
            self.prepare(*args)

    def prepare(self, *args: Any) -> None:
        """Compile it, or load its machine code, for arguments like these; nothing is run."""
        if INTERPRETED:
            return
        import numba

        compiled: Any = self.compiled
        types = tuple(cast(Any, numba).typeof(argument) for argument in args)
        if types not in compiled.overloads:  # else one would wait for what another thread is compiling
            compiled.compile(types)
        if self.small:
            kept_alive.append(args[1].dtype)
            self._ready.add(id(args[1].dtype))


kept_alive: list[Any] = []  # so that the id of a type stays its own
_in_background = 0


@contextmanager
def in_background() -> Iterator[None]:
    """While a thread compiles within this, small questions stay interpreted and nobody waits for the compiler."""
    global _in_background
    _in_background += 1
    try:
        yield
    finally:
        _in_background -= 1


def kernel(function: Function) -> Function:
    """Make a function a kernel (see the module's text)."""
    return cast(Function, Kernel(cast(FunctionType, function), small=False))


def small_kernel(function: Function) -> Function:
    """A kernel for small questions: interpreted as long as its compiled code is not loaded. Second argument: states."""
    return cast(Function, Kernel(cast(FunctionType, function), small=True))


class ByWay:
    """Something that must be written differently for each way; the compiled one is made when it is first needed."""

    def __init__(self, interpreted: Callable[..., Any], compiled: Callable[[], Any]) -> None:
        self._interpreted, self._make, self._made = interpreted, compiled, None

    def in_way(self, way: str) -> Any:
        """The one for that way."""
        if way == "interpreted":
            return self._interpreted
        with _lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    def __call__(self, *args: Any) -> Any:
        """From Python: interpreted."""
        return self._interpreted(*args)


def _leave_streams_alone() -> None:
    """Numba colours its messages through colorama, which puts an old `sys.stdout` back, in any thread, at any time."""
    from numba.core import errors as numba_errors

    errors: Any = numba_errors
    if hasattr(errors, "ColorShell"):
        errors.ColorShell = nullcontext


def announce(message: str) -> None:
    """Say, on the error stream, that something is being compiled. A program may put its own in this place."""
    import sys

    print(message, file=sys.stderr, flush=True)


announcer: Callable[[str], None] = announce
_listening = False


def _say_when_compiling() -> None:
    """One line when the first kernel of this process has to be compiled."""
    global _listening
    if _listening:
        return
    _listening = True
    from numba.core import event as numba_event

    from .words import say

    event: Any = numba_event

    class Once(numba_event.Listener):
        """Waits for Numba to compile one of ours."""

        def on_start(self, happening: Any) -> None:
            """Say it, and stop listening."""
            if happening.data["dispatcher"].py_func.__module__.startswith("sommet"):
                event.unregister("numba:compile", self)
                announcer(say("en", "kernel.compiling"))

        def on_end(self, happening: Any) -> None:
            """Nothing."""

    event.register("numba:compile", Once())
