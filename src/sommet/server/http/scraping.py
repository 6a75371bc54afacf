"""/metrics, for Prometheus, and who may read it."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Any

from litestar import Request, Response, get

from .. import metrics
from ..config import Config
from ..wire.asgi import Scope, client_of
from ..wire.refusals import Refusal
from .answers import hub_of

NEAR = [
    ipaddress.ip_network(text)
    for text in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
]
FORWARDED = (b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"forwarded", b"via")


@get("/metrics", include_in_schema=False)
async def metrics_(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Counts and times; to others than operators it is as if there were nothing here."""
    if not may_read(request.scope, hub_of(request).config):  # type: ignore[arg-type]
        raise Refusal("not_found", 404)
    return Response(metrics.text(), media_type="text/plain; version=0.0.4")


def may_read(scope: Scope, config: Config) -> bool:
    """Who asks from a private address and not through a proxy, or who has the token; as `config.metrics` says."""
    headers = {name.lower(): value for name, value in scope["headers"]}
    if config.metrics == "off":
        return False
    wanted = f"Bearer {config.metrics_token}".encode()
    if config.metrics_token and hmac.compare_digest(headers.get(b"authorization", b""), wanted):
        return True
    if config.metrics == "on":
        return not config.metrics_token
    return _near(client_of(scope)) and not any(name in headers for name in FORWARDED)


def _near(client: str) -> bool:
    try:
        found = ipaddress.ip_address(client.partition("%")[0])
    except ValueError:  # a local socket has no address
        return client == "local"
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in network for network in NEAR)
