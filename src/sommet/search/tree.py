"""Monte-Carlo tree search over what a viewer knows, for any game with a guide.

Each simulation fills in what is hidden (`imagine`), walks down the tree by UCB, adds one node, plays on to the end
(`follow`) and gives every move on its way its mover's reward (`settle`), at the root less what the move costs besides
(`toll`), and there also the mover's share of the win, which is what an analysis reports. A guide that can tell what a
position is worth (`judge`) is asked about every candidate before it is tried, as if it had been played out so many
times (`trust`), and about the position from which a simulation is played on; its word is a part of the reward then.

A node is a public history: moves, and what chance showed. The mover's candidates there, their order and their
statistics are kept for each private type of the mover (`persona`), so that nobody in the tree acts on what they cannot
know, and everybody acts on what they do. What follows a move is one node, whoever chose the move and why.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import Records, one, record_type
from ..core.kernel import kernel
from ..core.numbers import log
from ..core.rules import mover, over, payoff, play
from .guide import MOST_PERSONAS, MOST_SEATS, REWARDS, candidates, follow, imagine, judge, persona, settle, signal, toll

DEEPEST = 256
NONE = -1
MOVES = 1 << 15  # a move is a number below this

# A node has a slot for each move that was a candidate there, in any order. Each private type of its mover has a list of
# entries, its own candidates in their order: each names its slot and has its own statistics.
NODE = record_type(
    ("label", np.int32),  # the signal that led to it
    ("sibling", np.int32),  # the next node after the same move with another signal
    ("first_slot", np.int32),
    ("slots", np.int32),
    ("first_entry", np.int32, MOST_PERSONAS),  # per private type; NONE: that type was not here yet
    ("entries", np.int32, MOST_PERSONAS),
    ("visits", np.int32, MOST_PERSONAS),
)
SLOT = record_type(("child", np.int32), ("move", np.int16))  # the first node after that move
ENTRY = record_type(
    ("rewards", np.float64),  # with what the guide judged, `trust` times
    ("visits", np.int32),
    ("slot", np.int16),  # counted from the node's first
    ("judged", np.int16),
)
NOT_YET, JUDGED, NO_IDEA = range(3)
NOTES = record_type(
    ("nodes", np.int32),  # how many are in use, and so on
    ("slots", np.int32),
    ("entries", np.int32),
    ("node", np.int32, DEEPEST),  # the path of a simulation: which node, which private type of whom, which entry
    ("type", np.int32, DEEPEST),
    ("seat", np.int32, DEEPEST),
    ("entry", np.int32, DEEPEST),
    ("slot_of", np.int16, MOVES),  # while candidates are listed, each move's slot + 1; 0 at all other times
)


class Tree(NamedTuple):
    """A tree's memory. Nothing is freed; when it is full the tree stops growing and rollouts go on."""

    nodes: Records
    slots: Records
    entries: Records
    won: NDArray[np.float64]  # per slot of the root: sum of the shares of the win


class Scratch(NamedTuple):
    """Scratch space of a simulation, used again for the next."""

    state: Records  # two: the second one for moves that are only looked at
    rng: Records
    rewards: Records  # two: what was played out, and what was judged
    notes: Records
    moves: NDArray[np.int64]


def new_tree(nodes: int, slots: int, most: int) -> Tree:
    """Room for these numbers of nodes and moves, and for `most` moves at the root; unused pages cost nothing.

    A new tree is one whose root is all zero bytes, and so is new scratch space.
    """
    return Tree(np.zeros(nodes, NODE), np.zeros(slots, SLOT), np.zeros(slots, ENTRY), np.zeros(most, np.float64))


def new_scratch(states: Records, stream: Records, most: int) -> Scratch:
    """For simulations from states like these, with the random numbers of this stream."""
    return Scratch(np.repeat(states, 2), stream, np.zeros(2, REWARDS), one(NOTES), np.empty(most, np.int64))


