"""A batch of games as bytes."""

import json
from hashlib import blake2b
from typing import Any

import numpy as np

from .errors import refused
from .kernels import Games
from .playing import Playing

MAGIC = b"sommet-envs/1\n"
CHECKED = 16


def _about(playing: Playing, count: int) -> dict[str, Any]:
    record = playing.record(playing.blank_setup, ()).as_dict()
    return {"game": record["game"], "players": playing.players, "options": record["options"], "games": count}


def packed(playing: Playing, count: int, games: Games) -> bytes:
    """What they are, a checksum, and every array's bytes."""
    about = json.dumps(_about(playing, count), sort_keys=True).encode() + b"\n"
    body = b"".join(array.tobytes() for array in games)
    return MAGIC + about + blake2b(about + body, digest_size=CHECKED).digest() + body


def unpacked(saved: bytes, playing: Playing, count: int, blank: Games) -> Games:
    """Read it back into arrays like these; SommetError where it is something else, or damaged."""
    if not isinstance(saved, bytes) or not saved.startswith(MAGIC):
        raise refused("saved")
    about, _, rest = saved[len(MAGIC) :].partition(b"\n")
    about += b"\n"
    body = rest[CHECKED:]
    told = json.dumps(_about(playing, count), sort_keys=True).encode() + b"\n"
    whole = blake2b(about + body, digest_size=CHECKED).digest() == rest[:CHECKED]
    if about != told or not whole or len(body) != sum(array.nbytes for array in blank):
        raise refused("saved")
    arrays, at = [], 0
    for array in blank:
        arrays.append(np.frombuffer(body[at : at + array.nbytes], array.dtype).reshape(array.shape))
        at += array.nbytes
    return Games(*arrays)
