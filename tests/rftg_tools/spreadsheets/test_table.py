"""Tables of cards: heads that people write, what cells say, and what is wrong by cell."""

from __future__ import annotations

import pytest

from rftg_dsl.games import RACE, ROLL
from rftg_dsl.library import load
from rftg_dsl.resources import shipped_ids
from rftg_tools.spreadsheets.cells import Row, Unreadable
from rftg_tools.spreadsheets.columns import columns_of
from rftg_tools.spreadsheets.csv_text import rows_of_csv
from rftg_tools.spreadsheets.export import csv_of_set, left_out
from rftg_tools.spreadsheets.table import Read, cards_of_unit, read_table


def table(text: str) -> Read:
    return read_table(rows_of_csv(text.encode()))


def one_card(head: str, row: str) -> dict[str, object]:
    read = table(f"Title,Type,Cost,VP,{head}\nA,world,1,1,{row}\n")
    assert read.problems == ()
    (card,) = read.cards
    return {key: value for key, value in card.items() if key not in ("title", "world", "vp")}


def problems(head: str, row: str) -> list[str]:
    return [str(one) for one in table(f"{head}\n{row}\n").problems]


@pytest.mark.parametrize("name", shipped_ids())
def test_the_cards_of_each_shipped_set_come_back_as_they_were(name: str) -> None:
    compilation = load([name])
    card_set = next(one for one in compilation.sets if one.id == name)
    unit = next(one for one in compilation.units if one.id == name)
    data = csv_of_set(compilation, card_set)
    read = read_table(rows_of_csv(data))
    assert read.game.id == card_set.game
    assert read.problems == read.notes == ()
    assert list(read.cards) == cards_of_unit(unit, card_set)
    assert csv_of_set(load([name]), card_set) == data


@pytest.mark.parametrize(
    "head",
    ["Title,Type,Cost,VP,Powers", "NAME, card type ,Cost/Defense,Victory  Points,Abilities",
     "card_name,TYPE,defence,vp,Effects"],
)  # fmt: skip
def test_heads_are_matched_forgivingly(head: str) -> None:
    read = table(f"{head}\nIce Moon,World,2,1,produce: good\n")
    assert read.cards == ({"title": "Ice Moon", "world": 2, "vp": 1, "powers": ["produce: good"]},)


def test_powers_are_parted_by_lines_and_semicolons_but_not_in_a_title() -> None:
    cell = '"settle: military +1; trade: price +1\nscore: 1 per ""A; B"""'
    assert one_card("Powers", cell)["powers"] == [
        "settle: military +1", "trade: price +1", 'score: 1 per "A; B"',
    ]  # fmt: skip


def test_a_column_of_a_phase_holds_its_powers() -> None:
    assert one_card("Settle,Trade", "military +1; cost -1,trade: price +1")["powers"] == [
        "settle: military +1", "settle: cost -1", "trade: price +1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("head", "cell", "keys"),
    [
        ("Goods", "windfall novelty", {"windfall": "novelty"}),
        ("Good", "Blue production", {"produces": "novelty"}),
        ("holds", "genes", {"holds": "genes"}),
        ("Keywords", '"Alien, space  port;rebel"', {"keywords": ["alien", "space-port", "rebel"]}),
        ("Count", "2.0", {"copies": 2}),
        ("Start", "3", {"start": {"number": 3, "colour": "red"}}),
        ("Start world", "-1 blue", {"start": {"number": -1, "colour": "blue"}}),
        ("Picture", "ice.png", {"art": "ice.png"}),
    ],
)
def test_a_cell_says_keys_of_a_card(head: str, cell: str, keys: dict[str, object]) -> None:
    assert one_card(head, cell) == keys


@pytest.mark.parametrize("vp", ["variable", "Variable", "?"])
def test_points_can_be_variable(vp: str) -> None:
    (card,) = table(f"Title,Type,Cost,VP\nA,dev,6,{vp}\n").cards
    assert card == {"title": "A", "development": 6, "vp": "variable"}


def test_the_key_that_says_the_type_can_be_a_column_of_its_own() -> None:
    read = table("Title,Development,World,VP\nA,3,,1\nB,,2,0\n")
    assert read.problems == ()
    assert [next(iter(set(card) - {"title", "vp"})) for card in read.cards] == [
        "development", "world",
    ]  # fmt: skip


