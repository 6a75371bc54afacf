"""Kabaleo's lesson does what it says."""

from ..support.refusals import move_refusal
from .reading import ending, seen, steps, topped, wanted

STEPS = steps("kabaleo")
RIVALS = ("pink", "green", "yellow")


def colour(move: str) -> str:
    """Of the piece."""
    return move.split("@")[0]


def test_the_learner_is_blue() -> None:
    """In every step, and pink is the other."""
    assert {tuple(step.record.setup["objectives"]) for step in STEPS.values()} == {("blue", "pink")}
    assert {step.view for step in STEPS.values()} == {0}


def test_secret() -> None:
    """Any blue piece makes one location more."""
    position, answers, others = wanted(STEPS["secret"])
    assert all(seen(position.play(move), "blue") == seen(position, "blue") + 1 for move in answers)
    assert "blue" not in {colour(move) for move in others}


def test_bare() -> None:
    """Every legal move on a bare pink base is wanted; pink is in the stock, and is refused there (K9)."""
    position, answers, others = wanted(STEPS["bare"])
    pink = [number for number, pile in enumerate(position.shown["locations"], 1) if pile == ["pink"]]
    assert {int(move.split("@")[1]) for move in answers} == set(pink)
    assert not {int(move.split("@")[1]) for move in others} & set(pink)
    assert position.shown["stocks"][0]["pink"] > 0
    assert {move_refusal(position, f"pink@{location}") for location in pink} == {("illegal_move", "K9")}


def test_cover() -> None:
    """Blue comes on top of a pink piece."""
    position, (answer,), _ = wanted(STEPS["cover"])
    assert position.shown["locations"][8] == ["yellow", "pink"]
    assert answer == "blue@9"
    assert position.effects(answer) == {"seat": 0, "cancels": False, "shows": "blue", "height": 2}


def test_cancel() -> None:
    """Both pink pieces go, and a blue one counts again."""
    position, (answer,), _ = wanted(STEPS["cancel"])
    assert position.shown["locations"][8][-2:] == ["blue", "pink"]
    assert answer == "pink@9"
    assert position.effects(answer)["cancels"]
    assert position.effects(answer)["shows"] == "blue"
    assert position.effects(answer)["height"] > 0


def test_bare_again() -> None:
    """The blue base is bare, and takes no blue piece (K9)."""
    position, (answer,), _ = wanted(STEPS["bare_again"])
    assert position.shown["locations"][11] == ["blue", "yellow"]
    assert position.effects(answer) == {"seat": 0, "cancels": True, "shows": "blue", "height": 0}
    assert move_refusal(position.play(answer), "blue@12") == ("illegal_move", "K9")


def test_bluff() -> None:
    """Blue grows, no blue piece is played; and that is the only way."""
    position, answers, others = wanted(STEPS["bluff"])
    assert all(colour(move) != "blue" and position.effects(move)["cancels"] for move in answers)
    assert all(seen(position.play(move), "blue") == seen(position, "blue") + 1 for move in answers)
    quiet = [move for move in others if colour(move) != "blue"]
    assert all(seen(position.play(move), "blue") <= seen(position, "blue") for move in quiet)


def test_guess() -> None:
    """The other has put pink on top each time; the wanted moves are all that leave less of it."""
    position, answers, others = wanted(STEPS["guess"])
    assert {colour(move) for move in position.moves[1::2]} == {"pink"}
    assert all(seen(position.play(move), "pink") == seen(position, "pink") - 1 for move in answers)
    assert all(seen(position.play(move), "pink") >= seen(position, "pink") for move in others)
    assert {position.effects(move)["cancels"] for move in answers} == {True, False}


def test_golden() -> None:
    """Location 9 was used just before; blue can grow elsewhere, and next turn there again."""
    position, answers, _ = wanted(STEPS["golden"])
    assert position.moves[-1].endswith("@9")
    assert all(seen(position.play(move), "blue") == seen(position, "blue") + 1 for move in answers)
    assert {colour(move) for move in answers} == {"blue"}
    assert any(move.endswith("@9") for move in position.play(answers[0]).legal)


def test_count() -> None:
    """Green 6, blue 5; afterwards blue 6, green 5, and no other move brings blue in front."""
    position, answers, others = wanted(STEPS["count"])
    assert (seen(position, "green"), seen(position, "blue")) == (6, 5)
    for move in answers:
        assert (seen(position.play(move), "blue"), seen(position.play(move), "green")) == (6, 5)
    for move in others:
        after = position.play(move)
        assert max(seen(after, rival) for rival in RIVALS) >= seen(after, "blue")


def test_last() -> None:
    """Pink 5, blue 4, one blue piece left: the wanted moves win with 5 to 4, after the others pink is as frequent."""
    position, answers, others = wanted(STEPS["last"])
    assert {name: count for name, count in position.shown["stocks"][0].items() if count} == {"blue": 1}
    assert (seen(position, "pink"), seen(position, "blue")) == (5, 4)
    assert all(ending(position.play(move)) == ([0], "majority", [5, 4]) for move in answers)
    assert all(max(seen(position.play(move), rival) for rival in RIVALS) < 5 for move in answers)
    assert all(seen(position.play(move), "pink") >= seen(position.play(move), "blue") for move in others)


def test_piles() -> None:
    """4 locations each, 4 piles to 3; every other move does not win, the bare pink base neither."""
    position, answers, others = wanted(STEPS["piles"])
    for move in answers:
        after = position.play(move)
        assert ending(after) == ([0], "piles", [4, 4])
        assert (len(topped(after, "blue")), len(topped(after, "pink"))) == (4, 3)
    assert all(1 in (ending(position.play(move))[0] or ()) for move in others)
    bare = [number for number, pile in enumerate(position.shown["locations"], 1) if pile == ["pink"]]
    assert bare
    assert {f"blue@{number}" for number in bare} <= set(others)


def test_highest() -> None:
    """4 locations and 3 piles each, and the highest is blue; every other move does not win."""
    position, answers, others = wanted(STEPS["highest"])
    heights = topped(position, "pink")
    assert min(heights) < max(heights)
    for move in answers:
        after = position.play(move)
        assert ending(after) == ([0], "highest", [4, 4])
        assert (len(topped(after, "blue")), len(topped(after, "pink"))) == (3, 3)
        assert len(position.shown["locations"][int(move.split("@")[1]) - 1]) - 1 == max(heights)
    assert all(1 in (ending(position.play(move))[0] or ()) for move in others)
