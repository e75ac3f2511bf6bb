"""W605 to W608: keywords, titles and goods without their other half, and texts that do not fit."""

from pathlib import Path
from random import Random

import pytest

from rftg_dev.fuzz.lines import accepted_lines
from rftg_dsl.library import load_shipped
from rftg_dsl.lint.length import (
    MAX_HEIGHT,
    estimate_height,
    has_icons_only,
    max_letters,
    text_height,
)
from rftg_dsl.model import PowerLine
from rftg_dsl.semantics.lower import lower
from rftg_dsl.source.lettering import (
    KEYWORDS,
    LEAD,
    TITLE,
    WORDS,
    available_room,
    count_lines,
    fits_in_space,
    text_width,
)
from rftg_dsl.syntax.ast import SCORE
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_power
from rftg_dsl.wording.icon_line import icon_line
from rftg_dsl.words.verbs import EFFECTS
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


PAGE = (Path(__file__).parents[3] / "docs" / "diagnostics.md").read_text(encoding="utf-8")
CARDS = [one for one_set in load_shipped().sets for one in one_set.cards]


def test_the_room_is_that_of_the_theme_and_of_the_page() -> None:
    assert available_room(WORDS)[1] == MAX_HEIGHT
    highest = max(map(text_height, CARDS))
    assert f"the longest official card needs {highest:.0f} mm." in " ".join(PAGE.split())


def test_the_estimate_is_never_below_the_height() -> None:
    for one in CARDS:
        assert estimate_height(one) >= text_height(one), one.title


@pytest.mark.parametrize("verb", [verb for verb in EFFECTS if SCORE not in EFFECTS[verb].moments])
def test_the_estimate_covers_the_english_of_every_effect(verb: str) -> None:
    text = EFFECTS[verb].example
    power = parse_power(text)
    assert len(word_power(power)) <= max_letters(PowerLine(text, power, lower(power), 1))


def test_the_words_of_no_official_card_are_made_to_be_measured() -> None:
    assert max(map(estimate_height, CARDS)) <= MAX_HEIGHT


@pytest.mark.parametrize("lines", [60, pytest.param(400, marks=pytest.mark.soak)])
def test_what_is_taken_to_be_said_by_icons_is(lines: int) -> None:
    powers = [line.power for one in CARDS for line in one.powers if line.power.phase != SCORE]
    powers += map(parse_power, accepted_lines(Random(1), lines))
    said = [power for power in powers if has_icons_only(power)]
    assert len(said) > len(powers) / 4
    assert all(icon_line(power).says_all for power in said)


def test_sixteen_lines_of_scoring_do_not_fit() -> None:
    scores = [f"score: 1 per world of cost {number}" for number in range(16)]
    (found,) = found_by("W606", card("Guild", *scores, development=6, vp="variable"))
    assert (
        found.message == "the text of the card is 75 mm high in 6.5 pt type, and the limit is 30 mm"
    )


def test_what_icons_say_takes_no_room() -> None:
    said = [f"settle: military +{number}" for number in range(1, 9)]
    assert found_by("W606", card("Guild", *said, development=6)) == []


@pytest.mark.parametrize(
    ("title", "fits_it"),
    [
        ("Galactic Federation of Free Traders", True),
        ("The Exceedingly Long Named Interstellar Trade Federation Hu", True),
        ("Rindfleischetikettierungsueberwachungsaufgabengesetz", False),
        ("Rindfleischetikettierungs-ueberwachungsaufgabengesetz", True),
        ("WWWWWWWWWW WWWWWWWWWW WWWWWWWWWW WWWWWWWWWW", False),
        ("外星人母星的古代遗迹守护者联盟", True),
        ("氷" * 60, False),
    ],
)
def test_a_title_is_measured_in_its_own_letters(title: str, fits_it: bool) -> None:
    found = found_by("W606", card(title))
    assert [one.region.line for one in found] == ([] if fits_it else [4])


def test_keywords_stand_on_one_line() -> None:
    head = "keywords: [imperium, rebel, terraforming, telepathic]\n"
    few = card("Guild", keywords="[imperium, rebel]")
    assert found_by("W606", few, head) == []
    many = card("Guild", keywords="[imperium, rebel, terraforming, telepathic]")
    (found,) = found_by("W606", many, head)
    assert found.message == "the keywords do not fit next to the cost in 6.5 pt type"


def test_lines_are_broken_at_spaces_and_behind_hyphens_before_letters() -> None:
    wide = text_width("a non-", WORDS)
    assert count_lines("a non-military", WORDS, wide) == 2
    assert count_lines("a 1-2", WORDS, text_width("a 1-", WORDS)) == 2
    assert count_lines("a 1-2", WORDS, text_width("a 1-2", WORDS)) == 1
    assert count_lines("word", WORDS, 1) == 1


def test_widths_are_those_of_the_fonts() -> None:
    assert text_width("i", TITLE) < text_width("m", TITLE)
    assert text_width("Settle:", LEAD) > text_width("Settle:", WORDS)
    assert text_width("ab", KEYWORDS) > text_width("a", KEYWORDS) + text_width("b", KEYWORDS)
    assert fits_in_space("", KEYWORDS)
