"""Many games at once, for programs that learn: one call plays a move in each of them."""

import secrets
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import copy
from ..core.bits import stream_word
from ..core.chance_kernels import CHANCE
from ..core.errors import bad_argument, shown
from ..core.observing import Spec
from ..core.position import Position
from . import saving
from .errors import one_of, refused, whole_number
from .kernels import AT_ONCE, NEVER, NEXT_STEP, Games
from .playing import Playing
from .running import Array, OnCpu

MOST_GAMES = 1 << 24
MOST_THREADS = 1024
MOST_SEED = (1 << 63) - 1
AUTORESET = {"same_step": AT_ONCE, "next_step": NEXT_STEP, "off": NEVER}
SEATS = ("mover", "all")
GUESSES = 3
NOT_REDEALT = -1
DEVICES = ("cpu", "cuda")


class Turn(NamedTuple):
    """How all games stand after a reset or a step. The arrays are the environment's own: the next step overwrites them.

    `observation`: per game what the seat to move sees, or per game and seat; `mask`: which actions are legal; `mover`:
    the seat to move (-1: nobody); `reward`: per game and seat, of the step just made; `done`: whether a game ended in
    that step.
    """

    observation: Array
    mask: Array
    mover: Array
    reward: Array
    done: Array


class VectorEnv:
    """`count` games on the same terms, each going on by itself. `vector` makes one.

    Whoever is to move in a game acts there, so one policy plays all seats. Rewards come at a game's end and add up to
    0: a sole winner of n players gets n - 1, a loser -1, a shared win is divided, partners get the same.
    """

    def __init__(
        self, playing: Playing, count: int, seed: int | None, seats: str, autoreset: str, threads: int, device: str
    ) -> None:
        self.playing, self.count = playing, whole_number("n", count, 1, MOST_GAMES)
        self.seats, self.autoreset = one_of("seats", seats, SEATS), one_of("autoreset", autoreset, tuple(AUTORESET))
        self.device = one_of("device", device, DEVICES)
        threads = whole_number("threads", threads, 1, MOST_THREADS)
        if device == "cpu":
            self._run: Any = OnCpu(playing, self.count, threads)
        else:
            from .running_cuda import OnCuda

            self._run = OnCuda(playing, self.count)
        make, n = self._run.array, self.count
        self._games = Games(
            make((n,), playing.room.setting.dtype),
            make((n,), playing.room.state.dtype),
            make((n,), playing.blank_setup.dtype),
            make((n,), CHANCE),
            make((n, playing.longest), np.int16),
            make((n,), np.int16),
            make((n,), np.bool_),
        )
        views, size = playing.players if seats == "all" else 1, playing.spec.size
        self._out = self._run.rows((n, views, size), playing.spec.dtype)
        self._mask = self._run.rows((n, playing.actions), np.bool_)
        self._chosen_at_random = make((n,), np.int64)
        self._own = Turn(
            self._out.array if seats == "all" else self._out.array.reshape(n, size),
            self._mask.array,
            make((n,), np.int8),
            make((n, playing.players), np.float32),
            make((n,), np.bool_),
        )
        self._turn = Turn(*map(self._run.shown, self._own))
        self._last_actions: Any = None  # another's memory, as long as a kernel may read it
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<VectorEnv {self.playing.game.name}, {self.players} players, {self.count} games>"

    def __len__(self) -> int:
        return self.count

    @property
    def players(self) -> int:
        """How many play each game."""
        return self.playing.players

    @property
    def actions(self) -> int:
        """How many actions there are; they are numbered from 0."""
        return self.playing.actions

    @property
    def spec(self) -> Spec:
        """What an observation is made of."""
        return self.playing.spec

    @property
    def turn(self) -> Turn:
        """How all games stand."""
        return self._turn

    def reset(self, seed: int | None = None, games: Any = None) -> Turn:
        """Deal anew: all games, or those chosen by true and false or by their numbers, which go on in their streams.

        The deals of game number g follow from the seed and g alone; the first is that of `sommet.new` with the seed
        `deal_seed(g)`. Without a seed one is drawn, where all are dealt.
        """
        wanted = np.ones(self.count, np.bool_) if games is None else self._chosen(games)
        if games is None or seed is not None:
            drawn = secrets.randbits(63) if seed is None else whole_number("seed", seed, 0, MOST_SEED)
            self.seed = drawn
            self._run.seed(self._games, drawn)
        self._run.start(self._games, wanted)
        self._run.put(self._own.reward, np.zeros((self.count, self.players), np.float32))
        self._run.put(self._own.done, np.zeros(self.count, np.bool_))
        return self._looked()

    def deal_seed(self, game: int) -> int:
        """The seed with which `sommet.new` deals this game's first deal."""
        return int(stream_word(self.seed, whole_number("game", game, 0, self.count - 1)))

    def step(self, actions: Any) -> Turn:
        """Play an action in each game; -1 leaves a game as it is. SommetError, and nothing is played, if one is wrong.

        What happens to a game that ends, `autoreset` says: with "same_step" it is dealt anew at once, and what is
        observed is the new game; with "next_step" the next step deals it anew, whatever its action; with "off" it
        stays as it ended until it is reset.
        """
        wanted = self._actions(actions)
        game = self._run.wrong(self._games, wanted)
        if game >= 0:
            raise refused("action", action=int(self._run.here(wanted)[game]), game=game)
        return self._played(wanted)

    def step_unchecked(self, actions: Any) -> Turn:
        """The same without looking whether actions are legal: with one that is not, anything may happen."""
        return self._played(self._actions(actions))

    def _actions(self, actions: Any) -> Array:
        """One number for each game; SommetError where they are something else."""
        try:
            wanted = self._run.actions(actions)
        except (ValueError, TypeError):
            raise refused("actions", count=self.count, given=shown(actions)) from None
        if wanted.shape != (self.count,) or wanted.dtype.kind not in "iu":
            raise refused("actions", count=self.count, given=f"{wanted.dtype} {list(wanted.shape)}")
        return wanted

    def _played(self, wanted: Array) -> Turn:
        self._last_actions = wanted
        self._run.step(self._games, wanted, self._own.reward, self._own.done, AUTORESET[self.autoreset])
        return self._looked()

    def _looked(self) -> Turn:
        self._run.look(self._games, self._mask, self._own.mover)
        self._run.observe(self._games, self._own.mover, self._out)
        return self._turn

    def views(self) -> Array:
        """What every seat sees now, per game and seat: an array of its own."""
        out = self._run.rows((self.count, self.players, self.spec.size), self.spec.dtype)
        self._run.observe(self._games, self._own.mover, out)
        return self._run.shown(out.array)

    def seen_by(self, seat: int) -> Array:
        """What this seat sees now in every game; what the last step observed is overwritten."""
        wanted = whole_number("seat", seat, 0, self.players - 1)
        if self.seats == "all":
            return self._run.shown(self._own.observation[:, wanted])
        viewers = self._run.array((self.count,), np.int8)
        self._run.put(viewers, np.full(self.count, wanted, np.int8))
        self._run.observe(self._games, viewers, self._out)
        return self._turn.observation

    def sample(self, random: np.random.Generator) -> NDArray[np.int64]:
        """A uniformly random legal action for each game; of a game that has ended, 0. From a GPU masks are copied."""
        return sampled(self._run.here(self._own.mask), random)

    def random_actions(self, seed: int) -> Array:
        """The same where the games are: the seed, a game's number and its mask decide. The next call overwrites it."""
        number = whole_number("seed", seed, 0, MOST_SEED)
        self._run.choose(self._mask, number, self._chosen_at_random)
        return self._run.shown(self._chosen_at_random)

    def position(self, game: int) -> Position:
        """One of the games as a position, with all that is hidden in it."""
        number = whole_number("game", game, 0, self.count - 1)
        games = Games(*(self._run.here(array[number : number + 1]) for array in self._games))
        return self.playing.position(copy(games.setups), games.log[0, : games.played[0]].tolist())

    def put(self, game: int, position: Position) -> Turn:
        """Go on from a position, a whole game's on the same terms, in place of one of the games."""
        number = whole_number("game", game, 0, self.count - 1)
        if not isinstance(position, Position):
            raise bad_argument("position", position)
        setup, games = self.playing.setup_of(position), self.copy_out()
        games.setups[number], games.settings[number] = setup[0], position.setting[0]
        games.states[number] = position.state[0]
        played = [position.notation.numbers[text] for text in position.moves]
        games.log[number, : len(played)], games.played[number] = played, len(played)
        games.ended[number] = position.over
        return self.copy_in(games)

    def copy_out(self) -> Games:
        """All games as NumPy arrays of their own: what `copy_in` takes. What is hidden is in them."""
        return Games(*(copy(self._run.here(array)) for array in self._games))

    def copy_in(self, games: Games) -> Turn:
        """Go on from games that were copied out of such an environment."""
        if not isinstance(games, tuple) or len(games) != len(self._games):
            raise refused("saved")
        for mine, given in zip(self._games, games, strict=True):
            if not isinstance(given, np.ndarray) or (mine.shape, mine.dtype) != (given.shape, given.dtype):
                raise refused("saved")
        for mine, given in zip(self._games, games, strict=True):
            self._run.put(mine, given)
        self._run.put(self._own.reward, np.zeros((self.count, self.players), np.float32))
        self._run.put(self._own.done, games.ended)
        return self._looked()

    def copy_from(self, other: "VectorEnv", games: Any, redeal: int | None = None) -> Turn:
        """Every game here becomes a copy of one of another environment's, on the same device and terms: `games` numbers
        them, an entry for each. For a search, `redeal` is a seed: what the seat to move may not know is drawn anew.
        """
        if not isinstance(other, VectorEnv) or other is self or other.device != self.device:
            raise bad_argument("other", other)
        if not self.playing.like(other.playing):
            raise refused("terms")
        numbers, seed = self._actions(games), NOT_REDEALT
        if redeal is not None:
            seed = whole_number("redeal", redeal, 0, MOST_SEED)
        if self.device == "cpu" and not ((numbers >= 0) & (numbers < other.count)).all():
            raise refused("games", count=other.count, most=other.count - 1, given=shown(games))
        self._last_actions = numbers
        self._run.copy(self._games, other._games, numbers, seed, self._own.reward, self._own.done)
        return self._looked()

    def save(self) -> bytes:
        """The same as bytes, for `load`: to be kept or sent. Load only what you trust."""
        return saving.packed(self.playing, self.count, self.copy_out())

    def load(self, saved: bytes) -> Turn:
        """Go on from what an environment of the same kind saved; SommetError where it is something else."""
        blank = self.copy_out()
        return self.copy_in(saving.unpacked(saved, self.playing, self.count, blank))

    def _chosen(self, games: Any) -> NDArray[np.bool_]:
        try:
            given = np.asarray(self._run.here(games))
        except (ValueError, TypeError):
            given = np.zeros(0)
        if given.dtype == np.bool_ and given.shape == (self.count,):
            return given
        inside = given.ndim == 1 and given.dtype.kind in "iu" and ((given >= 0) & (given < self.count)).all()
        if not inside:
            raise refused("games", count=self.count, most=self.count - 1, given=shown(games))
        wanted = np.zeros(self.count, np.bool_)
        wanted[given] = True
        return wanted


