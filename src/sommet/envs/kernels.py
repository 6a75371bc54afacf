"""Many games at once, step by step. Each kernel works on games `first` to `end` - 1 of a batch.

So threads share a batch by ranges, and on a GPU every thread has a range of one.
"""

from typing import Any, NamedTuple

import numpy as np

from ..core.arrays import Records
from ..core.bits import GOLDEN, mix, scale, stream_word
from ..core.chance_kernels import seed_stream
from ..core.kernel import kernel
from ..core.observing import mark, observe
from ..core.rules import begin, can, deal, legal, mover, over, payoff, play, recall, redeal, see

NEVER, AT_ONCE, NEXT_STEP = range(3)  # when a game that has ended is dealt anew
LEFT_ALONE = -1  # the action that leaves a game as it is
GUESSES = 16
GOLDEN_STEP = np.uint64(GOLDEN)


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
def begin_game(games: Any, game: Any, bag: Any) -> Any:
    """Deal and begin: set-up and state are blank, the setting is blank or that of the game before."""
    deal(games.chances[game], games.setups[game], bag)
    begin(games.settings[game], games.states[game], games.setups[game])
    games.played[game] = 0
    games.ended[game] = False


@kernel
def start_game(shared: Any, games: Any, game: Any, bag: Any) -> Any:
    """The same on records as another game left them."""
    games.setups[game] = shared.setup[0]
    games.states[game] = shared.state[0]
    begin_game(games, game, bag)


@kernel
def start_games(shared: Any, games: Any, wanted: Any, bag: Any, first: Any, end: Any) -> Any:
    """Deal those that are wanted."""
    for game in range(first, end):
        if wanted[game]:
            games.settings[game] = shared.setting[0]
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
def step_game(shared: Any, games: Any, action: Any, rewards: Any, done: Any, again: Any, game: Any) -> Any:
    """Play this action, which is legal; whether the game is to be dealt anew now."""
    for seat in range(rewards.shape[1]):
        rewards[game, seat] = 0
    if games.ended[game]:
        anew = again == NEXT_STEP and action != LEFT_ALONE
        done[game] = not anew
        return anew
    done[game] = False
    if action == LEFT_ALONE:
        return False
    move = shared.moves[action]
    play(games.settings[game], games.states[game], move)
    games.log[game, games.played[game]] = move
    games.played[game] += 1
    if not over(games.settings[game], games.states[game]):
        return False
    reward_all(games.settings[game], games.states[game], rewards[game])
    games.ended[game] = True
    done[game] = True
    return again == AT_ONCE


@kernel
def step_games(
    shared: Any, games: Any, actions: Any, rewards: Any, done: Any, again: Any, bag: Any, first: Any, end: Any
) -> Any:
    """The same in each of them, and new deals."""
    for game in range(first, end):
        if step_game(shared, games, actions[game], rewards, done, again, game):
            start_game(shared, games, game, bag)


@kernel
def find_mover(games: Any, movers: Any, game: Any) -> Any:
    """Who is to move (nobody: -1); whether there is anybody."""
    movers[game] = -1
    if not games.ended[game]:
        movers[game] = mover(games.settings[game], games.states[game])
    return not games.ended[game]


@kernel
def clear(row: Any) -> Any:
    """Nothing in it."""
    for entry in range(row.shape[0]):
        row[entry] = 0


@kernel
def look_at_games(shared: Any, games: Any, masks: Any, movers: Any, found: Any, first: Any, end: Any) -> Any:
    """Who is to move (nobody: -1) and which actions they have."""
    for game in range(first, end):
        clear(masks[game])
        if find_mover(games, movers, game):
            count = legal(games.settings[game], games.states[game], found)
            for rank in range(count):
                masks[game, shared.actions[found[rank]]] = True


@kernel
def mark_game(games: Any, places: Any, mask: Any, movers: Any, game: Any) -> Any:
    """The same by the game's own `mark`, in a mask that is empty."""
    if find_mover(games, movers, game):
        mark(games.settings[game], places[0], games.states[game], mask)


