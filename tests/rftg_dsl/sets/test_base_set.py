"""The base set against the tables of its rulebook ("About the Cards"), from the compiled cards."""

from collections.abc import Callable, Iterator

import pytest

from rftg_dsl.hooks import race as hooks
from rftg_dsl.library import load
from rftg_dsl.model import Card, CardSet
from rftg_dsl.syntax.ast import KINDS, Effect

Test = Callable[[Card], bool]


@pytest.fixture(scope="module")
def base() -> CardSet:
    compilation = load(["base"])
    assert compilation.diagnostics == ()
    (card_set,) = compilation.sets
    return card_set


def count(base: CardSet, *tests: Test) -> int:
    """How many cards, copies counted, pass all tests."""
    return sum(card.copies for card in base.cards if all(test(card) for test in tests))


def world(card: Card) -> bool:
    return card.type == "world"


def development(card: Card) -> bool:
    return card.type == "development"


def military(card: Card) -> bool:
    return card.military


def paid(card: Card) -> bool:
    return not card.military


def start(card: Card) -> bool:
    return card.start is not None


def later(card: Card) -> bool:
    return card.start is None


def keyword(name: str) -> Test:
    return lambda card: name in card.keywords


def costs(number: int) -> Test:
    return lambda card: card.cost == number


def strength(amount: int) -> Test:
    """Gives this much Military against all worlds, for nothing."""
    return lambda card: any(
        (hook.amount, hook.on, hook.price) == (amount, None, None) for hook in militaries(card)
    )


def militaries(card: Card) -> Iterator[hooks.Military]:
    return (hook for hook in all_hooks(card) if isinstance(hook, hooks.Military))


def all_hooks(card: Card) -> Iterator[hooks.Hook]:
    return (hook for line in card.powers for hook in line.hooks)


def effects(card: Card) -> Iterator[Effect]:
    return (effect for line in card.powers for effect in line.power.effects)


def consumes(what: str) -> Test:
    """Has a consume power that takes "goods" or "cards"."""
    return lambda card: any(
        line.power.phase == "consume"
        and line.power.cost is not None
        and line.power.cost.what == what
        for line in card.powers
    )


def test_there_are_114_cards_of_95_designs(base: CardSet) -> None:
    assert count(base) == 114
    assert len(base.cards) == 95


def test_the_cards_divide_into_start_worlds_worlds_and_developments(base: CardSet) -> None:
    assert (count(base, start, paid), count(base, start, military)) == (4, 1)
    assert count(base, world, later, military) == 22
    assert count(base, world, later, paid) == 37
    assert count(base, development, costs(6)) == 12
    others = [card for card in base.cards if development(card) and card.cost != 6]
    assert [card.copies for card in others] == [2] * 19


def test_the_start_worlds_are_numbered_0_to_4_even_ones_blue(base: CardSet) -> None:
    starts = [card.start for card in base.cards if card.start]
    colours = [(one.number, one.colour) for one in starts]
    assert colours == [(0, "blue"), (1, "red"), (2, "blue"), (3, "red"), (4, "blue")]


def test_the_four_preset_hands_have_four_cards_and_a_start_world_each(base: CardSet) -> None:
    titles = {card.title: card for card in base.cards}
    assert [hand.number for hand in base.preset_hands] == [1, 2, 3, 4]
    for hand in base.preset_hands:
        begins = titles[hand.start_world].start
        assert begins is not None
        assert begins.number == hand.number
        assert len({titles[title].title for title in hand.cards}) == 4


DEFENSES = {
    1: (6, 0, 1, 0),
    2: (7, 1, 1, 1),
    3: (3, 0, 2, 0),
    4: (2, 1, 0, 0),
    5: (2, 1, 1, 0),
    6: (2, 1, 1, 0),
    7: (1, 0, 1, 0),
}
"""Defense: worlds, and of them alien, rebel and start worlds."""


def test_23_worlds_are_military(base: CardSet) -> None:
    assert count(base, military) == 23 == sum(row[0] for row in DEFENSES.values())


@pytest.mark.parametrize("defense", DEFENSES)
def test_military_worlds_by_defense(base: CardSet, defense: int) -> None:
    tests = [lambda _card: True, keyword("alien"), keyword("rebel"), start]
    found = tuple(count(base, military, costs(defense), test) for test in tests)
    assert found == DEFENSES[defense]