def test_columns_of_tiles_show_the_game() -> None:
    read = table("Title,Type,Cost,Kind,Other side,Home\nA,world,2,blue,B,\nB,dev,2,,A,no\n")
    assert read.game is ROLL
    assert read.cards[0] == {"title": "A", "world": 2, "kind": "novelty", "other side": "B"}
    assert read.cards[1] == {"title": "B", "development": 2, "other side": "A"}


HEAD = "Title,Type,Cost,VP,Goods,Start,Copies"


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("A,world,three,1,,,", 'C2: "three": write a whole number'),
        ("A,world,2.5,1,,,", 'C2: "2.5": write a whole number'),
        ("A,planetoid,2,1,,,", 'B2: "planetoid": write `development`, `world` or `military world`'),
        ("A,world,2,many,,,", 'D2: "many": write a whole number, or `variable`'),
        (",world,2,1,,,", "A2: empty: write the title"),
        ("A,world,,1,,,", "C2: empty: write the cost or defense in a column `Cost`"),
        ("A,world,1,,,,", "D2: empty: write the points in a column `VP`"),
        ("A,world,1,1,novelty,,", 'E2: "novelty": write how it gets its good'),
        ("A,world,1,1,,green 4,", 'F2: "green 4": write the number of the start world'),
        ("A,world,1,1,,,1e5", 'G2: "1e5": write a whole number'),
    ],
)
def test_what_cannot_be_read_is_told_by_cell_with_what_to_write(row: str, says: str) -> None:
    (found,) = problems(HEAD, row)
    assert found.startswith(says)


def test_every_bad_cell_is_told_and_a_long_one_in_short() -> None:
    found = problems("Title,Type,Cost,VP", f"A,{'x' * 500},b,c")
    assert [one.partition(":")[0] for one in found] == ["B2", "C2", "D2"]
    assert len(found[0]) < 150


def test_two_columns_of_one_key_are_refused_at_the_head() -> None:
    assert problems("Title,Name,Type,Cost,VP", "A,B,world,1,1") == [
        'B1: "Name": another column holds that already'
    ]


def test_two_cells_that_say_otherwise_are_refused() -> None:
    assert problems("Title,Type,Cost,VP,Development", "A,world,1,1,2")[0].startswith('E2: "2"')


def test_a_column_without_a_key_is_left_out_with_a_word() -> None:
    read = table("Title,Type,Cots,VP,Notes,Cost\nA,world,,1,try it,2\nB,world,5,1,,2\n")
    assert read.problems == ()
    assert read.notes == (
        "column C ('Cots') is left out, with 1 cell; if it is `Cost`, call it so",
        "column E ('Notes') is left out, with 1 cell",
    )


def test_a_cell_beyond_the_head_is_left_out_with_a_word() -> None:
    assert table("Title,Type,Cost,VP\nA,world,1,1,more\n").notes == (
        "column E (no name) is left out, with 1 cell",
    )


def test_empty_rows_are_passed_over_and_count_for_places() -> None:
    read = table("\n\nTitle,Type,Cost,VP\n\nA,world,1,1\n,,,\nB,world,x,1\n")
    assert [str(one) for one in read.problems] == ['C7: "x": write a whole number']


@pytest.mark.parametrize("text", ["", "\n\n", " , \n"])
def test_an_empty_table_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="empty"):
        table(text)


def test_a_table_without_titles_is_refused_with_the_heads_there_are() -> None:
    with pytest.raises(Unreadable, match=r"no column `Title`.*Type, Cost, VP"):
        table("Cost,VP\n1,1\n")


def test_a_cell_that_holds_a_date_is_a_problem_of_its_place() -> None:
    head = Row(1, ["Title", "Type", "Cost", "VP"])
    row = Row(2, ["A", "world", "2026-01-02", "1"], ((2, "a date or time: write it as text"),))
    (found,) = read_table([head, row]).problems
    assert str(found).startswith('C2: "2026-01-02": a date')


def test_each_key_of_a_card_has_a_column() -> None:
    from rftg_dsl.blank.cards import KINDS_OF_CARDS
    from rftg_dsl.source.schema import card_set_schema, resolve

    for game in (RACE, ROLL):
        keys = resolve(card_set_schema(game)["properties"]["cards"]["items"])["properties"]
        names = {name for column in columns_of(game) for name in column.names}
        own = {*KINDS_OF_CARDS, "windfall", "produces", "holds"}
        assert {key for key in keys if key not in own} <= names


def test_what_a_table_does_not_hold_is_told() -> None:
    (card_set,) = (one for one in load(["gathering-storm"]).sets if one.goals)
    assert list(left_out(card_set)) == [
        "the table holds the cards alone, without 14 goals of the set"
    ]
