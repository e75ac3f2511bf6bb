"""Tables of cards: heads that people write, what cells say, and what is wrong by cell."""

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

HEAD = "Title,Type,Cost,VP"
KNOWN = ("alien", "uplift", "rebel", "space-port")


def table(text: str) -> ParsedTable:
    return read_table(read_csv(text.encode()))


def cards(head: str, *rows: str) -> list[dict[str, object]]:
    """The cards of a table without problems."""
    read = table("\n".join([head, *rows]) + "\n")
    assert read.problems == read.losses == ()
    return list(read.cards)


def problems(head: str, *rows: str) -> list[str]:
    read = table("\n".join([head, *rows]) + "\n")
    return [str(cell) for cell in sorted([*read.problems, *read.losses])]


@pytest.mark.parametrize("name", shipped_ids())
def test_the_cards_of_each_shipped_set_come_back_as_they_were(name: str) -> None:
    compilation = load([name])
    card_set = next(card_set for card_set in compilation.sets if card_set.id == name)
    unit = next(unit for unit in compilation.units if unit.id == name)
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
    assert cards(head, "Ice Moon,World,2,1,produce: good") == [
        {"title": "Ice Moon", "world": 2, "vp": 1, "powers": ["produce: good"]}
    ]


@pytest.mark.parametrize(
    ("head", "cells", "keys"),
    [
        # powers are separated by lines and semicolons, but not in a quoted title
        ("Powers", '"settle: military +1; trade: price +1\nscore: 1 per ""A; B"""',
         {"powers": ["settle: military +1", "trade: price +1", 'score: 1 per "A; B"']}),
        ("Settle,Trade", "military +1; cost -1,trade: price +1",
         {"powers": ["settle: military +1", "settle: cost -1", "trade: price +1"]}),
        ("Power 1,Text,text,Powers 2,Keyword 1,Keyword 2,Name", "a,b,,c,rebel,alien,A",
         {"powers": ["a", "b", "c"], "keywords": ["rebel", "alien"]}),
        ("Goods", "windfall novelty", {"windfall": "novelty"}),
        ("Good", "Blue production", {"produces": "novelty"}),
        ("holds", "genes", {"holds": "genes"}),
        ("Production,Goods", "Production,Novelty", {"produces": "novelty"}),
        ("Production,Goods", "Windfall,Rare", {"windfall": "rare"}),
        ("Windfall,Good type", "yes,brown", {"windfall": "rare"}),
        ("Windfall,Produces", "no,genes", {"produces": "genes"}),
        ("Windfall,Produces", "alien,-", {"windfall": "alien"}),
        ("Good 1,Good 2", "windfall,green world", {"windfall": "genes"}),
        ("Goods,Produces", "none,", {}),
        ("Keywords", '"Alien, space  port;rebel"', {"keywords": ["alien", "space-port", "rebel"]}),
        ("Count", "2.0", {"copies": 2}),
        ("Start", "3", {"start": {"number": 3, "colour": "red"}}),
        ("Start world", "-1 blue", {"start": {"number": -1, "colour": "blue"}}),
        ("Picture", "ice.png", {"art": "ice.png"}),
        ("Drawing", "Cloud city 7", {"drawing": {"scene": "cloud city", "seed": 7}}),
        ("Scene", "ice", {"drawing": {"scene": "ice"}}),
    ],
)  # fmt: skip
def test_cells_give_keys_of_a_card(head: str, cells: str, keys: dict[str, object]) -> None:
    assert cards(f"{HEAD},{head}", f"A,world,1,1,{cells}") == [
        {"title": "A", "world": 1, "vp": 1, **keys}
    ]


@pytest.mark.parametrize("end", ["\\n", "\\r\\n", "\\13\\", "<br>", "<br />", "_x000D_\n", "\n"])
def test_line_ends_may_be_written_out(end: str) -> None:
    cell = f'"settle: military +1{end}score: 1 per ""A\\nB"""'
    (card,) = cards(f"{HEAD},Powers", f"A,world,1,1,{cell}")
    assert card["powers"] == ["settle: military +1", 'score: 1 per "A\\nB"']


