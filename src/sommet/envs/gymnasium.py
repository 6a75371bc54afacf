"""The games as Gymnasium's environments: a learner's seat, the other seats played by opponents (extra `gymnasium`).

Importing this module registers them, as ``sommet/<game>-v0``::

    import gymnasium
    import sommet.envs.gymnasium

    env = gymnasium.make("sommet/<game>-v0", players=2, opponent="random")
    many = gymnasium.make_vec("sommet/<game>-v0", num_envs=64)

`info["action_mask"]` marks the legal actions, as `Discrete.sample` takes them. Rewards come at the end (see
`sommet.envs.VectorEnv`), an action that is not legal loses the game. The options of the game are keyword arguments.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.extras import optional_imports
from ..core.observing import Spec
from ..core.registry import players as all_players
from ..drawing.finding import text
from .errors import whole_number
from .plain_spec import PlainSpec
from .seated import RANDOM, Policy, Seated

with optional_imports():
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

Observed = NDArray[Any]
MOST_PLAIN = 1024.0  # of observations without declared bounds


def observation_space(spec: Spec) -> spaces.Box:
    """The vectors of a spec."""
    if isinstance(spec, PlainSpec):
        return spaces.Box(-MOST_PLAIN, MOST_PLAIN, (spec.size,), np.float32)
    return spaces.Box(np.zeros(spec.size, np.uint8), spec.most, (spec.size,), np.uint8)


class Env(gymnasium.Env[Observed, np.int64]):
    """One game. `render` gives the board as text, as the learner sees it."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  Gymnasium declares it so

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        seat: int = 0,
        opponent: str | Policy = RANDOM,
        illegal: str = "loses",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._play = Seated(game, 1, players, seat, opponent, illegal, **options)
        self.observation_space = observation_space(self._play.env.spec)
        self.action_space = spaces.Discrete(self._play.env.actions)
        self.render_mode = render_mode

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._play.mask[0].astype(np.int8)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal a new game; it begins with the learner's first turn."""
        super().reset(seed=seed)
        self._play.reset(self.np_random)
        return self._play.observed()[0], self._info()

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """The learner's action, then the opponents' until it is the learner's turn again or the game is over."""
        chosen = whole_number("action", action, -(1 << 62), 1 << 62)
        reward = float(self._play.step(np.array([chosen]))[0])
        return self._play.observed()[0], reward, bool(self._play.over[0]), False, self._info()

    def render(self) -> str | None:
        """The board as text."""
        if self.render_mode != "ansi":
            return None
        return text(self._play.env.position(0).view(self._play.seat))


class VectorEnv(gymnasium.vector.VectorEnv[Observed, NDArray[np.int64], NDArray[Any]]):
    """Many games at once. A game that is over is dealt anew by the next step (`AutoresetMode.NEXT_STEP`)."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        *,
        seat: int = 0,
        opponent: str | Policy = RANDOM,
        illegal: str = "loses",
        **options: Any,
    ) -> None:
        self._play = Seated(game, num_envs, players, seat, opponent, illegal, **options)
        self.num_envs = self._play.env.count
        self.single_observation_space = observation_space(self._play.env.spec)
        self.single_action_space = spaces.Discrete(self._play.env.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._play.mask.astype(np.int8)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal all games."""
        super().reset(seed=seed)
        self._play.reset(self.np_random)
        return self._play.observed(), self._info()

    def step(self, actions: Any) -> tuple[Observed, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """An action for each game."""
        rewards = self._play.step(actions)
        over = self._play.over
        return self._play.observed(), rewards, over, np.zeros(self.num_envs, np.bool_), self._info()


for _game in all_players():
    gymnasium.register(
        id=f"sommet/{_game}-v0",
        entry_point="sommet.envs.gymnasium:Env",
        vector_entry_point="sommet.envs.gymnasium:VectorEnv",
        kwargs={"game": _game},
    )
