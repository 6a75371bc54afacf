"""Running a batch's kernels on an NVIDIA GPU: the same functions, a thread a game.

Threads write masks and observations, which are rows of bytes, into their block's shared memory; from there the block
writes them out in whole words. Games to be dealt anew are few: they are listed, and dealt side by side.
"""

from functools import cache
from typing import Any

import numpy as np

from ..core.bits import RANDOM
from ..core.kernel import INTERPRETED
from ..core.rules import BAG
from ..research.cuda import _cuda, available, exact_arithmetic, exact_kernel
from . import dlpack, kernels
from .device_array import DEFAULT_STREAM, DeviceArray
from .errors import refused
from .kernels import Games
from .plain_spec import PlainSpec
from .playing import Playing
from .running import Array, Rows

THREADS_A_BLOCK = 256
ROWS_A_BLOCK = 32  # whose bytes lie in shared memory; a multiple of 4, so that a block begins with a whole word
SHARED_BYTES = 48 << 10  # what every GPU gives a block
WORD = 4
MOST_BLOCKS = 1 << 13
SETTINGS, STATES, SETUPS = range(3)  # the kinds of records in `_blanks` and `_pieces`
cuda = _cuda()  # by this name: Numba's simulator looks for it here


def _function(kernel: Any) -> Any:
    """What runs inside the GPU's kernels; in Numba's simulator of a GPU that is plain Python."""
    return kernel.interpreted if INTERPRETED else kernel.compiled


