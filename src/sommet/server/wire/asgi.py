"""The forms in which a web server and an application talk to each other, as far as we need them."""

from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Coroutine[Any, Any, None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def client_of(scope: Scope) -> str:
    """The client's address as it is."""
    client = scope.get("client")
    return str(client[0]) if client else "local"


def address_of(scope: Scope) -> str:
    """Whom limits are for: the client's IPv4 address, or its IPv6 address' /64, all of which one household has."""
    client = scope.get("client")
    return network(str(client[0])) if client else "local"


@lru_cache(4096)
def network(address: str) -> str:
    """The part of an address that somebody cannot change at will."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"
