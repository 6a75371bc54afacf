"""The vector environment on a GPU: the CPU's games, and arrays that others read where they lie."""

from typing import Any

import numpy as np
import pytest

import sommet
import sommet.envs
from sommet.research import cuda

if not cuda.available():
    pytest.skip("no GPU here", allow_module_level=True)

pytestmark = pytest.mark.filterwarnings("ignore:.*under-utilization", "ignore:.*copy overhead")

TERMS: list[tuple[str, int, dict[str, Any]]] = [
    ("babylone", 2, {}),
    ("babylone", 5, {"seats": "all"}),
    ("babylone", 3, {"tokens": (9, 9, 9, 5), "autoreset": "next_step"}),
    ("kabaleo", 2, {}),
    ("kabaleo", 3, {"golden_rule": True}),
    ("kabaleo", 4, {"seats": "all", "autoreset": "next_step"}),
    ("on_top", 2, {}),
    ("on_top", 3, {"autoreset": "next_step"}),
    ("on_top", 4, {"teams": True, "seats": "all"}),
    ("on_top", 2, {"board": "hex-5-3-3"}),
]


@pytest.mark.parametrize(("game", "players", "more"), TERMS, ids=str)
def test_the_same_games_as_on_the_cpu(game: str, players: int, more: dict[str, Any]) -> None:
    """Every array after every step, over whole games and the deals after them; actions chosen there and here."""
    here, there = (sommet.envs.vector(game, 1001, players, seed=4, device=device, **more) for device in ("cpu", "cuda"))
    random, ended = np.random.default_rng(0), 0
    for step in range(100):
        drawn = here.random_actions(step)
        assert there.random_actions(step).copy_to_host().tolist() == drawn.tolist()
        actions = here.sample(random) if step % 3 == 0 else drawn
        turn = there.step(actions) if step % 2 else there.step_unchecked(cuda._cuda().to_device(actions))
        for mine, other in zip(here.step(actions), turn, strict=True):
            assert mine.tobytes() == other.copy_to_host().tobytes()
        ended += int(here.turn.done.sum())
    assert ended > 1001
    assert here.save() == there.save()
    assert here.position(7) == there.position(7)


def test_a_wrong_action_is_told_and_nothing_is_played() -> None:
    """And the next step is as if it had not been tried."""
    env = sommet.envs.vector("kabaleo", 500, seed=1, device="cuda")
    before, actions = env.save(), env.random_actions(1).copy_to_host()
    actions[33], actions[34] = 10_000, -7
    for _ in range(2):
        with pytest.raises(sommet.SommetError, match="Action 10000 is not legal in game 33"):
            env.step(actions)
    assert env.save() == before
    env.step(env.random_actions(1))
    assert env.save() != before


def test_pytorch_reads_the_arrays_and_gives_actions_without_a_copy() -> None:
    """The same memory, with DLPack and with NVIDIA's own interface, and it shows the next step."""
    torch = pytest.importorskip("torch")
    env = sommet.envs.vector("on_top", 300, seed=1, device="cuda")
    for array in env.turn:
        tensor = torch.from_dlpack(array)
        other = torch.as_tensor(array, device="cuda")
        assert tensor.data_ptr() == other.data_ptr() == array.__cuda_array_interface__["data"][0]
        assert tensor.shape == array.shape
        assert tensor.cpu().numpy().tobytes() == array.copy_to_host().tobytes()
    mask, seen = torch.from_dlpack(env.turn.mask), torch.from_dlpack(env.turn.observation)
    before = seen.clone()
    twin = sommet.envs.vector("on_top", 300, seed=1)
    for dtype in (torch.int64, torch.int32):
        actions = torch.multinomial(mask.float(), 1)[:, 0].to(dtype)
        env.step(actions)
        twin.step(actions.cpu().numpy())
    assert not torch.equal(seen, before)
    assert (seen.cpu().numpy() == twin.turn.observation).all()
    columns = torch.zeros(300, 3, dtype=torch.int64, device="cuda")
    columns[:, 1] = mask.byte().argmax(1)
    env.step(columns[:, 1])  # with gaps between its entries
    twin.step(columns[:, 1].cpu().numpy())
    assert (seen.cpu().numpy() == twin.turn.observation).all()


def test_work_on_another_stream_waits_for_the_step() -> None:
    """PyTorch on a stream of its own reads what the step has written, and the step reads what it has written."""
    torch = pytest.importorskip("torch")
    env, twin = (sommet.envs.vector("kabaleo", 200_000, seed=2, device=device) for device in ("cuda", "cpu"))
    with torch.cuda.stream(torch.cuda.Stream()):
        for _ in range(5):
            mask = torch.from_dlpack(env.turn.mask)
            actions = mask.byte().argmax(1)
            env.step_unchecked(actions)
            twin.step(twin.turn.mask.argmax(1))
            seen = torch.from_dlpack(env.turn.observation).clone()
            assert (seen.cpu().numpy() == twin.turn.observation).all()


def test_jax_reads_the_arrays_and_gives_actions_without_a_copy() -> None:
    """By DLPack."""
    jax = pytest.importorskip("jax")
    env, twin = (sommet.envs.vector("babylone", 300, seed=3, device=device) for device in ("cuda", "cpu"))
    for _ in range(20):
        mask = jax.dlpack.from_dlpack(env.turn.mask)
        assert mask.unsafe_buffer_pointer() == env.turn.mask.__cuda_array_interface__["data"][0]
        env.step(jax.numpy.argmax(mask, axis=1))
        twin.step(twin.turn.mask.argmax(1))
        assert (np.asarray(jax.dlpack.from_dlpack(env.turn.observation)) == twin.turn.observation).all()


def test_cupy_reads_the_arrays_and_gives_actions_without_a_copy() -> None:
    """Both ways too."""
    cupy = pytest.importorskip("cupy")
    env, twin = (sommet.envs.vector("babylone", 300, seed=3, device=device) for device in ("cuda", "cpu"))
    for _ in range(20):
        mask = cupy.from_dlpack(env.turn.mask)
        assert mask.data.ptr == env.turn.mask.__cuda_array_interface__["data"][0]
        env.step(cupy.argmax(mask, axis=1))
        twin.step(twin.turn.mask.argmax(1))
        assert (cupy.asnumpy(cupy.asarray(env.turn.observation)) == twin.turn.observation).all()


def test_nothing_is_copied_and_nothing_waits_within_a_step() -> None:
    """Steps are asked for while the GPU is still busy: PyTorch's allocator and the driver's copies see none of it."""
    torch = pytest.importorskip("torch")
    env = sommet.envs.vector("on_top", 1 << 16, seed=1, device="cuda")
    env.step_unchecked(env.random_actions(0))
    torch.cuda.synchronize()
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as seen:
        for number in range(3):
            env.step_unchecked(env.random_actions(number))
        torch.cuda.synchronize()
    names = {event.key for event in seen.key_averages()}
    assert any("run_step" in name for name in names), names
    assert not any("Memcpy" in name for name in names), names
