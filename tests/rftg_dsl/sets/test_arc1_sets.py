"""The sets of the first arc against the counts of their booklet, from the compiled cards."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from rftg_dsl import cards_in_use, load
from rftg_dsl.compiler import Compilation
from rftg_dsl.model import Card, CardSet, Goal
from rftg_dsl.semantics.select import CardIndex, keywords_in, selectors_in
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.formatter import format_cards, format_goal, format_power
from rftg_dsl.words.counts import format_things

ARC = ("gathering-storm", "rebel-vs-imperium", "brink-of-war")
Sets = dict[str, CardSet]


@pytest.fixture(scope="module")
def all_sets() -> Compilation:
    return load(["new-worlds", "brink-of-war"])


@pytest.fixture(scope="module")
def sets(all_sets: Compilation) -> Sets:
    return {one.id: one for one in all_sets.sets}


@pytest.fixture(scope="module")
def cards(sets: Sets) -> tuple[Card, ...]:
    return cards_in_use([sets[name] for name in ("base", *ARC)])


def titles(cards: tuple[Card, ...], mask: int) -> set[str]:
    return {card.title for number, card in enumerate(cards) if mask >> number & 1}


def copies(one: CardSet, test: Callable[[Card], bool]) -> int:
    """How many cards pass, copies counted; further copies of older cards are none of them."""
    return sum(card.copies for card in one.cards if test(card))


def is_start(card: Card) -> bool:
    return card.start is not None


def goals(sets: Sets) -> Iterator[Goal]:
    return (goal for one in sets.values() for goal in one.goals)


# --- the files as a whole


def test_all_shipped_sets_are_without_findings(all_sets: Compilation, sets: Sets) -> None:
    assert all_sets.diagnostics == ()
    assert set(sets) == {"base", "new-worlds", *ARC}


def test_every_power_goal_and_search_category_is_written_canonically(sets: Sets) -> None:
    for one in sets.values():
        for line in (line for card in one.cards for line in card.powers):
            assert line.text == format_power(line.power)
        for category in one.search:
            assert category.text == format_cards(category.selectors)
    for goal in goals(sets):
        (first, *_), *_ = goal.conditions
        text = format_things(first.count, "plural") if goal.most else format_goal(goal.conditions)
        assert goal.text == text


def test_every_keyword_is_borne_by_a_card_and_named_by_a_power_or_goal(sets: Sets) -> None:
    declared = {word for one in sets.values() for word in one.keywords}
    borne = {word for one in sets.values() for card in one.cards for word in card.keywords}
    powers = [line.power for one in sets.values() for card in one.cards for line in card.powers]
    said = [selector for power in powers for selector in selectors_in(power)]
    named = {word for selector in said for word, _ in keywords_in(selector)}
    assert declared == borne == named


def test_each_set_requires_those_before_it(sets: Sets) -> None:
    assert [sets[name].requires for name in ARC] == [
        ("base",),
        ("base", "gathering-storm"),
        ("base", "gathering-storm", "rebel-vs-imperium"),
    ]
    assert sets["new-worlds"].requires == ("base",)


# --- counts: arc 1 booklet, Contents, About the cards, Adding ... cards


@pytest.mark.parametrize(
    ("name", "start_worlds", "game_cards", "more_copies"),
    [
        ("gathering-storm", 4, 18, 1),
        ("rebel-vs-imperium", 3, 42, 1),
        ("brink-of-war", 4, 44, 0),
        ("new-worlds", 6, 0, 0),
    ],
)
def test_each_set_has_the_cards_that_its_booklet_counts(
    sets: Sets, name: str, start_worlds: int, game_cards: int, more_copies: int
) -> None:
    one = sets[name]
    assert sum(number for _, number in one.adds_copies) == more_copies
    assert copies(one, is_start) == start_worlds
    assert copies(one, lambda card: not is_start(card)) + more_copies == game_cards


@pytest.mark.parametrize(
    ("sets_in_use", "count"),
    [(1, 114), (2, 136), (3, 180), (4, 228)],
)
def test_the_decks_grow_by_22_44_and_48_cards(sets: Sets, sets_in_use: int, count: int) -> None:
    used = [sets[name] for name in ("base", *ARC)[:sets_in_use]]
    assert sum(card.copies for card in cards_in_use(used)) == count


def test_with_the_new_worlds_the_base_deck_has_the_120_cards_of_the_draft_table(
    sets: Sets,
) -> None:
    used = cards_in_use([sets["base"], sets["new-worlds"]])
    assert sum(card.copies for card in used) == 120


def test_a_third_contact_specialist_and_a_third_research_labs_are_added(
    cards: tuple[Card, ...],
) -> None:
    in_use = Counter({card.title: card.copies for card in cards})
    assert (in_use["Contact Specialist"], in_use["Research Labs"]) == (3, 3)
    assert in_use["Gambling World"] == 1


def test_gambling_world_is_replaced_by_the_one_with_an_ante(cards: tuple[Card, ...]) -> None:
    (world,) = [card for card in cards if card.title == "Gambling World"]
    assert world.set_id == "rebel-vs-imperium"
    assert world.powers[-1].text == "consume: may ante a cost from 1 to 6"


def test_start_worlds_are_numbered_from_minus_6_to_15_even_ones_blue(sets: Sets) -> None:
    starts = [card.start for one in sets.values() for card in one.cards if card.start]
    assert sorted(start.number for start in starts) == list(range(-6, 16))
    for start in starts:
        assert start.colour == ("red" if start.number % 2 else "blue")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gathering-storm", "Galactic Genome Project, Imperium Lords, Terraforming Guild"),
        (
            "rebel-vs-imperium",
            "Galactic Bankers, Galactic Exchange, Imperium Seat, Prospecting Guild, "
            "Rebel Alliance, Uplift Code",
        ),
        (
            "brink-of-war",
            "Alien Cornucopia, Golden Age of Terraforming, Pan-Galactic Affluence, "
            "Pan-Galactic Hologrid, Universal Peace Institute",
        ),
    ],
)
def test_the_6_cost_developments_that_score_are_those_of_the_reference_table(
    sets: Sets, name: str, expected: str
) -> None:
    great = [card for card in sets[name].cards if card.type == "development" and card.cost == 6]
    assert sorted(card.title for card in great if card.vp is None) == expected.split(", ")


def test_pan_galactic_research_is_worth_4_and_the_planet_buster_costs_9(
    cards: tuple[Card, ...],
) -> None:
    by_title = {card.title: card for card in cards}
    research = by_title["Pan-Galactic Research"]
    assert (research.cost, research.vp) == (6, 4)
    assert by_title["Imperium Planet Buster"].cost == 9


def test_only_the_oort_cloud_refinery_has_a_kind_to_choose(cards: tuple[Card, ...]) -> None:
    chosen = [card.title for card in cards if card.kind == ast.ANY_KIND]
    assert chosen == ["Alien Oort Cloud Refinery"]


def test_prestige_is_printed_on_single_cards_of_the_later_two_sets_only(sets: Sets) -> None:
    printed = {one.id: {card.prestige for card in one.cards} for one in sets.values()}
    assert printed["base"] == printed["gathering-storm"] == printed["new-worlds"] == {0}
    assert printed["rebel-vs-imperium"] == printed["brink-of-war"] == {0, 1}


# --- what the sets bring


def test_the_sets_bring_players_and_modules(sets: Sets) -> None:
    brought = {one.id: (one.players, one.modules) for one in sets.values()}
    assert brought == {
        "base": (4, ()),
        "gathering-storm": (5, ("goals", "draft")),
        "rebel-vs-imperium": (6, ("takeovers", "start world choice", "scenario")),
        "brink-of-war": (0, ("prestige",)),
        "new-worlds": (0, ()),
    }
    known = set(card_set_schema()["$defs"]["module"]["enum"])
    of_xeno_invasion = {"invasion", "mixed explore"}
    words = {word for _, modules in brought.values() for word in modules}
    assert words == known - of_xeno_invasion


def test_the_fifth_preset_hand_belongs_to_separatist_colony(sets: Sets) -> None:
    (hand,) = sets["gathering-storm"].preset_hands
    assert (hand.number, hand.start_world, len(hand.cards)) == (5, "Separatist Colony", 4)


def test_the_scenario_sets_rebel_cantina_against_imperium_warlord(sets: Sets) -> None:
    sides = [(side.start_world, side.cards) for side in sets["rebel-vs-imperium"].scenario]
    assert sides == [
        ("Rebel Cantina", ("Rebel Alliance",)),
        ("Imperium Warlord", ("Imperium Seat",)),
    ]


# --- goals: arc 1 booklet, Goals


def test_there_are_12_small_and_8_large_goal_tiles(sets: Sets) -> None:
    worth = Counter((goal.most, goal.points) for goal in goals(sets))
    assert worth == {(False, 3): 12, (True, 5): 8}
    assert len({goal.title for goal in goals(sets)}) == 20


def test_six_goal_tiles_are_marked_for_the_later_sets(sets: Sets) -> None:
    marked = {name: {goal.title for goal in sets[name].goals} for name in ARC[1:]}
    assert marked == {
        "rebel-vs-imperium": {"Uplift Knowledge", "Military Influence", "Research Leader"},
        "brink-of-war": {"Galactic Standing", "Peace/War Leader", "Galactic Prestige"},
    }


def test_the_least_that_holds_a_most_goal_is_the_number_of_its_only_count(sets: Sets) -> None:
    least = {goal.title: goal.least for goal in goals(sets) if goal.most}
    assert least == {
        "Greatest Military": 6,
        "Largest Industry": 3,
        "Greatest Infrastructure": 4,
        "Production Leader": 4,
        "Research Leader": 3,
        "Propaganda Edge": 3,
        "Galactic Prestige": 3,
        "Prosperity Lead": 3,
    }
    for goal in goals(sets):
        if goal.most:
            ((count,),) = goal.conditions
            assert (count.low, count.high) == (goal.least, None)


def test_peace_war_leader_can_be_reached_in_two_ways_of_two_counts_each(sets: Sets) -> None:
    (goal,) = [goal for goal in goals(sets) if goal.title == "Peace/War Leader"]
    things = [[(count.low, count.count.things) for count in way] for way in goal.conditions]
    assert things == [[(1, "negative military"), (2, "cards")], [(1, "cards"), (2, "cards")]]


# --- search categories: arc 1 booklet, Search Categories

FOUND = {
    "Military developments": "Expedition Force, Imperium Troops, Mercenary Fleet, "
    "New Galactic Order, Rebel Troops, Space Marines, Space Mercenaries",
    "Worlds with a chromosome": "Aquatic Uplift Race, Avian Uplift Race, Clandestine Uplift Lab, "
    "Devolved Uplift Race, Insect Uplift Race, Mining Mole Uplift Race, Ravaged Uplift World, "
    "Reptilian Uplift Race, The Last of the Uplift Gnarssh, Uplift Mercenary Force, "
    "Uplift Revolt World",
    "Strongly defended worlds": "Alien Guardian, Alien Monolith, Alien Uplift Center, "
    "Hidden Fortress, Lost Alien Battle Fleet, Lost Alien Warship, Rebel Base, Rebel Council, "
    "Rebel Homeworld, Rebel Outpost, Rebel Stronghold",
    "Takeover powers": "Imperium Cloaking Technology, Imperium Planet Buster, Imperium Seat, "
    "Interstellar Casus Belli, Pan-Galactic Security Council, Rebel Alliance, Rebel Pact, "
    "Rebel Sneak Attack",
}
COUNTS = {
    "Lightly defended windfall worlds": 14,
    "Cheap windfall worlds": 9,
    "Worlds of Alien goods": 16,
    "Consumers of several goods": 15,
    "Great developments": 26,
}


def found_by_search(sets: Sets, cards: tuple[Card, ...], index: CardIndex) -> dict[str, set[str]]:
    found = {}
    for category in sets["brink-of-war"].search:
        masks = [index.mask(selector) for selector in category.selectors]
        found[category.title] = set().union(*(titles(cards, mask) for mask in masks))
    return found


def test_the_nine_search_categories_find_what_the_booklet_describes(
    sets: Sets, cards: tuple[Card, ...]
) -> None:
    found = found_by_search(sets, cards, CardIndex(cards))
    assert len(found) == 9
    for title, expected in FOUND.items():
        assert found[title] == set(expected.split(", "))
    assert {title: len(found[title]) for title in COUNTS} == COUNTS
    assert "Alien Oort Cloud Refinery" in found["Worlds of Alien goods"]
    assert "Pilgrimage World" in found["Consumers of several goods"]
    assert "Pan-Galactic Research" not in found["Great developments"]


def test_only_the_last_search_category_needs_takeovers(sets: Sets, cards: tuple[Card, ...]) -> None:
    categories = sets["brink-of-war"].search
    assert [one.only_with_takeovers for one in categories] == [False] * 8 + [True]
    assert not found_by_search(sets, cards, CardIndex(cards, takeovers=False))["Takeover powers"]
