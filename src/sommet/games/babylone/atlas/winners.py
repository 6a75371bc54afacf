"""Who wins every starting set: tables of them."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import files
from .blocks import Blocks, outline
from .partitions import first_indices, restricted_counts

Set = tuple[int, ...]
"""The number of tokens of each colour, descending."""


def sets(made: Blocks) -> Iterator[Set]:
    """The starting set of every block."""
    weights, counts = made.group["weight"].tolist(), made.group["count"].tolist()
    for start, end in pairwise(made.block["groups"].tolist()):
        each: list[int] = []
        for group in range(start, end):
            each += [weights[group]] * counts[group]
        yield tuple(each)


@dataclass(frozen=True)
class Winners:
    """The starting sets of a number of tokens, in at most a number of colours, with whether the second player wins."""

    tokens: int
    colours: int
    second: dict[Set, bool]

    @classmethod
    def looked_up(cls, tokens: int, colours: int, won: Callable[[NDArray[np.int64]], NDArray[np.bool_]]) -> "Winners":
        """From whatever says which ranks are won. All tokens apart is the last partition of every weight, so the last
        position of its block."""
        made = outline(first_indices(restricted_counts(tokens)), tokens, colours)
        last = made.block["base"][:-1] + made.block["size"][:-1] - 1
        return cls(tokens, colours, dict(zip(sets(made), (~won(last)).tolist(), strict=True)))

    @classmethod
    def of(cls, tokens: int, colours: int, bits: NDArray[np.uint64]) -> "Winners":
        """From the bits of an atlas."""

        def won(ranks: NDArray[np.int64]) -> NDArray[np.bool_]:
            return np.asarray((bits[ranks >> 6] >> (ranks & 63).astype(np.uint64)) & np.uint64(1), bool)

        return cls.looked_up(tokens, colours, won)

    @classmethod
    def read(cls, path: Path) -> "Winners":
        """From a file: an atlas, or the small one that `save` writes."""
        header, data = files.read(path)
        if path.suffix == f".{files.WINNERS}":
            return cls.of(header["tokens"], header["colours"], data)
        made = outline(first_indices(restricted_counts(header["tokens"])), header["tokens"], header["colours"])
        second = np.unpackbits(data, count=len(made.block) - 1, bitorder="little").astype(bool)
        return cls(header["tokens"], header["colours"], dict(zip(sets(made), second.tolist(), strict=True)))

    @classmethod
    def load(cls, tokens: int, colours: int | None = None, folder: Path | None = None) -> "Winners":
        """From the atlas that was built."""
        limit = tokens if colours is None else min(colours, tokens)
        return cls.read(files.find(folder or files.default_folder(), tokens, limit))

    def save(self, folder: Path, **facts: Any) -> Path:
        """Write a bit for each starting set: a few kilobytes that tell what an atlas of gigabytes found."""
        path = folder / files.file_name(self.tokens, self.colours, files.SETS)
        bits = np.packbits(np.array(list(self.second.values()), bool), bitorder="little")
        files.write(path, bits, facts | {"tokens": self.tokens, "colours": self.colours})
        return path

    @property
    def second_wins(self) -> int:
        """How many sets the second player wins."""
        return sum(self.second.values())

    def as_csv(self) -> str:
        """A table: tokens, number of colours, the set, who wins."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["tokens", "colours", "set", "winner"])
        for each, second in self.second.items():
            table.writerow([self.tokens, len(each), "+".join(map(str, each)), "second" if second else "first"])
        return out.getvalue()

    def as_json(self) -> str:
        """The same as JSON."""
        sets = [{"set": each, "winner": "second" if second else "first"} for each, second in self.second.items()]
        return json.dumps(
            {"tokens": self.tokens, "colours": self.colours, "second_wins": self.second_wins, "sets": sets}
        )


def found(folder: Path, kind: str) -> Iterator[tuple[files.Header, Path]]:
    """Every finished file of a kind in a folder, by tokens and colours."""
    headers = [(files.read_header(path), path) for path in folder.glob(f"babylone-*.{kind}")]
    return iter(sorted(headers, key=lambda each: (each[0]["tokens"], each[0]["colours"])))


def all_winners(*folders: Path) -> list[Winners]:
    """The winners of every atlas in these folders; of a restricted one only where there is no fuller one."""
    best: dict[int, tuple[int, Path]] = {}
    for folder in folders or (files.default_folder(),):
        for kind in (files.WINNERS, files.SETS):
            for header, path in found(folder, kind):
                if header["colours"] > best.get(header["tokens"], (0, path))[0]:
                    best[header["tokens"]] = (header["colours"], path)
    return [Winners.read(path) for _, (_, path) in sorted(best.items())]
