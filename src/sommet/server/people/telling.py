"""What a notice says: the game, who else plays, where the table is. Nothing that happened in the game."""

from __future__ import annotations

import hashlib

import msgspec

from ...core.words import say
from .mail import Mail
from .push import Device, Message
from .wishes import Person

MOST_TTL = 7 * 86_400


class Verbatim:
    """What somebody wrote, said as it is: never taken for a key or a form."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


class Telling:
    """One notice for one person: of which kind, of which table."""

    def __init__(self, base: str, person: Person, kind: str, table: str, game: str, others: list[str]) -> None:
        self._base, self._person, self._kind = base.rstrip("/"), person, kind
        self._table, self._game = table, game
        self._others = Verbatim(", ".join(name or say(person.language, "server.notice.computer") for name in others))

    def _say(self, what: str, **more: str) -> str:
        key = f"server.notice.{self._kind}.{what}"
        return say(self._person.language, key, game=f"@{self._game}.name", others=self._others, **more)

    def mail(self) -> Mail | None:
        """By mail, if they wish and have an address."""
        person = self._person
        if not person.wishes.mail or person.email is None:
            return None
        page = f"{self._base}/stop#{person.wishes.stop}"
        end = say(person.language, "server.notice.end", base=self._base, stop=page)
        text = f"{self._say('text')}\n\n{self._base}/t/{self._table}\n\n-- \n{end}\n"
        return Mail(person.email, self._say("title"), text, f"{self._base}/api/v1/notices/stop/{person.wishes.stop}")

    def push(self, seconds: int) -> list[Message]:
        """On their devices, if they wish; pointless after that many seconds."""
        if not self._person.wishes.push:
            return []
        said = {"title": self._say("title"), "body": self._say("text"), "path": f"/t/{self._table}"}
        payload = msgspec.json.encode(said)
        return [self._message(device, payload, seconds) for device in self._person.devices]

    def _message(self, device: Device, payload: bytes, seconds: int) -> Message:
        topic = hashlib.sha256(f"{device.id} {self._table}".encode()).hexdigest()[:32]  # says nothing to the service
        urgency = "high" if self._kind == "reminder" else "normal"
        return Message(device, payload, topic, max(60, min(seconds, MOST_TTL)), urgency)
