"""Text that can be stored. NUL is in no text of ours, and PostgreSQL does not store it."""

import re

from .refusals import Refusal

NUL = re.compile(rb"\0|(?<!\\)(?:\\\\)*\\u0000")


def check_text(data: bytes) -> None:
    """Refusal when this JSON holds NUL, as it is or as an escape."""
    if (b"\0" in data or b"u0000" in data) and NUL.search(data):
        raise Refusal("no_text", 400)
