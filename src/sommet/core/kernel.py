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
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import cached_property, partial
from types import FunctionType
from typing import Any, TypeVar, cast

from . import compiling
from .kernel_cache import KeptCode

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
WORTH_COMPILING = 24  # after this many small questions compiled code is fetched in the background
WAYS = ("interpreted", "compiled")


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
    """A function that can be run in several ways. Called from Python it runs compiled (see `small_kernel`)."""

    def __init__(self, function: FunctionType, small: bool) -> None:
        self.py_func, self.small = function, small
        self.__name__, self.__doc__, self.__module__ = function.__name__, function.__doc__, function.__module__
        self._asked: dict[Types, int] = {}
        self._ready: set[Types] = set()
        self._latest: Types = ()

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
        compiling.say_when_compiling(lambda dispatcher: isinstance(dispatcher._cache, KeptCode))
        with _lock:
            made: Any = numba.njit(nogil=True, error_model="numpy")(self._copy("compiled"))
            made._cache = KeptCode(made.py_func, _modules_for)
        return cast(Callable[..., Any], made)

    def in_way(self, way: str) -> Any:
        """Its copy for that way."""
        return getattr(self, way)

    def __call__(self, *args: Any) -> Any:
        """Run it the way that is best now."""
        if INTERPRETED or (self.small and not self.loaded(args)):
            return self.interpreted(*args)
        return self.compiled(*args)

    def loaded(self, args: tuple[Any, ...]) -> bool:
        """Whether machine code for such a small question is there; when it is asked often, that is fetched."""
        types = _types(args)
        if types == self._latest:  # the very same objects mostly, which is quicker than a look-up by hash
            return True
        if types in self._ready:
            self._latest = types
            return True
        with _lock:
            asked = self._asked[types] = self._asked.get(types, 0) + 1
            if asked == WORTH_COMPILING:
                name = f"{self.__module__}.{self.__name__}-{len(self._asked)}"
                compiling.start(name, partial(self.prepare, *args))
        return False

    def prepared(self, *args: Any) -> bool:
        """Whether a call of this small kernel with such arguments would run compiled now."""
        return _types(args) in self._ready

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
            self._ready.add(_types(args))


Types = tuple[Any, ...]


def _types(args: tuple[Any, ...]) -> Types:
    """What machine code for these arguments is known by."""
    return tuple([getattr(argument, "dtype", type(argument)) for argument in args])


def _modules_for(types: Iterable[Any]) -> set[str]:
    """The modules of all kernels that are chosen by a record among these types (Numba's), such as a game's rules."""
    from numba.core import types as known_types

    from .rules import modules_for

    numba_types: Any = known_types
    found: set[str] = set()
    for each in types:
        if isinstance(each, numba_types.BaseTuple):
            found |= _modules_for(each)
        record = each.dtype if isinstance(each, numba_types.Array) else each
        if isinstance(record, numba_types.Record):
            found |= modules_for(record.dtype)
    return found


def kernel(function: Function) -> Function:
    """Make a function a kernel (see the module's text)."""
    return cast(Function, Kernel(cast(FunctionType, function), small=False))


def small_kernel(function: Function) -> Function:
    """A kernel for small questions: interpreted as long as machine code for such arguments is not loaded."""
    return cast(Function, Kernel(cast(FunctionType, function), small=True))


class PerWay:
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