@cache
def _launchers(state_type: "np.dtype[Any]", piece_type: "np.dtype[Any]") -> dict[str, Any]:
    """The GPU's kernels for states of this type; records are copied as numbers of the other type."""
    import numba

    pieces = state_type.itemsize // piece_type.itemsize
    piece = piece_type if INTERPRETED else numba.from_dtype(piece_type)

    record, stream = (state_type, RANDOM) if INTERPRETED else map(numba.from_dtype, (state_type, RANDOM))
    check, step, begin = (_function(one) for one in (kernels.check_actions, kernels.step_game, kernels.begin_game))
    mark, observe = _function(kernels.mark_game), _function(kernels.observe_game)
    choose, copy, redeal = (
        _function(one) for one in (kernels.choose_at_random, kernels.copy_rest, kernels.redeal_game)
    )

    def run_check(shared: Any, games: Any, actions: Any, wrong: Any) -> None:
        for game in range(cuda.grid(1), actions.shape[0], cuda.gridsize(1)):
            if check(shared, games, actions, game, game + 1) >= 0:
                cuda.atomic.min(wrong, 0, game)

    def run_step(
        shared: Any, games: Any, actions: Any, rewards: Any, done: Any, again: Any, waiting: Any, count: Any
    ) -> None:
        game = cuda.grid(1)
        if game < done.shape[0] and step(shared, games, actions[game], rewards, done, again, game):
            waiting[cuda.atomic.add(count, 0, 1)] = game

    def run_deal(games: Any, blanks: Any, used: Any, from_kind: Any, waiting: Any, count: Any) -> None:
        bag = cuda.local.array(BAG, numba.int16)
        mine = cuda.threadIdx.x
        for first in range(cuda.blockIdx.x * cuda.blockDim.x, count[0], cuda.gridsize(1)):
            for place in range(first, min(first + cuda.blockDim.x, count[0])):
                for kind in range(from_kind, 3):
                    size = blanks[kind].shape[0]
                    for entry in range(mine, size, cuda.blockDim.x):
                        used[kind][waiting[place] * size + entry] = blanks[kind][entry]
            cuda.syncthreads()
            if first + mine < count[0]:
                begin(games, waiting[first + mine], bag)

    def run_copy(
        shared: Any,
        games: Any,
        used: Any,
        others: Any,
        theirs: Any,
        numbers: Any,
        seed: Any,
        rewards: Any,
        done: Any,
    ) -> None:
        seen, rng = cuda.local.array(1, record), cuda.local.array(1, stream)
        first, mine = cuda.blockIdx.x * cuda.blockDim.x, cuda.threadIdx.x
        for game in range(first, min(first + cuda.blockDim.x, numbers.shape[0])):
            for kind in range(3):
                size = used[kind].shape[0] // numbers.shape[0]
                for entry in range(mine, size, cuda.blockDim.x):
                    used[kind][game * size + entry] = theirs[kind][numbers[game] * size + entry]
        cuda.syncthreads()
        if first + mine < numbers.shape[0]:
            copy(games, others, numbers[first + mine], rewards, done, first + mine)
            if seed >= 0:
                redeal(shared, games, first + mine, seed, seen, rng)

    def run_look(games: Any, places: Any, movers: Any, words: Any, width: Any, count: Any) -> None:
        rows = cuda.shared.array(0, numba.uint8)
        room = cuda.shared.array(0, numba.uint32)  # the same memory
        first = cuda.blockIdx.x * cuda.blockDim.x
        mine = cuda.threadIdx.x
        filled = (min(cuda.blockDim.x, movers.shape[0] - first) * width + WORD - 1) // WORD
        for word in range(mine, filled, cuda.blockDim.x):
            room[word] = 0
        cuda.syncthreads()
        if first + mine < movers.shape[0]:
            mark(games, places, rows[mine * width : (mine + 1) * width], movers, first + mine)
        cuda.syncthreads()
        for word in range(mine, filled, cuda.blockDim.x):
            words[first * width // WORD + word] = room[word]
        if first + mine == 0:
            count[0] = 0  # those that waited have been dealt

    def run_observe(
        settings: Any, states: Any, places: Any, blanks: Any, viewers: Any, words: Any, width: Any, seats: Any
    ) -> None:
        bare, held = cuda.local.array(pieces, piece), cuda.local.array(pieces, piece)
        seen, state = bare.view(state_type), held.view(state_type)
        rows = cuda.shared.array(0, numba.uint8)
        room = cuda.shared.array(0, numba.uint32)
        first = cuda.blockIdx.x * cuda.blockDim.x
        mine = cuda.threadIdx.x
        filled = (min(cuda.blockDim.x, viewers.shape[0] * seats - first) * width + WORD - 1) // WORD
        for word in range(mine, filled, cuda.blockDim.x):
            room[word] = 0
        cuda.syncthreads()
        if first + mine < viewers.shape[0] * seats:
            game = (first + mine) // seats
            for entry in range(pieces):
                bare[entry] = blanks[STATES][entry]
                held[entry] = states[game * pieces + entry]
            viewer = first + mine - game * seats if seats > 1 else viewers[game]
            row = rows[mine * width : (mine + 1) * width]
            observe(settings[game], places[0], state[0], viewer, row, seen[0])
        cuda.syncthreads()
        for word in range(mine, filled, cuda.blockDim.x):
            words[first * width // WORD + word] = room[word]

    def run_choose(masks: Any, seed: Any, chosen: Any) -> None:
        game = cuda.grid(1)
        if game < chosen.shape[0]:
            choose(masks, seed, chosen, game, game + 1)

    made: dict[str, Any] = {
        "check": run_check,
        "step": run_step,
        "deal": run_deal,
        "copy": run_copy,
        "look": run_look,
        "observe": run_observe,
        "choose": run_choose,
    }
    return {name: exact_kernel(function) for name, function in made.items()}


def _rows_a_block(width: int) -> int:
    rows = ROWS_A_BLOCK
    while rows > WORD and rows * width > SHARED_BYTES:
        rows //= 2
    return rows


class WordRows(Rows):
    """On the GPU, where they are written as whole words."""

    def __init__(self, shape: tuple[int, ...], dtype: Any) -> None:
        size, self.width = int(np.prod(shape)), shape[-1]
        self.words = cuda.to_device(np.zeros(-(-size // WORD), np.uint32))
        super().__init__(self.words.view(dtype)[:size].reshape(*shape))
        threads = _rows_a_block(self.width)
        self.launched = -(-(size // self.width) // threads), threads, 0, -(-threads * self.width // WORD) * WORD


class OnCuda:
    """As `OnCpu`. Nothing waits for the GPU, and nothing is copied from it, but where it is said."""

    def __init__(self, playing: Playing, count: int) -> None:
        if not available():
            raise refused("gpu")
        if isinstance(playing.spec, PlainSpec):
            raise refused("undeclared", game=playing.game.name)
        self.count = count
        self._shared = type(playing.shared)(*map(cuda.to_device, playing.shared))
        self._places = cuda.to_device(playing.spec.places)
        self._wrong = cuda.to_device(np.full(1, count, np.int64))
        self._waiting, self._waits = cuda.to_device(np.zeros(count, np.int32)), cuda.to_device(np.zeros(1, np.int32))
        self._threads = -(-count // THREADS_A_BLOCK), THREADS_A_BLOCK
        blank = playing.shared.setting, playing.shared.state, playing.shared.setup
        self._piece = np.dtype(f"u{np.gcd.reduce([8, *(records.dtype.itemsize for records in blank)])}")
        self._ready: dict[Any, Any] = {}  # launchers that need not look at the arguments' types any more
        self._cut: tuple[Any, tuple[Array, ...]] = (None, ())
        self._launchers = _launchers(playing.room.state.dtype, self._piece)
        self._blanks = tuple(cuda.to_device(records.view(np.ndarray).view(self._piece)) for records in blank)

    def array(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """Of zeros, on the GPU."""
        return cuda.to_device(np.zeros(shape, dtype))

    def rows(self, shape: tuple[int, ...], dtype: Any) -> WordRows:
        """The same for masks and observations."""
        return WordRows(shape, dtype)

    def shown(self, array: Array) -> DeviceArray:
        """The array for everybody else."""
        return DeviceArray(array, cuda)

    def here(self, array: Array) -> "np.ndarray[Any, Any]":
        """A copy in this machine's memory."""
        return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)

    def put(self, into: Array, values: "np.ndarray[Any, Any]") -> None:
        """Copy values to the GPU."""
        into.copy_to_device(np.ascontiguousarray(values))

    def actions(self, given: Any) -> Array:
        """An array of the GPU as it is, anything else as an array there."""
        if isinstance(given, DeviceArray):
            return given.of
        if dlpack.on_a_gpu(given):
            return cuda.as_cuda_array(dlpack.Taken(given, DEFAULT_STREAM))
        if hasattr(given, "__cuda_array_interface__"):
            return cuda.as_cuda_array(given)
        return cuda.to_device(np.ascontiguousarray(given))

    def _run(self, name: str, launched: tuple[int, ...], *arguments: Any, given: Array | None = None) -> None:
        """Launch; only the type of what is `given` from outside may change, all others stay as they are."""
        kind = name if given is None else (name, given.dtype, given.strides)
        if kind not in self._ready:
            with exact_arithmetic():
                self._ready[kind] = self._launchers[name].specialize(*arguments)
        self._ready[kind][launched](*arguments)

    def seed(self, games: Games, seed: int) -> None:
        """Begin every game's stream."""
        chances = np.zeros(games.chances.shape, games.chances.dtype)
        kernels.seed_games(chances, seed, 0, len(chances))
        self.put(games.chances, chances)

    def start(self, games: Games, wanted: "np.ndarray[Any, Any]") -> None:
        """Deal those that are wanted."""
        numbers = np.flatnonzero(wanted)
        self.put(self._waiting, np.pad(numbers, (0, self.count - len(numbers))).astype(np.int32))
        self.put(self._waits, np.array([len(numbers)], np.int32))
        self._deal(games, SETTINGS)

    def _deal(self, games: Games, from_kind: int) -> None:
        """Deal those that wait, on blank records from this kind on."""
        blocks = min(-(-self.count // ROWS_A_BLOCK), MOST_BLOCKS)
        told = games, self._blanks, self._pieces(games), from_kind, self._waiting, self._waits
        self._run("deal", (blocks, ROWS_A_BLOCK), *told)

    def _pieces(self, games: Games) -> tuple[Array, ...]:
        """The records as plain numbers, which threads copy side by side."""
        if self._cut[0] is not games:
            records = games.settings, games.states, games.setups
            self._cut = games, tuple(each.view(self._piece) for each in records)
        return self._cut[1]

    def copy(self, games: Games, others: Games, numbers: Array, seed: int, rewards: Array, done: Array) -> None:
        """Copies of another batch's games."""
        theirs = tuple(each.view(self._piece) for each in (others.settings, others.states, others.setups))
        launched = -(-self.count // ROWS_A_BLOCK), ROWS_A_BLOCK
        told = others, theirs, numbers, seed, rewards, done
        self._run("copy", launched, self._shared, games, self._pieces(games), *told, given=numbers)

    def wrong(self, games: Games, actions: Array) -> int:
        """The first game whose action is not legal, or -1. This waits for the GPU."""
        self._run("check", self._threads, self._shared, games, actions, self._wrong, given=actions)
        found = int(self._wrong.copy_to_host()[0])
        if found == self.count:
            return -1
        self.put(self._wrong, np.array([self.count], np.int64))
        return found

    def step(self, games: Games, actions: Array, rewards: Array, done: Array, again: int) -> None:
        """Play."""
        waits = self._waiting, self._waits
        self._run("step", self._threads, self._shared, games, actions, rewards, done, again, *waits, given=actions)
        self._deal(games, STATES)

    def look(self, games: Games, masks: WordRows, movers: Array) -> None:
        """Who is to move, and what they may do."""
        self._run("look", masks.launched, games, self._places, movers, masks.words, masks.width, self._waits)

    def observe(self, games: Games, viewers: Array, out: WordRows) -> None:
        """What they see."""
        states, told = self._pieces(games)[STATES], (viewers, out.words, out.width, out.array.shape[1])
        self._run("observe", out.launched, games.settings, states, self._places, self._blanks, *told)

    def choose(self, masks: WordRows, seed: int, chosen: Array) -> None:
        """Random actions."""
        self._run("choose", self._threads, masks.array, seed, chosen)
