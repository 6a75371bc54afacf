"""`sommet arena`: tournaments and ratings. A tool for research, in English only."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..drawing.progress import bar
from .terminal.arguments import GAMES, add_cluster, whole

INTERRUPTED = 130
MOST_GAMES = 4000  # until it is clear whether a bot has become weaker
MOVE_LIMIT, START_LIMIT = 300.0, 600.0  # as in arena.workers, which would take long to import
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..arena.players import Maker
    from ..arena.schedule import Mode

EPILOG = """bots: the five levels (beginner, easy, medium, hard, master) and each game's baselines, also with a budget:
master:sims=2000, plain:seconds=1; engine:COMMAND or engine:sims=500:COMMAND, a program that speaks our line protocol;
py:MODULE:CLASS, a class in Python with think(view, budget, seed);
openspiel:mcts:seconds=1, openspiel:ismcts:sims=500, OpenSpiel's bots (needs sommet[openspiel]);
reader:sims=2000:of=master:sims=2000, uniform:sims=2000, own:sims=2000, cheat:sims=2000, the judges of --exploit."""


def add_parser(subparsers: Any) -> None:
    """Who plays, what, how often."""
    about = "tournaments between bots, engines and peers, with ratings"
    parser = subparsers.add_parser("arena", help=about, description=about, epilog=EPILOG)
    parser.add_argument("game", choices=GAMES, help="which game")
    parser.add_argument("bots", nargs="*", default=[], metavar="BOT", help="who plays; see below")
    parser.add_argument("--games", type=whole(1), metavar="N", help="games of each line-up, at least (usual: 200)")
    parser.add_argument("--players", type=whole(2), default=2, metavar="N", help="at one table (usual: 2)")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--gauntlet", action="store_true", help="the first bot against each of the others")
    shape.add_argument("--among", action="store_true", help="one of the first among others that are all alike")
    parser.add_argument(
        "--options", type=_pairs, default={}, metavar="KEY=VALUE,…", help="the game's options, as sommet new names them"
    )
    parser.add_argument("--seed", type=whole(0), default=1, metavar="N", help="of deals and bots (usual: 1)")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep games here; the same command again resumes")
    parser.add_argument("--mix", action="store_true", help="with --out: count games of other versions of the bots too")
    parser.add_argument(
        "--move-limit",
        type=seconds,
        default=MOVE_LIMIT,
        metavar="SECONDS",
        help=f"who takes longer for a move forfeits the game (default: {MOVE_LIMIT:g})",
    )
    parser.add_argument(
        "--start-limit",
        type=seconds,
        default=START_LIMIT,
        metavar="SECONDS",
        help=f"to load and compile, before the first game (default: {START_LIMIT:g})",
    )
    parser.add_argument("--records", action="store_true", help="keep whole games, not only results")
    parser.add_argument("--jobs", type=whole(1), metavar="N", help="processes (default: one for every two cores)")
    add_cluster(parser)
    parser.add_argument("--minutes", type=float, metavar="M", help="begin no new game after so long")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results as JSON")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the table as CSV")
    parser.add_argument("--png", type=Path, metavar="FILE", help="draw the ratings (or beliefs, or calibration)")
    parser.add_argument(
        "--exploit", metavar="BOT", help="what four judges win against it, who guess its secret in four ways"
    )
    parser.add_argument(
        "--sims", type=whole(1), metavar="N", help="with --exploit: simulations of the bot and its judges"
    )
    parser.add_argument(
        "--judges", type=_list, metavar="A,B,…", help="with --exploit: some of reader, uniform, own, cheat (usual: all)"
    )
    parser.add_argument(
        "--seeds",
        type=whole(1),
        default=2,
        metavar="N",
        help="with --exploit: how often the reader asks the bot (usual: 2)",
    )
    parser.add_argument("--beliefs", action="store_true", help="how well players' secrets are guessed, in self-play")
    parser.add_argument(
        "--calibration",
        action="store_true",
        help="whether the chances that the first bot tells are what it then wins, against itself and the others",
    )
    parser.add_argument(
        "--regress", metavar="REV", help="is a bot (usual: master) weaker than it was in that revision of the sources?"
    )
    parser.add_argument("--elo0", type=float, default=-30.0, metavar="ELO", help="with --regress: weaker (usual: -30)")
    parser.add_argument("--elo1", type=float, default=0.0, metavar="ELO", help="with --regress: not weaker (usual: 0)")


def seconds(text: str) -> float:
    """More than nothing."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not found > 0:
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: a number of seconds is expected")
    return found


def _pairs(text: str) -> dict[str, str]:
    """``deal=equal,golden_rule=true``; several values of one option have + between them."""
    found = {}
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if not equals:
            raise argparse.ArgumentTypeError(f"{part[:40]!r}: KEY=VALUE is expected")
        found[key] = value.replace("+", ",")
    return found


