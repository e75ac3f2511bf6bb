"""Ratings of positions, with made-up values: the chances to win, and what a placement changes."""

from collections.abc import Iterable, Mapping
from math import e
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from rftg_engine import Side, view_of
from rftg_engine.bots import features, habits
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.hand import Price
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.networks import POINTS_PER_E, Value
from rftg_engine.bots.ratings import chances, lead, ratings, win_chance
from tests.game import FIRST, Game, card, development, table_of, world
from tests.rules.arc1.arc import Arc

CARDS: Final = (
    development("Notice Board")
    + development("Embassy")
    + card("Shrine", "development: 0, prestige: 2")
    + card("Bank", "development: 0, vp: variable", "score: 1 per 3 vp chips")
    + card("Hall", "development: 0, vp: variable", "score: 2 per development")
    + card("Annals", "development: 0, vp: variable", "score: 1 per prestige")
    + card("Temple", "development: 0, vp: variable, prestige: 2", "score: 1 per prestige")
    + development("Kitchen", "consume: 1 good -> 2 vp")
    + development("Fair", "trade: price +2")
    + world("Quarry", "windfall: rare")
    + world("Ruins", "windfall: alien", "consume: 1 good -> draw 2")
)


def value_of(weights: Mapping[int, float]) -> Value:
    """Return a value whose ratings are a weighted sum of the inputs."""
    inputs = {name: [0.0] * 4 for name in features.INPUT_NAMES}
    for index, weight in weights.items():
        inputs[features.INPUT_NAMES[index]][1] = weight
    return Value({"outer": [0.0], "biases": [0.0, 0.0], "inputs": inputs})


def any_value(seed: str, *unused: int) -> Value:
    """Return a value with random weights. unused: inputs that it ignores."""
    rng = Random(seed)
    units = 3
    inputs = {name: [rng.gauss(0, 0.3) for _ in range(units + 3)] for name in features.INPUT_NAMES}
    for index in unused:
        inputs[features.INPUT_NAMES[index]] = [0.0] * (units + 3)
    numbers = [rng.gauss(0, 1) for _ in range(2 * units + 1)]
    return Value({"outer": numbers[:units], "biases": numbers[units:], "inputs": inputs})


def evaluated(game: Game, value: Value, seat: int = FIRST) -> Evaluator:
    """Return an evaluator for what a player sees."""
    known = Knowledge(game.table, habits.read(), value, None)
    return Evaluator(known, view_of(game.state, game.player(seat).seat))


# --- chances to win

BY_SCORE: Final = value_of({features.SCORE: 1.0})
START_WORLDS: Final = ("Old Earth", "Epsilon Eridani", "Alpha Centauri", "New Sparta")


@pytest.mark.parametrize("scores", [(3, 3), (2, 6, 10), (2, 11, 3, 30)])
def test_the_odds_to_win_rise_by_the_same_factor_with_each_point(scores: tuple[int, ...]) -> None:
    table = table_of("base")
    worlds = [(world, table.vp[table.titles.index(world)]) for world in START_WORLDS]
    sides = [
        Side(world, "3 cards", vp=score - points)
        for (world, points), score in zip(worlds, scores, strict=False)
    ]
    game = Game(*sides)
    for me, own in enumerate(scores):
        seen = evaluated(game, BY_SCORE, me)
        assert ratings(seen) == pytest.approx(list(scores))
        assert lead(seen) == pytest.approx(own - max([*scores[:me], *scores[me + 1 :]]))
        found = chances(seen.knowledge, seen.view)
        assert win_chance(seen.knowledge, seen.view) == found[me]
        assert sum(found) == pytest.approx(1.0)
        odds = [chance / found[0] for chance in found]
        assert odds == pytest.approx([e ** ((one - scores[0]) / POINTS_PER_E) for one in scores])


def test_chips_of_a_player_change_the_rating_of_that_player_alone() -> None:
    value = any_value("apart")
    less, more = (
        ratings(evaluated(Game(Side("New Sparta"), Side("Old Earth", vp=vp)), value))
        for vp in (0, 5)
    )
    assert less[0] == more[0]
    assert less[1] != more[1]


