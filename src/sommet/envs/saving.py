"""A batch of games as bytes."""

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import refused
from .kernels import Games
from .playing import Playing

MAGIC = b"sommet-envs/1\n"
CHECKED = 16


def _about(playing: Playing, count: int) -> dict[str, Any]:
    record = playing.record(playing.blank_setup, ()).as_dict()
    return {"game": record["game"], "players": playing.players, "options": record["options"], "games": count}


def _columns(games: Games) -> Iterator[NDArray[Any]]:
    """Every array, of records each of their fields: bytes between fields mean nothing."""
    for array in games:
        yield from (array[name] for name in array.dtype.names) if array.dtype.names else (array,)


def packed(playing: Playing, count: int, games: Games) -> bytes:
    """What they are, a checksum, and the bytes of everything."""
    about = json.dumps(_about(playing, count), sort_keys=True).encode() + b"\n"
    body = b"".join(column.tobytes() for column in _columns(games))
    return MAGIC + about + blake2b(about + body, digest_size=CHECKED).digest() + body


def unpacked(saved: bytes, playing: Playing, count: int, blank: Games) -> Games:
    """Read it back into these arrays; SommetError where it is something else, or damaged."""
    if not isinstance(saved, bytes) or not saved.startswith(MAGIC):
        raise refused("saved")
    about, _, rest = saved[len(MAGIC) :].partition(b"\n")
    about += b"\n"
    body = rest[CHECKED:]
    told = json.dumps(_about(playing, count), sort_keys=True).encode() + b"\n"
    whole = blake2b(about + body, digest_size=CHECKED).digest() == rest[:CHECKED]
    if about != told or not whole or len(body) != sum(column.nbytes for column in _columns(blank)):
        raise refused("saved")
    at = 0
    for column in _columns(blank):
        column[...] = np.frombuffer(body, column.dtype, column.size, at).reshape(column.shape)
        at += column.nbytes
    return blank
