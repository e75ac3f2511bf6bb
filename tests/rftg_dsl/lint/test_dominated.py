"""W602 and W603: cards better than another, and costs far from the model."""

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

KEYS = "keywords: [ice]\n"
NAMES_ICE = card("Snow Office", "produce: draw 1 per ice card", development=1)


def pair(strong: str, weak: str, beside: str = "", head: str = "") -> list[str]:
    """The notes of the findings about two cards."""
    return [note for one in found_by("W602", strong + weak + beside, head) for note in one.notes]


def test_more_points_for_the_same_cost_outdo() -> None:
    notes = pair(card("Strong", vp=2, windfall="rare"), card("Weak", vp=1, windfall="rare"))
    assert notes == ["advantages of `Strong`: 2 VP instead of 1"]


def test_the_finding_stands_at_the_weaker_card_and_shows_the_other() -> None:
    (found,) = found_by("W602", card("Weak", "explore: draw 1") + card("Strong", "explore: draw 2"))
    assert (
        found.message == "`Strong` does everything that this card does, and more, for the same cost"
    )
    (label,) = found.labels
    assert (found.region.line, label.region.line) == (4, 9)


def test_cards_that_are_alike_are_no_finding() -> None:
    assert pair(card("One", "explore: draw 1"), card("Two", "explore: draw 1")) == []


@pytest.mark.parametrize(
    ("strong", "weak"),
    [
        ("explore: draw 2", "explore: draw 1"),
        ("explore: draw 1, keep 1", "explore: draw 1"),
        ("settle: cost -2", "settle: cost -1"),
        ("settle: cost -1", "settle: cost -1 for rare worlds"),
        ("settle: military +1", "settle: military +1 if you have a rare world"),
        ("settle: military +2", "settle: military +1 against military worlds"),
        ("consume: 1 good -> 2 vp", "consume: 1 good -> 1 vp"),
        ("consume: 1 good -> 1 vp, draw 1", "consume: 1 good -> 1 vp"),
        ("settle: military -1", "settle: military -2"),
        ("trade: price +1", "trade: cannot sell this world's good"),
        ("trade: price +1", "trade: price +1 for rare goods"),
        ("consume: 1 good -> 1 vp", "consume: 1 rare good -> 1 vp"),
        ("consume: 1 good -> 1 vp", "consume: 2 goods -> 1 vp"),
        ("consume: 1 vp", "consume: 1 good -> 1 vp"),
        ("consume: draw 1", "consume: may discard 1 card -> draw 1"),
        ("consume: up to 3 goods -> 1 vp each", "consume: up to 2 goods -> 1 vp each"),
        ("consume: 1 good -> sell it", "consume: 1 good -> sell it without trade powers"),
        ("produce: windfall good", "produce: another windfall good"),
        ("produce: windfall good", "produce: rare windfall good"),
        ("settle: military +3", "settle: may discard this -> military +3"),
    ],
)
def test_a_power_with_a_better_number_or_a_wider_reach_outdoes(strong: str, weak: str) -> None:
    beside = card("Fort", military_world=3) + card("Mine", "produce: good", produces="rare")
    found = pair(card("S", strong, windfall="rare"), card("W", weak, windfall="rare"), beside)
    assert len(found) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (card("A", vp=2, world=3), card("B", world=2)),
        (card("A", vp=2), card("B", development=2)),
        (card("A", vp=2), card("B", military_world=2)),
        (card("A", vp=2), card("B", windfall="rare")),
        (card("A", vp=2, windfall="genes"), card("B", windfall="rare")),
        (card("A", "settle: military -1", vp=2), card("B")),
        (card("A", "explore: draw 2"), card("B", "explore: keep 1")),
        (card("A", "develop: draw 2, discard 1"), card("B", "develop: draw 1")),
        (card("A", "consume: 2 goods -> 3 vp"), card("B", "consume: 1 good -> 1 vp")),
        (card("A", "round end: hand limit 12"), card("B")),
        (card("A", "produce: draw 1"), card("B", "consume: draw 1")),
        (
            card("A", "consume: may 1 good and discard 1 card -> 3 vp"),
            card("B", "consume: may spend 1 good -> 2 vp"),
        ),
        (card("A", "consume: 1 good -> 1 vp"), card("B", "consume: 1 good -> draw 1")),
        (card("A", "settle: may discard this -> military +3"), card("B", "settle: military +2")),
    ],
)
def test_what_is_better_and_worse_is_not_compared(one: str, other: str) -> None:
    assert pair(one, other) == []


