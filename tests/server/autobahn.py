"""What the cases of Autobahn's WebSocket test suite ask of a server, as data: what is sent, and what comes back.

The numbers are the suite's. `sent` are frames; `size`, if any, is how many bytes are sent at a time. What comes back
are frames too, as (kind, payload) or ("close", code). After each case that does not end by itself we close with 1000.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from .strangers import frame

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0x80, 0x81, 0x82, 0x88, 0x89, 0x8A
MORE_TEXT, MORE = 0x01, 0x00
HELLO = "Hello-µ@ßöäüàá-UTF-8!!".encode()
Back = tuple[str, bytes | int]
WRONG: Back = ("close", 1002)
NO_TEXT: Back = ("close", 1007)


@dataclass(frozen=True)
class Case:
    """One of them."""

    name: str
    sent: bytes
    back: tuple[Back, ...]
    size: int = 0


def _closing(code: int, reason: bytes = b"") -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big") + reason)


def _echo(payload: bytes) -> Back:
    return "text", payload


def _sizes() -> Iterator[Case]:
    for group, kind, name, letter in ((1, TEXT, "text", b"*"), (2, BINARY, "binary", b"\xfe")):
        for number, size in enumerate((0, 125, 126, 127, 128, 65535, 65536), 1):
            yield Case(f"1.{group}.{number}", frame(kind, letter * size), ((name, letter * size),))
        yield Case(f"1.{group}.8", frame(kind, letter * 65536), ((name, letter * 65536),), 997)
    parts = [b"*" * 1300] * 50 + [b"*" * 536]
    kinds = [MORE_TEXT, *[MORE] * 49, CONT]
    yield Case("10.1.1", b"".join(map(frame, kinds, parts)), (_echo(b"".join(parts)),))


def _pings() -> Iterator[Case]:
    for number, payload in enumerate((b"", b"Hello, world!", b"\x00\xff\xfe\xfd\xfc\xfb\x00\xff", b"\xfe" * 125), 1):
        yield Case(f"2.{number}", frame(PING, payload), (("pong", payload),))
    yield Case("2.5", frame(PING, b"\xfe" * 126), (WRONG,))
    yield Case("2.6", frame(PING, b"\xfe" * 125), (("pong", b"\xfe" * 125),), 1)
    yield Case("2.7", frame(PONG), ())
    yield Case("2.8", frame(PONG, b"unsolicited"), ())
    yield Case("2.9", frame(PONG, b"unsolicited") + frame(PING, b"payload"), (("pong", b"payload"),))
    ten = [b"payload-%d" % number for number in range(10)]
    for number, size in ((10, 0), (11, 1)):
        pongs = tuple(("pong", payload) for payload in ten)
        yield Case(f"2.{number}", b"".join(frame(PING, payload) for payload in ten), pongs, size)


def _reserved() -> Iterator[Case]:
    text = frame(TEXT, HELLO)
    for bits, size in ((1, 0), (2, 0), (3, 0), (4, 1), (5, 0), (6, 0), (7, 0)):
        kind = {5: BINARY, 6: PING, 7: CLOSE}.get(bits, TEXT)
        bad, before = frame(kind | bits << 4, HELLO if bits < 7 else b""), text if 2 <= bits <= 4 else b""
        yield Case(f"3.{bits}", before + bad + frame(PING), (*([_echo(HELLO)] if before else []), WRONG), size)
    for group, first in ((1, 3), (2, 11)):
        for number in range(5):
            payload = b"" if number in (0, 2) else b"reserved"
            before = text if number >= 2 else b""
            sent = before + frame(0x80 | first + number, payload) + frame(PING)
            yield Case(f"4.{group}.{number + 1}", sent, (*([_echo(HELLO)] if before else []), WRONG))


def _fragments() -> Iterator[Case]:
    first, last, ping = frame(MORE_TEXT, b"one"), frame(CONT, b"two"), frame(PING, b"ping")
    whole, pong = _echo(b"onetwo"), ("pong", b"ping")
    yield Case("5.1", frame(0x09, b"a") + frame(CONT, b"b"), (WRONG,))
    yield Case("5.2", frame(0x0A, b"a") + frame(CONT, b"b"), (WRONG,))
    for number, size in ((3, 0), (4, 4), (5, 1)):
        yield Case(f"5.{number}", first + last, (whole,), size)
    for number, size in ((6, 0), (7, 4), (8, 1)):
        yield Case(f"5.{number}", first + ping + last, (pong, whole), size)
    for number, kind, size in ((9, CONT, 0), (10, CONT, 4), (11, CONT, 1), (12, MORE, 0), (13, MORE, 4), (14, MORE, 1)):
        yield Case(f"5.{number}", frame(kind, b"none begun") + frame(TEXT, HELLO), (WRONG,), size)
    yield Case("5.15", first + last + frame(MORE, b"x") + frame(TEXT, HELLO), (whole, WRONG))
    for number, kind in ((16, MORE), (17, CONT)):
        yield Case(f"5.{number}", (frame(kind, b"x") + first + last) * 2, (WRONG,))
    yield Case("5.18", first + frame(TEXT, b"two"), (WRONG,))
    five = frame(MORE_TEXT, b"1") + frame(MORE, b"2") + ping + frame(MORE, b"3") + frame(MORE, b"4") + ping
    for number, size in ((19, 0), (20, 1)):
        yield Case(f"5.{number}", five + frame(CONT, b"5"), (pong, pong, _echo(b"12345")), size)
    yield Case("6.1.1", frame(TEXT), (_echo(b""),))
    yield Case("6.1.2", frame(MORE_TEXT) + frame(MORE) + frame(CONT), (_echo(b""),))
    yield Case("6.1.3", frame(MORE_TEXT) + frame(MORE, b"middle") + frame(CONT), (_echo(b"middle"),))


SOUND = {
    "6.2": [HELLO],
    "6.5": [b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5"],
    "6.6": [b"\xce\xba", b"\xce\xba\xe1\xbd\xb9", b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5"],
    "6.7": [b"\x00", b"\xc2\x80", b"\xe0\xa0\x80", b"\xf0\x90\x80\x80"],
    "6.9": [b"\x7f", b"\xdf\xbf", b"\xef\xbf\xbf", b"\xf4\x8f\xbf\xbf"],
    "6.11": [b"\xed\x9f\xbf", b"\xee\x80\x80", b"\xef\xbf\xbd", b"\xf4\x8f\xbf\xbf"],
    "6.22": [chr(plane << 16 | low).encode() for plane in range(17) for low in (0xFFFE, 0xFFFF)],
    "6.23": [chr(code).encode() for code in range(0xFFF9, 0x10000)],
}
BROKEN = {
    "6.3": [b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited"],
    "6.4": [b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xf4\x90\x80\x80edited"],
    "6.6": [b"\xce", b"\xce\xba\xe1", b"\xce\xba\xe1\xbd", b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce"],
    "6.8": [b"\xf8\x88\x80\x80\x80", b"\xfc\x84\x80\x80\x80\x80"],
    "6.10": [b"\xf7\xbf\xbf\xbf", b"\xfb\xbf\xbf\xbf\xbf", b"\xfd\xbf\xbf\xbf\xbf\xbf"],
    "6.11": [b"\xf4\x90\x80\x80"],
    "6.12": [b"\x80", b"\xbf", *(b"\x80\xbf" * count for count in (1, 2, 3)), bytes(range(0x80, 0xC0))],
    "6.13": [
        b" ".join(bytes((code,)) for code in part) for part in (range(0xC0, 0xE0), range(0xE0, 0xF0), range(0xF0, 0xF8))
    ],
    "6.14": [b"\xc0", b"\xe0\x80", b"\xf0\x80\x80", b"\xf8\x80\x80\x80", b"\xdf", b"\xef\xbf", b"\xf7\xbf\xbf"],
    "6.15": [b"\xc0\xe0\x80\xf0\x80\x80\xf8\x80\x80\x80\xfc\x80\x80\x80\x80\xdf\xef\xbf\xf7\xbf\xbf"],
    "6.16": [b"\xfe", b"\xff", b"\xfe\xfe\xff\xff"],
    "6.17": [b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf0\x80\x80\xaf", b"\xf8\x80\x80\x80\xaf", b"\xfc\x80\x80\x80\x80\xaf"],
    "6.18": [b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xf8\x87\xbf\xbf\xbf"],
    "6.19": [b"\xc0\x80", b"\xe0\x80\x80", b"\xf0\x80\x80\x80", b"\xf8\x80\x80\x80\x80"],
    "6.20": [
        bytes((0xED, second, third)) for second in (0xA0, 0xAD, 0xAE, 0xAF, 0xB0, 0xBE, 0xBF) for third in (0x80, 0xBF)
    ],
    "6.21": [b"\xed\xa0\x80\xed\xb0\x80", b"\xed\xad\xbf\xed\xb0\x80", b"\xed\xaf\xbf\xed\xbf\xbf"],
}


def _in_pieces(text: bytes) -> bytes:
    """Each byte a fragment."""
    return b"".join(frame(MORE if place else MORE_TEXT, text[place : place + 1]) for place in range(len(text))) + frame(
        CONT
    )


def _texts() -> Iterator[Case]:
    for name, texts in SOUND.items():
        for number, text in enumerate(texts, 1):
            yield Case(f"{name}.{number}", frame(TEXT, text), (_echo(text),))
            yield Case(f"{name}.{number} in fragments", _in_pieces(text), (_echo(text),), 5)
    for name, texts in BROKEN.items():
        for number, text in enumerate(texts, 1):
            yield Case(f"{name}.{number} broken", frame(TEXT, text), (NO_TEXT,))
            yield Case(f"{name}.{number} broken in fragments", _in_pieces(text), (NO_TEXT,))


def _closings() -> Iterator[Case]:
    normal: Back = ("close", 1000)
    yield Case("7.1.1", frame(TEXT, HELLO) + _closing(1000), (_echo(HELLO), normal))
    yield Case("7.1.2", _closing(1000) * 2, (normal,))
    yield Case("7.1.3", _closing(1000) + frame(PING), (normal,))
    yield Case("7.1.4", _closing(1000) + frame(TEXT, HELLO), (normal,))
    yield Case("7.1.6", frame(TEXT, b"*" * 65536) + _closing(1000) + frame(PING), (_echo(b"*" * 65536), normal))
    yield Case("7.3.1", frame(CLOSE), (("close", 0),))
    yield Case("7.3.2", frame(CLOSE, b"a"), (WRONG,))
    yield Case("7.3.3", _closing(1000), (normal,))
    yield Case("7.3.4", _closing(1000, b"Hello World!"), (normal,))
    yield Case("7.3.5", _closing(1000, b"*" * 123), (normal,))
    yield Case("7.3.6", _closing(1000, b"*" * 124), (WRONG,))
    yield Case("7.5.1", _closing(1000, b"\xce\xba\xed\xa0\x80edited"), (NO_TEXT,))
    good = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999)
    bad = (0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65535)
    yield from (Case(f"7.7.{number}", _closing(code), (("close", code),)) for number, code in enumerate(good, 1))
    yield from (Case(f"7.9.{number}", _closing(code), (WRONG,)) for number, code in enumerate(bad, 1))


CASES = [*_sizes(), *_pings(), *_reserved(), *_fragments(), *_texts(), *_closings()]
