"""On Top judged by a small network that learns, on one core, from its own games: no search, some minutes.

    python examples/network_on_top.py --out build/network      # the same command again goes on where it was
    sommet arena on_top py:network_on_top:Learned table --games 200     # in examples/, once it has learned

Everybody plays the best of the most promising placements, and a position is then worth what the next one turned out to
be worth and, in part, what the network says of that one (temporal differences). Playing is all kernels
(`on_top_judged.py`), learning is PyTorch. Two players, both named boards.
"""

import argparse
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from on_top_judged import (
    AT_LAID,
    AT_LEAD,
    AT_PAIRS,
    AT_PAWNS,
    FIRST,
    GOLDEN,
    LAYER,
    MOST_LEAD,
    MOST_ROWS,
    NET,
    PAIR_ROWS,
    ROWS,
    SEATS,
    UNITS,
    WEIGHTS,
    choose_any,
    count_rows,
    duel,
    set_up,
    watch,
)
from torch import Tensor, nn

import sommet
from sommet.core.arrays import Records, one
from sommet.core.bits import random_stream
from sommet.core.record import SPECTATOR
from sommet.games.on_top.bots.guide import GUIDE
from sommet.games.on_top.bots.worth import CIRCLES, SCALE, WORTH
from sommet.games.on_top.declared import PAWNS, TILES
from sommet.games.on_top.rules import MOST_MOVES, OPEN
from sommet.games.on_top.shape import BOARDS
from sommet.search.think import threads

NAME = "network_on_top"
PARTS = 8  # of a round: each with another first tile, on one board and the other by turns
BY_PROMISE = 8  # rounds, before the network is good enough to play
NOISE_BY_PROMISE, NOISE = 0.25, 0.1
REMEMBERED = 4  # rounds
BATCH, RATE, SLOWEST = 2048, 2e-3, 0.03
DEALS, GAMES = 50, 10  # against the table: games of each deal from each seat


def shares() -> NDArray[np.float32]:
    """Per row: what it shares with rows like it; of a circle, its sixths of each role, and its worths by the table.

    So circles that hardly occur are judged by what is known of others, and begin near zero: whoever takes the best of
    many placements would else find the random numbers that a network begins with.
    """
    columns: dict[object, int] = {}
    found: list[tuple[int, int, float]] = []

    def share(row: int, what: object, amount: float = 1.0) -> None:
        found.append((row, columns.setdefault(what, len(columns)), amount))

    for gold in range(2):
        for place in range(FIRST, len(CIRCLES)):
            row, circle = place - FIRST + gold * GOLDEN, int(CIRCLES[place])
            share(row, ("open", circle >> OPEN, gold))
            for role in range(4):
                sixths = role, circle >> 3 * role & 7, circle >> OPEN
                share(row, ("sixths", *sixths))
                share(row, ("golden sixths", *sixths, gold))
            for side in range(2):
                share(row, ("worth", side), float(WORTH[0, 0, side, gold, place]) / SCALE / 2)
    for role in range(3):
        for pawns in range(PAWNS + 1):
            share(AT_PAWNS + role * (PAWNS + 1) + pawns, ("pawns", role), pawns / 10)
    for board in range(len(BOARDS)):
        for laid in range(TILES + 1):
            row = AT_LAID + board * (TILES + 1) + laid
            share(row, "all")
            share(row, ("board", board))
            share(row, "laid", laid / 17 - 1)
    for lead in range(2 * MOST_LEAD + 1):
        share(AT_LEAD + lead, "lead", (lead - MOST_LEAD) / 8)
    for pairs in range(PAIR_ROWS):
        share(AT_PAIRS + pairs, "pairs", pairs / 16)
    matrix = np.zeros((ROWS, len(columns)), np.float32)
    for row, column, amount in found:
        matrix[row, column] += amount
    return matrix


class Network(nn.Module):
    """Rows are added up as counts times a matrix: on a processor that is much faster than looking them up."""

    def __init__(self) -> None:
        super().__init__()
        self.shares: Tensor
        self.register_buffer("shares", torch.from_numpy(shares()))
        self.own = nn.Parameter(torch.zeros(ROWS, UNITS))
        self.shared = nn.Parameter(torch.randn(self.shares.shape[1], UNITS) * 0.1)
        self.first, self.second, self.third = nn.Linear(UNITS, LAYER), nn.Linear(LAYER, LAYER), nn.Linear(LAYER, 2)

    def rows(self) -> Tensor:
        """Each row's own numbers and what it shares."""
        return self.own + self.shares @ self.shared

    def forward(self, counts: Tensor) -> Tensor:
        """Log-odds to win and to lead."""
        found = torch.relu(counts @ self.rows())
        return self.third(torch.relu(self.second(torch.relu(self.first(found)))))

    @torch.no_grad()
    def put(self, net: Records) -> Records:
        """Into a record, to play by."""
        net["rows"][0] = self.rows().numpy()
        for name in WEIGHTS[1:]:
            layer = getattr(self, name)
            net[name][0][:-1], net[name][0][-1] = layer.weight.T.numpy(), layer.bias.numpy()
        return net


def dealt(net: Records, number: int, board: int) -> tuple[Any, ...]:
    """A deal, and all that it takes to play it."""
    known = sommet.new("on_top", SEATS, seed=number, options={"board": BOARDS[board]}).view(SPECTATOR).known
    guide, net = one(GUIDE), net.copy()
    guide["foresees"] = 1
    set_up(known.setting, guide, net)
    work, moves = np.repeat(known.state, 2), np.zeros(MOST_MOVES, np.int64)
    return known.setting, guide, net, known.state, work, random_stream(number), moves


