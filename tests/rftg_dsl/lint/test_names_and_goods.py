"""W605, W607 and W608: keywords, titles and kinds of goods that miss their other half."""

import pytest

from tests.rftg_dsl.lint.designs import card, found_by

ICE = "keywords: [ice]\n"
NAMES_ICE = card("Office", "settle: cost -1 for ice worlds", development=2)
MINE = card("Ice Mine", keywords="[ice]")
MOON = card("Moon", world=3, vp=2, keywords="[ice]")


def test_a_keyword_needs_two_bearers_and_a_name_in_a_power() -> None:
    def said(cards: str) -> list[str]:
        return [one.message for one in found_by("W605", cards, ICE)]

    assert said(MINE + MOON + NAMES_ICE) == []
    assert said(card("Field")) == ["no card has the keyword `ice`"]
    assert said(MINE + NAMES_ICE) == ["only one card has the keyword `ice`"]
    assert said(MINE + MOON) == ["2 cards have the keyword `ice`, but nothing refers to it"]


def test_goals_name_keywords_too() -> None:
    goals = "goals:\n  - {title: Cold, first: 3 ice cards, after: [settle]}\n"
    assert found_by("W605", MINE + MOON, f"{ICE}modules: [goals]\n{goals}") == []


def test_a_keyword_of_invaders_needs_no_worlds_and_no_powers() -> None:
    waves = "rewards: {2: [1, 1]}, repulse: {2: 9}, waves: [{cards: {1: 2}}]"
    invasion = f"modules: [invasion]\ninvasion: {{by: ice, {waves}}}\n"
    assert found_by("W605", card("Field"), ICE + invasion) == []


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Ice Harvester", "Ice Harvesters"),
        ("Ice Harvesters", "Ice-Harvesters"),
        ("Ice Harvesters", "Iceharvesters"),
        ("Miners Hall", "Miner's Hall"),
        ("Rebel Outpost", "Rebel Outpast"),
        ("Comet Zone", "Comet Zne"),
        ("Star Nomads", "Stars Nomad"),
    ],
)
def test_titles_that_are_almost_the_same_are_told_at_the_second(one: str, two: str) -> None:
    (found,) = found_by("W607", card(one) + card(two))
    assert found.region.line == 7
    assert found.labels[0].region.line == 4


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Station 1", "Station 2"),
        ("Ice Harvesters", "Fire Harvesters"),
        ("Moon", "Moor"),
        ("Mining World", "Mining Robots"),
    ],
)
def test_titles_that_differ_enough_or_are_numbered_are_not(one: str, two: str) -> None:
    assert found_by("W607", card(one) + card(two)) == []


def test_titles_are_compared_with_those_of_required_sets() -> None:
    (found,) = found_by("W607", card("Gem Worlds"), "requires: [base]\n")
    assert found.labels[0].file.endswith("base.yaml")


@pytest.mark.parametrize(
    "power",
    [
        "consume: 1 genes good -> 1 vp",
        "trade: price +1 for genes goods",
        "produce: draw 1 per genes good produced",
        "produce: draw 1 if you produced the most genes goods",
        "produce: genes windfall good",
        "settle: may spend 1 genes good -> cost -2",
        "consume: 3 goods of different kinds -> 3 vp",
        "consume: 1 rare good and 1 genes good -> 3 vp",
        "produce: draw 1 or genes windfall good",
        "trade: after selling a genes good, draw 1",
    ],
)
def test_goods_that_no_world_has_are_told(power: str) -> None:
    bar, rare = card("Bar", power), card("Mine", windfall="rare")
    assert len(found_by("W608", bar + rare)) == 1
    assert found_by("W608", bar + rare, "requires: [base]\n") == []
    assert found_by("W608", bar + card("Nebula", windfall="any")) == []


def test_a_windfall_good_needs_a_windfall_world() -> None:
    lab = card("Lab", "produce: genes windfall good")
    nest = card("Nest", "produce: good", produces="genes")
    assert len(found_by("W608", lab + nest)) == 1


def test_up_to_so_many_kinds_is_content_with_fewer() -> None:
    power = "consume: up to 3 goods of different kinds -> 1 vp each"
    assert found_by("W608", card("Bar", power) + card("Mine", windfall="rare")) == []


def test_another_windfall_world_is_not_the_one_that_says_it() -> None:
    power = "produce: another genes windfall good"
    nest = card("Nest", power, windfall="genes")
    assert len(found_by("W608", nest)) == 1
    assert found_by("W608", nest + card("Hive", windfall="genes")) == []
    assert found_by("W608", card("Nest", power, windfall="genes", copies=2)) == []
