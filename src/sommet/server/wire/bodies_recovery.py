"""What travels over HTTP about ways back into an account, as msgspec types."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from .bodies import Name, Password, Who

Code = Annotated[str, Meta(min_length=16, max_length=60, examples=["7Q2M-X4T9-0KDF-W3HB"])]
Link = Annotated[str, Meta(min_length=16, max_length=60)]


class NewAccount(Who):
    """A new account, and ten codes that each replace a lost password once; they are shown only here."""

    recovery_codes: list[str]


class RecoveryCodes(msgspec.Struct):
    """Ten codes that each replace a lost password once; those of before are void."""

    codes: list[str]


class ProofRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The password once more, for what a stranger at an open browser must not do."""

    password: Annotated[str, Meta(max_length=200)]


class LostRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whose password is lost."""

    name: Name


class CodeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new password, by one of the account's recovery codes."""

    name: Name
    code: Code
    password: Password


class LinkRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new password, by a link that was sent or given."""

    link: Link
    password: Password
