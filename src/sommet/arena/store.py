"""Finished games on disk: one line each, only ever added to. A killed tournament resumes where it was."""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

import msgspec

from .errors import ArenaError
from .playing import Played
from .schedule import Tournament

GAMES, IDENTITY = "games.jsonl", "arena.json"


class Store:
    """A folder with the tournament's identity and its games; None: in memory only.

    `prints`: the players' fingerprints; games that other versions of them played are refused. None: they count too.
    """

    def __init__(self, folder: Path | None, tournament: Tournament, prints: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.games: dict[str, Played] = {}
        self._file: TextIO | None = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._check(folder / IDENTITY, tournament)
            self.games = {game.key: game for game in read(folder / GAMES, repair=True)}
            _check_versions(folder, self.games.values(), prints or {})
            self._file = (folder / GAMES).open("a", encoding="utf-8")

    def _check(self, path: Path, tournament: Tournament) -> None:
        identity = tournament.identity()
        if path.exists():
            if json.loads(path.read_text(encoding="utf-8")) != identity:
                raise ArenaError(f"{path.parent} holds another tournament ({path.read_text(encoding='utf-8').strip()})")
            return
        path.write_text(json.dumps(identity) + "\n", encoding="utf-8")

    def add(self, game: Played) -> None:
        """Keep it, on the disk before anything else happens."""
        self.games[game.key] = game
        if self._file is not None:
            self._file.write(msgspec.json.encode(game).decode() + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Nothing more comes."""
        if self._file is not None:
            self._file.close()


def _check_versions(folder: Path, games: Iterable[Played], prints: Mapping[str, str]) -> None:
    for game in games:
        for spec in game.lineup:
            if spec in prints and game.bots.get(spec) != prints[spec]:
                which = f"Sommet {game.version}" if game.version else "a Sommet that did not say its version"
                raise ArenaError(
                    f"{folder} holds games of another version of {spec} (played with {which}): "
                    "choose another folder to start anew, or --mix to count them together"
                )


def read(path: Path, repair: bool = False) -> Iterable[Played]:
    """The games of a file. A last line that was cut short by a kill is dropped; with `repair`, from the file too."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if repair and len(whole) < len(data):
        path.write_bytes(whole)
    try:
        return [msgspec.json.decode(line, type=Played) for line in whole.splitlines()]
    except msgspec.DecodeError as error:
        raise ArenaError(f"{path} is no file of games: {error}") from None
