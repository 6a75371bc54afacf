"""Babylone's lesson does what it says."""

import sommet
from sommet.core.position import Position
from sommet.games.babylone.solver.solve import Solver

from .reading import ending, steps, wanted

STEPS = steps("babylone")


def tops(position: Position) -> list[tuple[int, str]]:
    """Every stack's height and its colour on top."""
    return [(len(stack), stack[-1]) for stack in position.shown["stacks"].values()]


def blocks(position: Position) -> list[str]:
    """The moves that win at once."""
    return [move for move in position.legal if position.play(move).over]


def all_differ(position: Position) -> bool:
    """Heights and colours on top, as the lesson tells them."""
    heights, colours = zip(*tops(position), strict=True)
    return len(set(heights)) == len(set(colours)) == len(heights)


def test_first() -> None:
    """Twelve, all equally high."""
    position, answers, _ = wanted(STEPS["first"])
    assert [height for height, _ in tops(position)] == [1] * 12
    assert all("height" in position.effects(move)["why"] for move in answers)


def test_colour() -> None:
    """The wanted moves fit by colour only, and that is yellow; every other fits by height."""
    position, answers, others = wanted(STEPS["colour"])
    for move in answers:
        assert position.effects(move)["why"] == ["colour"]
        assert {position.shown["stacks"][spot][-1] for spot in move.split(">")} == {"yellow"}
    assert all("height" in position.effects(move)["why"] for move in others)


def test_whole() -> None:
    """There are two stacks of two; afterwards one of four."""
    position, answers, _ = wanted(STEPS["whole"])
    assert sorted(height for height, _ in tops(position))[-3:] == [1, 2, 2]
    assert all(sorted(height for height, _ in tops(position.play(move)))[-2:] == [1, 4] for move in answers)


def test_top() -> None:
    """Green comes on top of yellow; the other way round yellow would; red at the bottom helps a red one nothing."""
    position, answers, others = wanted(STEPS["top"])
    assert [top for top in tops(position) if top[0] == 3] == [(3, "yellow"), (3, "green")]
    assert [max(tops(position.play(move))) for move in answers] == [(6, "green")]
    assert [max(tops(position.play(move))) for move in others if max(tops(position.play(move)))[0] == 6] == [
        (6, "yellow")
    ]
    refused = STEPS["top"].refused
    assert refused is not None
    lifted, target = (position.shown["stacks"][spot] for spot in refused.move.split(">"))
    assert lifted == ["red"]
    assert target[0] == "red"


def test_block() -> None:
    """The wanted moves are those that win at once: three stacks, then four, all different."""
    for name, left in (("block", 3), ("block_again", 4)):
        position, answers, _ = wanted(STEPS[name])
        assert sorted(answers) == sorted(blocks(position))
        for move in answers:
            assert ending(position.play(move))[:2] == ([0], "blocked")
            assert all_differ(position.play(move))
            assert len(tops(position.play(move))) == left


def test_block_again_hint() -> None:
    """One colour is on top twice, and the wanted moves cover it."""
    position, answers, _ = wanted(STEPS["block_again"])
    colours = [colour for _, colour in tops(position)]
    (twice,) = {colour for colour in colours if colours.count(colour) > 1}
    stacks = position.shown["stacks"]
    for move in answers:
        lifted, target = move.split(">")
        assert (stacks[target][-1], stacks[lifted][-1] == twice) == (twice, False)


def test_ahead() -> None:
    """No win at once; the wanted move wins whatever the other does, any other loses at once."""
    position, answers, others = wanted(STEPS["ahead"])
    assert blocks(position) == []
    for move in answers:
        after = position.play(move)
        assert len(set(tops(after))) == 1
        assert (len(tops(after)), tops(after)[0][1]) == (3, "red")
        assert all(blocks(after.play(reply)) for reply in after.legal)
    assert all(blocks(position.play(move)) for move in others)


def test_three() -> None:
    """Both others are out, in turn."""
    position, answers, others = wanted(STEPS["three"])
    assert position.players == 3
    assert all(position.effects(move)["out"] == [1, 2] for move in answers)
    assert all(position.effects(move)["out"] == [] for move in others)
    assert ending(position.play(answers[0]))[0] == [0]


def test_match() -> None:
    """The second player wins with best play; the wanted replies keep that, and no other does."""
    position, answers, others = wanted(STEPS["match"])
    solver = Solver(interpreted=True)
    start = sommet.load({**STEPS["match"].record.as_dict(), "moves": []})
    assert not solver.solve_state(start.state).wins
    assert start.to_move != STEPS["match"].view
    assert position.effects(answers[0])["why"] == ["height"]
    assert not any(solver.solve_state(position.play(move).state).wins for move in answers)
    assert all(solver.solve_state(position.play(move).state).wins for move in others)
    stacks = position.shown["stacks"]
    lifted = {move.split(">")[0] for move in answers}
    assert [stacks[spot] for spot in lifted] == [["red"]]
    assert [stack for stack in stacks.values() if stack[-1] == "red"] == [["red", "red"], ["red"]]
    assert all(len(stacks[move.split(">")[1]]) == 1 for move in answers)