@kernel
def mark_games(games: Any, places: Any, masks: Any, movers: Any, first: Any, end: Any) -> Any:
    """The same in each of them."""
    for game in range(first, end):
        clear(masks[game])
        mark_game(games, places, masks[game], movers, game)


@kernel
def observe_game(setting: Any, places: Any, state: Any, viewer: Any, out: Any, seen: Any) -> Any:
    """What the viewer sees (-1: seat 0), into an empty vector; `seen` is a blank state."""
    viewer = max(viewer, 0)
    see(setting, state, viewer, seen)
    observe(setting, places, seen, viewer, out)


@kernel
def observe_games(shared: Any, games: Any, places: Any, viewers: Any, out: Any, seen: Any, first: Any, end: Any) -> Any:
    """Everybody's observations where `out` has room for them, otherwise one viewer's of each game."""
    for game in range(first, end):
        for row in range(out.shape[1]):
            clear(out[game, row])
            viewer = row if out.shape[1] > 1 else viewers[game]
            seen[0] = shared.state[0]
            observe_game(games.settings[game], places[0], games.states[game], viewer, out[game, row], seen[0])


@kernel
def copy_rest(games: Any, others: Any, number: Any, rewards: Any, done: Any, game: Any) -> Any:
    """All but the records of another batch's game; nothing has been won in this step."""
    games.chances[game] = others.chances[number]
    for ply in range(others.played[number]):
        games.log[game, ply] = others.log[number, ply]
    games.played[game] = others.played[number]
    games.ended[game] = others.ended[number]
    done[game] = others.ended[number]
    for seat in range(rewards.shape[1]):
        rewards[game, seat] = 0


@kernel
def redeal_game(shared: Any, games: Any, game: Any, seed: Any, seen: Any, rng: Any) -> Any:
    """What the seat to move may not know is drawn anew, by the seed and the game's number."""
    if games.ended[game]:
        return
    seen[0] = shared.state[0]
    see(games.settings[game], games.states[game], mover(games.settings[game], games.states[game]), seen[0])
    rng[0].word = stream_word(seed, game)
    redeal(games.settings[game], seen[0], rng[0])
    games.states[game] = seen[0]
    recall(games.settings[game], games.states[game], games.setups[game])


@kernel
def copy_games(
    shared: Any,
    games: Any,
    others: Any,
    numbers: Any,
    seed: Any,
    rewards: Any,
    done: Any,
    room: Any,
    first: Any,
    end: Any,
) -> Any:
    """Each game becomes a copy of another batch's; with a seed that is not below 0, redealt."""
    for game in range(first, end):
        number = numbers[game]
        games.settings[game] = others.settings[number]
        games.states[game] = others.states[number]
        games.setups[game] = others.setups[number]
        copy_rest(games, others, number, rewards, done, game)
        if seed >= 0:
            redeal_game(shared, games, game, seed, room[0], room[1])


@kernel
def random_action(mask: Any, random: Any) -> Any:
    """Any of the actions that are marked, each equally likely; 0 where there is none."""
    count = mask.shape[0]
    for _ in range(GUESSES):  # where most actions are legal, a guess is soon one
        random = mix(random ^ GOLDEN_STEP)
        guess = scale(random, count)
        if mask[guess]:
            return guess
    legal_ones = np.int64(0)
    for action in range(count):
        legal_ones += np.int64(mask[action])
    rank = scale(mix(random ^ GOLDEN_STEP), legal_ones)
    for action in range(count):
        if mask[action]:
            if rank == 0:
                return np.int64(action)
            rank -= 1
    return np.int64(0)


@kernel
def choose_at_random(masks: Any, seed: Any, chosen: Any, first: Any, end: Any) -> Any:
    """An action for each game: what it is follows from the seed, the game's number and its mask."""
    for game in range(first, end):
        chosen[game] = random_action(masks[game], stream_word(seed, game))


@kernel
def seed_games(chances: Any, seed: Any, first: Any, end: Any) -> Any:
    """Begin the stream of every game: stream `game` of the seed."""
    for game in range(first, end):
        seed_stream(chances[game], stream_word(seed, game))
