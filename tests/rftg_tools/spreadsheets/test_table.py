"""Tables of cards: heads that people write, what cells say, and what is wrong by cell."""

from __future__ import annotations

import pytest

from rftg_dsl.games import RACE, ROLL
from rftg_dsl.library import load
from rftg_dsl.resources import shipped_ids
from rftg_tools.spreadsheets.columns import columns_of
from rftg_tools.spreadsheets.table import (
    ParsedTable,
    cards_of_unit,
    describe_omissions,
    export_csv,
    read_table,
)
from rftg_tools.spreadsheets.table_files import Row, UnreadableTable, read_csv


def table(text: str) -> ParsedTable:
    return read_table(read_csv(text.encode()))


def one_card(head: str, row: str) -> dict[str, object]:
    read = table(f"Title,Type,Cost,VP,{head}\nA,world,1,1,{row}\n")
    assert read.problems == read.losses == ()
    (card,) = read.cards
    return {key: value for key, value in card.items() if key not in ("title", "world", "vp")}


def problems(head: str, row: str) -> list[str]:
    read = table(f"{head}\n{row}\n")
    return [str(cell) for cell in sorted([*read.problems, *read.losses])]


@pytest.mark.parametrize("name", shipped_ids())
def test_the_cards_of_each_shipped_set_come_back_as_they_were(name: str) -> None:
    compilation = load([name])
    card_set = next(one for one in compilation.sets if one.id == name)
    unit = next(one for one in compilation.units if one.id == name)
    data = export_csv(compilation, card_set)
    read = read_table(read_csv(data))
    assert read.game.id == card_set.game
    assert read.problems == read.losses == read.notes == ()
    assert list(read.cards) == cards_of_unit(unit, card_set)
    assert export_csv(load([name]), card_set) == data


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


def test_several_columns_feed_one_key() -> None:
    head = "Title,Type,Cost,VP,Power 1,Text,text,Powers 2,Keyword 1,Keyword 2,Name"
    read = table(f"{head}\nA,world,1,1,a,b,,c,rebel,alien,A\n")
    assert read.problems == read.losses == ()
    assert read.cards == ({"title": "A", "world": 1, "vp": 1, "powers": ["a", "b", "c"],
                           "keywords": ["rebel", "alien"]},)  # fmt: skip


def test_columns_of_one_value_may_not_differ() -> None:
    assert problems("Title,Name,Type,Cost,VP", "A,B,world,1,1") == [
        'B2: "B": another cell of the row has a different value'
    ]


def test_two_cells_that_say_otherwise_are_refused() -> None:
    assert problems("Title,Type,Cost,VP,Development", "A,world,1,1,2")[0].startswith('E2: "2"')


def test_data_in_a_column_without_a_key_is_a_loss_by_cell() -> None:
    read = table("Title,Type,Cots,VP,Flavor,Cost\nA,world,,1,old,2\nB,world,5,1,,2\nC,dev,-,1,,2\n")
    assert read.problems == ()
    assert [str(cell) for cell in read.losses] == [
        'E2: "old": no key of a card is called `Flavor`',
        'C3: "5": no key of a card is called `Cots`; if you mean `Cost`, use that name',
        'C4: "-": no key of a card is called `Cots`; if you mean `Cost`, use that name',
    ]


def test_a_cell_beyond_the_head_and_a_row_of_its_own_are_losses() -> None:
    assert problems("Title,Type,Cost,VP", "A,world,1,1,more\n,,,,alone") == [
        'E2: "more": its column has no name', 'E3: "alone": its column has no name',
    ]  # fmt: skip


def test_a_column_of_comments_is_left_out_with_a_note() -> None:
    read = table("Title,Type,Cost,VP,Notes\nA,world,1,1,try it\n,,,,later\n")
    assert read.problems == read.losses == ()
    assert read.notes == ("column E ('Notes') is left out, with 2 cells",)
    assert len(read.cards) == 1


