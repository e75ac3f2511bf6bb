"""W606: words, titles and keywords that do not fit their place on a card."""

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
