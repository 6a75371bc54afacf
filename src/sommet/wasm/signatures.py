"""Numba's types as the description tells them, and the plain calls that stand before the kernels in a module.

Numba passes an array as seven values and more, and returns through a pointer. A host should not have to know: each
export is a small function in front of the kernel that takes, of an array, where it is and how long, and gives the
result back.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

NameOf = Callable[[Any, str], str]
"""Of a record's type (NumPy's) and the argument that has it: what it is called in the description."""


@dataclass(frozen=True)
class Argument:
    """An argument, or a member of one that is a named tuple."""

    name: str
    type: Any  # Numba's

    def describe(self, name_of: NameOf) -> dict[str, Any]:
        """As the description has it."""
        from numba.core import types

        known: Any = types
        if not isinstance(self.type, known.Array):
            return {"name": self.name, "kind": "number", "of": number(self.type)}
        of = self.type.dtype
        what = name_of(of.dtype, self.name) if isinstance(of, known.Record) else str(of)
        return {"name": self.name, "kind": "array", "of": what, "ndim": self.type.ndim}


def arguments(names: Sequence[str], numba_types: Sequence[Any]) -> Iterator[Argument]:
    """All of a call, the members of named tuples by themselves."""
    from numba.core import types

    known: Any = types
    for name, each in zip(names, numba_types, strict=True):
        if isinstance(each, known.BaseNamedTuple):
            yield from arguments([f"{name}.{member}" for member in each.fields], tuple(each))
        elif isinstance(each, known.Array) and each.layout != "C":
            raise TypeError(f"{name} is an array with gaps")
        else:
            yield Argument(name, each)


def number(of: Any) -> str:
    """The kind of a number that passes between host and kernel."""
    from numba.core import types

    known: Any = types
    if isinstance(of, known.Boolean):
        return "bool"
    if isinstance(of, known.Float):
        return "float64"
    if isinstance(of, known.Integer):
        return "int64" if of.signed else "uint64"
    raise TypeError(f"{of} is no number")


def returned(of: Any) -> str | None:
    """What a host gets."""
    from numba.core import types

    known: Any = types
    return None if isinstance(of, known.NoneType) else number(of)


_PASSED = {"int64": "i64", "uint64": "i64", "float64": "double", "bool": "i32"}


def in_front(export: str, symbol: str, taken: Sequence[Argument], result: Any) -> str:
    """The function of that name in front of the kernel, as LLVM writes it; where a kernel would raise, it traps."""
    from numba.core import types

    known: Any = types
    outside: list[str] = []
    lines: list[str] = []
    inside = ["ptr %result", "ptr %error"]
    for place, argument in enumerate(taken):
        of, at = argument.type, f"%a{place}"
        if isinstance(of, known.Array):
            lengths = [f"{at}.n{axis}" for axis in range(of.ndim)]
            outside += [f"ptr {at}", *(f"i32 {length}" for length in lengths)]
            lines += [f"{length}.x = zext i32 {length} to i64" for length in lengths]
            size: str = str(of.dtype.size if isinstance(of.dtype, known.Record) else of.dtype.bitwidth // 8)
            stride = size
            strides: list[str] = []
            for axis in reversed(range(of.ndim)):
                strides.insert(0, stride)
                lines.append(f"{at}.s{axis} = mul i64 {stride}, {lengths[axis]}.x")
                stride = f"{at}.s{axis}"
            lines.append(f"{at}.items = udiv i64 {stride}, {size}")
            shape = [f"i64 {length}.x" for length in lengths]
            inside += ["ptr null", "ptr null", f"i64 {at}.items", f"i64 {size}", f"ptr {at}", *shape]
            inside += [f"i64 {step}" for step in strides]
            continue
        passed = _PASSED[number(of)]
        outside.append(f"{passed} {at}")
        if isinstance(of, known.Boolean):
            lines.append(f"{at}.x = trunc i32 {at} to i8")
            inside.append(f"i8 {at}.x")
        elif of.bitwidth == 64:
            inside.append(f"{passed} {at}")
        else:
            raise TypeError(f"{argument.name}: numbers from outside have 64 bits")
    gives = returned(result)
    stored = "ptr" if gives is None else _stored(result)
    kinds = ", ".join(each.partition(" ")[0] for each in inside)
    text = [
        f'declare i32 @"{symbol}"({kinds})',
        f"define {'void' if gives is None else _PASSED[gives]} @{export}({', '.join(outside)}) {{",
        f"%result = alloca {stored}",
        "%error = alloca ptr",
        *lines,
        f'%status = call i32 @"{symbol}"({", ".join(inside)})',
        "%plain = icmp eq i32 %status, 0",
        "%none = icmp eq i32 %status, -2",
        "%well = or i1 %plain, %none",
        "br i1 %well, label %back, label %raised",
        "raised:",
        "call void @llvm.trap()",
        "unreachable",
        "back:",
        *_back(gives, stored, result),
        "}",
    ]
    return "\n".join(text) + "\n"


def _stored(result: Any) -> str:
    from numba.core import types

    known: Any = types
    if isinstance(result, known.Boolean):
        return "i8"
    if isinstance(result, known.Float):
        return "double" if result.bitwidth == 64 else "float"
    return f"i{result.bitwidth}"


def _back(gives: str | None, stored: str, result: Any) -> list[str]:
    if gives is None:
        return ["ret void"]
    passed = _PASSED[gives]
    lines = [f"%value = load {stored}, ptr %result"]
    if stored == passed:
        return [*lines, f"ret {passed} %value"]
    how = "fpext" if gives == "float64" else "sext" if gives == "int64" else "zext"
    return [*lines, f"%wide = {how} {stored} %value to {passed}", f"ret {passed} %wide"]
