"""Adding cards and tiles to a file, and the sorts of cards."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rftg_dsl.blank.adding import CannotAddCard, CardFile
from rftg_dsl.blank.sets import PRINTED, apportion, blank_cards, card_sort
from rftg_dsl.compiler import compile_files
from rftg_dsl.library import cards_in_use, load_shipped
from rftg_dsl.model import Card

HEAD = "set: mine\ntitle: My Cards\n"
FIRST = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"
NEW = {"title": "Snow", "development": 1, "vp": 0, "powers": "settle:Military +1\n"}
NEW_TEXT = (
    "  - title: Snow\n    development: 1\n    vp: 0\n    powers: |\n      settle: military +1\n"
)
DEEP = "      - title: Ice\n        world: 2\n        vp: 1\n"
FLUSH = "- title: Ice\n  world: 2\n  vp: 1\n"
HINT = "    # powers: |\n    #   settle: military +1\n"


def indented(text: str, by: int) -> str:
    """The new card's lines, by so many spaces more or less than two."""
    return "".join(" " * by + line[2:] for line in text.splitlines(keepends=True))


def added(path: Path, before: str) -> str:
    """The text of a file after the new card was added to it."""
    path.write_bytes(before.encode())
    assert not CardFile(path).add(NEW).has_errors
    assert not compile_files([path]).has_errors
    return path.read_bytes().decode()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mine.yaml"


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        pytest.param(f"{HEAD}cards:\n{FIRST}", "", id="last in the file"),
        pytest.param(f"{HEAD}cards:\n{FIRST}", "keywords: [ice]\n", id="before another key"),
        pytest.param(f"{HEAD}cards:\n{FIRST}", "\n\n# The end.\n", id="before a last comment"),
        pytest.param(f"{HEAD}cards:\n{FIRST}", "  # The end.\n", id="before a comment on no key"),
        pytest.param(f"{HEAD}cards:\n{FIRST}", "...\n", id="before the mark of the end"),
        pytest.param(f"{HEAD}cards:\n{FIRST}{HINT}", "", id="behind comments of the last card"),
        pytest.param(f"{HEAD}cards:\n{FIRST}\n{HINT}", "\n", id="behind those after a blank line"),
        pytest.param(
            f"{HEAD}cards:\n{FIRST}    powers: |\n      settle: military +1\n",
            "\n\nkeywords: [ice]\n",
            id="behind a block of powers",
        ),
        pytest.param(
            f"{HEAD}cards:\n{FIRST}    powers: |+\n      settle: military +1\n",
            "",
            id="behind a block that keeps its end",
        ),
        pytest.param(
            f"{HEAD}cards:\n  - {{title: Ice, world: 2, vp: 1,\n     keywords: []}}\n",
            "\n",
            id="behind a card in brackets",
        ),
        pytest.param(f"---\n{HEAD}cards:\n{FIRST}", "", id="in a file that begins with ---"),
    ],
)
def test_the_card_stands_behind_the_last_and_nothing_else_changes(
    before: str, behind: str, path: Path
) -> None:
    assert added(path, before + behind) == f"{before}\n{NEW_TEXT}{behind}"


POWERS = [
    "",
    "powers: 'explore: draw 1'",
    "powers: |\n  explore: draw 1\n\n  settle: military +1\n",
    "powers: |-  # two\n    explore: draw 1\n",
]
BETWEEN = ["", "\n", "\n\n", "# aside\n", "  # deep\n", "\n    # deeper\n\n"]


@st.composite
def card_files(draw: st.DrawFn) -> str:
    """Card files in many layouts, all without an error."""
    lines = ["set: mine", "title: My Cards", "cards:"]
    dash = draw(st.integers(0, 5))
    for number in range(draw(st.integers(1, 3))):
        lines += draw(st.sampled_from(BETWEEN)).splitlines()
        keys = ["world: 2", "vp: 1", *draw(st.sampled_from(POWERS)).splitlines()]
        wide = " " * draw(st.integers(1, 3))
        lines.append(f"{' ' * dash}-{wide}title: Card {number}")
        lines += [f"{' ' * (dash + 1)}{wide}{key}" if key else "" for key in keys]
    lines += draw(st.sampled_from(BETWEEN)).splitlines()
    lines += draw(st.sampled_from(["", "keywords: [ice]\n", "\n# End.\n...\n"])).splitlines()
    mark = draw(st.sampled_from(["", "\N{ZERO WIDTH NO-BREAK SPACE}"]))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return mark + end.join(lines) + draw(st.sampled_from(["", end]))


@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(card_files())
@pytest.mark.slow
def test_in_whatever_layout_all_that_was_there_stays(path: Path, before: str) -> None:
    path.write_bytes(before.encode())
    assume(not compile_files([path]).has_errors)
    after = added(path, before)
    same = next(n for n in range(len(after)) if before[n : n + 1] != after[n])
    assert before[same:] == after[len(after) - len(before) + same :]
    assert after.count("title: Snow") == 1


