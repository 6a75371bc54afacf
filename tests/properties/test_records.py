"""Records, JSON, notation and links say the same game."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sommet
from sommet.core.digits import BadDigits, Digits
from sommet.core.links import link, linked
from sommet.core.registry import read_link

from ..support.setups import SETUPS, USUAL, Setup, course
from ..support.states import contents, same

SETUP = st.sampled_from(SETUPS)
SEED = st.integers(0, 2**32)


@given(SETUP, SEED, SEED)
def test_replaying_a_record_is_playing_it(setup: Setup, deal: int, seed: int) -> None:
    """Through JSON, at several points of a game."""
    positions = course(setup.deal(deal), seed)
    for position in positions[:: max(1, len(positions) // 4)]:
        data = json.loads(json.dumps(position.record.as_dict()))
        assert data == position.record.as_dict()
        assert same(sommet.load(data), position)


@given(SETUP, SEED, SEED)
def test_a_position_is_not_changed_by_what_follows(setup: Setup, deal: int, seed: int) -> None:
    """Positions are immutable: the start is as it was after a whole game."""
    start = setup.deal(deal)
    before = contents(start.state)
    end = course(start, seed)[-1]
    assert contents(start.state) == before
    assert same(sommet.load(start.record.as_dict()).after(end.moves), end)


@pytest.mark.parametrize("setup", USUAL, ids=str)
def test_notation_round_trip(setup: Setup) -> None:
    """A text for every number that can be legal, and back."""
    position = setup.deal(1)
    notation = position.notation
    texts = [text for text in notation.texts if text]  # numbers that no move has are left blank
    assert len(set(texts)) == len(texts) == len(notation.numbers)
    assert all(notation.texts[number] == text for text, number in notation.numbers.items())
    assert {text for later in course(position, 1) for text in later.legal} <= set(texts)


def test_babylone_has_144_moves() -> None:
    """Any of twelve spots to any: no number is wasted on sets that are not played with (B2)."""
    assert len(sommet.new("babylone", seed=1).notation.texts) == 144


@given(SETUP, SEED, SEED)
def test_legal_moves_are_sorted_texts(setup: Setup, deal: int, seed: int) -> None:
    """As plain strings, none twice."""
    for position in course(setup.deal(deal), seed):
        assert list(position.legal) == sorted(set(position.legal))


@given(SETUP, SEED, SEED, st.data())
def test_links(setup: Setup, deal: int, seed: int, data: st.DataObject) -> None:
    """A record or a viewer's knowledge as a short text that may stand in a web address."""
    position = data.draw(st.sampled_from(course(setup.deal(deal), seed)))
    viewer = data.draw(st.sampled_from([None, "spectator", *range(position.players)]))
    shared = position if viewer is None else position.view(viewer).known
    text = link(shared)
    assert text.startswith(setup.game + "~")
    assert all(c.isascii() and (c.isalnum() or c in "-_~") for c in text)
    found = read_link(text)
    assert same(found, sommet.load(json.loads(json.dumps(shared.record.as_dict()))))
    assert contents(found.state) == contents(shared.state)


@pytest.mark.parametrize("setup", USUAL, ids=str)
def test_damaged_links_are_refused(setup: Setup) -> None:
    """A letter changed, dropped, doubled or added, letters exchanged, a part of it, other letters."""
    position = course(setup.deal(5), 5)[5]
    text = link(position)
    chance = random.Random(1)
    damaged = {
        text[:-1],
        text[1:],
        text + "A",
        text + "=",
        text + "!",
        text.upper(),
        text.replace("~", ""),
        text + "~A",
    }
    damaged |= {text.partition("~")[0] + "~", text.partition("~")[2], " " + text, text + "\n", text.replace("~", "")}
    begin = text.index("~") + 1
    for _ in range(300):
        place = chance.randrange(begin, len(text))
        letter = chance.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_!=é ")
        damaged |= {text[:place] + letter + text[place + chance.choice((0, 1)) :], text[:place] + text[place + 1 :]}
    for wrong in damaged - {text}:
        with pytest.raises(sommet.SommetError) as caught:
            read_link(wrong)
        assert caught.value.code == "bad_record"


@given(st.text() | st.sampled_from(["babylone~", "kabaleo~AAA", "on_top~" + "_" * 5000, "babylone", "~", "chess~AAAA"]))
def test_random_text_is_no_link(text: str) -> None:
    """Refused, whatever it is."""
    for wrong in (text, "babylone~" + text, "on_top~" + text):
        with pytest.raises(sommet.SommetError):
            read_link(wrong)


@pytest.mark.parametrize("game", ["babylone", "kabaleo", "on_top"])
def test_random_digits_are_refused_or_say_something_legal(game: str) -> None:
    """Links made by hand with a right check sum: nothing but a refusal or a position that loads comes out."""
    chance = random.Random(game)
    for _ in range(400):
        digits = Digits()
        digits.put(1, 8)
        for _ in range(chance.randrange(1, 60)):
            digits.put(chance.randrange(256), 256)
        try:
            position = linked(f"{game}~{digits.text()}", sommet.game(game))
        except sommet.SommetError:
            continue
        assert same(sommet.load(position.record.as_dict()), position)


def test_a_link_with_more_moves_than_tiles() -> None:
    """T11: a knowledge record whose tile to lay is not turned over has no moves to choose from."""
    position = sommet.new("on_top", seed=1)
    record, digits = position.view(0).knowledge, Digits()
    for value, size in ((1, 8), (1, 8), (1, 2), (0, 3)):
        digits.put(value, size)
    position.game.setup.put(record, digits, 1)
    digits.put(2, 256)
    digits.put(0, len(position.legal))
    with pytest.raises(sommet.SommetError):
        linked(f"on_top~{digits.text()}", position.game)


@given(st.lists(st.integers(1, 10**6).flatmap(lambda size: st.tuples(st.integers(0, size - 1), st.just(size)))))
def test_digits(values: list[tuple[int, int]]) -> None:
    """Numbers below their bounds come back in order, and then there are no more."""
    digits = Digits()
    for value, size in values:
        digits.put(value, size)
    back = Digits.read(digits.text())
    assert [back.take(size) for _, size in values] == [value for value, _ in values]
    assert back.used_up


def test_digits_out_of_bounds() -> None:
    """Neither written nor read."""
    digits = Digits()
    for value, size in ((-1, 3), (3, 3), (0, 0)):
        with pytest.raises(ValueError, match="not below"):
            digits.put(value, size)
    with pytest.raises(BadDigits):
        Digits.read("AAEB").take(0)
    for text in ("", "A", "AA", "AAAA", "é", "A A=", "====", "AAE"):
        with pytest.raises(BadDigits):
            Digits.read(text)
