"""The games as PettingZoo's environments, every seat an agent (extra `pettingzoo`).

`aec(game, …)` in turn, `parallel(game, …)` all at once; the game's options are keyword arguments. An observation has
`observation` and `action_mask`; rewards come at the end (see `sommet.envs.VectorEnv`). An action that is not legal is
refused by a SommetError.
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..core.errors import shown
from ..core.extras import optional_imports
from ..drawing.finding import text
from .errors import refused, whole_number
from .gymnasium import observation_space
from .vector import VectorEnv, vector

with optional_imports():
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

Observed = dict[str, NDArray[Any]]


class _Table:
    """A game, its agents and their spaces; `passing`: there is one more action, for those who are not to move."""

    def __init__(self, game: str, players: int, passing: bool, options: dict[str, Any]) -> None:
        self.env: VectorEnv = vector(game, 1, players, autoreset="off", **options)
        self.agents = [f"player_{seat}" for seat in range(players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.agents)}
        self.passing = passing
        self.actions = self.env.actions + passing
        seen = observation_space(self.env.spec)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})
            for agent in self.agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.actions) for agent in self.agents
        }

    @property
    def mover(self) -> int:
        """The seat to move; -1: nobody."""
        return int(self.env.turn.mover[0])

    def mask(self, seat: int) -> NDArray[np.int8]:
        """What this seat may do."""
        mask = np.zeros(self.actions, np.int8)
        if seat == self.mover:
            mask[: self.env.actions] = self.env.turn.mask[0]
        elif self.passing:
            mask[-1] = 1
        return mask

    def play(self, action: Any) -> None:
        """The mover's action."""
        chosen = whole_number("action", action, 0, self.actions - 1)
        if chosen >= self.env.actions or not self.env.turn.mask[0, chosen]:
            raise refused("action", action=chosen, game=0)
        self.env.step_unchecked(np.array([chosen], np.int64))

    def rewards(self) -> dict[str, float]:
        """Of the last step."""
        return dict(zip(self.agents, self.env.turn.reward[0].tolist(), strict=True))


class Aec(AECEnv):  # type: ignore[misc]
    """In turn: `agent_selection` is the seat to move."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: str, players: int = 2, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self._table = _Table(game, players, False, options)
        self.metadata = {**type(self).metadata, "name": f"sommet_{game}_v0"}  # type: ignore[misc]
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self.observation_spaces, self.action_spaces = self._table.observation_spaces, self._table.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        self._table.env.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._table.mover]

    def observe(self, agent: str) -> Observed:
        """What this agent sees; the mover's legal actions."""
        table = self._table
        seat = table.seats[agent]
        turn = table.env.turn
        seen = turn.observation[0].copy() if seat == table.mover else table.env.views()[0, seat]
        return {"observation": seen, "action_mask": table.mask(seat)}

    def step(self, action: Any) -> None:
        """The selected agent's action; None once it is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._table.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._table.rewards()
        if self._table.mover < 0:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[(self._table.seats[agent] + 1) % len(self.agents)]
        else:
            self.agent_selection = self.agents[self._table.mover]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, as the one to move sees it."""
        return _drawn(self._table, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""


class Parallel(ParallelEnv):  # type: ignore[misc]
    """All at once: there is one more action, the last, for those who are not to move; whatever they do is ignored."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(self, game: str, players: int = 2, render_mode: str | None = None, **options: Any) -> None:
        self._table = _Table(game, players, True, options)
        self.metadata = {**type(self).metadata, "name": f"sommet_{game}_v0"}  # type: ignore[misc]
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = self._table.observation_spaces, self._table.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Deal a new game."""
        self._table.env.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observed(), self._infos()

    def _observed(self) -> dict[str, Observed]:
        views = self._table.env.views()[0]
        return {
            agent: {"observation": views[seat], "action_mask": self._table.mask(seat)}
            for agent, seat in self._table.seats.items()
        }

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self.possible_agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """The mover's action counts."""
        if not self.agents:
            raise refused("over")
        acting = self._table.agents[self._table.mover]
        if not isinstance(actions, dict) or acting not in actions:
            raise refused("acting", agent=acting, given=shown(actions))
        self._table.play(actions[acting])
        over = self._table.mover < 0
        if over:
            self.agents = []
        ended, cut = dict.fromkeys(self.possible_agents, over), dict.fromkeys(self.possible_agents, False)
        return self._observed(), self._table.rewards(), ended, cut, self._infos()

    def render(self) -> str | None:
        """The board as text, as the one to move sees it."""
        return _drawn(self._table, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""


def _drawn(table: _Table, mode: str | None) -> str | None:
    return text(table.env.position(0).view(max(table.mover, 0))) if mode == "ansi" else None


def aec(game: str, players: int = 2, render_mode: str | None = None, **options: Any) -> Aec:
    """A game in turn."""
    return Aec(game, players, render_mode, **options)


def parallel(game: str, players: int = 2, render_mode: str | None = None, **options: Any) -> Parallel:
    """A game all at once."""
    return Parallel(game, players, render_mode, **options)
