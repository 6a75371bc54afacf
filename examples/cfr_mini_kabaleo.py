"""An equilibrium of a small Kabaleo by OpenSpiel's own CFR+, through the adapter, and how far it can be exploited.

    python examples/cfr_mini_kabaleo.py --out build/cfr        # needs sommet[openspiel]; no GPU

OpenSpiel walks the whole game tree: what each player knows is an information state, and regrets are kept for each.
Exploitability is what a player who knows the policy could win more than the game is worth, on average over the seats.
"""

import argparse
import json
import time
from functools import cache
from pathlib import Path
from typing import Any

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

from sommet.research.openspiel import register


class Remembered:
    """A state that is asked the same questions in every iteration, and answers each of them once."""

    def __init__(self, state: Any) -> None:
        self._state, self._next = state, dict[int, Remembered]()

    def child(self, action: int) -> "Remembered":
        """What comes after this action."""
        if action not in self._next:
            self._next[action] = Remembered(self._state.child(action))
        return self._next[action]

    def __getattr__(self, name: str) -> Any:
        answered = cache(getattr(self._state, name))
        self.__dict__[name] = answered
        return answered


class RememberedGame:
    """The game, all of whose states are kept."""

    def __init__(self, game: Any) -> None:
        self._game, self._start = game, Remembered(game.new_initial_state())

    def new_initial_state(self) -> Remembered:
        """Always the same."""
        return self._start

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def main(given: list[str] | None = None) -> None:
    """Solve it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--locations", type=int, default=2)
    parser.add_argument("--colours", type=int, default=3)
    parser.add_argument("--pieces", type=int, default=2, help="of each colour")
    parser.add_argument("--iterations", type=int, default=128)
    parser.add_argument("--out", type=Path, default=Path("."), help="where the log goes")
    parser.add_argument("--smoke", action="store_true", help="some seconds only, to see that it runs")
    args = parser.parse_args(given)
    if args.smoke:
        args.iterations = 1
    name = register("kabaleo.mini").type.short_name
    terms = {"location_count": args.locations, "colour_count": args.colours, "piece_count": args.pieces}
    game = RememberedGame(pyspiel.load_game(name, terms))
    solver = cfr.CFRPlusSolver(game)
    args.out.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    with (args.out / "cfr_mini_kabaleo.jsonl").open("w", encoding="utf-8") as log:
        for iteration in range(args.iterations + 1):
            if iteration & (iteration - 1) == 0 or iteration == args.iterations:  # 0, powers of two, the last
                found = exploitability.exploitability(game, solver.average_policy())
                line = {"iteration": iteration, "seconds": round(time.perf_counter() - began, 1)}
                line |= {"exploitability": round(found, 6), "information_states": len(solver._info_state_nodes)}
                print(json.dumps(line), file=log, flush=True)
                print(json.dumps(line), flush=True)
            if iteration < args.iterations:
                solver.evaluate_and_update_policy()


if __name__ == "__main__":
    main()
