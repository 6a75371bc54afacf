"""The page about it all, with its tables and pictures, from whatever is built."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from . import files, plots
from .estimate import position_counts
from .laws import PROVED, Finding, try_laws
from .winners import Winners, all_winners, found

TEXT = Path(__file__).with_name("report.md")
PICTURES = "atlas"
SETS = "sets"


def wanted(tokens: int, four: int, three: int, two: int) -> Iterator[tuple[int, int | None]]:
    """What to build for the page: (tokens, limit on colours). Refuses at once when its pictures cannot be drawn."""
    plots.need_matplotlib()
    for count in range(1, tokens + 1):
        yield count, None
    for limit, last in ((4, four), (3, three), (2, two)):
        first = 1 + max([tokens, *(other for more, other in ((4, four), (3, three)) if more > limit)])
        for count in range(first, last + 1):
            yield count, limit


def write(out: Path, folder: Path | None = None) -> Path:
    """Write atlas.md and its pictures into a folder; returns the page."""
    folder = folder or files.default_folder()
    pictures = out / PICTURES
    saved = pictures / SETS
    winners = all_winners(*(each for each in (folder, saved) if each.is_dir()))
    plots.three_colour_maps(winners, pictures / "three-colours.png")
    plots.shares(winners, pictures / "shares.png")
    plots.thue_morse(winners, pictures / "thue-morse.png")
    findings = try_laws(winners)
    page = TEXT.read_text(encoding="utf-8")
    for name, text in {
        "counts": counts_table(winners),
        "restricted": restricted_table(winners),
        "proved": laws_list([each for each in findings if each.law.standing == PROVED]),
        "observed": laws_list([each for each in findings if each.law.standing != PROVED]),
        "three": three_colour_table(winners),
        "times": times_table(folder, saved),
    }.items():
        page = page.replace(f"<!-- {name} -->", text)
    path = out / "atlas.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8")
    return path


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table with right-aligned columns."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "--:|" * len(head), *lines])


def counts_table(winners: Sequence[Winners]) -> str:
    """For every T done in full: positions, sets, second-player wins."""
    rows = []
    for each in winners:
        if each.colours >= each.tokens:
            positions, _ = position_counts(each.tokens, each.tokens)
            share = 100 * each.second_wins / len(each.second)
            rows.append(
                (each.tokens, f"{positions:,}", f"{len(each.second):,}", f"{each.second_wins:,}", f"{share:.1f} %")
            )
    return table(("T", "positions", "starting sets", "won by the second player", "share"), rows)


def restricted_table(winners: Sequence[Winners]) -> str:
    """By T and number of colours: how many sets, and how many the second player wins."""
    head = ("T", "2 colours", "3 colours", "4 colours", "5 colours", "6 colours")
    rows = []
    for each in winners:
        if each.tokens < 8:
            continue
        row: list[object] = [each.tokens]
        for colours in range(2, 7):
            some = [second for one, second in each.second.items() if len(one) == colours]
            row.append(f"{sum(some)} of {len(some)}" if each.colours >= min(colours, each.tokens) else "")
        rows.append(row)
    return table(head, rows)


def laws_list(findings: Sequence[Finding]) -> str:
    """Every law, where it was tried, and what was found."""
    lines = []
    for each in findings:
        broken = "no counterexample" if not each.broken else f"BROKEN by {', '.join(map(str, each.broken[:5]))}"
        lines.append(f"- **{each.law.says}** {each.law.why} Tried on {each.tried:,} sets, {each.range}: {broken}.")
    return "\n".join(lines)


def three_colour_table(winners: Sequence[Winners]) -> str:
    """For the larger T, the three-colour sets of the rarer outcome, shortest first: b, c and then c, b runs."""
    rows = []
    for each in winners:
        if each.colours < 3 or each.tokens < 27:
            continue
        rare = [one for one, second in each.second.items() if len(one) == 3 and second == (each.tokens % 2 == 0)]
        runs = []
        for c, group in groupby(sorted((one[2], one[1]) for one in rare), key=lambda pair: pair[0]):
            runs.append(f"c={c}: b={spans([b for _, b in group])}")
        winner = "second" if each.tokens % 2 == 0 else "first"
        rows.append((each.tokens, winner, len(rare), "; ".join(runs)))
    return table(("T", "won by the", "sets", "b and c of these sets"), rows)


def spans(numbers: Sequence[int]) -> str:
    """1, 2, 3, 5 as 1–3, 5."""
    out: list[list[int]] = []
    for number in numbers:
        if out and number == out[-1][1] + 1:
            out[-1][1] = number
        else:
            out.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in out)


def times_table(folder: Path, saved: Path) -> str:
    """What the larger builds took."""
    rows = []
    for kind, where in ((files.WINNERS, folder), (files.SETS, saved)):
        for header, _ in found(where, kind):
            full = header["colours"] >= header["tokens"]
            if header["positions"] >= (20_000_000 if full else 200_000_000):
                limit = "any" if full else f"at most {header['colours']}"
                rows.append(
                    (
                        header["tokens"],
                        limit,
                        f"{header['positions']:,}",
                        header["device"],
                        f"{header['seconds']:.1f} s",
                    )
                )
    return table(("T", "colours", "positions", "on", "time"), rows)
