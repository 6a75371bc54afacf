"""On Top learned from nothing as AlphaZero learns: play by search, learn what the search found, play again.

    python examples/zero_on_top.py --out build/zero           # on a GPU, if there is one
    sommet arena on_top py:zero_on_top:Learned easy --games 200      # in examples/, once it has learned

The search looks one move ahead, as in Gumbel AlphaZero (Danihelka and others, 2022): some actions are drawn without
replacement by the network's own chances, each is tried on a copy of the game in which the tiles nobody has seen are
shuffled anew, and the network values what comes of it. What it learns is the better policy this makes, and who won.
"""

import argparse
import json
import os
import time
from collections import deque
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

import sommet
import sommet.envs
from sommet.envs import viewing

GAME, SEATS = "on_top", 2
KEPT = "zero_on_top.pt"
TRUST = 5.0  # how much a whole game's worth of value moves a logit
DEALS = 2  # copies of a game for each action: other tiles come next
BATCH, REMEMBERED = 8192, 4
NEVER = -1e9
GUESSES = 8  # of the tiles to come, for a move of the arena's player


class Network(nn.Module):
    """From what the mover sees to how good every action looks, and what the mover may expect to win."""

    def __init__(self, most: Tensor, actions: int, width: int = 512, blocks: int = 3) -> None:
        super().__init__()
        self.most: Tensor
        self.register_buffer("most", most.float())
        self.first = nn.Linear(len(most), width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
            for _ in range(blocks)
        )
        self.last, self.policy, self.value = nn.LayerNorm(width), nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logits, of illegal actions very low, and values from -1 to 1."""
        x = self.first(seen.float() / self.most)
        for block in self.blocks:
            x = x + block(x)
        x = functional.relu(self.last(x))
        return self.policy(x).masked_fill(~mask, NEVER), self.value(x)[:, 0].tanh()


def read(turn: sommet.envs.Turn) -> list[Tensor]:
    """The environment's arrays as tensors: the same memory, wherever it is."""
    return [torch.from_dlpack(array) for array in turn]


def values(network: Network, children: sommet.envs.VectorEnv, movers: Tensor) -> Tensor:
    """What the seats that have just moved may expect: what they won, or what the network says of the other's turn."""
    seen, mask, mover, reward, done = read(children.turn)
    _, value = network(seen, mask)
    value = torch.where(mover == movers, value, -value)
    return torch.where(done, reward.gather(1, movers[:, None].long())[:, 0], value)


@torch.no_grad()
def search(
    network: Network, env: sommet.envs.VectorEnv, children: sommet.envs.VectorEnv, tried: int, seed: int
) -> tuple[Tensor, Tensor]:
    """An action for each game, and the policy to be learned; `tried` actions are looked at in each, `DEALS` times."""
    seen, mask, mover, _, _ = read(env.turn)
    logits, value = network(seen, mask)
    noise = -torch.empty_like(logits).exponential_().log()
    drawn, actions = (logits + noise).topk(tried, 1)
    legal = drawn > NEVER / 2
    games = torch.arange(len(logits), device=logits.device)
    children.copy_from(env, games.repeat_interleave(tried * DEALS), redeal=seed)
    children.step_unchecked(torch.where(legal, actions, -1).repeat_interleave(DEALS, 1).flatten())
    found = values(network, children, mover.clamp(min=0).repeat_interleave(tried * DEALS))
    found = found.view(-1, tried, DEALS).mean(2)
    chances = functional.softmax(logits, 1).gather(1, actions) * legal
    mean = (chances * found).sum(1) / chances.sum(1).clamp(min=1e-6)
    completed = (value + mean)[:, None].expand_as(logits) / 2  # of those that were not tried
    completed = completed.scatter(1, actions, torch.where(legal, found, 0))
    better = functional.softmax(logits + TRUST * completed, 1)
    best = (drawn + TRUST * found).masked_fill(~legal, NEVER).argmax(1)
    return actions.gather(1, best[:, None])[:, 0], better


