"""Text to look at: lines of spans, each with what it is for. `str` gives the plain text; a terminal adds colours."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum


class Role(Enum):
    """What a span is for; how that looks is the terminal's business."""

    PLAIN = ""
    STRONG = "strong"
    ACCENT = "accent"
    GOOD = "good"
    BAD = "bad"
    WARN = "warn"
    QUIET = "quiet"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class Style:
    """A role; or a piece's colour, under its symbol."""

    role: Role = Role.PLAIN
    piece: str | None = None
    bold: bool = False


PLAIN = Style()
STRONG, ACCENT, GOOD, BAD = (Style(role) for role in (Role.STRONG, Role.ACCENT, Role.GOOD, Role.BAD))
WARN, QUIET, GOLD = (Style(role) for role in (Role.WARN, Role.QUIET, Role.GOLD))

Span = tuple[str, Style]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; lines add up."""

    spans: tuple[Span, ...] = ()

    def __str__(self) -> str:
        return "".join(text for text, _ in self.spans)

    def __len__(self) -> int:
        return sum(len(text) for text, _ in self.spans)

    def __bool__(self) -> bool:
        return any(text for text, _ in self.spans)

    def __add__(self, other: "Line | str") -> "Line":
        return Line(self.spans + line(other).spans)

    def ljust(self, width: int) -> "Line":
        """Filled up with spaces on the right."""
        return self if len(self) >= width else self + " " * (width - len(self))

    def rstrip(self) -> "Line":
        """Without spaces at its end."""
        spans = list(self.spans)
        while spans and not spans[-1][0].rstrip():
            spans.pop()
        if spans:
            spans[-1] = (spans[-1][0].rstrip(), spans[-1][1])
        return Line(tuple(spans))


Block = list[Line]


def line(*parts: "Line | Span | str", style: Style = PLAIN) -> Line:
    """A line of texts in that style, of spans, and of other lines."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, Line):
            spans += part.spans
        elif part:
            spans.append((part, style) if isinstance(part, str) else part)
    return Line(tuple(spans))


def joined(lines: Iterable[Line], between: str = "") -> Line:
    """Lines one after another in one."""
    whole: list[Line | str] = []
    for one in lines:
        whole += [between, one] if whole else [one]
    return line(*whole)


def listed(names: Sequence[str], last: str) -> str:
    """Ana, Bram and Chloé; `last` is what stands before the last one."""
    return last.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
