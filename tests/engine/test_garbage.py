"""Whatever comes in: one reply a line, in order, and the engine goes on."""

import json
import random
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.engine.protocol import MOST_BYTES, MOST_DEPTH, answer

from ..support.engine import COMPILED, SOMMET, ask, environment, error, talk
from ..support.setups import STANDARD, babylone, kabaleo, on_top

GOOD = babylone(STANDARD)
VECTORS = Path(__file__).parents[1] / "vectors"
LINES = [line for file in sorted(VECTORS.glob("*.jsonl")) for line in file.read_text(encoding="utf-8").splitlines()]
REQUESTS = [json.loads(line)["request"] for line in LINES]

NOT_JSON = {
    "empty": b"",
    "blank": b"   ",
    "word": b"hello",
    "half": b'{"record": ',
    "two": b"{} {}",
    "nul": b"\0",
    "nul inside": b'{"id": "\0"}',
    "not utf-8": b'{"id": "\xff\xfe"}',
    "utf-16": '{"id": 1}'.encode("utf-16"),
    "bom": b"\xef\xbb\xbf{}",
    "single quotes": b"{'id': 1}",
    "trailing comma": b'{"id": 1,}',
    "nan": b'{"id": NaN}',
    "infinity": b'{"id": Infinity}',
    "too large": b'{"id": 1e999}',
    "minus too large": b'{"id": -1e999}',
    "huge number": b'{"id": ' + b"9" * 100_000 + b"}",
    "huge negative": b'{"id": -' + b"9" * 100_000 + b"}",
    "brackets": b"[" * 1_000_000,
    "closed brackets": b"[" * 500_000 + b"]" * 500_000,
    "braces": b'{"id":' * 100_000,
    "deep record": b'{"record": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    "surrogate": b'{"id": "\\ud800"}',
    "surrogate key": b'{"\\udc00": 1}',
}
NOT_REQUESTS = [b"[]", b"1", b"1.5", b'"text"', b"null", b"true", b"{}", b'{"id": 5}', b'{"record": {}, "more": 1}']


def test_what_is_not_json() -> None:
    """Each is bad_json, and a good line between them is still answered."""
    good = json.dumps({"id": "good", "record": GOOD}).encode()
    replies = talk(b"".join(line + b"\n" + good + b"\n" for line in NOT_JSON.values()))
    assert [error(reply) for reply in replies[::2]] == [("bad_json", None, None)] * len(NOT_JSON)
    assert [(reply["id"], reply["ok"]) for reply in replies[1::2]] == [("good", True)] * len(NOT_JSON)


def test_what_is_no_request() -> None:
    """JSON, but not a request."""
    replies = talk(b"\n".join(NOT_REQUESTS))  # no end of line after the last
    assert [error(reply)[0] for reply in replies] == ["bad_request"] * len(NOT_REQUESTS)
    assert replies[7]["id"] == 5


def test_line_ends() -> None:
    """CRLF, a missing last end of line, nothing at all; a key twice means its last value."""
    line = json.dumps({"record": GOOD}).encode()
    assert [reply["ok"] for reply in talk(line + b"\r\n" + line + b"\r\n" + line)] == [True] * 3
    assert talk(b"") == []
    assert [error(reply)[0] for reply in talk(b"\n\n\r\n")] == ["bad_json"] * 3
    (reply,) = talk(b'{"id": 1, "id": 2, "record": 5, ' + line[1:])
    assert (reply["id"], reply["ok"]) == (2, True)


@pytest.mark.parametrize("depth", [1, 100, MOST_DEPTH - 2, MOST_DEPTH - 1, MOST_DEPTH, 900, *range(980, 1010), 5000])
@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_a_deep_id_is_echoed_or_refused(depth: int, opening: bytes, closing: bytes) -> None:
    """What can be read can be written back; how deep that goes is our own limit, the same under every Python."""
    nested = opening * depth + (b"0" if closing == b"}" else b"") + closing * depth
    reply = answer(b'{"id":' + nested + b"}")
    if depth < MOST_DEPTH:
        assert reply.startswith(b'{"id":' + nested + b",")
    else:
        assert json.loads(reply)["error"]["code"] == "bad_json"


def test_many_brackets_are_not_deep() -> None:
    """A list of a thousand lists is two deep."""
    reply = json.loads(answer(b'{"id": [' + b",".join([b"[]"] * 1000) + b"]}"))
    assert (reply["id"], reply["error"]["code"]) == ([[]] * 1000, "bad_request")


def test_any_value_is_an_id() -> None:
    """It comes back as it was."""
    ids = [None, True, 0, -1, 2**64, 10**30, 1.5, "", "é\u2028😀\u0000", [], [1, [2]], {}, {"id": {"a": [None]}}]
    assert [reply["id"] for reply in ask({"id": value, "record": GOOD} for value in ids)] == ids
    assert "id" not in ask([{"record": GOOD}])[0]