def _list(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _options(game: str, said: dict[str, str]) -> dict[str, Any]:
    """The options that a game's record stores, read as the game declares them."""
    from ..arena.errors import ArenaError
    from ..core.registry import game as game_named

    options = game_named(game).options
    found = {
        key: value if (option := options.named(key)) is None else option.read(value) for key, value in said.items()
    }
    stored, choices = options.sorted_out(found)
    if choices:
        raise ArenaError(f"--options: {', '.join(choices)} cannot be chosen, each deal draws anew")
    return stored


def makers() -> "dict[str, Maker]":
    """The kinds of players that the arena itself does not know."""
    from ..arena.judges import JUDGES
    from ..research.openspiel_players import make

    return {"openspiel": make, **JUDGES}


def run(args: argparse.Namespace) -> int:
    """Play; print the table."""
    from ..arena.errors import ArenaError
    from ..cluster import Cluster

    try:
        if args.cluster is None:
            return _study(args)(args)
        with Cluster(args.cluster, args.jobs) as args.jobs:
            return _study(args)(args)
    except ArenaError as error:
        print(f"sommet arena: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        kept = f"what was played is in {args.out}; the same command resumes" if args.out else "nothing was kept (--out)"
        print(f"sommet arena: stopped; {kept}", file=sys.stderr)
        return INTERRUPTED


def _study(args: argparse.Namespace) -> "Callable[[argparse.Namespace], int]":
    if args.exploit:
        return _exploit
    if args.calibration:
        return _calibration
    if args.regress:
        return _regression
    return _beliefs if args.beliefs else _tournament


def _tournament(args: argparse.Namespace) -> int:
    from ..arena import running
    from ..arena.results import results
    from ..arena.schedule import Tournament

    mode: Mode = "gauntlet" if args.gauntlet else "among" if args.among else "robin"
    tournament = Tournament(
        args.game, tuple(args.bots), args.players, mode, args.games or 200, args.seed, _options(args.game, args.options)
    )
    with bar("games") as show:
        games = running.run(
            tournament,
            args.out,
            makers(),
            args.jobs,
            args.records,
            show,
            _seconds(args),
            move_limit=args.move_limit,
            start_limit=args.start_limit,
            mix=args.mix,
        )
    found = results(games)
    if args.out:
        for name, text in (("results.json", found.as_json()), ("results.csv", found.as_csv())):
            (args.out / name).write_text(text, encoding="utf-8")
    for path, text in ((args.json, found.as_json()), (args.csv, found.as_csv())):
        if path:
            path.write_text(text, encoding="utf-8")
    if args.png:
        from ..arena.plots import ratings

        ratings(found, args.png, f"{args.game}, {args.players} players, {len(games)} games")
    print(found.as_text(), end="")
    return 0


def _beliefs(args: argparse.Namespace) -> int:
    from ..arena import beliefs

    bot = args.bots[0] if args.bots else "master"
    with bar("games") as show:
        found = beliefs.study(args.game, bot, args.players, args.games or 500, args.seed, args.out, args.jobs, show)
    if args.json:
        args.json.write_text(json.dumps(found.as_dict(), indent=1) + "\n", encoding="utf-8")
    if args.png:
        found.draw(args.png)
    print(found.as_text(), end="")
    return 0


def _exploit(args: argparse.Namespace) -> int:
    from ..arena import exploit
    from ..arena.judges import KINDS

    with bar("games") as show:
        found = exploit.study(
            args.game,
            args.exploit,
            args.players,
            args.games or 200,
            args.seed,
            args.sims,
            args.judges or KINDS,
            args.seeds,
            _options(args.game, args.options),
            args.out,
            args.jobs,
            show,
            _seconds(args),
            args.mix,
        )
    if args.json:
        args.json.write_text(json.dumps(found.as_dict(), indent=1) + "\n", encoding="utf-8")
    print(found.as_text(), end="")
    return 0


def _calibration(args: argparse.Namespace) -> int:
    from ..arena import calibration

    specs, games = args.bots or ["master"], args.games or 200
    with bar("games") as show:
        found = calibration.study(
            args.game,
            specs,
            args.players,
            games,
            args.seed,
            _options(args.game, args.options),
            args.out,
            args.jobs,
            show,
            makers(),
            _seconds(args),
        )
    if args.json:
        args.json.write_text(found.as_json(), encoding="utf-8")
    if args.png:
        found.draw(args.png)
    print(found.as_text(), end="")
    return 0


def _regression(args: argparse.Namespace) -> int:
    """0: not weaker; 1: weaker; 3: not decided yet."""
    from ..arena import regression
    from ..arena.sprt import Bounds

    bot = args.bots[0] if args.bots else "master"
    with bar("games") as show:
        found = regression.study(
            args.game,
            bot,
            args.regress,
            args.players,
            args.games or MOST_GAMES,
            Bounds(args.elo0, args.elo1),
            args.seed,
            _options(args.game, args.options),
            args.out,
            args.jobs,
            show,
            _seconds(args),
        )
    if args.json:
        args.json.write_text(json.dumps(found.as_dict(), indent=1) + "\n", encoding="utf-8")
    print(found.as_text(), end="")
    return {False: 0, True: 1, None: 3}[found.weaker]


def _seconds(args: argparse.Namespace) -> float | None:
    return None if args.minutes is None else args.minutes * 60