def test_a_keyword_makes_a_difference_only_where_something_names_it() -> None:
    strong = card("Strong", vp=2, keywords="[ice]", windfall="rare")
    weak = card("Weak", windfall="rare")
    assert len(pair(strong, weak, head=KEYS)) == 1
    assert pair(strong, weak, NAMES_ICE, KEYS) == []


def test_a_smaller_drawback_is_no_advantage() -> None:
    strong = card("Strong", "settle: military -1", vp=2)
    assert pair(strong, card("Weak", "settle: military -2", vp=1)) == [
        "advantages of `Strong`: 2 VP instead of 1"
    ]


def test_a_card_that_a_power_names_by_title_is_worth_that() -> None:
    guild = card("Guild", 'score: 3 per "Weak"', development=6, vp="variable")
    assert pair(card("Strong", vp=2), card("Weak"), guild) == []


def test_a_start_world_is_compared_with_those_of_its_colour() -> None:
    weak = card("Weak", start="{number: 31, colour: red}", windfall="rare")
    for colour, number in (("blue", 0), ("red", 1)):
        start = f"{{number: 30, colour: {colour}}}"
        strong = card("Strong", vp=2, start=start, windfall="rare")
        assert len(pair(strong, weak)) == number


def test_a_card_that_outdoes_one_of_a_required_set_is_told_where_it_stands() -> None:
    strong = card("Deep Mine", "explore: draw 2", vp=4, windfall="rare")
    (found,) = found_by("W602", strong, "requires: [base]\n")
    assert found.message.startswith("this card does everything that `")
    assert found.labels[0].file.endswith("base.yaml")


def test_a_cheaper_card_needs_no_more_than_the_other_has() -> None:
    (found,) = found_by(
        "W602", card("Weak", "explore: draw 1", world=3) + card("Strong", "explore: draw 1")
    )
    assert found.message == "`Strong` does everything that this card does for a lower cost"
    assert found.notes == ("advantages of `Strong`: cost 2 instead of 3",)
    (found,) = found_by(
        "W602", card("Weak", world=3, windfall="rare") + card("Strong", vp=2, windfall="rare")
    )
    assert (
        found.message == "`Strong` does everything that this card does, and more, for a lower cost"
    )
    (found,) = found_by("W602", card("Weak", military_world=3) + card("Strong", military_world=2))
    assert "for a lower defense" in found.message


def test_a_cost_that_a_power_names_is_worth_something() -> None:
    guild = card("Guild", "score: 1 per world of cost 3 or more", development=6, vp="variable")
    assert pair(card("Strong"), card("Weak", world=3), guild) == []


@pytest.mark.parametrize("frame", [{"world": 5}, {"development": 5}])
def test_a_card_still_without_powers_is_not_compared(frame: dict[str, int]) -> None:
    unfinished = card("Weak", **frame)
    assert pair(card("Strong", "explore: draw 1", vp=2, **frame), unfinished) == []
    assert pair(card("Strong", "explore: draw 1", vp=2, **frame), unfinished) == []
    assert found_by("W602", card("Weak", **frame), "requires: [base]\n") == []


@pytest.mark.parametrize("frame", [{"military_world": 5}, {"windfall": "rare"}])
def test_worlds_that_need_no_powers_are_compared_with_their_like(frame: dict[str, object]) -> None:
    weak = card("Weak", **frame)
    assert len(pair(card("Strong", vp=2, **frame), weak)) == 1
    assert pair(card("Strong", "explore: draw 1", vp=2, **frame), weak) == []


def test_start_worlds_of_other_costs_are_not_compared() -> None:
    weak = card("Weak", world=3, start="{number: 31, colour: red}")
    assert pair(card("Strong", start="{number: 30, colour: red}"), weak) == []


@pytest.mark.parametrize("title", ["Blank 1", "New Card 22"])
def test_a_card_that_is_still_to_be_filled_in_is_not_compared(title: str) -> None:
    field = {"produces": "rare", "world": 4}
    blank, vanilla = (card(name, "produce: good", **field) for name in (title, "Moon"))
    better = card("Strong", "produce: good", vp=2, **field)
    assert pair(better, blank) == []
    assert pair(better, vanilla) == ["advantages of `Strong`: 2 VP instead of 1"]
    assert pair(card(title, "produce: good", vp=3, **field), vanilla) == []


def test_a_blank_card_with_a_power_is_compared() -> None:
    assert len(pair(card("Strong", "explore: draw 2"), card("Blank 1", "explore: draw 1"))) == 1


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