def test_a_line_of_100_megabytes() -> None:
    """It is refused once; memory stays bounded; the next line is answered."""
    process = subprocess.Popen(
        [SOMMET, "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(**COMPILED),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    good = json.dumps({"record": on_top()}).encode() + b"\n"
    process.stdin.write(good)  # with the compiled rules loaded
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["ok"]
    block = b"x" * (1 << 20)
    for _ in range(100):
        process.stdin.write(block)
    process.stdin.write(b"\n" + good)
    process.stdin.flush()
    assert error(json.loads(process.stdout.readline())) == ("bad_request", None, None)
    assert json.loads(process.stdout.readline())["ok"]
    status = Path(f"/proc/{process.pid}/status")
    if status.exists():  # Linux
        peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        assert int(peak.split()[1]) < 300_000  # kB
    for _ in range(3):  # and one without an end
        process.stdin.write(block)
    process.stdin.close()
    assert error(json.loads(process.stdout.read())) == ("bad_request", None, None)
    process.stdout.close()
    assert process.wait(timeout=20) == 0


def test_the_longest_line() -> None:
    """A line of exactly the most bytes is read, with or without its end; one byte more is refused."""
    line = json.dumps({"record": GOOD}).encode()
    longest = line + b" " * (MOST_BYTES - len(line))
    assert [reply["ok"] for reply in talk(longest + b"\n" + longest)] == [True, True]
    assert [reply["ok"] for reply in talk(longest + b" \n" + longest + b" ")] == [False, False]


def test_nobody_listens_any_more() -> None:
    """A closed output is the end, without a complaint."""
    process = subprocess.Popen(
        [SOMMET, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    with suppress(BrokenPipeError):
        for _ in range(50):
            process.stdin.write(b"{}\n")
            process.stdin.flush()
            time.sleep(0.02)
    with process.stderr:
        assert process.stderr.read() == b""
    process.wait(timeout=20)
    with suppress(BrokenPipeError):
        process.stdin.close()


ODD: list[Any] = [None, True, False, 0, -1, 1, 2, 7, 63, 10**20, 0.5, "", "0", "x", [], [0], ["x"], {}, {"x": 1}]
ODD += [
    "red",
    "hex-0-5-5",
    "hex-99999999-1-1",
    "hex-１-5-5",
    "A1",
    "@x",
    "@colour.red",
    "{0}",
    "%s",
    "1>2",
    "spectator",
]


def places(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to everything inside."""
    found = [at]
    if isinstance(data, dict):
        found += [place for key, value in data.items() for place in places(value, (*at, key))]
    if isinstance(data, list):
        found += [place for index, value in enumerate(data) for place in places(value, (*at, index))]
    return found


def changed(data: Any, at: tuple[Any, ...], value: Any, remove: bool) -> Any:
    """The same with another value there, or without it."""
    if not at:
        return value
    copy = list(data) if isinstance(data, list) else dict(data)
    if remove and len(at) == 1:
        del copy[at[0]]
    else:
        copy[at[0]] = changed(data[at[0]], at[1:], value, remove)
    return copy


def orderly(reply: Any) -> bool:
    """A reply as the protocol describes it."""
    if reply["ok"]:
        return {"to_move", "legal", "state", "result"} <= set(reply)
    return error(reply)[0] in ("bad_json", "bad_request", "bad_record", "illegal_move", "game_over")


def test_every_part_of_a_request_replaced_by_every_odd_value() -> None:
    """Thousands of broken requests in one process."""
    requests: list[Any] = []
    for base in ({"record": babylone(["red", "red"], ["1>2"])}, {"record": kabaleo()}, {"record": on_top(["D4-D3"])}):
        whole = {**base, "view": 0, "analyse": {"simulations": 1, "seed": 1}, "id": 1}
        ways = places(whole)
        requests += [changed(whole, at, value, False) for at in ways[:70] + ways[70::7] for value in ODD]
        requests += [changed(whole, at, None, True) for at in ways if at]
        requests += [changed(whole, at, {**part, "more": 1}, False) for at, part in _objects(whole)]
    replies = ask(requests, COMPILED)
    assert len(requests) > 3000
    assert all(map(orderly, replies))


def _objects(data: Any) -> list[tuple[tuple[Any, ...], Any]]:
    found = []
    for at in places(data):
        part = data
        for key in at:
            part = part[key]
        if isinstance(part, dict):
            found.append((at, part))
    return found


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(ODD),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.data())
def test_mutated_vectors(data: st.DataObject) -> None:
    """Several places of an example changed at once, to anything."""
    request = data.draw(st.sampled_from(REQUESTS))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.sampled_from(places(request)))
        request = changed(request, at, data.draw(JSON), bool(at) and data.draw(st.booleans()))
        if not isinstance(request, dict):
            break
    line = json.dumps(request).encode()
    reply = json.loads(answer(line))
    assert orderly(reply)


def test_thousands_of_mutated_vectors_in_one_process() -> None:
    """Parts of examples replaced by parts of others, and bytes changed, dropped and doubled."""
    chance = random.Random(7)
    lines: list[bytes] = []
    for number in range(3000):
        request = {**chance.choice(REQUESTS), "id": number}
        other = chance.choice(REQUESTS)
        for _ in range(chance.randint(1, 3)):
            if not request:
                break
            at, part = chance.choice(places(request)[1:]), other
            for key in chance.choice(places(other)):
                part = part[key]
            request = changed(request, at, chance.choice([part, chance.choice(ODD)]), chance.random() < 0.2)
        text = bytearray(json.dumps(request).encode())
        for _ in range(chance.randint(0, 2) if number % 2 else 0):
            start = chance.randrange(len(text))
            text[start : start + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3)).replace(b"\n", b"")
        lines.append(bytes(text))
    replies = talk(b"\n".join(lines), COMPILED)
    assert len(replies) == len(lines)
    assert all(map(orderly, replies))
    asked = [(number, reply["id"]) for number, reply in enumerate(replies) if type(reply.get("id")) is int]
    assert sum(number == answered for number, answered in asked) > 1500