@pytest.mark.parametrize(
    ("head", "row", "keys"),
    [
        ("Type,Cost,VP", "dev,6,variable", {"development": 6, "vp": "variable"}),
        ("Type,Cost,VP", "dev,6,Variable", {"development": 6, "vp": "variable"}),
        ("Type,Cost,VP", "dev,6,?", {"development": 6, "vp": "variable"}),
        ("Development,World,VP", "3,,2", {"development": 3}),
        ("Development,World,VP", ",2,2", {"world": 2}),
        ("Type,Cost,VP,Military", "World,3,2,X", {"military world": 3}),
        ("Type,Cost,VP,Military", "World,3,2,no", {"world": 3}),
        ("Type,Cost,VP,Military", "World,3,2,", {"world": 3}),
        ("Type,Cost,VP,Military", "World,,2,4", {"military world": 4}),
        ("Type,Cost,VP,Military", "Military World,3,2,yes", {"military world": 3}),
        ("Type,Cost,VP,Military", "Development,3,2,-", {"development": 3}),
        ("Type,Cost,VP,Defense", "World,,2,4", {"military world": 4}),
        ("Type,Cost,VP,Defense", "World,3,2,", {"world": 3}),
        ("Type,Cost,VP,Defense", "military world,3,2,3", {"military world": 3}),
        ("Type,Cost,VP,Military", "world,3,2,3", {"military world": 3}),
    ],
)
def test_the_type_is_recognized_by_several_columns(
    head: str, row: str, keys: dict[str, object]
) -> None:
    assert cards(f"Title,{head}", f"A,{row}") == [{"title": "A", "vp": 2, **keys}]


def test_columns_of_tiles_show_the_game() -> None:
    read = table("Title,Type,Cost,Kind,Other side,Home\nA,world,2,blue,B,\nB,dev,2,,A,no\n")
    assert read.game is ROLL
    assert read.cards[0] == {"title": "A", "world": 2, "kind": "novelty", "other side": "B"}
    assert read.cards[1] == {"title": "B", "development": 2, "other side": "A"}


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
    (card,) = cards(f"{HEAD},{heads}", f"A,world,1,1,{','.join(['draw 1'] * 5)}")
    assert card["powers"] == [f"{phase.replace('_', ' ')}: draw 1" for phase in phases.split()]


def test_the_phases_of_tiles_have_other_numbers() -> None:
    (card,) = cards("Title,Type,Cost,Faction,Phase IV,V", "A,dev,2,1,x,y")
    assert card["powers"] == ["produce: x", "ship: y"]


WRITE = "another cell of the row has a different value"
GOODS = "write how it gets its good"
MORE = f"{HEAD},Goods,Start,Copies"


@pytest.mark.parametrize(
    ("head", "row", "expected"),
    [
        (MORE, "A,world,three,1,,,", 'C2: "three": write a whole number'),
        (MORE, "A,world,2.5,1,,,", 'C2: "2.5": write a whole number'),
        (MORE, "A,planetoid,2,1,,,",
         'B2: "planetoid": write `development`, `world` or `military world`'),
        (MORE, "A,world,2,many,,,", 'D2: "many": write a whole number, or `variable`'),
        (MORE, ",world,2,1,,,", "A2: empty: write the title"),
        (MORE, "A,world,,1,,,", "C2: empty: write the cost or defense in a column `Cost`"),
        (MORE, "A,world,1,,,,", "D2: empty: write the points in a column `VP`"),
        (MORE, "A,world,1,1,novelty,,", f'E2: "novelty": {GOODS}'),
        (MORE, "A,world,1,1,,green 4,", 'F2: "green 4": write the number of the start world'),
        (MORE, "A,world,1,1,,,1e5", 'G2: "1e5": write a whole number'),
        ("Title,Name,Type,Cost,VP", "A,B,world,1,1", f'B2: "B": {WRITE}'),
        (f"{HEAD},Development", "A,world,1,1,2", 'E2: "2"'),
        ("Title,Type,Cost,Defense,VP", "A,military world,2,3,1", f'D2: "3": {WRITE}'),
        (f"{HEAD},Military", "A,World,3,2,1", "E2: "),
        (f"{HEAD},Military", "A,Development,3,2,X", "E2: "),
        (f"{HEAD},Military", "A,Development,3,2,1", "E2: "),
        (f"{HEAD},Military", "A,Military World,3,2,no", "E2: "),
        (f"{HEAD},Military", "A,World,3,2,+1 for aliens", "E2: "),
        (f"{HEAD},Defense", "A,World,3,2,4", "E2: "),
        (f"{HEAD},Defense", "A,Development,,2,4", "E2: "),
        (f"{HEAD},Good,Goods", "A,world,1,1,Production,", f'E2: "Production": {GOODS}'),
        (f"{HEAD},Good,Goods", "A,world,1,1,,Novelty", f'F2: "Novelty": {GOODS}'),
        (f"{HEAD},Good,Goods", "A,world,1,1,good,", f'E2: "good": {GOODS}'),
        (f"{HEAD},Good,Goods", "A,world,1,1,windfall,produces", f'E2: "windfall": {GOODS}'),
        (f"{HEAD},Good,Goods", "A,world,1,1,x,rare", f'E2: "x": {GOODS}'),
        (f"{HEAD}", "A,world,1,1,more", 'E2: "more": its column has no name'),
        (f"{HEAD},Flavor", "A,world,1,1,old", 'E2: "old": no key of a card is called `Flavor`'),
        ("Title,Type,Cots,VP,Cost", "B,world,5,1,2",
         'C2: "5": no key of a card is called `Cots`; if you mean `Cost`, use that name'),
        ("Title,Type,Cots,VP,Cost", "C,dev,-,1,2", 'C2: "-": no key of a card is called `Cots`'),
    ],
)  # fmt: skip
def test_a_bad_cell_is_reported_with_what_to_write(head: str, row: str, expected: str) -> None:
    assert problems(head, row)[0].startswith(expected)