@pytest.mark.parametrize(("first", "by"), [(DEEP, 6), (FLUSH, 0)])
def test_the_card_stands_as_far_in_as_the_last(first: str, by: int, path: Path) -> None:
    before = f"{HEAD}cards:\n{first}"
    assert added(path, before) == f"{before}\n{indented(NEW_TEXT, by)}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cards:\n", f"cards:\n{NEW_TEXT}"),
        ("cards:", f"cards:\n{NEW_TEXT}"),
        ("cards: []\n", f"cards:\n{NEW_TEXT}"),
        ("cards: [] # none\nkeywords: [ice]\n", f"cards: # none\n{NEW_TEXT}keywords: [ice]\n"),
        ("keywords: [ice]\n", f"keywords: [ice]\ncards:\n{NEW_TEXT}"),
    ],
)
def test_the_first_card_of_a_set_has_a_place_too(before: str, after: str, path: Path) -> None:
    assert added(path, HEAD + before) == HEAD + after


def test_a_file_without_a_last_line_end_gets_one(path: Path) -> None:
    before = f"{HEAD}cards:\n{FIRST}    powers: |\n      settle: military +1"
    assert added(path, before) == f"{before}\n\n{NEW_TEXT}"


def test_line_ends_and_a_byte_order_mark_are_kept(path: Path) -> None:
    before = f"\N{ZERO WIDTH NO-BREAK SPACE}{HEAD}cards:\n{FIRST}".replace("\n", "\r\n")
    for text in (before, before.removesuffix("\r\n")):
        assert added(path, text) == before + f"\n{NEW_TEXT}".replace("\n", "\r\n")


def test_an_empty_list_on_the_first_line_is_found_behind_a_byte_order_mark(path: Path) -> None:
    mark = "\N{ZERO WIDTH NO-BREAK SPACE}"
    assert added(path, f"{mark}cards: []\n{HEAD}") == f"{mark}cards:\n{NEW_TEXT}{HEAD}"


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}cards: [{{title: Ice, world: 2, vp: 1}}]\n",
        f"{HEAD}cards: [\n]\n",
        "{set: mine, title: My Cards, cards: [{title: Ice, world: 2, vp: 1}]}\n",
    ],
)
def test_cards_in_brackets_are_left_alone(text: str, path: Path) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CannotAddCard, match="brackets"):
        CardFile(path).add(NEW)
    assert path.read_text(encoding="utf-8") == text


def test_a_card_with_an_error_is_not_written(path: Path) -> None:
    text = f"{HEAD}cards:\n{FIRST}"
    path.write_text(text, encoding="utf-8")
    trial = CardFile(path).add({**NEW, "title": "ice harvesters"})
    assert [found.code for found in trial.findings] == ["E404"]
    assert path.read_text(encoding="utf-8") == text


def test_a_broken_file_is_known_before(path: Path) -> None:
    path.write_text(f"{HEAD}cards:\n{FIRST}    vpp: 1\n", encoding="utf-8")
    assert CardFile(path).is_broken
    path.write_text(f"{HEAD}cards: []\n", encoding="utf-8")
    assert not CardFile(path).is_broken
    path.write_text("", encoding="utf-8")
    assert CardFile(path).is_broken


def printed() -> tuple[Card, ...]:
    return cards_in_use(load_shipped().sets)


def test_a_box_of_blank_cards_is_mixed_as_the_printed_cards_are() -> None:
    """Kinds and numbers counted by hand from the shipped sets: 90 of 285 are developments, ..."""
    counts = Counter(words.split(",")[0] for words, _card in blank_cards(PRINTED, printed()))
    assert counts == {
        "a development": 7,
        "a development with variable points": 3,
        "a start world": 2,
        "a world": 1,
        "a windfall world": 2,
        "a production world": 3,
        "a military world": 1,
        "a military windfall world": 2,
        "a military production world": 1,
    }


def test_as_many_blank_cards_as_printed_ones_are_of_the_same_sorts() -> None:
    cards = printed()
    wanted: Counter[str] = Counter()
    for card in cards:
        wanted[str(card_sort(card))] += card.copies
    found = Counter(words.split(",")[0] for words, _card in blank_cards(wanted.total(), cards))
    assert found == wanted


weights = st.dictionaries(st.text(max_size=3), st.integers(1, 50), min_size=1, max_size=9)


@given(st.integers(0, 300), weights)
def test_shares_add_up_and_are_off_by_less_than_one(number: int, given: dict[str, int]) -> None:
    shares = apportion(number, given)
    assert sum(shares.values()) == number
    for key, share in shares.items():
        assert abs(share - number * given[key] / sum(given.values())) < 1


def test_start_worlds_are_numbered_from_the_first_free_number_and_coloured_as_printed() -> None:
    starts = [card["start"] for _words, card in blank_cards(60, printed(), 20) if "start" in card]
    assert [one["number"] for one in starts] == list(range(20, 20 + len(starts)))
    assert [one["colour"] for one in starts[:2]] == ["blue", "red"]
    known = [card.start for card in printed() if card.start]
    assert {one.colour for one in known if one.number % 2 == 0} == {"blue"}
    assert {one.colour for one in known if one.number % 2} == {"red"}