def sampled(mask: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int64]:
    """Of each row the place of one of its true entries, each equally likely; 0 where there is none."""
    rows, actions = mask.shape
    chosen = np.zeros(rows, np.int64)
    flat, open_rows = mask.ravel(), np.arange(rows)
    for _ in range(GUESSES):  # where most actions are legal, a guess is nearly always one
        guess = random.integers(0, actions, len(open_rows))
        hit = flat[open_rows * actions + guess]
        chosen[open_rows[hit]] = guess[hit]
        open_rows = open_rows[~hit]
    left = mask[open_rows]
    places, counts = np.flatnonzero(left), np.count_nonzero(left, axis=1)
    rank = (random.random(len(left)) * counts).astype(np.int64) + np.cumsum(counts) - counts
    some = counts > 0
    chosen[open_rows[some]] = places[rank[some]] % actions
    return chosen


def vector(
    game: str,
    n: int,
    players: int = 2,
    *,
    seed: int | None = None,
    first: int | None = None,
    seats: str = "mover",
    autoreset: str = "same_step",
    threads: int = 1,
    device: str = "cpu",
    **options: Any,
) -> VectorEnv:
    """`n` games at once. `seats`: "mover" observes for the seat to move, "all" for every seat.

    The game's options, and choices about the deal, are keyword arguments as of `sommet.new`. The same seed gives the
    same games on every device and with any number of threads. SommetError for what cannot be meant.
    """
    return VectorEnv(Playing(game, players, first, options), n, seed, seats, autoreset, threads, device)
