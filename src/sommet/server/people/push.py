"""Web Push: encrypted for one browser (RFC 8291), signed by this server (RFC 8292), sent to the browser's push service.

An address to send to is what a user's program says it is. It must belong to a push service that the server's settings
name, over HTTPS, and must not lead into the server's own network, whatever a name server answers.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
import time
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from ..wire.refusals import Refusal

LONGEST_ENDPOINT = 1000
SIGNED_FOR = 12 * 3600
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")
_TRANSLATED = [ipaddress.ip_network(text) for text in ("64:ff9b::/96", "2002::/16", "::/96", "2001::/32")]


@dataclass(frozen=True)
class Device:
    """A browser that wants notices: where to send to, and its keys."""

    id: str
    user: str
    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True)
class Message:
    """What one device is sent. `topic`: a newer one of the same replaces it; `ttl`: seconds until it is pointless."""

    device: Device
    payload: bytes
    topic: str
    ttl: int
    urgency: str = "normal"


def device_id(endpoint: str) -> str:
    """A device's name; the page knows its own."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:24]


def _origin(parts: SplitResult) -> str:
    return f"{parts.scheme}://{parts.netloc}"


def trusted(endpoint: str, hosts: str) -> bool:
    """Whether the settings name this very origin, scheme, address and port: the one exception to all that follows."""
    return _origin(urlsplit(endpoint)) in hosts.replace(",", " ").split()


def allowed(endpoint: str, hosts: str) -> bool:
    """Whether the settings let this server send there."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return False
    if trusted(endpoint, hosts):
        return True
    host = parts.hostname or ""
    if parts.scheme != "https" or "@" in parts.netloc or port not in (None, 443) or not _HOST.fullmatch(host):
        return False
    return any(
        wanted == "*" or host == wanted or (wanted.startswith("*.") and host.endswith(wanted[1:]))
        for wanted in hosts.replace(",", " ").split()
    )


def public(address: str) -> bool:
    """Whether an address is out in the world: not this machine, not its network, not a way around to them."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif any(found in network for network in _TRANSLATED):
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def check_device(user: str, endpoint: str, p256dh: str, auth: str, hosts: str) -> Device:
    """A device as a page names it; Refusal for one that this server does not send to, or whose keys are none."""
    from cryptography.hazmat.primitives.asymmetric import ec

    if not allowed(endpoint, hosts):
        raise Refusal("bad_device", 400)
    try:
        point, secret = (base64.b64decode(key + "=" * (-len(key) % 4), "-_", validate=True) for key in (p256dh, auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as error:
        raise Refusal("bad_device", 400) from error
    if len(point) != 65 or len(secret) != 16:
        raise Refusal("bad_device", 400)
    return Device(device_id(endpoint), user, endpoint, p256dh, auth)


def new_key() -> str:
    """This server's signing key."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return _text(vapid.private_key.private_numbers().private_value.to_bytes(32, "big"))


def public_key(key: str) -> str:
    """What a browser is given of it."""
    from cryptography.hazmat.primitives import serialization
    from py_vapid import Vapid02

    form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return _text(Vapid02.from_raw(key.encode()).public_key.public_bytes(*form))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def sealed(message: Message, key: str, contact: str) -> tuple[bytes, dict[str, str]]:
    """Body and headers: encrypted for that device, signed by this server. Takes milliseconds."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    device = message.device
    given = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
    body: bytes = WebPusher(given).encode(message.payload)["body"]
    claims = {"aud": _origin(urlsplit(device.endpoint)), "sub": contact, "exp": int(time.time()) + SIGNED_FOR}
    signer = Vapid02.from_raw(key.encode())
    signer.conf = {"no-strict": True}  # any address of ours will do as a contact
    signed: dict[str, str] = signer.sign(claims)
    return body, {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(message.ttl),
        "Topic": message.topic,
        "Urgency": message.urgency,
    }
