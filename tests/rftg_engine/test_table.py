"""The table: cards by number, selectors as bits, powers of a tableau."""

from itertools import islice, permutations
from random import Random

from rftg_engine import Table
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.moments import CONSUME
from rftg_engine.cards.powers import Powers, gather_powers
from rftg_engine.cards.table import MAX_CACHED_POWERS
from tests.game import table_of, table_with

TABLE = table_with()


def number(title: str) -> int:
    return TABLE.titles.index(title)


def test_every_copy_of_a_card_has_a_number() -> None:
    assert len(TABLE.cards) == 114
    assert TABLE.titles.count("Public Works") == 2
    assert TABLE.titles.count("Gem World") == 1


def test_start_worlds_are_listed_from_the_lowest_number() -> None:
    titles = [TABLE.titles[card] for card in TABLE.start_worlds]
    assert titles[0] == "Old Earth"
    assert [TABLE.start_number(card) for card in TABLE.start_worlds] == [0, 1, 2, 3, 4]


def test_a_start_number_that_comes_again_is_followed_by_a_free_one() -> None:
    worlds = [TABLE.cards[card] for card in TABLE.start_worlds]
    table = Table(TABLE.sets, [*worlds, *worlds[1:3]])
    assert [table.start_number(card) for card in table.start_worlds] == [0, 1, 2, 3, 4, 5, 6]
    assert table.renumbered_start_worlds == {5: 5, 6: 6}
    assert [table.titles[card] for card in table.start_worlds][5:] == table.titles[1:3]


def test_equal_tableaus_share_their_powers() -> None:
    tableau = [number("New Sparta"), number("Space Marines")]
    assert TABLE.powers(tableau) is TABLE.powers(list(tableau))
    assert TABLE.powers(tableau).military == 4


def test_powers_come_newest_card_first_and_in_the_printed_order() -> None:
    tableau = [number("Old Earth"), number("Gambling World"), number("Public Works")]
    cards = [TABLE.titles[power.card] for power in TABLE.powers(tableau).at(CONSUME)]
    assert cards == ["Public Works", "Gambling World", "Gambling World", "Old Earth"]
    lines = [power.line for power in TABLE.powers(tableau).at(CONSUME)]
    assert lines[1] < lines[2]


def test_the_cache_of_powers_is_bounded() -> None:
    table = Table(TABLE.sets, [card for card in TABLE.cards if card.copies == 1][:8])
    known = table.powers(range(8)).mask
    times_begun = 0
    for tableau in islice(permutations(range(8)), 20_050):
        root = table._no_card
        table.powers(tableau)
        times_begun += table._no_card is not root
        assert table._cached <= MAX_CACHED_POWERS
    assert times_begun > 1
    assert 0 < kept(table._no_card) <= table._cached
    assert table.powers(range(8)).mask == known


def kept(powers: Powers) -> int:
    """How many tableaus have grown from one and are kept."""
    return sum(1 + kept(grown) for grown in (powers.grown or {}).values())


def said(power: BoundPower) -> tuple[object, ...]:
    """A power, with what it is worth where it lies."""
    return power.number, getattr(power, "amount", 0), power.price.count if power.price else 0


def told(powers: Powers) -> dict[str, object]:
    """All members of powers but for what has grown from them, as what can be compared."""
    found: dict[str, object] = {}
    for name in dir(powers):
        value = getattr(powers, name)
        if not name.startswith("__") and name != "grown" and not callable(value):
            found[name] = listed(value)
    return found


def listed(value: object) -> object:
    if isinstance(value, dict):
        return {key: listed(one) for key, one in value.items()}
    if isinstance(value, list):
        return [listed(one) for one in value]
    return said(value) if isinstance(value, BoundPower) else value


def test_powers_that_grew_card_by_card_are_those_that_are_gathered_whole() -> None:
    """Over random tableaus of all shipped cards, each grown from one that was there before."""
    table, rng = table_of("brink-of-war", "new-worlds"), Random("grown")
    cards = range(len(table.cards))
    counting = [card for card in cards if any(one.depends_on for one in table.by_card[card])]
    grown: list[tuple[int, ...]] = [()]
    for _nth in range(3_000):
        before = rng.choice(grown[-200:])[: rng.randrange(15)]
        newest = rng.choice(cards if rng.random() < 0.9 else counting)
        if newest not in before:
            grown.append((*before, newest))
            table.powers(grown[-1])
    anew = 0
    for tableau in grown:
        mask = sum(1 << card for card in tableau)
        whole = gather_powers(
            tableau, mask, table.powers(()), [table.by_card[card] for card in tableau]
        )
        assert told(table.powers(tableau)) == told(whole), [table.titles[one] for one in tableau]
        if len(tableau) > 3:
            anew += table.powers(tableau[:-1]).depends_on >> tableau[-1] & 1
    assert 50 < anew < len(grown) - 100, "both ways of gathering are tried"
    assert told(table.powers(())) == told(Powers()), "what is shared was changed"


def test_every_power_of_every_card_is_bound_once() -> None:
    numbers = [power.number for powers in TABLE.by_card for power in powers]
    assert numbers == list(range(len(TABLE.power_list)))
    for card, powers in enumerate(TABLE.by_card):
        assert len({power.line for power in powers}) == len(TABLE.cards[card].powers)
