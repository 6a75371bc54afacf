"""OpenSpiel's bots as players of the arena: ``openspiel:mcts:seconds=1``, ``openspiel:ismcts:sims=500``."""

import time
from typing import Any

from ..arena.errors import ArenaError
from ..arena.players import BRIEF, budget_of
from ..core.chance import Chance
from ..core.extras import optional_imports
from ..core.position import View
from ..core.registry import game as game_named
from ..search.advice import Budget
from .openspiel_tree import is_secret

BUDGET = Budget(seconds=1.0)
UNLIMITED = 1 << 30
EXPLORATION = 2.0  # the constant of OpenSpiel's own examples, for utilities from -1 to 1


class TimeIsUp(Exception):
    """Raised inside a search to end it; what it found so far stands."""


class OpenSpielPlayer:
    """MCTSBot, or ISMCTSBot where players have secrets; random rollouts; it is given what its seat knows."""

    def __init__(self, kind: str, budget: Budget) -> None:
        self.kind, self.budget = kind, budget
        self.simulations = 0  # of the last move

    def move(self, view: View, seed: int) -> str:
        """The most visited move."""
        return self._think(view, seed, self.budget)

    def warm(self, view: View) -> None:
        """Nothing to compile but the rules."""
        self._think(view, 1, BRIEF)

    def _think(self, view: View, seed: int, budget: Budget) -> str:
        from .openspiel import state_of

        until = time.perf_counter() + (1e9 if budget.seconds is None else budget.seconds)
        state = state_of(view, Chance(seed))
        actions = state.legal_actions()
        search = _ismcts if self.kind == "ismcts" else _mcts
        action, self.simulations = (
            (actions[0], 0) if len(actions) == 1 else search(state, budget.simulations or UNLIMITED, until, seed)
        )
        text: str = state.action_to_string(state.current_player(), action)
        return text


def _mcts(state: Any, simulations: int, until: float, seed: int) -> tuple[int, int]:
    import numpy as np
    from open_spiel.python.algorithms import mcts

    roots: list[Any] = []

    class Timed(mcts.MCTSBot):  # type: ignore[misc]
        """Stops between two simulations."""

        def _apply_tree_policy(self, root: Any, state: Any) -> Any:
            roots[:] = [root]
            if root.explore_count > 1 and time.perf_counter() >= until:
                raise TimeIsUp
            return super()._apply_tree_policy(root, state)

    dice = np.random.RandomState(seed)
    rollout = mcts.RandomRolloutEvaluator(1, dice)
    bot = Timed(state.get_game(), EXPLORATION, simulations, rollout, random_state=dice)
    try:
        root = bot.mcts_search(state)
    except TimeIsUp:
        root = roots[0]
    return int(root.best_child().action), int(root.explore_count)


def _ismcts(state: Any, simulations: int, until: float, seed: int) -> tuple[int, int]:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    done = 0
    dice = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        state.get_game(), mcts.RandomRolloutEvaluator(1, dice), EXPLORATION, simulations, random_state=dice
    )

    def resample(root: Any, player: int) -> Any:
        nonlocal done
        if done > 1 and time.perf_counter() >= until:
            raise TimeIsUp
        done += 1
        return root.resample_quickly(player, dice.random_sample)

    bot.set_resampler(resample)
    try:
        policy = bot.run_search(state)
    except TimeIsUp:
        policy = bot.get_final_policy(state, bot._root_node)
    best = max(chance for _, chance in policy)
    likeliest = sorted(action for action, chance in policy if chance == best)
    return int(likeliest[dice.randint(len(likeliest))]), done


def make(game: str, rest: str) -> OpenSpielPlayer:
    """``mcts`` or ``ismcts``, with a budget if wanted (usual: one second)."""
    kind, colon, said = rest.partition(":")
    budget = budget_of(said) if colon else BUDGET
    if kind not in ("mcts", "ismcts") or budget is None:
        raise ArenaError(f"openspiel:{rest} is none of openspiel:mcts:BUDGET, openspiel:ismcts:BUDGET")
    secrets = is_secret(game_named(game))
    if (kind == "ismcts") != secrets:
        wanted, why = ("ismcts", "secrets") if secrets else ("mcts", "no secrets")
        raise ArenaError(f"openspiel:{rest}: players of {game} have {why}, which needs openspiel:{wanted}")
    with optional_imports():
        import pyspiel  # noqa: F401
    return OpenSpielPlayer(kind, budget)
