"""Changes that a form makes in the text of a file, and the fields of the form."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rftg_dsl.games import GAMES, RACE, ROLL, Game
from rftg_dsl.resources import shipped_sets
from rftg_dsl.source.schema import card_set_schema, resolve_reference
from rftg_tools.studio.editing import (
    Add,
    Change,
    Delete,
    Duplicate,
    Move,
    SetKey,
    apply_change,
    fields,
    phases,
    read_change,
    sheet_of,
)
from rftg_tools.studio.sheet import CannotEdit, Section, replace_powers

PATH = Path("ice.yaml")
TEXT = """\
# A head.
set: ice
title: Ice   # the title of the set
keywords: [cold]

cards:
  # the first of all
  - title: Geyser # hot
    world: 2 # cheap
    vp: 1
    # of its powers
    powers: |
      # before
      explore: draw 1  # beside

      consume: 1 good -> 1 vp
    # at its end

  - title: Moon
    military world: 3
    vp: 2
    windfall: rare

  # --- the last ones ---

  - title: Hall
    development: 6
    vp: variable
    powers: |
      score: 1 per world

goals:
  - title: Settler
    first: 3 worlds   # or more
    after: [settle]
  - title: Warlord
    most: total military
    least: 6
    after: [develop, settle]
"""


def after(change: Change, text: str = TEXT) -> str:
    return apply_change(PATH, text, change)


def differing(new: str, old: str = TEXT) -> tuple[list[str], list[str]]:
    """The lines that only the old text has, and those that only the new one has."""
    before, now = ([line for line in one.splitlines() if line] for one in (old, new))
    gone = [line for line in before if before.count(line) > now.count(line)]
    come = [line for line in now if now.count(line) > before.count(line)]
    return gone, come


# --- keys


def test_a_value_is_written_in_place_with_its_comment_kept() -> None:
    gone, come = differing(after(SetKey(0, "world", 4)))
    assert (gone, come) == (["    world: 2 # cheap"], ["    world: 4 # cheap"])
    assert "  - title: Hot Springs # hot\n" in after(SetKey(0, "title", "Hot Springs"))


def test_a_new_key_stands_where_the_schema_has_it() -> None:
    new = after(SetKey(1, "copies", 2))
    assert "    windfall: rare\n    copies: 2\n\n" in new
    assert "    vp: 1\n    keywords: [cold]\n    # of its powers\n    powers" in (
        after(SetKey(0, "keywords", ["cold"]))
    )


def test_a_key_takes_the_place_of_another() -> None:
    new = after(SetKey(0, "military world", 2, instead_of="world"))
    assert differing(new)[1] == ["    military world: 2 # cheap"]


def test_a_key_without_a_value_is_left_out() -> None:
    assert differing(after(SetKey(1, "windfall", None))) == (["    windfall: rare"], [])
    assert after(SetKey(1, "copies", None)) == TEXT


def test_the_first_key_can_be_taken_out_and_put_back() -> None:
    new = after(SetKey(1, "title", None))
    assert "  - military world: 3\n    vp: 2\n" in new
    assert after(SetKey(1, "title", "Moon"), new) == TEXT


def test_what_yaml_would_read_otherwise_is_quoted() -> None:
    for title in ("yes", "3", "a: b", "# x", "'", '"', "- x", "é", "{", "*x", " x"):
        new = after(SetKey(0, "title", title))
        assert sheet_of(PATH, new)["cards"][0]["keys"]["title"] == title


def test_a_mapping_is_written_in_braces() -> None:
    new = after(SetKey(1, "start", {"number": 3, "colour": "red"}))
    assert "    start: {number: 3, colour: red}\n" in new


# --- powers


def test_a_changed_power_keeps_the_comments_of_all() -> None:
    new = after(SetKey(0, "powers", ["explore: draw 2", "consume: 1 good -> 1 vp"]))
    assert "      # before\n      explore: draw 2  # beside\n\n      consume" in new


def test_powers_are_added_and_taken_away_between_others() -> None:
    lines = ["explore: draw 1", "settle: military +1", "consume: 1 good -> 1 vp"]
    new = after(SetKey(0, "powers", lines))
    assert differing(new) == ([], ["      settle: military +1"])
    assert differing(after(SetKey(0, "powers", lines[:1])))[0] == ["      consume: 1 good -> 1 vp"]


def test_the_last_power_that_goes_takes_the_key_along() -> None:
    assert "score: 1 per world" not in after(SetKey(2, "powers", []))


def test_first_powers_are_written_as_a_block() -> None:
    new = after(SetKey(1, "powers", ["trade: price +1"]))
    assert "    windfall: rare\n    powers: |\n      trade: price +1\n" in new


def test_a_comment_that_is_typed_behind_a_power_stays_in_the_text() -> None:
    new = after(SetKey(1, "powers", ["explore: draw 1 # a note"]))
    assert "explore: draw 1 # a note\n" in new
    assert sheet_of(PATH, new)["cards"][1]["keys"]["powers"] == ["explore: draw 1"]


def test_a_power_that_cannot_be_read_is_written_all_the_same() -> None:
    assert "      explore: drw 1  # beside\n" in (
        after(SetKey(0, "powers", ["explore: drw 1", "consume: 1 good -> 1 vp"]))
    )


# --- whole cards


def test_a_new_card_stands_behind_the_last_one() -> None:
    new = after(Add())
    assert "  - title: New Card 1\n    development: 1\n    vp: 1\n\ngoals:" in new
    assert len(sheet_of(PATH, new)["cards"]) == 4


def test_a_card_is_added_to_a_set_without_any() -> None:
    for empty in ("cards: []\n", "cards:\n", ""):
        new = after(Add(), f"set: x\ntitle: X\n{empty}")
        assert "cards:\n  - title: New Card 1\n" in new


def test_a_tile_is_added_with_both_faces() -> None:
    new = after(Add(), "set: x\ngame: roll\ntitle: X\ncards: []\n")
    faces = [card["keys"] for card in sheet_of(PATH, new)["cards"]]
    assert [face.get("other side") for face in faces] == [faces[1]["title"], None]


def test_a_duplicate_has_another_title_and_the_same_comments() -> None:
    new = after(Duplicate(0))
    assert new.count("# beside") == new.count("# at its end") == 2
    titles = [card["keys"]["title"] for card in sheet_of(PATH, new)["cards"]]
    assert titles == ["Geyser", "Geyser 1", "Moon", "Hall"]


def test_a_deleted_card_goes_with_its_comments_and_no_others() -> None:
    new = after(Delete(0))
    assert new == TEXT[: TEXT.index("  # the first")] + TEXT[TEXT.index("  - title: Moon") :]
    last = after(Delete(2))
    assert "# --- the last ones ---" in last
    assert "Hall" not in last


def test_tests_of_a_deleted_card_alone_go_with_it() -> None:
    tests = (
        "tests:\n  - test: A and B\n    given: {tableau: [A, B]}\n    then: {score: 2}\n"
        "  - test: A alone\n    given: {tableau: [A]}\n    then: {score: 1}\n"
    )
    text = "set: x\ncards:\n  - title: A\n    vp: 1\n  - title: B\n    vp: 1\n" + tests
    new = after(Delete(0), text)
    assert new == text.replace("  - title: A\n    vp: 1\n", "").split("  - test: A alone")[0]
    assert after(Delete(1), text) == text.replace("  - title: B\n    vp: 1\n", "")
    alone = text.replace("A and B", "B").replace("[A, B]", "[B]").replace("A alone", "B again")
    alone = alone.replace("tableau: [A]", "tableau: [B]")
    assert "tests:" not in after(Delete(1), alone)


def test_what_ends_a_card_is_not_taken_by_the_one_below_it() -> None:
    text = (
        "set: x\ncards:\n  - title: A\n    powers: |\n      trade: price +1\n      # in a block\n"
        "  - title: B\n    vp: 1\n    # at the end of B\n  # above C\n  - title: C\n"
    )
    assert after(Delete(1), text) == text.replace(
        "  - title: B\n    vp: 1\n    # at the end of B\n", ""
    )
    assert after(Delete(2), text) == text.replace("  # above C\n  - title: C\n", "")
    assert after(Move(0, 1), after(Move(1, 0), text)) == text


def test_a_card_with_two_keys_of_which_it_has_one_never_gets_one_of_them_twice() -> None:
    text = "set: x\ncards:\n  - title: A\n    world: 1\n    development: 2\n"
    with pytest.raises(CannotEdit, match=r"`development` and `world`\. Remove one"):
        after(SetKey(0, "world", 3, instead_of="development"), text)


def test_a_card_without_powers_can_be_given_none() -> None:
    assert after(SetKey(1, "powers", [])) == TEXT


def test_the_last_card_leaves_an_empty_list_to_which_cards_can_be_added() -> None:
    text = "set: x\ncards:  # mine\n  # my first\n  - title: A\n\nkeywords: [ice]\n"
    empty = after(Delete(0), text)
    assert empty == "set: x\ncards: []  # mine\n\nkeywords: [ice]\n"
    assert [card["keys"]["title"] for card in sheet_of(PATH, after(Add(), empty))["cards"]] == [
        "New Card 1"
    ]


def test_a_moved_card_takes_its_comments_along_and_leaves_those_between() -> None:
    new = after(Move(0, 2))
    assert new.index("- title: Moon") < new.index("# --- the last ones ---")
    assert new.index("# --- the last ones ---") < new.index("- title: Hall")
    assert "\n  # the first of all\n  - title: Geyser # hot\n" in new
    assert sorted(new.splitlines()) == sorted(TEXT.splitlines())
    assert after(Move(2, 0), new) == TEXT
    first = after(Move(2, 0))
    assert first.index("- title: Hall") < first.index("  # the first of all\n  - title: Geyser")
    assert first.index("- title: Moon") < first.index("# --- the last ones ---")


def test_cards_without_lines_between_them_get_none() -> None:
    text = "set: x\ncards:\n- title: A\n- title: B\n- title: C\n"
    assert after(Move(0, 2), text) == "set: x\ncards:\n- title: B\n- title: C\n- title: A\n"
    assert after(Move(2, 1), text) == "set: x\ncards:\n- title: A\n- title: C\n- title: B\n"
    assert after(Delete(1), text) == "set: x\ncards:\n- title: A\n- title: C\n"


# --- goals


def test_goals_are_changed_as_cards_are() -> None:
    new = after(SetKey(0, "first", "4 worlds", section=Section.GOALS))
    assert differing(new)[1] == ["    first: 4 worlds   # or more"]
    new = after(SetKey(1, "after", ["settle"], section=Section.GOALS))
    assert "    after: [settle]\n" in new
    assert after(Move(0, 1, Section.GOALS)).index("Warlord") < TEXT.index("Warlord")
    assert len(sheet_of(PATH, after(Duplicate(0, Section.GOALS)))["goals"]) == 3
    assert len(sheet_of(PATH, after(Delete(0, Section.GOALS)))["goals"]) == 1


def test_a_new_goal_stands_behind_the_last_one() -> None:
    new = after(Add(Section.GOALS))
    assert sheet_of(PATH, new)["goals"][-1]["keys"] == {
        "title": "New Goal 1",
        "first": "3 worlds",
        "after": ["develop", "settle"],
    }
    first = after(Add(Section.GOALS), "set: x\ntitle: X\ncards: []\n")
    assert "modules: [goals]\n\ngoals:\n  - title: New Goal 1\n" in first
    assert after(Delete(0, Section.GOALS), first).endswith("modules: [goals]\n\ncards: []\n")


# --- ways in which files are written


def with_crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


@pytest.mark.parametrize(
    "change", [SetKey(0, "vp", 3), SetKey(0, "powers", ["trade: price +1"]), Add(), Duplicate(0),
               Delete(1), Move(0, 1)],
)  # fmt: skip
def test_line_ends_and_marks_of_a_file_stay(change: Change) -> None:
    assert after(change, with_crlf(TEXT)) == with_crlf(after(change))
    assert after(change, "\ufeff" + TEXT) == "\ufeff" + after(change)
    assert after(change, TEXT.rstrip("\n")) == after(change)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("set: x\ncards: [{title: A, world: 1, vp: 1}]\n", "is in brackets"),
        ("set: x\ncards:\n  - {title: A, world: 1, vp: 1}\n", "is in brackets"),
        ("set: x\ncards:\n  -\n    title: A\n", "is in brackets"),
        ("set: x\ncards:\n  - title: A\n   vp: [\n", "[Ff]ix"),
        ("set: x\ncards:\n  - title: A\r    vp: 1\r", "classic Mac line ends"),
        ("set: x\ncards:\n  - title\n", "[Ff]ix"),
        ("cards: 3\n", "[Ff]ix"),
        ("", "[Ff]ix"),
        ("set: x\ncards:\n  - title: A\n    keywords: [a,\n      # why\n      b]\n", "comments"),
    ],
)
def test_what_is_written_otherwise_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(CannotEdit, match=why):
        after(SetKey(0, "keywords", ["c"]), text)


def test_a_card_that_is_not_there_any_more_is_told() -> None:
    for change in (SetKey(7, "vp", 1), Delete(-1), Duplicate(3), Move(3, 0)):
        with pytest.raises(CannotEdit, match="no longer exists"):
            after(change)
    with pytest.raises(CannotEdit, match="position does not exist"):
        after(Move(0, 3))


def test_a_value_that_would_change_more_than_its_key_is_refused() -> None:
    with pytest.raises(CannotEdit):
        after(SetKey(0, "powers", ["explore: draw 1\n    vp: 9"]))
    with pytest.raises(CannotEdit, match="Unknown key 'vp: 3"):
        after(SetKey(0, "vp: 3\n    x", 1))


# --- what pages ask for


@pytest.mark.parametrize(
    "data",
    [
        None, 3, [], {}, {"do": "burn"}, {"do": "put"}, {"do": "delete", "card": "0"},
        {"do": "delete", "card": True}, {"do": "delete", "card": 0, "more": 1},
        {"do": "move", "card": 0, "to": 1.5}, {"do": "add", "section": "art"},
        {"do": "put", "card": 0, "key": 3, "value": 1},
        {"do": "put", "card": 0, "key": "vp", "value": 1.5},
        {"do": "put", "card": 0, "key": "vp", "value": [[1]]},
        {"do": "put", "card": 0, "key": "vp", "value": {"a": {"b": 1}}},
        {"do": "put", "card": 0, "key": "powers", "value": "explore: draw 1"},
        {"do": "put", "card": 0, "key": "vp", "value": 1, "instead_of": None},
    ],
)  # fmt: skip
def test_a_change_that_there_is_not_is_refused(data: Any) -> None:
    with pytest.raises(CannotEdit):
        read_change(data)


def test_a_change_is_read_from_what_a_page_sends() -> None:
    asked = {"do": "put", "card": 1, "key": "first", "value": "x", "section": "goals"}
    assert read_change(asked) == SetKey(1, "first", "x", section=Section.GOALS)
    assert read_change({"do": "move", "card": 1, "to": 0}) == Move(1, 0)


def test_a_sheet_tells_the_lines_of_each_card_and_goal() -> None:
    told = sheet_of(PATH, TEXT)
    lines = TEXT.splitlines()
    assert told["game"] == "race"
    place = told["cards"][1]["title"]
    assert lines[place["line"]][place["character"] :].startswith("Moon")
    assert [lines[one["first"] - 1].strip() for one in told["cards"]][1] == "- title: Moon"
    assert lines[told["goals"][1]["last"] - 1] == "    after: [develop, settle]"


# --- any change of any file

ODD = (
    "set: x\ncards:\n- title: A\n  powers: |\n    trade: price +1\n    # in a block\n"
    "- vp: 1\n  'title': B # b\n  # at the end of B\n# above C\n- title: >-\n    C\n"
    "  powers: |+\n    # alone\n    explore: draw 1 # c\n\n# far below\n"
)
FILES = [path.read_text(encoding="utf-8") for path in shipped_sets()] + [TEXT, ODD, ODD]
TITLES = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=30).filter(str.strip)
VALUES = st.sampled_from(
    [("vp", 7), ("vp", "variable"), ("keywords", ["alien"]), ("copies", 3), ("copies", None),
     ("powers", ["trade: price +1"]), ("powers", []), ("art", "a b.png")],
)  # fmt: skip


@st.composite
def changes(draw: st.DrawFn, cards: int) -> Change:
    card = draw(st.integers(0, cards - 1))
    match draw(st.integers(0, 5)):
        case 0:
            return SetKey(card, *draw(VALUES))
        case 1:
            return SetKey(card, "title", draw(TITLES))
        case 2:
            return Duplicate(card)
        case 3:
            return Delete(card)
        case 4:
            return Move(card, draw(st.integers(0, cards - 1)))
    return Add()


def comments(text: str) -> list[str]:
    return sorted(line.partition("#")[2] for line in text.splitlines() if "#" in line)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_random_changes_leave_all_else_as_it_was(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(FILES))
    for _ in range(3):
        before = sheet_of(PATH, text)
        change = data.draw(changes(len(before["cards"])))
        try:
            new = after(change, text)
        except CannotEdit:
            continue
        now = sheet_of(PATH, new)
        assert now["goals"] == [] or [one["keys"] for one in now["goals"]] == (
            [one["keys"] for one in before["goals"]]
        )
        if isinstance(change, Move):
            assert comments(new) == comments(text)
            assert sorted(new.splitlines()) == sorted(text.splitlines())
        if isinstance(change, Delete):
            lines = text.splitlines()
            for number, card in enumerate(before["cards"]):
                own = "\n".join(lines[card["first"] - 1 : card["last"]])
                assert number == change.card or own in new
        if isinstance(change, SetKey) and change.key not in ("powers", "art") and change.value:
            assert comments(new) == comments(text) or "#" in str(change.value)
            assert abs(len(new.splitlines()) - len(text.splitlines())) <= 1
        text = new


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_key_of_a_card_is_in_one_field(game: Game) -> None:
    rules = resolve_reference(card_set_schema(game)["properties"]["cards"]["items"])
    keys = [key for field in fields(game) for key in field["keys"]]
    assert sorted(keys) == sorted(rules["properties"])


def by_key(game: Game, key: str, section: Section = Section.CARDS) -> dict[str, object]:
    return next(field for field in fields(game, section) if key in field["keys"])


def test_keys_that_exclude_each_other_are_one_field() -> None:
    assert by_key(RACE, "world")["keys"] == ["development", "world", "military world"]
    assert by_key(RACE, "world")["required"]
    assert by_key(RACE, "holds")["keys"] == ["windfall", "produces", "holds"]
    assert by_key(ROLL, "beside")["keys"] == ["beside", "other side"]


def test_each_field_knows_what_it_can_have() -> None:
    vp = by_key(RACE, "vp")
    assert (vp["kind"], vp["choices"], vp["least"]) == ("number", ["variable"], -99)
    assert by_key(RACE, "windfall")["kind"] == "choice"
    assert by_key(RACE, "powers")["kind"] == "lines"
    assert by_key(RACE, "start")["kind"] == "parts"
    assert by_key(ROLL, "home")["kind"] == "flag"


def test_what_a_card_cannot_have_is_known() -> None:
    assert by_key(RACE, "windfall")["excluded_by"] == ["development"]
    assert by_key(RACE, "vp")["excluded_by"] == []
    assert by_key(RACE, "prestige")["is_folded"]
    assert by_key(RACE, "copies")["beside"] == "title"


def test_the_phases_of_a_game_have_the_badges_of_its_faces() -> None:
    badges = [(phase["key"], phase["badge"]) for phase in phases(RACE)]
    assert badges[4:6] == [("settle", "III"), ("trade", "$")]
    assert {"key": "ship", "badge": "V"} in phases(ROLL)
    assert {"key": "setup", "badge": ""} in phases(ROLL)


def test_the_place_of_each_key_and_power_is_told() -> None:
    sheet = sheet_of(PATH, TEXT)
    geyser, moon, _hall = sheet["cards"]
    assert (geyser["places"]["world"], geyser["powers"]) == ([9, 9], [14, 16])
    assert (moon["places"]["windfall"], moon["powers"]) == ([22, 22], [])
    assert sheet["goals"][1]["places"]["least"] == [38, 38]
    assert sheet["keywords"] == ["cold"]


def test_goals_have_a_form_where_the_game_has_goals() -> None:
    after = by_key(RACE, "after", Section.GOALS)
    assert after["kind"] == "words"
    assert "round end" in after["each"]  # type: ignore[operator]
    assert by_key(RACE, "first", Section.GOALS)["keys"] == ["first", "most"]
    assert fields(ROLL, Section.GOALS) == ()


def test_each_key_says_what_it_is_for() -> None:
    for field in fields(RACE):
        assert all(field["says"][key] for key in field["keys"])


BLOCK = ["      # one\n", "      a: 1 # x\n", "\n", "        b: 2\n", "      # end\n"]


def test_lines_that_stay_stay_as_they_are() -> None:
    assert replace_powers(BLOCK, ["a: 1", "b: 2"], 6) == BLOCK


def test_a_line_is_changed_with_its_indentation_and_comment() -> None:
    assert replace_powers(BLOCK, ["a: 9", "b: 2"], 6)[1] == "      a: 9 # x\n"
    assert replace_powers(BLOCK, ["a: 1", "b: 9"], 6)[3] == "        b: 9\n"


def test_what_stands_below_the_last_line_stays() -> None:
    assert replace_powers(BLOCK, ["a: 1", "b: 2", "c: 3"], 6)[-2:] == [
        "      c: 3\n",
        "      # end\n",
    ]


def test_an_empty_block_gets_its_lines_where_it_is_told() -> None:
    assert replace_powers([], ["a: 1"], 4) == ["    a: 1\n"]


# --- tests of cards

TESTED = """set: ice
cards:
  - title: Geyser
    world: 2