def play(
    network: Network, env: sommet.envs.VectorEnv, children: sommet.envs.VectorEnv, tried: int, seed: int
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """One game in each: what was seen and legal, the better policies, and what the mover won in the end."""
    env.reset(seed)
    seen, mask, mover, reward, _ = read(env.turn)
    won = torch.zeros_like(reward)
    kept: list[tuple[Tensor, ...]] = []
    for ply in range(env.playing.longest):
        actions, better = search(network, env, children, tried, 1000 * seed + ply)
        kept.append((seen.clone(), mask.clone(), better, mover.clone()))
        env.step_unchecked(torch.where(mover >= 0, actions, -1))
        won += reward
    saw, could, aims, movers = (torch.stack(tensors).flatten(0, 1) for tensors in zip(*kept, strict=True))
    got = won.repeat(len(kept), 1).gather(1, movers.clamp(min=0)[:, None].long())[:, 0]
    running = movers >= 0
    return saw[running], could[running], aims[running].half(), got[running]


def learn(network: Network, optimizer: torch.optim.Optimizer, remembered: Any) -> dict[str, float]:
    """Once through all that is remembered; what the losses were."""
    seen, mask, aims, won = (torch.cat(parts) for parts in zip(*remembered, strict=True))
    losses = torch.zeros(2, device=won.device)
    parts = torch.randperm(len(won), device=won.device).split(BATCH)
    for part in parts:
        logits, value = network(seen[part], mask[part])
        policy = -(aims[part].float() * functional.log_softmax(logits, 1)).sum(1).mean()
        wrong = functional.mse_loss(value, won[part])
        optimizer.zero_grad(set_to_none=True)
        (policy + wrong).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        losses += torch.stack([policy.detach(), wrong.detach()])
    return dict(zip(("policy_loss", "value_error"), (losses / len(parts)).tolist(), strict=True))


@torch.no_grad()
def against_random(network: Network, games: int, device: str, seed: int) -> float:
    """The share of wins against uniformly random moves, without search, each seat in half of the games."""
    env = sommet.envs.vector(GAME, games, SEATS, seed=seed, device=device, autoreset="off")
    own = torch.arange(games, device=device) % SEATS
    seen, mask, mover, reward, _ = read(env.turn)
    won = torch.zeros_like(reward)
    for ply in range(env.playing.longest):
        best = network(seen, mask)[0].argmax(1)
        other = torch.from_dlpack(env.random_actions(seed + ply))
        env.step_unchecked(torch.where(mover >= 0, torch.where(mover == own, best, other), -1))
        won += reward
    return float((won.gather(1, own[:, None])[:, 0] / SEATS + 0.5).mean())


class Learned:
    """The arena's player: the network in `ZERO_ON_TOP`, or in this folder, and a search one move ahead."""

    tried = 16

    def __init__(self) -> None:
        torch.set_num_threads(1)
        weights = torch.load(os.environ.get("ZERO_ON_TOP", KEPT), weights_only=True)
        self.network = Network(weights["most"], len(weights["policy.bias"]), len(weights["first.bias"]))
        self.network.load_state_dict(weights)
        self.roots = sommet.envs.vector(GAME, GUESSES, SEATS)
        self.children = sommet.envs.vector(GAME, GUESSES * self.tried, SEATS, autoreset="off")

    @torch.no_grad()
    def think(self, view: Any, budget: Any, seed: int) -> str:
        """The best of those that look best, over some orders of the tiles to come."""
        seen, mask = torch.from_numpy(viewing.observation(view)), torch.from_numpy(viewing.mask(view))
        logits, _ = self.network(seen[None], mask[None])
        drawn, actions = logits[0].topk(min(self.tried, int(mask.sum())))
        for guess in range(GUESSES):
            self.roots.put(guess, view.redeal(sommet.Chance(seed + guess)))
        wanted = torch.full((GUESSES, self.tried), -1)
        wanted[:, : len(actions)] = actions
        self.children.copy_from(self.roots, torch.arange(GUESSES).repeat_interleave(self.tried).numpy())
        self.children.step(wanted.flatten().numpy())
        movers = torch.full((GUESSES * self.tried,), int(view.viewer))
        found = values(self.network, self.children, movers).view(GUESSES, self.tried).mean(0)[: len(actions)]
        return viewing.move(view, int(actions[(drawn + TRUST * found).argmax()]))


class Quick(Learned):
    """The same without search."""

    @torch.no_grad()
    def think(self, view: Any, budget: Any, seed: int) -> str:
        """The most probable move."""
        seen, mask = torch.from_numpy(viewing.observation(view)), torch.from_numpy(viewing.mask(view))
        return viewing.move(view, int(self.network(seen[None], mask[None])[0].argmax()))


def main(given: list[str] | None = None) -> None:
    """Play and learn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2048, help="at once")
    parser.add_argument("--tried", type=int, default=12, help="actions looked at in each position")
    parser.add_argument("--iterations", type=int, default=1000, help="how often to play them all and to learn")
    parser.add_argument("--minutes", type=float, default=60, help="no new iteration after that")
    parser.add_argument("--width", type=int, default=512, help="of the network")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("."), help="where the weights and the log go")
    parser.add_argument("--smoke", action="store_true", help="some seconds only, to see that it runs")
    args = parser.parse_args(given)
    if args.smoke:
        args.games, args.tried, args.iterations, args.width = 8, 4, 2, 32
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    args.out.mkdir(parents=True, exist_ok=True)
    make, more = sommet.envs.vector, {"seed": args.seed, "device": args.device, "autoreset": "off"}
    env, children = make(GAME, args.games, SEATS, **more), make(GAME, args.games * args.tried * DEALS, SEATS, **more)
    network = Network(torch.from_numpy(env.spec.most), env.actions, args.width).to(args.device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=1e-4)
    remembered: deque[tuple[Tensor, ...]] = deque(maxlen=REMEMBERED)
    began, every, learned = time.perf_counter(), max(1, args.iterations // 50), dict[str, float]()
    with (args.out / "zero_on_top.jsonl").open("w", encoding="utf-8") as log:
        for iteration in range(args.iterations + 1):
            spent = time.perf_counter() - began
            left = max(0.0, 1 - max(iteration / args.iterations, spent / (60 * args.minutes)))
            if iteration % every == 0 or iteration & (iteration - 1) == 0 or not left:
                share = against_random(network, args.games, args.device, 10**9 + iteration)
                line = {"iteration": iteration, "games": iteration * args.games, "seconds": round(spent, 1)}
                line |= {"won_against_random": round(share, 4), "of": args.games, **learned}
                print(json.dumps(line), file=log, flush=True)
                print(json.dumps(line), flush=True)
                torch.save({name: tensor.cpu() for name, tensor in network.state_dict().items()}, args.out / KEPT)
            if not left:
                break
            optimizer.param_groups[0]["lr"] = 1e-3 * max(left, 0.02)
            remembered.append(play(network, env, children, args.tried, args.seed + iteration))
            learned = {name: round(value, 4) for name, value in learn(network, optimizer, remembered).items()}


if __name__ == "__main__":
    main()