def test_each_bad_cell_is_reported_once_and_a_long_one_is_shortened() -> None:
    reports = problems(HEAD, f"A,{'x' * 500},b,c", ",,,,alone")
    assert [report.partition(":")[0] for report in reports] == ["B2", "C2", "D2", "E3"]
    assert len(reports[0]) < 150
    (report,) = problems(f"{HEAD},Military", "A,development,3,1,+1")
    assert "a Military power is a power line" in report


def test_an_unknown_column_loses_its_cells_but_no_card() -> None:
    read = table("Title,Type,Cots,VP,Flavor,Cost\nA,world,,1,old,2\nB,world,5,1,,2\n")
    assert read.problems == ()
    assert [str(cell)[:2] for cell in read.losses] == ["E2", "C3"]
    assert len(read.cards) == 2


def test_a_column_of_comments_is_left_out_with_a_note() -> None:
    read = table("Title,Type,Cost,VP,Notes\nA,world,1,1,try it\n,,,,later\n")
    assert read.problems == read.losses == ()
    assert read.notes == ("column E ('Notes') is left out, with 2 cells",)
    assert len(read.cards) == 1


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
    text = f"{HEAD},Keywords\nA,world,1,1,{cell}\nB,world,1,1,frozen\n"
    read = read_table(read_csv(text.encode()), keywords=lambda _game: KNOWN)
    assert read.losses == ()
    assert read.cards[0]["keywords"] == words


def test_words_of_which_some_are_keywords_are_asked_about() -> None:
    text = f"{HEAD},Keywords\nA,world,1,1,Alien Relic\n"
    (loss,) = read_table(read_csv(text.encode()), keywords=lambda _game: KNOWN).losses
    assert str(loss) == (
        'E2: "alien relic": write `alien-relic` for one keyword, or `alien, relic` for several'
    )


def test_empty_rows_are_skipped_but_count_for_places() -> None:
    read = table("\n\nTitle,Type,Cost,VP\n\nA,world,1,1\n,,,\nB,world,x,1\n")
    assert [str(cell) for cell in read.problems] == ['C7: "x": write a whole number']


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "empty"), ("\n\n", "empty"), (" , \n", "empty"),
     ("Cost,VP\n1,1\n", r"no column `Title`.*Type, Cost, VP")],
)  # fmt: skip
def test_a_table_without_cards_or_titles_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnreadableTable, match=message):
        table(text)


def test_a_cell_that_holds_a_date_is_a_problem_of_its_place() -> None:
    row = Row(2, ["A", "world", "2026-01-02", "1"], ((2, "a date or time: write it as text"),))
    (problem,) = read_table([Row(1, HEAD.split(",")), row]).problems
    assert str(problem).startswith('C2: "2026-01-02": a date')


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