@pytest.mark.parametrize(
    ("heads", "phases"),
    [
        ("I,II,III,IV,V", "explore develop settle consume produce"),
        ("Phase I,Phase 2,PHASE III,phase-4,Phase V", "explore develop settle consume produce"),
        ("Explore (I),II: Develop,Settle phase,Phase 4 Consume,Produce powers",
         "explore develop settle consume produce"),
        ("Trade,Game end,Setup,I power,V powers", "trade game_end setup explore produce"),
    ],
)  # fmt: skip
def test_columns_of_phases_go_by_name_and_number(heads: str, phases: str) -> None:
    expected = [f"{phase.replace('_', ' ')}: draw 1" for phase in phases.split()]
    assert one_card(heads, ",".join(["draw 1"] * 5))["powers"] == expected


def test_the_phases_of_tiles_have_other_numbers() -> None:
    read = table("Title,Type,Cost,Faction,Phase IV,V\nA,dev,2,1,x,y\n")
    assert read.losses == ()
    assert read.cards[0]["powers"] == ["produce: x", "ship: y"]


@pytest.mark.parametrize("end", ["\\n", "\\r\\n", "\\13\\", "<br>", "<br />", "_x000D_\n", "\n"])
def test_line_ends_may_be_written_out(end: str) -> None:
    cell = f'"settle: military +1{end}score: 1 per ""A\\nB"""'
    assert one_card("Powers", cell)["powers"] == ["settle: military +1", 'score: 1 per "A\\nB"']


@pytest.mark.parametrize(
    ("head", "row", "keys"),
    [
        ("Military", "A,World,3,2,X", {"military world": 3}),
        ("Military", "A,World,3,2,no", {"world": 3}),
        ("Military", "A,World,3,2,", {"world": 3}),
        ("Military", "A,World,,2,4", {"military world": 4}),
        ("Military", "A,Military World,3,2,yes", {"military world": 3}),
        ("Military", "A,Development,3,2,-", {"development": 3}),
        ("Defense", "A,World,,2,4", {"military world": 4}),
        ("Defense", "A,World,3,2,", {"world": 3}),
    ],
)
def test_a_military_world_is_known_by_further_columns(
    head: str, row: str, keys: dict[str, object]
) -> None:
    read = table(f"Title,Type,Cost,VP,{head}\n{row}\n")
    assert read.problems == read.losses == ()
    assert read.cards == ({"title": "A", "vp": 2, **keys},)


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("Military", "A,World,3,2,1"),
        ("Military", "A,Development,3,2,X"),
        ("Military", "A,Development,3,2,1"),
        ("Military", "A,Military World,3,2,no"),
        ("Military", "A,World,3,2,+1 for aliens"),
        ("Defense", "A,World,3,2,4"),
        ("Defense", "A,Development,,2,4"),
    ],
)
def test_what_contradicts_the_type_is_told(head: str, row: str) -> None:
    assert problems(f"Title,Type,Cost,VP,{head}", row)[0].startswith("E2: ")


@pytest.mark.parametrize(
    ("heads", "cells", "keys"),
    [
        ("Production,Goods", "Production,Novelty", {"produces": "novelty"}),
        ("Production,Goods", "Windfall,Rare", {"windfall": "rare"}),
        ("Windfall,Good type", "yes,brown", {"windfall": "rare"}),
        ("Windfall,Produces", "no,genes", {"produces": "genes"}),
        ("Windfall,Produces", "alien,-", {"windfall": "alien"}),
        ("Good 1,Good 2", "windfall,green world", {"windfall": "genes"}),
        ("Goods,Produces", "none,", {}),
    ],
)
def test_goods_in_several_columns_are_put_together(
    heads: str, cells: str, keys: dict[str, object]
) -> None:
    assert one_card(heads, cells) == keys


def test_cost_and_defense_of_a_military_world_may_both_say_the_same() -> None:
    for head, row in (("Defense", "military world,3,3"), ("Military", "world,3,3")):
        read = table(f"Title,Type,Cost,{head},VP\nA,{row},1\n")
        assert read.problems == read.losses == ()
        assert read.cards == ({"title": "A", "military world": 3, "vp": 1},)
    assert problems("Title,Type,Cost,Defense,VP", "A,military world,2,3,1") == [
        'D2: "3": another cell of the row has a different value'
    ]


