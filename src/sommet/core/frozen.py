"""JSON values that cannot change: lists as tuples, objects as `Frozen`. They compare, hash and can be shared."""

from typing import Any, NoReturn


class Frozen(dict[str, Any]):
    """An object that stays as it was made."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return freeze, (dict(self),)


def freeze(value: Any) -> Any:
    """The same value, never to change again."""
    kind = type(value)
    if kind is str or kind is int or value is None or isinstance(value, Frozen):
        return value
    if isinstance(value, dict):
        return Frozen({key: freeze(each) for key, each in value.items()})
    if isinstance(value, list | tuple):
        nested = any(type(each) is list or type(each) is dict or type(each) is tuple for each in value)
        return tuple([freeze(each) for each in value]) if nested else tuple(value)
    return value


def thaw(value: Any) -> Any:
    """A copy of the same value as JSON has it, the caller's own."""
    if isinstance(value, dict):
        return {key: thaw(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [thaw(each) for each in value]
    return value
