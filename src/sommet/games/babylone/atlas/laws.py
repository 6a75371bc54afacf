"""Laws about who wins: theorems to check the atlas by, and patterns the atlas shows, each tried on everything built."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .winners import Set, Winners

PROVED, OBSERVED = "proved", "observed"


@dataclass(frozen=True)
class Law:
    """For the starting sets it speaks about, whether the second player wins. Sets are in descending order."""

    name: str
    says: str
    standing: str
    why: str
    applies: Callable[[int, Set], bool]
    second_wins: Callable[[int, Set], bool]
    colours: int | None = None
    """How many colours all its sets have, if they have the same number."""
    step: int = 1
    """From one number of tokens it speaks about to the next: 2 if it is about even or about odd ones only."""


@dataclass
class Finding:
    """What became of a law: how many sets of which numbers of tokens were tried, and those that break it."""

    law: Law
    tried: int = 0
    broken: list[Set] = field(default_factory=list)
    tokens: dict[int, int] = field(default_factory=dict)
    """How many colours the sets tried go up to, by tokens."""

    @property
    def range(self) -> str:
        """For which numbers of tokens it was tried, and up to how many colours where not for all."""
        spans: list[tuple[int, int, int | None]] = []
        for tokens, colours in sorted(self.tokens.items()):
            limit = None if colours >= tokens or self.law.colours is not None else colours
            if spans and spans[-1][1:] == (tokens - self.law.step, limit):
                spans[-1] = (spans[-1][0], tokens, limit)
            else:
                spans.append((tokens, tokens, limit))
        texts = []
        for first, last, limit in spans:
            span = f"T = {first}" if first == last else f"T = {first} to {last}"
            texts.append(span if limit is None else f"{span} (at most {limit} colours)")
        return ", ".join(texts) or "nothing built yet"

    def try_on(self, winners: Winners) -> None:
        """Try the law on all sets of these."""
        for each, second in winners.second.items():
            if self.law.applies(winners.tokens, each):
                self.tried += 1
                self.tokens[winners.tokens] = winners.colours
                if self.law.second_wins(winners.tokens, each) != second:
                    self.broken.append(each)


def binary_ones(number: int) -> int:
    """How many ones the number has in binary."""
    return number.bit_count()


def _all_different(tokens: int, each: Set) -> bool:
    return binary_ones(tokens // 2) % 2 == 0


def _few_others_odd(tokens: int, each: Set) -> bool:
    others = each[1:]
    return not others or (others[0] <= 2 and (len(others) >= 4 or others == (2, 2, 2)))


def _more_others_even(tokens: int, each: Set) -> bool:
    others = each[1:]
    few = 3 <= sum(others) <= 8 or (len(others) == 1 and others[0] > 8)
    return few or others in ((8, 1), (7, 2), (7, 1, 1), (5, 4), (5, 5))


def _eight_or_nine_odd(tokens: int, each: Set) -> bool:
    others = each[1:]
    by_four = tokens % 4 == 3 and others in ((4, 2, 2), (4, 2, 1, 1), (3, 3, 2), (3, 3, 1, 1))
    return not (2 * others[0] > sum(others) or others in ((4, 4), (4, 4, 1), (4, 3, 1)) or by_four)


def _three_even(tokens: int, each: Set) -> bool:
    _, b, c = each
    return (b + c <= 8 and (b, c) != (1, 1)) or (b, c) in ((8, 1), (7, 2), (5, 4), (5, 5))


_FOUR_ODD = {(3, 3, 1), (4, 3, 1), (5, 3, 1), (6, 3, 1), (4, 4, 1), (3, 2, 2), (5, 2, 2), (6, 2, 2)}


def _four_odd(tokens: int, each: Set) -> bool:
    _, b, c, d = each
    first = (d == 1 and c <= 2) or (b, c, d) in _FOUR_ODD or (tokens % 4 == 3 and (b, c, d) in ((3, 3, 2), (4, 2, 2)))
    return not first


LAWS = (
    Law(
        "one colour",
        "One colour: the second player wins iff T is odd.",
        PROVED,
        "Any two stacks may join, so every game lasts T - 1 moves.",
        lambda t, s: len(s) == 1,
        lambda t, s: t % 2 == 1,
        colours=1,
    ),
    Law(
        "all different",
        "All colours different: the second player wins iff ⌊T/2⌋ has an even number of binary ones (Thue–Morse).",
        PROVED,
        "Only equal heights join, as binary digits carry: every game ends with T in binary, after T minus its number "
        "of ones moves, which is as even as the number of ones of ⌊T/2⌋.",
        lambda t, s: s[0] == 1,
        _all_different,
    ),
    Law(
        "two colours",
        "Two colours: the second player wins iff T is even and the minority colour has three tokens or more.",
        PROVED,
        "Goadrich and Schlatter, INTEGERS 11 (2011) #G01; Georgakopoulos and Winkler, INTEGERS 12 (2012) #G01.",
        lambda t, s: len(s) == 2,
        lambda t, s: t % 2 == 0 and s[1] >= 3,
        colours=2,
    ),
    Law(
        "pairs",
        "No colour more than twice, and for each pair three colours that occur once: the winner is that of the "
        "all-different set.",
        PROVED,
        "[The proof](proof.md#pairs) takes a page.",
        lambda t, s: s[0] == 2 and s.count(1) >= 3 * s.count(2),
        _all_different,
    ),
    Law(
        "nearly all different",
        "At most four tokens more than colours, T ≥ 8: the winner is that of the all-different set.",
        PROVED,
        "[The proof](proof.md#few-tokens-more-than-colours) plays a small game to its end, and takes what is smaller "
        "from this atlas.",
        lambda t, s: t - len(s) <= 4 and t >= 8,
        _all_different,
    ),
    Law(
        "nearly all different, further",
        "At most six tokens more than colours, T ≥ 16: the winner is that of the all-different set.",
        PROVED,
        "By the same proof.",
        lambda t, s: t - len(s) <= 6 and t >= 16,
        _all_different,
    ),
    Law(
        "three colours, odd",
        "Three colours a ≥ b ≥ c, odd T ≥ 27: the second player wins iff c ≥ 5, or c = 4 and b ≥ 7.",
        OBSERVED,
        "No proof known to us. It also holds for odd T ≤ 19, and fails for 21, 23 and 25.",
        lambda t, s: len(s) == 3 and t % 2 == 1 and t >= 27,
        lambda t, s: s[2] >= 5 or (s[2] == 4 and s[1] >= 7),
        colours=3,
        step=2,
    ),
    Law(
        "three colours, even",
        "Three colours a ≥ b ≥ c, even T ≥ 34: the second player wins iff b + c ≤ 8 and (b, c) ≠ (1, 1), "
        "or (b, c) is (8, 1), (7, 2), (5, 4) or (5, 5).",
        OBSERVED,
        "No proof known to us. At T = 32 it fails for (23, 7, 2) and (23, 8, 1) only.",
        lambda t, s: len(s) == 3 and t % 2 == 0 and t >= 34,
        _three_even,
        colours=3,
        step=2,
    ),
    Law(
        "nearly all different, furthest",
        "Seven tokens more than colours, T ≥ 16: the winner is that of the all-different set.",
        OBSERVED,
        "Proved for [thirteen of the fifteen ways](proof.md#seven-more) to have them. At T = 19 and T = 31 eight more "
        "are too many.",
        lambda t, s: t - len(s) == 7 and t >= 16,
        _all_different,
    ),
    Law(
        "nearly all different, much further",
        "Eight to ten tokens more than colours, T ≥ 32: the winner is that of the all-different set.",
        OBSERVED,
        "No proof known to us. At T = 39 eleven more are too many.",
        lambda t, s: 8 <= t - len(s) <= 10 and t >= 32,
        _all_different,
    ),
    Law(
        "all different, from 40 on",
        "Eleven to 22 tokens more than colours, T ≥ 40: the winner is that of the all-different set.",
        OBSERVED,
        "No proof known to us. With 23 more it fails at T = 43 and T = 44, with eleven at T = 39.",
        lambda t, s: 11 <= t - len(s) <= 22 and t >= 40,
        _all_different,
    ),
    Law(
        "one colour and few others, even",
        "Even T ≥ 18, at most seven tokens not of the most frequent colour: the second player wins iff there are at "
        "least three of them; how they are coloured does not matter.",
        OBSERVED,
        "No proof known to us. With eight it holds up to T = 30 and fails at T = 32.",
        lambda t, s: t % 2 == 0 and t >= 18 and t - s[0] <= 7,
        lambda t, s: t - s[0] >= 3,
        step=2,
    ),
    Law(
        "one colour and few others, odd",
        "Odd T ≥ 19, at most seven tokens not of the most frequent colour: the second player wins iff there are none, "
        "or no other colour has more than two and there are at least four other colours, or they are 2, 2, 2.",
        OBSERVED,
        "No proof known to us.",
        lambda t, s: t % 2 == 1 and t >= 19 and t - s[0] <= 7,
        _few_others_odd,
        step=2,
    ),
    Law(
        "one colour and more others, even",
        "Even T ≥ 34, at most twelve tokens not of the most frequent colour: the second player wins iff there are "
        "three to eight of them, or nine or more and all of one colour, or they are 8 + 1, 7 + 2, 7 + 1 + 1, 5 + 4 or "
        "5 + 5.",
        OBSERVED,
        "No proof known to us. It says what the laws of three and four colours say of such sets, for any number of "
        "colours.",
        lambda t, s: t % 2 == 0 and t >= 34 and t - s[0] <= 12,
        _more_others_even,
        step=2,
    ),
    Law(
        "one colour and many others, even",
        "Even T ≥ 42, 13 to 20 tokens not of the most frequent colour: the second player wins iff they are all of one "
        "colour.",
        OBSERVED,
        "No proof known to us. It fails at T = 34 to 40, and at T = 44 and T = 46 with 21 of them.",
        lambda t, s: t % 2 == 0 and t >= 42 and 13 <= t - s[0] <= 20,
        lambda t, s: len(s) == 2,
        step=2,
    ),
    Law(
        "one colour and eight or nine others, odd",
        "Odd T ≥ 33, eight or nine tokens not of the most frequent colour: the first player wins iff another colour "
        "has more than half of them, or they are 4 + 4, 4 + 4 + 1 or 4 + 3 + 1, or T is 3 more than a multiple of 4 "
        "and they are 4 + 2 + 2, 4 + 2 + 1 + 1, 3 + 3 + 2 or 3 + 3 + 1 + 1.",
        OBSERVED,
        "No proof known to us.",
        lambda t, s: t % 2 == 1 and t >= 33 and 8 <= t - s[0] <= 9,
        _eight_or_nine_odd,
        step=2,
    ),
    Law(
        "four colours, even",
        "Four colours a ≥ b ≥ c ≥ d, even T ≥ 34, a ≥ T/2: the second player wins iff b + c + d ≤ 8, "
        "or (b, c, d) = (7, 1, 1).",
        OBSERVED,
        "No proof known to us. It holds for T = 28 and 30 too, and fails at T = 32.",
        lambda t, s: len(s) == 4 and t % 2 == 0 and t >= 34 and 2 * s[0] >= t,
        lambda t, s: t - s[0] <= 8 or s[1:] == (7, 1, 1),
        colours=4,
        step=2,
    ),
    Law(
        "four colours, odd",
        "Four colours a ≥ b ≥ c ≥ d, odd T ≥ 27, a > T/2, b + c + d ≤ 21: the first player wins iff d = 1 and c ≤ 2, "
        "or (b, c, d) is one of 331, 431, 531, 631, 441, 322, 522, 622, or T is 3 more than a multiple of 4 and it is "
        "332 or 422.",
        OBSERVED,
        "No proof known to us. Without the limit of 21, as it was told when the atlas ended at T = 40, it is broken by "
        "(23, 9, 9, 4), (23, 10, 8, 4), (24, 10, 9, 4) and (24, 11, 8, 4), which the first player wins.",
        lambda t, s: len(s) == 4 and t % 2 == 1 and t >= 27 and 2 * s[0] > t and t - s[0] <= 21,
        _four_odd,
        colours=4,
        step=2,
    ),
)


def try_laws(winners: Iterable[Winners], laws: Iterable[Law] = LAWS) -> list[Finding]:
    """Try every law on everything given."""
    findings = [Finding(law) for law in laws]
    for each in winners:
        for finding in findings:
            finding.try_on(each)
    return findings
