"""Kabaleo learned from nothing by PPO, in the vector environment: one network plays all seats against itself.

    python examples/ppo_kabaleo.py --out build/ppo            # on a GPU, if there is one
    sommet arena kabaleo py:ppo_kabaleo:Learned easy --games 200     # in examples/, once it has learned

Games, network and learning stay on one device: the environment's arrays are PyTorch's tensors, without a copy. All
games are as long as each other (every piece is put), so a rollout is exactly one game in each of them.
"""

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

import sommet.envs
from sommet.envs import viewing

GAME, SEATS = "kabaleo", 2
KEPT = "ppo_kabaleo.pt"
LAMBDA, CLIP, EPOCHS, PARTS = 0.95, 0.2, 2, 8
ENTROPY_FIRST, ENTROPY_LAST = 0.02, 0.002


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
        """Logits, of illegal actions very low, and values."""
        x = self.first(seen.float() / self.most)
        for block in self.blocks:
            x = x + block(x)
        x = functional.relu(self.last(x))
        return self.policy(x).masked_fill(~mask, -1e9), self.value(x)[:, 0].tanh()


def read(turn: sommet.envs.Turn) -> list[Tensor]:
    """The environment's arrays as tensors: the same memory, wherever it is."""
    return [torch.from_dlpack(array) for array in turn]


@torch.no_grad()
def play(env: sommet.envs.VectorEnv, network: Network) -> dict[str, Tensor]:
    """One game in each; what was seen, done and expected in all of them, and what the mover got in the end."""
    seen, mask, mover, reward, _ = read(env.turn)
    kept: dict[str, list[Tensor]] = {name: [] for name in ("seen", "mask", "mover", "action", "chance", "value")}
    for _ in range(env.playing.longest):
        logits, value = network(seen, mask)
        log_chances = functional.log_softmax(logits, 1)
        action = torch.multinomial(log_chances.exp(), 1)
        now = seen, mask, mover, action[:, 0], log_chances.gather(1, action)[:, 0], value
        for name, tensor in zip(kept, now, strict=True):
            kept[name].append(tensor.clone())
        env.step_unchecked(action[:, 0])
    told = {name: torch.stack(tensors) for name, tensors in kept.items()}
    told["won"] = reward.gather(1, told["mover"].T.long()).T.clone()  # the last step has told it
    return told


def advantages(value: Tensor, won: Tensor) -> Tensor:
    """By generalised advantage estimation along each seat's own moves; nothing is won before the end."""
    found = torch.zeros_like(value)
    for ply in reversed(range(len(value))):
        if ply + SEATS < len(value):
            found[ply] = value[ply + SEATS] - value[ply] + LAMBDA * found[ply + SEATS]
        else:
            found[ply] = won[ply] - value[ply]
    return found


