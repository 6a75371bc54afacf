"""What travels over HTTP about mail addresses and notices, as msgspec types."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from .bodies_recovery import Link
from .languages import Language

Minute = Annotated[int, Meta(ge=0, lt=1440, description="Minutes after midnight")]
Zone = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_+/-]+$", examples=["Europe/Brussels"])]
Key = Annotated[str, Meta(max_length=120)]


class Reach(msgspec.Struct):
    """How an account is reached when its password is lost."""

    mail: Annotated[bool, Meta(description="Whether this server can send mail")]
    email: Annotated[str | None, Meta(description="The confirmed address")]
    unconfirmed: Annotated[str | None, Meta(description="The address that waits to be confirmed")]
    codes: Annotated[int, Meta(description="Recovery codes that have not been used")]


class AddressRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A mail address, and the password once more."""

    email: Annotated[str, Meta(min_length=3, max_length=254, examples=["ana@example.org"])]
    password: Annotated[str, Meta(max_length=200)]


class ConfirmRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What a link had behind its #."""

    link: Link


class NoticesRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to be told, and how; quiet hours where both ends are given."""

    mail: bool
    push: bool
    zone: Zone
    language: Language
    quiet_from: Minute | None = None
    quiet_to: Minute | None = None


class Notices(NoticesRequest, kw_only=True, forbid_unknown_fields=False):
    """The same as it is stored, and what there is to choose from."""

    devices: Annotated[list[str], Meta(description="Browsers that are sent notices")]
    key: Annotated[str | None, Meta(description="What a browser subscribes with; null: this server sends none")]
    mailable: Annotated[bool, Meta(description="Whether there is a confirmed address and a mail host")]


class DeviceKeys(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's keys."""

    p256dh: Key
    auth: Key


class DeviceRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's push subscription, as `PushSubscription.toJSON()` gives it, and where and how it is used."""

    endpoint: Annotated[str, Meta(min_length=8, max_length=1000)]
    keys: DeviceKeys
    zone: Zone
    language: Language


class DeviceAnswer(msgspec.Struct):
    """A browser that is sent notices."""

    id: str
