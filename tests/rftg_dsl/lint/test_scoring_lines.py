"""W604 and W610: what the lines of a scoring card count, and what they never do."""

from tests.rftg_dsl.lint.designs import card, found_by

KEYS = "keywords: [ice]\n"
WORLDS = (
    card("Ice Mine", windfall="rare", keywords="[ice]")
    + card("Fort", military_world=3, windfall="genes")
    + card("Office", development=2)
)


def lines(code: str, *scores: str, beside: str = WORLDS, **keys: object) -> list[int]:
    """The numbers of the scoring lines that have a finding."""
    facts: dict[str, object] = {"development": 6, "vp": "variable", "keywords": "[ice]", **keys}
    guild = card("Ice Guild", *(f"score: {one}" for one in scores), **facts)
    found = found_by(code, guild + beside, KEYS)
    first = 7 + len(facts)
    return [one.region.line - first for one in found]


def test_a_narrow_line_below_a_wider_one_never_counts() -> None:
    assert lines("W610", "1 per world", "2 per rare world") == [1]
    assert lines("W610", "2 per rare world", "1 per world") == []


def test_several_lines_together_can_take_all_cards() -> None:
    assert lines("W610", "2 per rare world", "1 per genes world", "1 per windfall world") == [2]


def test_the_card_itself_left_out_above_still_comes_to_a_lower_line() -> None:
    assert lines("W610", "1 per other card", "1 per development") == []


def test_a_world_of_chosen_kind_alone_proves_nothing() -> None:
    beside = card("Nebula", windfall="any") + card("Mine", windfall="rare")
    assert lines("W610", "2 per rare world", "1 per genes world", beside=beside) == []


def test_other_above_and_none_below_counts_the_card_unsaid() -> None:
    assert lines("W604", "2 per other ice card", "1 per development") == [1]
    assert lines("W604", "2 per other ice card", "1 per other development") == []
    assert lines("W604", "2 per other ice card", "1 per world") == []


def test_a_card_that_was_counted_before_is_not_counted_unsaid() -> None:
    assert lines("W604", "1 per development", "2 per other ice card", "1 per card") == []


def test_a_line_that_means_only_its_own_card_is_always_worth_the_same() -> None:
    assert lines("W604", "3 per ice development") == [0]
    assert lines("W604", "3 per ice development", copies=2) == []


def test_a_line_that_counts_the_card_among_others_is_how_cards_say_it() -> None:
    assert lines("W604", "1 per development") == []


def test_the_other_that_is_missing_is_offered() -> None:
    powers = ("score: 2 per other ice card", "score: 1 per development")
    guild = card("Ice Guild", *powers, development=6, vp="variable", keywords="[ice]")
    (found,) = found_by("W604", guild + WORLDS, KEYS)
    assert found.fix is not None
    assert [edit.text for edit in found.fix.edits] == ["other development"]
    assert not found.fix.certain