@kernel
def simulate(settings: Any, guides: Any, states: Any, scratch: Any, tree: Any, simulations: Any) -> Any:
    """Run a number of simulations from the state; the moves played in them, tree and rollouts together."""
    setting = settings[0]
    guide = guides[0]
    rng = scratch.rng[0]
    rewards = scratch.rewards[0]
    judged = scratch.rewards[1]
    notes = scratch.notes[0]
    state = scratch.state[0]
    spare = scratch.state[1]
    moves = scratch.moves
    nodes = tree.nodes
    slots = tree.slots
    entries = tree.entries
    judges = guide.trust > 0.0
    played = 0
    if notes.nodes == 0:
        notes.nodes = 1
        nodes[0].sibling = NONE
        for of_type in range(MOST_PERSONAS):
            nodes[0].first_entry[of_type] = NONE
    for _ in range(simulations):
        scratch.state[0] = states[0]
        imagine(setting, guide, state, rng)
        at = np.int64(0)
        depth = 0
        # down the tree, to the first node that is new (one kernel: arrays are counted at every call)
        while depth < DEEPEST and not over(setting, state):
            node = nodes[at]
            of_type = persona(setting, guide, state)
            fresh = node.first_entry[of_type] == NONE
            if fresh:
                number = candidates(setting, guide, state, moves)
                if not add_entries(notes, node, of_type, moves, number, slots, entries):
                    break
            first = int(node.first_entry[of_type])
            total = np.float64(node.visits[of_type])
            width = int(guide.wide + guide.widening * math.sqrt(total))
            if judges and depth == 0:
                width = int(node.entries[of_type])
            width = min(max(width, 1), int(node.entries[of_type]))
            spread = guide.exploration * math.sqrt(log(total + 1.0))
            seat = mover(setting, state)
            chosen = first
            best = -1.0
            for k in range(first, first + width):
                entry = entries[k]
                weight = np.float64(entry.visits)
                if judges:
                    if entry.judged == NOT_YET:
                        scratch.state[1] = scratch.state[0]
                        play(setting, spare, np.int64(slots[node.first_slot + entry.slot].move))
                        entry.judged = NO_IDEA
                        if judge(setting, guide, spare, seat, judged):
                            entry.judged = JUDGED
                            entry.rewards = guide.trust * judged.seat[seat]
                    if entry.judged == JUDGED:
                        weight += guide.trust
                if weight == 0.0:
                    chosen = k
                    break
                worth = entry.rewards / weight + spread / math.sqrt(weight)
                if worth > best:
                    best = worth
                    chosen = k
            notes.node[depth] = at
            notes.type[depth] = of_type
            notes.seat[depth] = seat
            notes.entry[depth] = chosen
            depth += 1
            slot = slots[node.first_slot + entries[chosen].slot]
            play(setting, state, np.int64(slot.move))
            if judges and fresh:
                break
            shown = signal(setting, guide, state)
            at = np.int64(slot.child)
            while at != NONE and nodes[at].label != shown:
                at = np.int64(nodes[at].sibling)
            if at == NONE:
                at = add_node(notes, nodes, slot, shown)
                if at == NONE or not judges:
                    break
        played += depth
        heard = 0.0
        if judges and not over(setting, state) and judge(setting, guide, state, -1, judged):
            heard = guide.heard
        while True:
            move = follow(setting, guide, state, rng)
            if move < 0:
                break
            play(setting, state, move)
            played += 1
        settle(setting, guide, state, rewards)
        if depth > 0:
            entry = entries[notes.entry[0]]
            won = payoff(setting, state, notes.seat[0])
            tree.won[entry.slot] += won if heard == 0.0 else won + heard * (judged.won[notes.seat[0]] - won)
            entry.rewards -= toll(setting, guide, np.int64(slots[nodes[0].first_slot + entry.slot].move))
        if heard > 0.0:
            for seat in range(MOST_SEATS):
                rewards.seat[seat] += heard * (judged.seat[seat] - rewards.seat[seat])
        for step in range(depth):
            nodes[notes.node[step]].visits[notes.type[step]] += 1
            entry = entries[notes.entry[step]]
            entry.visits += 1
            entry.rewards += rewards.seat[notes.seat[step]]
    return played


@kernel
def add_entries(notes: Any, node: Any, of_type: Any, moves: Any, number: Any, slots: Any, entries: Any) -> Any:
    """The first time a private type is here: its candidates, in its order. False when there is no room.

    Moves that another type's list has already keep their slots, and with them what follows. Where there are new ones,
    the node's slots are copied to where there is room for all.
    """
    first = np.int64(notes.entries)
    start = np.int64(notes.slots)
    before = np.int64(node.first_slot)
    known = np.int64(node.slots)
    if first + number > entries.shape[0] or start + known + number > slots.shape[0]:
        return False
    for k in range(known):
        notes.slot_of[slots[before + k].move] = k + 1
    count = known
    for k in range(number):
        place = count
        if known > 0 and notes.slot_of[moves[k]] != 0:
            place = np.int64(notes.slot_of[moves[k]]) - 1
        if place == count:
            slots[start + count].move = moves[k]
            slots[start + count].child = NONE
            count += 1
        entry = entries[first + k]
        entry.slot = place
        entry.visits = 0
        entry.judged = NOT_YET
        entry.rewards = 0.0
    for k in range(known):
        notes.slot_of[slots[before + k].move] = 0
    if count > known:
        for k in range(known):
            slots[start + k] = slots[before + k]
        node.first_slot = start
        node.slots = count
        notes.slots = start + count
    node.first_entry[of_type] = first
    node.entries[of_type] = number
    notes.entries = first + number
    return True


@kernel
def add_node(notes: Any, nodes: Any, slot: Any, shown: Any) -> Any:
    """A node after this slot's move and this signal; NONE: there is no room for one."""
    at = np.int64(notes.nodes)
    if at >= nodes.shape[0]:
        return np.int64(NONE)
    notes.nodes = at + 1
    node = nodes[at]
    node.label = shown
    node.sibling = slot.child
    node.first_slot = 0
    node.slots = 0
    for of_type in range(MOST_PERSONAS):
        node.first_entry[of_type] = NONE
        node.visits[of_type] = 0
    slot.child = at
    return at


@kernel
def add_root(tree: Any, found: Any) -> Any:
    """Add to `found`, by move number, the visits of the root's moves and the shares of the win they led to."""
    root = tree.nodes[0]
    for slot in range(root.slots):
        found[tree.slots[root.first_slot + slot].move, 1] += tree.won[slot]
    for of_type in range(MOST_PERSONAS):
        first = np.int64(root.first_entry[of_type])
        if first != NONE:
            for k in range(first, first + root.entries[of_type]):
                entry = tree.entries[k]
                found[tree.slots[root.first_slot + entry.slot].move, 0] += entry.visits