@pytest.mark.parametrize("seat", range(2))
def test_players_rate_the_own_hand_and_only_the_size_of_the_others(seat: int) -> None:
    value = value_of({features.SCORE: 1.0, features.BEST_CARD: 1.0})
    hands = ("Public Works, Space Marines", "Gem World, Comet Zone")
    found = [
        ratings(evaluated(Game(Side("New Sparta", mine), Side("Old Earth", theirs)), value, seat))
        for mine, theirs in (hands, hands[::-1])
    ]
    assert found[0][seat] != found[1][seat]
    assert found[0][1 - seat] == found[1][1 - seat]


# --- placements

GOALS: Final = ("System Diversity", "Greatest Infrastructure", "Galactic Riches")


class Placement(NamedTuple):
    """A card to place on a tableau. prestige: the player's before. met: a goal that it wins."""

    title: str
    more_tableau: str = ""
    goods: str = ""
    prestige: int = 1
    met: str = ""


PLACEMENTS: Final = {
    "points": Placement("Embassy"),
    "the prestige lead": Placement("Shrine"),
    "a tie in prestige": Placement("Shrine", prestige=0),
    "points for chips": Placement("Bank"),
    "points for prestige": Placement("Temple", ", Annals"),
    "points for cards": Placement("Hall"),
    "a use for a good": Placement("Kitchen", goods="Comet Zone"),
    "a use without a good": Placement("Kitchen"),
    "a higher price for a good": Placement("Fair", goods="Comet Zone"),
    "a good": Placement("Quarry", goods="Comet Zone"),
    "a good, its use, and goals that come closer": Placement("Ruins", goods="Comet Zone"),
    "a goal for the first": Placement("Ruins", ", Gem World, Lost Species Ark World", met=GOALS[0]),
    "a goal for the most": Placement("Hall", ", Bank, Fair", met=GOALS[1]),
}


@pytest.mark.parametrize("change", PLACEMENTS)
@pytest.mark.parametrize("seed", "ab")
def test_a_placement_is_worth_the_change_of_the_rating(change: str, seed: str) -> None:
    """The stage and the number of goals in play are left out: they change for everybody."""
    title, more_tableau, goods, prestige, met = PLACEMENTS[change]
    value = any_value(seed, features.STAGE, features.GOALS)

    def seen(tableau: str, open_goals: Iterable[str], **facts: Any) -> Evaluator:
        mine = Side(f"New Sparta, Comet Zone, Notice Board{more_tableau}{tableau}", vp=7, **facts)
        rival = Side("Old Earth", "3 cards", prestige=2)
        return evaluated(Arc(mine, rival, cards=CARDS, goals=", ".join(open_goals)), value)

    before = seen("", GOALS, hand=title, goods=goods, prestige=prestige)
    table, number = before.table, before.table.titles.index(title)
    prestige += table.cards[number].prestige
    goods = ", ".join([*goods.split(", "), title]) if table.comes_with_good[number] else goods
    remaining = [goal for goal in GOALS if goal != met]
    after = seen(f", {title}", remaining, goods=goods.strip(", "), prestige=prestige, goals=met)
    gain = before.placement_gain(before.candidate(number), Price(0), 0.0)
    assert gain
    assert gain == pytest.approx(ratings(after)[0] - ratings(before)[0])


@pytest.mark.parametrize("change", [-1, 1, 2])
def test_prestige_and_the_prestige_card_are_worth_the_change_of_the_rating(change: int) -> None:
    value = any_value("prestige", features.STAGE)

    def seen(prestige: int, prestige_card: bool = False) -> Evaluator:
        mine = Side("New Sparta, Annals", prestige=prestige, prestige_card=prestige_card)
        return evaluated(Arc(mine, Side("Old Earth", prestige=2), cards=CARDS), value)

    before, with_card = seen(1), seen(1, prestige_card=True)
    own = before.appraisal.points
    assert before.prestige_worth(change) == pytest.approx(seen(1 + change).appraisal.points - own)
    assert with_card.special_card_worth == pytest.approx(with_card.appraisal.points - own)
