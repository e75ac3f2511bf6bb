"""W603: the model of cost is what the shipped cards say, and tells what is far from them."""

import json
import re
from math import sqrt
from pathlib import Path

import pytest

from rftg_dev.generators.curve import (
    figures,
    fit,
    fit_cards,
    official_cards,
    scoring_table,
    table,
    text_of,
)
from rftg_dsl.library import load
from rftg_dsl.lint.cost_model import DATA_FILE, NAMES, card_features, official_figures
from rftg_dsl.lint.strength import MAX_ERRORS, has_modelled_cost, predict_cost
from tests.rftg_dsl.lint.designs import card, found_by
from tests.rftg_dsl.writing import compile_text, set_of

RUN = "run python -m rftg_dev.generators.curve --write"
PAGE = Path(__file__).parents[3] / "docs" / "diagnostics.md"


def test_the_shipped_figures_are_those_of_the_shipped_cards() -> None:
    text = text_of(figures(official_cards()))
    assert DATA_FILE.read_text(encoding="utf-8") == text, RUN
    assert json.loads(text)["curve"]["worth"].keys() == set(NAMES)


def test_the_page_shows_the_fitted_model() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, made in (("curve", table), ("scoring", scoring_table)):
        (shown,) = re.findall(rf"<!-- {name} -->\n(.*)<!-- /{name} -->", page, re.DOTALL)
        assert shown == made(official_cards()), RUN


def test_the_fit_finds_the_numbers_that_made_the_data() -> None:
    rows = [[1.0, float(x), float(x * x)] for x in range(6)]
    found = fit(rows, [2 + 3 * row[1] - row[2] for row in rows])
    assert found.worth == pytest.approx([2, 3, -1])
    assert found.deviation == pytest.approx(0, abs=1e-6)


def test_features_that_follow_from_others_are_refused() -> None:
    with pytest.raises(ValueError, match="linearly dependent"):
        fit([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]], [1.0, 2.0, 3.0])


def test_the_error_of_a_card_left_out_is_that_of_a_fit_without_it() -> None:
    cards = [one for one in official_cards() if has_modelled_cost(one)]
    whole = fit_cards(cards)
    for number in (0, 50, 100):
        rest = fit_cards([one for one in cards if one is not cards[number]])
        found = card_features(cards[number])
        expected = sum(found[name] * value for name, value in zip(NAMES, rest.worth, strict=True))
        assert whole.left_out[number] == pytest.approx(cards[number].cost - expected)


def test_no_official_card_is_off_by_the_bound() -> None:
    curve = official_figures().curve
    off = [
        one.cost - predict_cost(card_features(one))
        for one in official_cards()
        if has_modelled_cost(one)
    ]
    assert max(map(abs, off)) < MAX_ERRORS * curve.unseen
    assert curve.explained > 0.9
    assert sqrt(sum(x * x for x in off) / (len(off) - len(NAMES))) == pytest.approx(
        curve.deviation, abs=0.01
    )


def test_features_know_no_titles() -> None:
    (base,) = load(["base"]).sets
    names = {one.title.casefold() for one in base.cards}
    assert not names & {name.casefold() for name in NAMES}


def test_a_cheap_card_with_many_points_is_far_off() -> None:
    (found,) = found_by("W603", card("Moon", world=1, vp=6))
    assert found.message == (
        "official cards like this one have a cost of about 5.2, but its cost is 1"
    )
    assert found.notes[0].startswith("largest parts: VP 6 (+5.2)")
    assert found.help == "write a cost from 4 to 7, or change the powers"


def test_so_is_a_dear_card_that_does_nothing_and_a_weak_fort() -> None:
    assert len(found_by("W603", card("Moon", world=7, vp=1))) == 1
    (found,) = found_by("W603", card("Fort", military_world=2, vp=7))
    assert "a defense of about" in found.message


def test_start_worlds_and_cards_that_score_are_left_out() -> None:
    start = card("Home", vp=6, start="{number: 1, colour: red}")
    guild = card("Guild", "score: 1 per world", development=1, vp="variable")
    assert found_by("W603", start + guild) == []


def test_the_cost_that_the_help_names_is_no_finding() -> None:
    for cost in (4, 7):
        assert found_by("W603", card("Moon", world=cost, vp=6)) == []
    for cost in (3, 8):
        assert len(found_by("W603", card("Moon", world=cost, vp=6))) == 1


@pytest.mark.parametrize(
    ("power", "name", "number"),
    [
        ("settle: military +2 per alien card", "military", 3),
        ("settle: military +2 if you have an alien card", "military", 1),
        ("explore: draw 2 per alien card", "cards looked at in Explore", 3),
        ("develop: cost -2 if you have an alien card", "discount", 1),
        ("trade: price +2 per alien card", "price of goods sold", 3),
        ("produce: draw 2 per alien card", "cards drawn", 3),
        ("consume: all goods -> 1 vp each", "points from powers", 3),
    ],
)
def test_what_differs_from_game_to_game_is_counted_alike_everywhere(
    power: str, name: str, number: float
) -> None:
    head = "set: mine\ntitle: Mine\nrequires: [base]\n"
    (made,) = compile_text(set_of(card("Moon", power), head)).sets[-1].cards
    assert card_features(made)[name] == number


def test_a_cost_that_fits_where_much_comes_of_a_power_is_no_finding() -> None:
    power = "settle: military +1 per card with a trade power"
    assert found_by("W603", card("League", power, development=4)) == []
    assert len(found_by("W603", card("League", "settle: military +1", development=4))) == 1
