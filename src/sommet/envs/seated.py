"""One seat of many games for one learner; the other seats are played by opponents."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots.registry import bot as bot_named
from ..core.errors import bad_argument
from . import viewing
from .errors import one_of, refused, whole_number
from .kernels import LEFT_ALONE
from .vector import VectorEnv, sampled, vector

Policy = Callable[[NDArray[Any], NDArray[np.bool_]], Any]
RANDOM = "random"
ILLEGAL = ("loses", "refused")


class Seated:
    """`env` is the learner's at `seat`. `opponent`: "random", a bot's name, or a function from observations and masks
    of the games in which somebody else is to move (arrays with a row for each) to their actions.

    An action that is not legal loses the game at once (reward -1), or is a SommetError where it is to be "refused".
    """

    def __init__(
        self, game: str, count: int, players: int, seat: int, opponent: str | Policy, illegal: str, **options: Any
    ) -> None:
        self.env: VectorEnv = vector(game, count, players, autoreset="next_step", **options)
        self.seat = whole_number("seat", seat, 0, players - 1)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        if isinstance(opponent, str):
            self._bot = None if opponent == RANDOM else bot_named(game, opponent)
            self._policy: Policy | None = None
        elif callable(opponent):
            self._bot, self._policy = None, opponent
        else:
            raise bad_argument("opponent", opponent)
        self._random = np.random.default_rng()
        self._lost = np.zeros(count, np.bool_)

    def reset(self, random: np.random.Generator) -> None:
        """Deal all games; everything by chance, opponents too, comes from this generator."""
        self._random = random
        self._lost[:] = False
        self.env.reset(int(random.integers(1 << 63)))
        self._let_others_move(np.zeros(self.env.count, np.float32))

    @property
    def mask(self) -> NDArray[np.bool_]:
        """The learner's legal actions; none in a game that is over."""
        mask: NDArray[np.bool_] = self.env.turn.mask & ~self._lost[:, None]
        return mask

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games are over: their next step deals them anew, whatever the action."""
        over: NDArray[np.bool_] = (self.env.turn.mover < 0) | self._lost
        return over

    def observed(self) -> NDArray[Any]:
        """What the learner sees: an array of its own."""
        seen: NDArray[Any] = self.env.seen_by(self.seat).copy()
        return seen

    def step(self, actions: Any) -> NDArray[np.float32]:
        """The learner's action in each game, then the opponents' until it is the learner's turn again; rewards."""
        env, count = self.env, self.env.count
        wanted = np.asarray(actions)
        if wanted.shape != (count,) or wanted.dtype.kind not in "iu":
            raise refused("actions", count=count, given=f"{wanted.dtype} {list(wanted.shape)}")
        wanted = wanted.astype(np.int64)
        running, ended = ~self.over, env.turn.mover < 0
        inside = (wanted >= 0) & (wanted < env.actions)
        legal = inside & env.turn.mask[np.arange(count), np.where(inside, wanted, 0)]
        wrong = running & ~legal
        if wrong.any() and self.illegal == "refused":
            game = int(np.flatnonzero(wrong)[0])
            raise refused("action", action=int(wanted[game]), game=game)
        again = self._lost.copy()
        rewards = np.where(wrong, np.float32(-1), np.float32(0)).astype(np.float32)
        env.step(np.where(running & legal, wanted, np.where(ended, 0, LEFT_ALONE)))
        rewards += env.turn.reward[:, self.seat]
        if again.any():
            env.reset(games=again)
        self._lost = wrong
        self._let_others_move(rewards)
        return rewards

    def _let_others_move(self, rewards: NDArray[np.float32]) -> None:
        env = self.env
        while True:
            waiting = (env.turn.mover != self.seat) & (env.turn.mover >= 0) & ~self._lost
            if not waiting.any():
                return
            actions = np.full(env.count, LEFT_ALONE, np.int64)
            actions[waiting] = self._answer(np.flatnonzero(waiting))
            env.step(actions)
            rewards += env.turn.reward[:, self.seat]

    def _answer(self, games: NDArray[np.intp]) -> Any:
        turn = self.env.turn
        if self._bot is not None:
            return [self._thought(int(game)) for game in games]
        if self._policy is not None:
            return self._policy(turn.observation[games], turn.mask[games])
        return sampled(turn.mask[games], self._random)

    def _thought(self, game: int) -> int:
        assert self._bot is not None
        position = self.env.position(game)
        assert position.to_move is not None
        view = position.view(position.to_move)
        return viewing.action(view, str(self._bot.think(view, seed=int(self._random.integers(1 << 32))).best))
