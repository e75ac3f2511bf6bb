"""The kinds of worlds of any kind in scoring: as many points as all choices tried one by one.

arc 1 booklet, Multi-Kind World: its owner chooses its kind once before scoring.
"""

import time
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY
from rftg_engine.phases import scoring
from rftg_engine.phases.scoring import KINDS, score_lines
from rftg_engine.state import Player, State
from tests.game import table_of

WORDS = ("alpha", "beta", "gamma", "delta")
SEVERAL, FIXED, SCORING = 10, 6, 12


def world(title: str, produces: str, words: list[str]) -> str:
    return (
        f"  - title: {title}\n    world: 1\n    vp: 1\n    {produces}\n"
        f"    keywords: [{', '.join(words)}]\n"
    )


def score_line(rng: Random) -> str:
    """A line of scoring: by kind, keyword or both, by ones, twos or threes; some have a maximum."""
    if rng.random() < 0.15:
        return "1, 3, 6, 10 by kinds of worlds"
    word = rng.choice((*WORDS, "", ""))
    kind = rng.choice(("novelty", "rare", "genes", "alien", "rare or genes", ""))
    what = " ".join(one for one in (word, kind) if one) or rng.choice(WORDS)
    every = rng.choice(("", "", "2 ", "3 "))
    points = rng.randint(1, 3)
    most = rng.choice(("", "", f", at most {points}", f", at most {2 * points}"))
    return f"{points} per {every}{what} world{'s' if every else ''}{most}"


def cards() -> str:
    rng = Random(1)
    some = [world(f"Any {nth}", "windfall: any", rng.sample(WORDS, 2)) for nth in range(SEVERAL)]
    fixed = ("windfall: rare", "windfall: genes", "windfall: novelty")
    some += [world(f"World {nth}", fixed[nth % 3], [rng.choice(WORDS)]) for nth in range(FIXED)]
    for nth in range(SCORING):
        lines = {score_line(rng): None for _line in range(rng.randint(1, 5))}
        powers = "".join(f"      score: {line}\n" for line in lines)
        head = f"  - title: League {nth}\n    development: 6\n    vp: variable\n    powers: |\n"
        some.append(head + powers)
    return f"set: kinds\ntitle: Kinds\nkeywords: [{', '.join(WORDS)}]\ncards:\n{''.join(some)}"


@cache
def table() -> Table:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kinds.yaml"
        path.write_text(cards().replace("cards:", "requires: [base]\ncards:"), encoding="utf-8")
        return table_of(str(path))


def cards_of(name: str) -> list[int]:
    return [card for card, title in enumerate(table().titles) if title.split()[0] == name]


def owner(tableau: list[int]) -> State:
    """A game of one player with this tableau."""
    player = Player(0, table().powers(tableau))
    player.tableau = tableau
    return State([player])


def run_in_order(state: State) -> dict[int, int]:
    """The points by card with the best of all choices, the first of those that are as good."""
    lines = score_lines(table(), state, 0)
    several = [one for one in state.players[0].tableau if table().kind[one] == ANY]
    return max(
        [
            scoring._points(table(), state, 0, lines, dict(zip(several, chosen, strict=True)))
            for chosen in product(KINDS, repeat=len(several))
        ],
        key=lambda points: sum(points.values()),
    )


def some_of(name: str, most: int) -> st.SearchStrategy[list[int]]:
    return st.deferred(
        lambda: st.lists(st.sampled_from(cards_of(name)), max_size=most, unique=True)
    )


@settings(max_examples=80, deadline=None)
@given(some_of("Any", 4), some_of("World", 3), some_of("League", 4))
def test_the_kinds_are_those_that_all_choices_tried_one_by_one_give(
    several: list[int], fixed: list[int], leagues: list[int]
) -> None:
    state = owner([*several, *fixed, *leagues])
    assert scoring.variable_points(table(), state, 0) == run_in_order(state)


def test_ten_worlds_of_any_kind_are_scored_at_once() -> None:
    state = owner([*cards_of("Any"), *cards_of("League")])
    start = time.process_time()
    scoring.variable_points(table(), state, 0)
    assert time.process_time() - start < 5  # one by one it takes minutes


def test_no_more_standings_are_followed_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/safety.md, Limits: the best ones are."""
    chosen = {(number,): scoring._Choice(number % 7, number) for number in range(5_000)}
    kept = scoring._limit(chosen)
    assert len(kept) == scoring.MAX_STANDINGS
    assert min(one.points for one in kept.values()) == 4