def play_round(net: Records, seed: int, number: int, args: argparse.Namespace) -> list[NDArray[Any]]:
    """Positions of games, as rows, and what they turned out to be worth."""

    def play_part(part: int) -> tuple[NDArray[Any], NDArray[Any]]:
        rows, aims = np.zeros((args.positions // PARTS, MOST_ROWS), np.uint16), np.zeros((args.positions // PARTS, 3))
        by_promise = number < BY_PROMISE
        told = np.array([args.looked, NOISE_BY_PROMISE if by_promise else NOISE, by_promise])
        count = watch(*dealt(net, seed + PARTS * number + part, part % len(BOARDS)), told, rows, aims)
        return rows[:count], aims[:count, :2].astype(np.float32)

    with ThreadPoolExecutor(threads()) as pool:
        return [np.concatenate(each) for each in zip(*pool.map(play_part, range(PARTS)), strict=True)]


def against_table(net: Records, args: argparse.Namespace) -> list[float]:
    """What it wins without search, on either board."""
    found = []
    for board in range(len(BOARDS)):
        told = np.array([args.looked, args.games])
        won = sum(duel(*dealt(net, 10**9 + deal, board), told) for deal in range(args.deals))
        found.append(round(won / (2 * args.games * args.deals), 4))
    return found


class Learned:
    """For the arena: the best placement, without search. NETWORK_ON_TOP: the file with the weights."""

    def __init__(self) -> None:
        self.net = one(NET)
        with np.load(os.environ.get("NETWORK_ON_TOP", f"{NAME}.npz")) as kept:
            for name in WEIGHTS:
                self.net[name][0] = kept[name]

    def think(self, view: Any, budget: Any, seed: int) -> str:
        """As it is turned over, the tile is laid where the network likes it most."""
        known, guide, moves = view.known, one(GUIDE), np.zeros(MOST_MOVES, np.int64)
        guide["foresees"] = 1
        set_up(known.setting, guide, self.net)
        return str(known.notation.texts[choose_any(known.setting, guide, self.net, np.repeat(known.state, 2), moves)])


def learn(network: Network, optimizer: torch.optim.Optimizer, kept: list[Any], order: NDArray[Any]) -> float:
    """Once through these positions; what the loss was."""
    rows, aims = (np.concatenate([each[name] for each in kept]) for name in ("rows", "aims"))
    counts, loss_of, losses = np.zeros((BATCH, ROWS), np.float32), nn.BCEWithLogitsLoss(), []
    for first in range(0, len(order), BATCH):
        places = order[first : first + BATCH]
        count_rows(rows, places, counts)
        loss = loss_of(network(torch.from_numpy(counts[: len(places)])), torch.from_numpy(aims[places]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    return sum(losses) / len(losses)


def keep(file: Path, rows: NDArray[Any], aims: NDArray[Any]) -> None:
    """Positions as Parquet: the rows of each, and its chances to win and to lead."""
    from pyarrow import parquet, table

    parquet.write_table(
        table({"rows": [each[each < ROWS] for each in rows], "win": aims[:, 0], "lead": aims[:, 1]}), file
    )


def main(given: list[str] | None = None) -> None:
    """Play and learn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=80)
    parser.add_argument("--positions", type=int, default=150_000, help="of each round")
    parser.add_argument("--looked", type=int, default=16, help="placements looked at, the most promising")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parquet", action="store_true", help="keep every position (needs sommet[data])")
    parser.add_argument("--out", type=Path, default=Path("."), help="where all that is kept goes")
    parser.add_argument("--smoke", action="store_true", help="some seconds only, to see that it runs")
    args = parser.parse_args(given)
    args.deals, args.games, every = DEALS, GAMES, 8
    if args.smoke:
        args.rounds, args.positions, args.looked, args.deals, args.games, every = 10, 1000, 2, 1, 1, 5
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    network, net, began, done = Network(), one(NET), time.perf_counter(), 0
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-4)
    student, seed = args.out / f"{NAME}.pt", 10**6 * args.seed
    if student.exists():
        state = torch.load(student, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        done = state["rounds"]
    with (args.out / f"{NAME}.jsonl").open("a", encoding="utf-8") as log:
        for number in range(done, args.rounds):
            rows, aims = play_round(network.put(net), seed, number, args)
            np.savez(args.out / f"{NAME}.{number}.npz", rows=rows, aims=aims)
            if args.parquet:
                keep(args.out / f"{NAME}.{number}.parquet", rows, aims)
            oldest = max(number - REMEMBERED + 1, BY_PROMISE if number >= BY_PROMISE else 0)
            kept = [np.load(args.out / f"{NAME}.{each}.npz") for each in range(oldest, number + 1)]
            order = np.random.default_rng((args.seed, number)).permutation(sum(len(each["aims"]) for each in kept))
            optimizer.param_groups[0]["lr"] = RATE * (1 - (1 - SLOWEST) * number / args.rounds)
            line = {"iteration": number + 1, "loss": learn(network, optimizer, kept, order[: 2 * args.positions])}
            line |= {"positions": args.positions * (number + 1), "seconds": round(time.perf_counter() - began, 1)}
            if (number + 1) % every == 0 or number + 1 == args.rounds:
                line["won_against_table"] = against_table(network.put(net), args)
            state = {"rounds": number + 1, "network": network.state_dict(), "optimizer": optimizer.state_dict()}
            torch.save(state, student.with_suffix(".new"))
            student.with_suffix(".new").replace(student)
            np.savez(args.out / f"{NAME}.npz", **{name: network.put(net)[name][0] for name in WEIGHTS})
            (args.out / f"{NAME}.{number - REMEMBERED}.npz").unlink(missing_ok=True)
            print(json.dumps(line), file=log, flush=True)
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
