"""Goals, search categories, scenario and modules in a set's head: what is read, what is refused."""

import pytest

from rftg_dsl.model import CardSet
from rftg_dsl.syntax.ast import Condition, Count, Goods, Selector
from tests.rftg_dsl.writing import HEAD, compile_text, found_in, set_of

CARD = "  - title: Ice\n    world: 2\n    vp: 1\n    keywords: [rebel]\n"
START = "  - {title: Fire, world: 1, vp: 1, prestige: 2, start: {number: -7, colour: red}}\n"


def text_with(head: str) -> str:
    return set_of(CARD + START, HEAD + head)


def set_with(head: str) -> CardSet:
    compilation = compile_text(text_with(head))
    assert compilation.diagnostics == ()
    return compilation.sets[0]


def goal(line: str, more: str = "") -> str:
    return f"modules: [goals]\ngoals:\n  - title: Best\n    {line}\n    after: [settle]\n{more}"


def at_least(number: int, count: Count) -> Condition:
    return Condition("have", number, None, count)


def search(line: str) -> str:
    return f"search:\n  - title: Worlds\n    cards: {line}\n"


def test_a_first_goal_is_ways_of_counts() -> None:
    (first,) = set_with(goal("first: 2 worlds and a card or 5 vp chips")).goals
    world, card = Selector("world"), Selector("card")
    assert first.conditions == (
        (at_least(2, Count("cards", world)), at_least(1, Count("cards", card))),
        (at_least(5, Count("chips")),),
    )
    assert (first.most, first.points, first.least, first.after) == (False, 3, 0, ("settle",))
    assert (first.text, first.needs) == ("2 worlds and a card or 5 vp chips", "")


def test_a_most_goal_is_one_way_with_one_count_of_the_least_number() -> None:
    head = goal("most: total military", "    least: 6\n    needs: base\n")
    (most,) = set_with(head).goals
    assert most.conditions == ((at_least(6, Count("military")),),)
    assert (most.most, most.points, most.least, most.needs) == (True, 5, 6, "base")


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("4 goods", Count("goods", goods=Goods())),
        ("4 rare goods", Count("goods", goods=Goods(("rare",)))),
        ("4 kinds of worlds", Count("kinds of worlds")),
        ("3 kinds of goods", Count("kinds of goods")),
        ("7 cards in hand", Count("hand")),
        ("6 phases with a power", Count("phases")),
        ("2 discards", Count("discards")),
        ("3 prestige", Count("prestige")),
        ("6 total military", Count("military")),
        ("negative military", Count("negative military")),
        ("5 vp chips", Count("chips")),
        ("3 rebel cards", None),
    ],
)
def test_goals_count_cards_goods_kinds_phases_chips_and_military(
    text: str, things: Count | None
) -> None:
    (one,) = set_with(goal(f"first: {text}")).goals
    ((count,),) = one.conditions
    assert things is None or count.count == things


def test_a_search_category_is_one_of_several_selectors() -> None:
    head = search("rebel cards or worlds of cost 1\n    needs: takeovers")
    (category,) = set_with(head).search
    assert len(category.selectors) == 2
    assert category.only_with_takeovers
    assert not set_with(search("rebel cards")).search[0].only_with_takeovers


def test_a_scenario_has_sides_with_start_worlds_and_cards() -> None:
    flame = START.replace("Fire", "Flame").replace("-7", "7")
    cold = "  - {title: Cold, start world: Fire, cards: [Ice]}\n"
    hot = "  - {title: Hot, start world: Flame, cards: []}\n"
    head = f"{HEAD}players: 5\nmodules: [scenario, draft]\nscenario:\n{cold}{hot}"
    (one,) = compile_text(set_of(CARD + START + flame, head)).sets
    assert [(s.title, s.start_world, s.cards) for s in one.scenario] == [
        ("Cold", "Fire", ("Ice",)),
        ("Hot", "Flame", ()),
    ]
    assert (one.players, one.modules) == (5, ("scenario", "draft"))


def test_a_start_world_may_have_a_number_below_zero_and_a_card_prestige() -> None:
    fire = set_with("").cards[1]
    assert fire.start is not None
    assert (fire.start.number, fire.prestige) == (-7, 2)


