"""The forms in which a web server and an application talk to each other, as far as we need them."""

from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Coroutine[Any, Any, None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def address_of(scope: Scope) -> str:
    """The client's address."""
    client = scope.get("client")
    return str(client[0]) if client else "local"
