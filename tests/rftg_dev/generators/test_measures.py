"""What check knows of the look of cards is what Typst measures."""

from collections.abc import Sequence
from random import Random

import pytest

from rftg_dev.fuzz.faces import write_odd_set
from rftg_dev.generators.measures import measure_faces
from rftg_dsl.library import load_shipped
from rftg_dsl.lint.length import MAX_HEIGHT, estimate_height, text_height
from rftg_dsl.source.lettering import (
    KEYWORDS,
    TITLE,
    WORDS,
    available_room,
    badges_width,
    fits_in_space,
    load_measures,
    smallest_size,
    text_width,
)
from rftg_dsl.wording.english import keyword_line
from rftg_tools.faces.facts import Facts, PrintedCard, faces_data, printed_cards
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import load_theme

LINE: float = load_measures()["lines"][WORDS][1]
CLOSE = 0.01
"""Points of type, and mm, that two figures may differ by."""


def measured_by_typst(cards: Sequence[PrintedCard]) -> list[Facts]:
    theme = load_theme()
    data = faces_data(cards, theme, Drawings(theme))
    faces: list[Facts] = measure_faces(theme, data["faces"], data["icons"])["faces"]
    return faces


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> list[PrintedCard]:
    """All shipped cards, and odd ones."""
    odd = write_odd_set(Random(1), 60, tmp_path_factory.mktemp("odd") / "odd.yaml").sets[-1]
    sets = (*load_shipped().sets, odd)
    return [one for card_set in sets for one in printed_cards(card_set, load_theme())]


@pytest.fixture(scope="module")
def faces(cards: list[PrintedCard]) -> list[Facts]:
    return measured_by_typst(cards)


@pytest.mark.slow
def test_words_are_as_high_as_typst_sets_them(cards: list[PrintedCard], faces: list[Facts]) -> None:
    for one, face in zip(cards, faces, strict=True):
        over = text_height(one.card) - face["words"]
        # Letters are a little closer to each other in Typst than their widths say.
        assert -CLOSE <= over <= LINE * max(1, len(one.card.powers)), one.card.title
        if face["words"] > available_room(WORDS)[1] + CLOSE:
            assert text_height(one.card) > available_room(WORDS)[1], one.card.title
            assert estimate_height(one.card) > MAX_HEIGHT, one.card.title


@pytest.mark.slow
def test_words_are_nearly_always_exactly_as_high(
    cards: list[PrintedCard], faces: list[Facts]
) -> None:
    pairs = zip(cards, faces, strict=True)
    apart = [abs(text_height(one.card) - face["words"]) > CLOSE for one, face in pairs]
    assert sum(apart) <= len(apart) / 50


@pytest.mark.slow
def test_titles_that_do_not_fit_are_those_that_typst_sets_smaller(
    cards: list[PrintedCard], faces: list[Facts]
) -> None:
    for one, face in zip(cards, faces, strict=True):
        smaller = face["title"]["at"] < smallest_size(TITLE) - CLOSE
        title = one.card.title
        if not _is_joined(title):
            assert text_width(title, TITLE) >= face["title"]["width"] - CLOSE, title
        assert not (smaller and fits_in_space(title, TITLE)), title


@pytest.mark.slow
def test_keywords_that_do_not_fit_are_those_that_typst_sets_smaller(
    cards: list[PrintedCard], faces: list[Facts]
) -> None:
    for one, face in zip(cards, faces, strict=True):
        smaller = face["keywords"]["at"] < smallest_size(KEYWORDS) - CLOSE
        said, taken = "\u00a0· ".join(keyword_line(one.card)), badges_width(one.card.keywords)
        assert smaller is not fits_in_space(said, KEYWORDS, taken), one.card.title


def _is_joined(title: str) -> bool:
    """Whether letters join, so that together they are not as wide as each for itself."""
    return any("\u0600" <= letter <= "\u06ff" for letter in title)