tests:
  - test: geysers are worth a point # really
    given:
      # nobody else
      tableau: [Geyser]  # one
      hand: 2
    then: {vp: 0}
"""


def test_a_part_of_a_test_is_changed_and_the_rest_keeps_its_comments() -> None:
    change = {"do": "put", "section": "tests", "card": 0, "key": "given"}
    new = apply_change(
        Path("ice.yaml"),
        TESTED,
        read_change({**change, "value": {"tableau": ["Geyser"], "hand": 3}}),
    )
    assert new == TESTED.replace("hand: 2", "hand: 3")


def test_tests_are_added_and_taken_away_with_their_key() -> None:
    path, plain = Path("ice.yaml"), TESTED.partition("\ntests:")[0]
    entry = {"given": {"hand": ["Geyser", "2 cards"]}, "when": "settle", "then": {"paid": 2}}
    once = apply_change(path, plain, read_change({"do": "add", "section": "tests", "entry": entry}))
    assert once == plain + (
        "\ntests:\n  - test: new test\n    given:\n      hand: [Geyser, 2 cards]\n"
        "    when: settle\n    then:\n      paid: 2\n"
    )
    twice = apply_change(path, once, read_change({"do": "add", "section": "tests", "entry": entry}))
    names = [test["keys"]["test"] for test in sheet_of(path, twice)["tests"]]
    assert len(set(names)) == 2
    delete = read_change({"do": "delete", "section": "tests", "card": 0})
    assert apply_change(path, apply_change(path, twice, delete), delete) == plain