def test_19_cards_provide_military(base: CardSet) -> None:
    amounts = (1, 2, 3)
    assert [count(base, development, strength(n)) for n in amounts] == [2, 3, 2]
    assert [count(base, military, later, strength(n)) for n in amounts] == [4, 1, 1]
    assert [count(base, world, paid, later, strength(n)) for n in amounts] == [2, 0, 0]
    assert [count(base, start, strength(n)) for n in amounts] == [1, 1, 0]
    discarded = [card for card in base.cards if any(hook.price for hook in militaries(card))]
    assert sum(card.copies for card in discarded) == 2
    assert [hook.amount for card in discarded for hook in militaries(card)] == [3]


def test_specialised_military_meets_the_worlds_the_tables_say(base: CardSet) -> None:
    found = {
        card.title: hook.amount
        for card in base.cards
        for hook in militaries(card)
        if hook.on is not None
    }
    assert found == {
        "Galactic Imperium": 4,
        "Alien Tech Institute": 2,
        "Alien Rosetta Stone World": 2,
        "Alpha Centauri": 1,
    }
    assert count(base, military, keyword("rebel")) == 7
    assert count(base, military, lambda card: card.kind == "alien") == 4
    assert count(base, military, lambda card: card.kind == "rare") == 3


def test_five_cards_take_military_away(base: CardSet) -> None:
    assert count(base, strength(-1)) == 5


COSTS = {0: (0, 2), 1: (12, 6), 2: (12, 11), 3: (4, 10), 4: (8, 5), 5: (2, 5), 6: (12, 2)}
"""Cost: developments and worlds placed by payment."""


@pytest.mark.parametrize("cost", COSTS)
def test_cards_placed_by_payment_by_cost(base: CardSet, cost: int) -> None:
    found = count(base, development, costs(cost)), count(base, world, paid, costs(cost))
    assert found == COSTS[cost]


def test_91_cards_are_placed_by_payment(base: CardSet) -> None:
    assert count(base, paid) == 91 == sum(map(sum, COSTS.values()))


WINDFALLS = {"novelty": (2, 3, 0), "rare": (5, 2, 1), "genes": (2, 5, 0), "alien": (3, 3, 0)}
PRODUCTIONS = {"novelty": (8, 1, 1), "rare": (5, 1, 0), "genes": (3, 1, 0), "alien": (1, 1, 0)}
"""Kind: worlds that are paid for and military ones, and start worlds among both."""


@pytest.mark.parametrize("kind", KINDS)
def test_worlds_by_kind_of_good(base: CardSet, kind: str) -> None:
    def of(sort: Test) -> tuple[int, ...]:
        worlds = (sort, lambda card: card.kind == kind)
        return tuple(count(base, *worlds, test) for test in (paid, military, start))

    assert of(lambda card: card.windfall) == WINDFALLS[kind]
    assert of(lambda card: card.production) == PRODUCTIONS[kind]


def test_25_worlds_are_windfalls_and_21_produce(base: CardSet) -> None:
    assert count(base, lambda card: card.windfall) == 25
    assert count(base, lambda card: card.production) == 21


def test_cards_that_produce_on_windfall_worlds(base: CardSet) -> None:
    def produces(particular: bool) -> Test:
        return lambda card: any(
            effect.verb == "windfall good"
            and (effect.goods is not None and effect.goods.kinds != ()) == particular
            for effect in effects(card)
        )

    assert count(base, development, produces(True)) == 6
    assert count(base, world, produces(True)) == 2
    assert (count(base, development, produces(False)), count(base, world, produces(False))) == (
        0,
        1,
    )


def test_33_cards_consume_goods(base: CardSet) -> None:
    """The table prints 13 worlds, "3 start", beside 2 and 15: only 13 + 3 makes its total of 33."""
    goods = consumes("goods")
    assert count(base, goods) == 33
    assert (count(base, goods, world, paid, later), count(base, goods, start)) == (13, 3)
    assert (count(base, goods, military), count(base, goods, development)) == (2, 15)


def test_cards_that_consume_hand_cards(base: CardSet) -> None:
    cards = consumes("cards")
    assert (count(base, cards, development), count(base, cards, world)) == (2, 1)


def test_the_twelve_six_cost_developments_score_and_no_other_card_does(base: CardSet) -> None:
    scoring = {
        card.title
        for card in base.cards
        if any(isinstance(hook, hooks.Score) for hook in all_hooks(card))
    }
    assert scoring == {card.title for card in base.cards if card.vp is None}
    assert scoring == {card.title for card in base.cards if development(card) and card.cost == 6}
    assert len(scoring) == 12
