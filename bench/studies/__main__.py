"""Play the games of the studies, print what they show, and draw it: ``python -m bench.studies docs/figures``.

What lies in the folder is not played again, so it can be done in parts.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sommet.arena.errors import ArenaError
from sommet.arena.playing import Played
from sommet.arena.provenance import fingerprint, version
from sommet.arena.running import usual_jobs
from sommet.arena.store import GAMES, Store, read
from sommet.arena.workers import Crew, Play

from . import figures
from .matches import Study, every, fair, luck, seats
from .measures import Share, by_turn, endings, explained_by_deal, lead


def play(study: Study, folder: Path, jobs: int, most_seconds: float) -> None:
    """What is not in the folder yet; no game begins after so many seconds."""
    mark = fingerprint(study.game, study.bot)
    store = Store(folder / study.name, study.tournament, {study.bot: mark})
    until = time.monotonic() + most_seconds

    def keep(game: Played) -> None:
        store.add(replace(game, version=version(), bots={study.bot: mark}))

    try:
        missing = [fixture for fixture in study.fixtures() if fixture.key not in store.games]
        Crew(Play(study.tournament, {}), jobs, until, keep).play(missing)
    finally:
        store.close()


def played(study: Study, folder: Path) -> list[Played]:
    """What was played of it."""
    asked = {fixture.key for fixture in study.fixtures()}
    return [game for game in read(folder / study.name / GAMES) if game.key in asked]


def percent(share: Share) -> str:
    """With its interval."""
    return f"{100 * share.won:.1f} % ({100 * share.low:.1f} – {100 * share.high:.1f})"


def told(folder: Path) -> str:
    """All of it, as tables of Markdown. What was not played is not in it."""
    lines = ["| game | games | by turn, the first to move first | decided by |", "|---|---|---|---|"]
    for study in seats():
        if games := played(study, folder):
            ends = ", ".join(f"{reason} {100 * share:.0f} %" for reason, share in endings(games).items())
            shares = " · ".join(map(percent, by_turn(games)))
            lines.append(f"| {study.game}, {study.players} players, {study.bot} | {len(games)} | {shares} | {ends} |")
    lines += ["", "| agreed | games | whoever begins wins |", "|---|---|---|"]
    for study in fair():
        if games := played(study, folder):
            lines.append(f"| {_agreed(study)} | {len(games)} | {percent(by_turn(games)[0])} |")
    lines += ["", "| game | games | deals | the lead's spread | explained by the deal |", "|---|---|---|---|---|"]
    for study in luck():
        if games := played(study, folder):
            leads = [lead(game) for game in games]
            mean = sum(leads) / len(leads)
            spread = (sum((each - mean) ** 2 for each in leads) / max(1, len(leads) - 1)) ** 0.5
            deals = len({game.deal for game in games})
            part = percent(explained_by_deal(games))
            lines.append(f"| {study.game}, {study.bot} | {len(games)} | {deals} | {spread:.1f} | {part} |")
    return "\n".join(lines) + "\n"


def _agreed(study: Study) -> str:
    return " and ".join(name.replace("_", " ") for name in study.options) or "nothing"


def draw(folder: Path, into: Path) -> None:
    """The pictures, of what was played."""
    turns = {f"{each.game}, {each.players}": games for each in seats() if (games := played(each, folder))}
    if turns:
        figures.draw_turns({name: by_turn(games) for name, games in turns.items()}, into / "studies-turns.png")
        two = {name: games for name, games in turns.items() if len(games[0].seats) == 2}
        figures.draw_foreseen(two, into / "studies-foreseen.png")
    agreed = {_agreed(each): games for each in fair() if (games := played(each, folder))}
    if agreed:
        shares = {name: by_turn(games)[0] for name, games in agreed.items()}
        figures.draw_fair(shares, into / "studies-fair.png")
        figures.draw_leads(next(iter(agreed.values())), into / "studies-leads.png")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, draw."""
    parser = argparse.ArgumentParser(prog="python -m bench.studies", description=__doc__)
    parser.add_argument("figures", type=Path, metavar="FOLDER", help="where the pictures go")
    parser.add_argument("only", nargs="*", metavar="STUDY", help="only those whose names begin so: fair, luck-on_top")
    parser.add_argument(
        "--out", type=Path, default=Path("build/studies"), metavar="FOLDER", help="where games are kept"
    )
    parser.add_argument("--jobs", type=int, default=usual_jobs(), metavar="N", help="processes")
    parser.add_argument(
        "--minutes", type=float, default=1e6, metavar="M", help="for each: begin no new game after so long"
    )
    parser.add_argument("--write", action="store_true", help="play nothing; print and draw what is there")
    args = parser.parse_args(arguments)
    try:
        for study in every():
            if not args.write and study.name.startswith(tuple(args.only or [""])):
                play(study, args.out, args.jobs, 60 * args.minutes)
    except ArenaError as error:
        print(error, file=sys.stderr)
        return 2
    print(told(args.out), end="")
    draw(args.out, args.figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
