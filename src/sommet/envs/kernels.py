"""Many games at once, step by step. Each kernel works on games `first` to `end` - 1 of a batch.

So threads share a batch by ranges, and on a GPU every thread has a range of one.
"""

from typing import Any, NamedTuple

from ..core.arrays import Records
from ..core.bits import stream_word
from ..core.chance_kernels import seed_stream
from ..core.kernel import kernel
from ..core.observing import mark, observe
from ..core.rules import begin, can, deal, legal, mover, over, payoff, play, see

NEVER, AT_ONCE, NEXT_STEP = range(3)  # when a game that has ended is dealt anew
LEFT_ALONE = -1  # the action that leaves a game as it is


class Shared(NamedTuple):
    """What all games of a batch have in common: blank records (arrays of one), and which move each action is."""

    setting: Records
    state: Records
    setup: Records
    moves: Any  # by action
    actions: Any  # by move; -1: no action is that move


class Games(NamedTuple):
    """The games of a batch, an entry each."""

    settings: Records
    states: Records
    setups: Records
    chances: Records  # the streams that their deals are drawn from
    log: Any  # the moves made, by their numbers
    played: Any  # how many
    ended: Any


@kernel
def start_game(shared: Any, games: Any, game: Any, bag: Any) -> Any:
    """Deal and begin."""
    games.setups[game] = shared.setup[0]
    deal(games.chances[game], games.setups[game], bag)
    games.settings[game] = shared.setting[0]
    games.states[game] = shared.state[0]
    begin(games.settings[game], games.states[game], games.setups[game])
    games.played[game] = 0
    games.ended[game] = False


@kernel
def start_games(shared: Any, games: Any, wanted: Any, bag: Any, first: Any, end: Any) -> Any:
    """Deal those that are wanted."""
    for game in range(first, end):
        if wanted[game]:
            start_game(shared, games, game, bag)


@kernel
def check_actions(shared: Any, games: Any, actions: Any, first: Any, end: Any) -> Any:
    """The first game whose action is not legal; -1: all are. After a game's end anything is."""
    for game in range(first, end):
        action = actions[game]
        if action != LEFT_ALONE and not games.ended[game]:
            if action < 0 or action >= shared.moves.shape[0]:
                return game
            if not can(games.settings[game], games.states[game], shared.moves[action]):
                return game
    return -1


@kernel
def reward_all(setting: Any, state: Any, rewards: Any) -> Any:
    """After the end: what each seat gets, in all 0. A sole winner of `n` players gets n - 1, a loser -1."""
    total = 0.0
    for seat in range(rewards.shape[0]):
        total += payoff(setting, state, seat)
    for seat in range(rewards.shape[0]):
        rewards[seat] = rewards.shape[0] * payoff(setting, state, seat) / total - 1.0


@kernel
def step_games(
    shared: Any, games: Any, actions: Any, rewards: Any, done: Any, again: Any, bag: Any, first: Any, end: Any
) -> Any:
    """Play these actions, which are legal."""
    for game in range(first, end):
        for seat in range(rewards.shape[1]):
            rewards[game, seat] = 0
        if games.ended[game]:
            if again == NEXT_STEP and actions[game] != LEFT_ALONE:
                start_game(shared, games, game, bag)
            done[game] = games.ended[game]
            continue
        done[game] = False
        if actions[game] == LEFT_ALONE:
            continue
        move = shared.moves[actions[game]]
        play(games.settings[game], games.states[game], move)
        games.log[game, games.played[game]] = move
        games.played[game] += 1
        if over(games.settings[game], games.states[game]):
            reward_all(games.settings[game], games.states[game], rewards[game])
            games.ended[game] = True
            done[game] = True
            if again == AT_ONCE:
                start_game(shared, games, game, bag)


@kernel
def find_mover(games: Any, masks: Any, movers: Any, game: Any) -> Any:
    """Who is to move (nobody: -1), and no action yet; whether there is anybody."""
    for action in range(masks.shape[1]):
        masks[game, action] = False
    movers[game] = -1
    if not games.ended[game]:
        movers[game] = mover(games.settings[game], games.states[game])
    return not games.ended[game]


@kernel
def look_at_games(shared: Any, games: Any, masks: Any, movers: Any, found: Any, first: Any, end: Any) -> Any:
    """Who is to move (nobody: -1) and which actions they have."""
    for game in range(first, end):
        if find_mover(games, masks, movers, game):
            count = legal(games.settings[game], games.states[game], found)
            for rank in range(count):
                masks[game, shared.actions[found[rank]]] = True


@kernel
def mark_games(games: Any, places: Any, masks: Any, movers: Any, first: Any, end: Any) -> Any:
    """The same by the game's own `mark`."""
    for game in range(first, end):
        if find_mover(games, masks, movers, game):
            mark(games.settings[game], places[0], games.states[game], masks[game])


@kernel
def observe_games(shared: Any, games: Any, places: Any, viewers: Any, out: Any, seen: Any, first: Any, end: Any) -> Any:
    """Everybody's observations where `out` has room for them, otherwise one viewer's of each game (-1: seat 0's)."""
    for game in range(first, end):
        for row in range(out.shape[1]):
            viewer = row if out.shape[1] > 1 else max(viewers[game], 0)
            for entry in range(out.shape[2]):
                out[game, row, entry] = 0
            seen[0] = shared.state[0]
            see(games.settings[game], games.states[game], viewer, seen[0])
            observe(games.settings[game], places[0], seen[0], viewer, out[game, row])


@kernel
def seed_games(chances: Any, seed: Any, first: Any, end: Any) -> Any:
    """Begin the stream of every game: stream `game` of the seed."""
    for game in range(first, end):
        seed_stream(chances[game], stream_word(seed, game))