def test_the_military_of_a_development_is_told_once() -> None:
    (found,) = problems("Title,Type,Cost,VP,Military", "A,development,3,1,+1")
    assert "a Military power is a power line" in found


@pytest.mark.parametrize(
    "cells", ["Production,", ",Novelty", "good,", "windfall,produces", "x,rare"]
)
def test_goods_without_both_parts_are_told(cells: str) -> None:
    found = problems("Title,Type,Cost,VP,Good,Goods", f"A,world,1,1,{cells}")[0]
    assert "write how it gets its good" in found or "different value" in found


KNOWN = ("alien", "uplift", "rebel", "space-port")


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("Alien Uplift", ["alien", "uplift"]),
        ("alien-uplift", ["alien-uplift"]),
        ("Space Port", ["space-port"]),
        ("Deep Sea", ["deep-sea"]),
        ("Alien / Uplift & rebel", ["alien", "uplift", "rebel"]),
        ("Alien Frozen", ["alien", "frozen"]),
    ],
)
def test_words_of_a_cell_are_keywords_by_what_is_known(cell: str, words: list[str]) -> None:
    """`frozen` is known since it is alone in another cell."""
    text = f"Title,Type,Cost,VP,Keywords\nA,world,1,1,{cell}\nB,world,1,1,frozen\n"
    read = read_table(read_csv(text.encode()), keywords=lambda _game: KNOWN)
    assert read.losses == ()
    assert read.cards[0]["keywords"] == words


def test_words_of_which_some_are_keywords_are_asked_about() -> None:
    text = "Title,Type,Cost,VP,Keywords\nA,world,1,1,Alien Relic\n"
    (found,) = read_table(read_csv(text.encode()), keywords=lambda _game: KNOWN).losses
    assert str(found) == (
        'E2: "alien relic": write `alien-relic` for one keyword, or `alien, relic` for several'
    )


def test_empty_rows_are_passed_over_and_count_for_places() -> None:
    read = table("\n\nTitle,Type,Cost,VP\n\nA,world,1,1\n,,,\nB,world,x,1\n")
    assert [str(one) for one in read.problems] == ['C7: "x": write a whole number']


@pytest.mark.parametrize("text", ["", "\n\n", " , \n"])
def test_an_empty_table_is_refused(text: str) -> None:
    with pytest.raises(UnreadableTable, match="empty"):
        table(text)


def test_a_table_without_titles_is_refused_with_the_heads_there_are() -> None:
    with pytest.raises(UnreadableTable, match=r"no column `Title`.*Type, Cost, VP"):
        table("Cost,VP\n1,1\n")


def test_a_cell_that_holds_a_date_is_a_problem_of_its_place() -> None:
    head = Row(1, ["Title", "Type", "Cost", "VP"])
    row = Row(2, ["A", "world", "2026-01-02", "1"], ((2, "a date or time: write it as text"),))
    (found,) = read_table([head, row]).problems
    assert str(found).startswith('C2: "2026-01-02": a date')


def test_each_key_of_a_card_has_a_column() -> None:
    from rftg_dsl.blank.cards import KINDS_OF_CARDS
    from rftg_dsl.source.schema import card_set_schema, resolve_reference

    for game in (RACE, ROLL):
        keys = resolve_reference(card_set_schema(game)["properties"]["cards"]["items"])[
            "properties"
        ]
        names = {name for column in columns_of(game) for name in column.names}
        own = {*KINDS_OF_CARDS, "windfall", "produces", "holds"}
        assert {key for key in keys if key not in own} <= names


def test_what_a_table_does_not_hold_is_told() -> None:
    (card_set,) = (one for one in load(["gathering-storm"]).sets if one.goals)
    assert list(describe_omissions(card_set)) == [
        "the table holds only the cards, without 14 goals of the set"
    ]