def learn(
    network: Network, optimizer: torch.optim.Optimizer, told: dict[str, Tensor], entropy_weight: float
) -> dict[str, float]:
    """Some passes over all moves; what the losses were."""
    gained = advantages(told["value"], told["won"])
    aim = (gained + told["value"]).flatten()
    gained = ((gained - gained.mean()) / (gained.std() + 1e-6)).flatten()
    flat = {name: tensor.flatten(0, 1) for name, tensor in told.items()}
    losses = torch.zeros(3, device=aim.device)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(aim), device=aim.device).chunk(PARTS):
            logits, value = network(flat["seen"][part], flat["mask"][part])
            log_chances = functional.log_softmax(logits, 1)
            ratio = (log_chances.gather(1, flat["action"][part, None])[:, 0] - flat["chance"][part]).exp()
            kept_near = torch.minimum(ratio * gained[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gained[part]).mean()
            entropy = -(log_chances.exp() * log_chances).sum(1).mean()
            wrong = functional.mse_loss(value, aim[part])
            optimizer.zero_grad(set_to_none=True)
            (wrong - kept_near - entropy_weight * entropy).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            losses += torch.stack([kept_near.detach(), wrong.detach(), entropy.detach()])
    names = "policy_gain", "value_error", "entropy"
    return dict(zip(names, (losses / (EPOCHS * PARTS)).tolist(), strict=True))


@torch.no_grad()
def against_random(network: Network, games: int, device: str, seed: int) -> tuple[float, int]:
    """The share of wins against uniformly random moves, each seat in half of the games; how many games."""
    env = sommet.envs.vector(GAME, games, SEATS, seed=seed, device=device)
    own = torch.arange(games, device=device) % SEATS
    seen, mask, mover, reward, _ = read(env.turn)
    for ply in range(env.playing.longest):
        best = network(seen, mask)[0].argmax(1)
        any_one = torch.from_dlpack(env.random_actions(seed + ply)).to(device)
        env.step_unchecked(torch.where(mover == own, best, any_one))
    won = reward.gather(1, own[:, None])[:, 0]
    return float(((won + 1) / SEATS).mean()), games


def save(network: Network, file: Path) -> None:
    """The weights, for `Learned`."""
    torch.save({name: tensor.cpu() for name, tensor in network.state_dict().items()}, file)


class Learned:
    """The arena's player: the move that looks best to the network in `PPO_KABALEO`, or in this folder."""

    def __init__(self) -> None:
        torch.set_num_threads(1)
        weights = torch.load(os.environ.get("PPO_KABALEO", KEPT), weights_only=True)
        self.network = Network(weights["most"], len(weights["policy.bias"]), len(weights["first.bias"]))
        self.network.load_state_dict(weights)

    @torch.no_grad()
    def think(self, view: Any, budget: Any, seed: int) -> str:
        """The most probable move."""
        seen, mask = viewing.observation(view), viewing.mask(view)
        logits, _ = self.network(torch.from_numpy(seen)[None], torch.from_numpy(mask)[None])
        return viewing.move(view, int(logits.argmax()))


def main(given: list[str] | None = None) -> None:
    """Learn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8192, help="at once")
    parser.add_argument("--iterations", type=int, default=600, help="how often to play them all and to learn from it")
    parser.add_argument("--minutes", type=float, default=60, help="no new iteration after that")
    parser.add_argument("--width", type=int, default=512, help="of the network")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("."), help="where the weights and the log go")
    parser.add_argument("--smoke", action="store_true", help="some seconds only, to see that it runs")
    args = parser.parse_args(given)
    if args.smoke:
        args.games, args.iterations, args.width = 32, 3, 32
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    args.out.mkdir(parents=True, exist_ok=True)
    env = sommet.envs.vector(GAME, args.games, SEATS, seed=args.seed, device=args.device)
    network = Network(torch.from_numpy(env.spec.most), env.actions, args.width).to(args.device)
    optimizer = torch.optim.Adam(network.parameters(), lr=5e-4, eps=1e-5)
    began, every, learned = time.perf_counter(), max(1, args.iterations // 40), dict[str, float]()
    with (args.out / "ppo_kabaleo.jsonl").open("w", encoding="utf-8") as log:
        for iteration in range(args.iterations + 1):
            spent = time.perf_counter() - began
            left = max(0.0, 1 - max(iteration / args.iterations, spent / (60 * args.minutes)))
            if iteration % every == 0 or iteration & (iteration - 1) == 0 or not left:
                share, count = against_random(network, min(args.games, 4096), args.device, 10**9 + iteration)
                line = {"iteration": iteration, "games": iteration * args.games, "seconds": round(spent, 1)}
                line |= {"won_against_random": round(share, 4), "of": count} | learned
                print(json.dumps(line), file=log, flush=True)
                print(json.dumps(line), flush=True)
                save(network, args.out / KEPT)
            if not left:
                break
            optimizer.param_groups[0]["lr"] = 5e-4 * max(left, 0.02)
            learned = learn(
                network, optimizer, play(env, network), ENTROPY_LAST + left * (ENTROPY_FIRST - ENTROPY_LAST)
            )
            learned = {name: round(value, 4) for name, value in learned.items()}


if __name__ == "__main__":
    main()