WRONG = [
    # a head; code; the text underlined, "" for a key; a part of the message or help
    (goal("first: 3 rebel crads"), "E210", "crads", "write `cards`"),
    (goal("first: 3 rebel"), "E210", "", "unexpected end of the text"),
    (goal("first: 0 worlds"), "E312", "0 worlds", "write 1 or more"),
    (goal("first: 3 other worlds"), "E311", "other worlds", "leave out `other`"),
    (goal("first: 2 gray goods"), "E314", "gray goods", "novelty"),
    (goal("first: 5 kinds of goods"), "E312", "5 kinds of goods", "from 1 to 4"),
    (goal("first: 7 phases with a power"), "E312", "7 phases", "from 1 to 6"),
    (goal("first: 2 kinds of cards"), "E311", "kinds of cards", "kinds of worlds"),
    (goal("first: 200 worlds"), "E212", "200", "write at most `99`"),
    (goal("first: 3 rebal cards"), "E401", "rebal", "write `rebel`"),
    (goal("first: 3 military worlds"), "W501", "military worlds", "describe cards"),
    (goal("first: |\n      3 worlds"), "E110", "|", "one line"),
    (goal("most: total military"), "E204", "title: Best", "`least:`"),
    (goal("first: 3 worlds", "    least: 3\n"), "E205", "least", "takes no `least:`"),
    (goal("most: worlds", "    first: 1 card\n"), "E205", "first", "not for both"),
    (
        "modules: [goals]\ngoals:\n  - {title: A, first: 3 cards, after: [sttle]}\n",
        "E204",
        "sttle",
        "`settle`",
    ),
    (search("rebel crads"), "E210", "crads", "write `cards`"),
    (search("other cards"), "E311", "other cards", "leave out `other`"),
    (search("cards with a takeover power"), "W501", "cards with a takeover power", ""),
    (search("'\"Ise\"'"), "E402", "Ise", "write `Ice`"),
    ("modules: [gaols]\n", "E204", "gaols", "write `goals`"),
    ("players: 9\n", "E204", "9", "write 1 to 8"),
]


@pytest.mark.parametrize(("head", "code", "under", "part"), WRONG)
def test_a_wrong_head_is_reported_at_its_place(head: str, code: str, under: str, part: str) -> None:
    text = text_with(head)
    (found,) = found_in(text)
    line = text.split("\n")[found.region.line - 1]
    assert found.code == code
    assert line[found.region.column - 1 :].startswith(under)
    assert part in f"{found.message} {found.help}"


def test_entries_beyond_those_that_are_reported_are_left_out_too() -> None:
    cards = "  - {title: 3, world: x}\n" * 1100
    tiles = "  - {title: A, most: worlds}\n" * 700
    compilation = compile_text(set_of(cards, f"{HEAD}goals:\n{tiles}"))
    assert compilation.has_errors
    assert compilation.sets == ()


def test_a_title_that_stands_twice_in_a_list_is_reported() -> None:
    entry = "  - {title: A, first: 3 cards, after: [settle]}\n"
    (found,) = found_in(text_with(f"modules: [goals]\ngoals:\n{entry}{entry}"))
    assert (found.code, found.region.line) == ("E404", 7)


def test_a_scenario_names_cards_that_exist_and_start_worlds() -> None:
    sides = "  - {title: A, start world: Ice, cards: [Ise]}\n"
    whole = "  - {title: B, start world: Fire, cards: []}\n"
    found = found_in(text_with(f"modules: [scenario]\nscenario:\n{sides}{whole}"))
    assert [one.code for one in found] == ["E407", "E407"]


@pytest.mark.parametrize(
    ("head", "under", "part"),
    [
        (goal("first: 3 worlds").removeprefix("modules: [goals]\n"), "goals", "`modules: [goals]`"),
        ("modules: [draft, goals]\n", "goals", "leave the module out"),
        ("modules: [scenario]\n", "scenario", "add `scenario:`"),
    ],
)
def test_a_module_and_what_it_plays_with_go_together(head: str, under: str, part: str) -> None:
    text = text_with(head)
    (found,) = found_in(text)
    line = text.split("\n")[found.region.line - 1]
    assert found.code == "E415"
    assert line[found.region.column - 1 :].startswith(under)
    assert part in found.help


def test_of_a_misspelt_list_of_a_module_only_its_name_is_reported() -> None:
    (found,) = found_in(text_with(goal("first: 3 worlds").replace("goals:", "gaols:")))
    assert (found.code, found.help) == ("E201", "write `goals`")


def test_what_another_set_brings_to_a_module_need_not_be_brought_again() -> None:
    goals = goal("first: 3 worlds").removeprefix("modules: [goals]\n")
    other = f"set: other\ntitle: Other\nmodules: [goals]\n{goals}cards:\n{START}"
    head = f"{HEAD}requires: [other]\n{goals}"
    assert found_in(set_of(CARD, head), other=other) == []


def test_a_goal_needs_a_set_that_there_is() -> None:
    (found,) = found_in(text_with(goal("first: 3 worlds", "    needs: bass\n")))
    assert (found.code, found.help) == ("E411", "write `base`")


def test_titles_of_goals_and_searches_have_composed_letters() -> None:
    parts = "Cafe\u0301"
    heads = (
        goal("first: 3 worlds").replace("Best", parts),
        search("worlds").replace("Worlds", parts),
    )
    assert [found_in(text_with(head))[0].code for head in heads] == ["E214", "E214"]
