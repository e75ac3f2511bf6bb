"""Goals, search categories, tokens, scenario, modules and the invasion in a set's head."""

import pytest

from rftg_dsl.model import CardSet, Invasion, InvasionCard
from rftg_dsl.syntax.ast import KINDS, Condition, Count, Goods, Selector
from rftg_dsl.syntax.tokens import RESERVED
from rftg_engine.cards.table import count_tokens
from tests.rftg_dsl.writing import HEAD, compile_text, found_in, only_finding, set_of

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


DIG = "cards:\n  - title: Dig\n    world: 2\n    vp: 1\n"


def text_with_tokens(tokens: str, *powers: str, rest: str = "") -> str:
    """A set that declares tokens, with one card that has these powers."""
    lines = "".join(f"      {power}\n" for power in powers)
    card = DIG + (f"    powers: |\n{lines}" if powers else "")
    return f"set: mine\ntitle: My Cards\ntokens: {tokens}\n{card}{rest}"


@pytest.mark.parametrize(
    ("declared", "code", "marked", "help"),
    [
        ("{Relic: 3}", "E204", "Relic", "write `relic`"),
        ("{science_artifact: 3}", "E204", "science_artifact", "write `science artifact`"),
        ("{a b c d: 2}", "E204", "a b c d", "choose another name, such as `relic`"),
        ("{world: 3}", "E406", "world", "write `world-mark`"),
        ("{prestige: 3}", "E406", "prestige", "write `prestige-mark`"),
        ("{relic token: 3}", "E406", "relic token", "write `relic`"),
        ("{relic: 0}", "E204", "0", "write 1 to 99"),
        ("{relic: many}", "E203", "many", "write a whole number, like `2`"),
        ("[relic]", "E203", "[", "write `tokens: {relic: 12}`"),
        ("{relic: 3, relic: 4}", "E109", "relic", "delete one of the two"),
    ],
)
def test_a_class_that_powers_could_not_name_is_refused(
    declared: str, code: str, marked: str, help: str
) -> None:
    found = only_finding(text_with_tokens(declared))
    line = f"tokens: {declared}"
    assert (found.code, found.help) == (code, help)
    assert line[found.region.column - 1 :].startswith(marked)


@pytest.mark.parametrize("word", sorted(one for one in RESERVED - {*KINDS} if one.isalpha()))
def test_no_word_of_the_language_is_a_part_of_a_class(word: str) -> None:
    for name in (word, f"relic {word}"):
        assert only_finding(text_with_tokens(f"{{{name}: 3}}")).code == "E406"


@pytest.mark.parametrize("name", ["relic", "science artifact", "x1-y2", "rare", "rare relic"])
def test_a_class_of_other_words_is_allowed(name: str) -> None:
    text = text_with_tokens(
        f"{{{name}: 3}}",
        f"produce: 1 {name} token",
        f"consume: may spend 2 {name} tokens -> 1 vp",
        f"settle: military +1 if you have a {name} token",
        f"produce: draw 1 per 2 {name} tokens",
    )
    assert found_in(text) == []


@pytest.mark.parametrize(
    "line",
    [
        "produce: 1 relics token",
        "consume: may spend 1 relics token -> 1 vp",
        "produce: draw 1 per relics token",
        "produce: draw 1 if you have 2 relics tokens",
    ],
)
def test_an_unknown_class_is_reported_at_its_place_with_the_one_that_is_near(line: str) -> None:
    found = only_finding(text_with_tokens("{relic: 3}", line))
    assert (found.code, found.help) == ("E418", "write `relic`")
    assert found.region.end_column - found.region.column == len("relics")
    assert found.fix is not None


def test_where_no_class_is_near_those_known_are_named() -> None:
    found = only_finding(text_with_tokens("{relic: 3}", "produce: 1 energy token"))
    assert found.help == (
        "use `relic`, or add `tokens: {energy: 12}` to the set, with the right number"
    )
    found = only_finding(text_with_tokens("{}", "produce: 1 energy token"))
    assert found.help == ("add `tokens: {energy: 12}` to the set, with the right number")


def test_goals_and_card_tests_name_known_classes() -> None:
    goal = (
        "modules: [goals]\ngoals:\n  - {title: Cabinet, first: 2 relics tokens, after: [produce]}\n"
    )
    assert [one.code for one in found_in(text_with_tokens("{relic: 3}", rest=goal))] == ["E418"]
    test = (
        "tests:\n  - test: it digs\n    given: {tableau: [Dig], tokens: {relics: 1}}\n"
        "    when: produce\n    then: {tokens: {idol: 1}}\n"
    )
    found = found_in(text_with_tokens("{relic: 3}", rest=test))
    assert [(one.code, one.help.split(";")[0]) for one in found] == [
        ("E602", "write `relic`"),
        ("E602", "use `relic`, or add `tokens: {idol: 12}` to the set, with the right number"),
    ]


def test_classes_of_required_sets_can_be_named_and_their_numbers_add_up() -> None:
    home = "set: home\ntitle: Home\ntokens: {relic: 4, idol: 2}\n" + DIG.replace("Dig", "Home")
    mine = text_with_tokens("{relic: 3}", "produce: 1 idol token").replace(
        "tokens:", "requires: [home]\ntokens:"
    )
    compilation = compile_text(mine, home=home)
    assert list(compilation.diagnostics) == []
    assert count_tokens(compilation.sets) == {"relic": 7, "idol": 2}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("produce: gain 1 relic token", "produce: 1 relic token"),
        ("produce: get a relic token", "produce: 1 relic token"),
        ("settle: after placing a world, gain 1 relic token", ""),
        ("consume: 1 relic token -> 1 vp", "consume: may spend 1 relic token -> 1 vp"),
        (
            "consume: discard 2 relic tokens -> draw 1",
            "consume: may spend 2 relic tokens -> draw 1",
        ),
        (
            "consume: may spend 1 relic token and 1 idol token -> 1 vp",
            "consume: may spend 1 relic token and spend 1 idol token -> 1 vp",
        ),
    ],
)
def test_what_is_said_of_tokens_is_led_to_the_line_that_is_meant(said: str, meant: str) -> None:
    found = only_finding(text_with_tokens("{relic: 3, idol: 3}", said))
    assert found.fix is not None
    (edit,) = found.fix.edits
    mended = said[: edit.region.column - 7] + edit.text + said[edit.region.end_column - 7 :]
    assert " ".join(mended.split()) == (meant or said.replace("gain ", ""))
    assert found_in(text_with_tokens("{relic: 3, idol: 3}", mended)) == []


def test_no_help_makes_up_a_class() -> None:
    """`1 gain relic token` could be read: tokens of a class of two words."""
    for verb in ("gain", "put", "make", "bring"):
        for found in found_in(text_with_tokens("{relic: 3}", f"produce: {verb} 1 relic token")):
            assert f"{verb} relic" not in found.help


HIVE = "  - title: Hive\n    military world: 2\n    vp: 1\n    keywords: [swarm]\n"
INVADED = (
    "set: mine\ntitle: Mine\nplayers: 3\nkeywords: [swarm]\nmodules: [invasion]\n"
    "invasion:\n"
    "  by: swarm\n"
    "  repulse: {2: 20, 3: 26}\n"
    "  rewards: {2: [1, 2], 3: [1, 1, 2]}\n"
    "  waves:\n"
    "    - rounds: {2: 2, 3: 1}\n"
    "      cards: {1: 2, -1: 2}\n"
    "    - cards: {own+2: 1, 3: 2}\n"
)


def invasion_of(head: str) -> Invasion:
    compilation = compile_text(set_of(HIVE, head))
    assert compilation.diagnostics == ()
    invasion = compilation.sets[0].invasion
    assert invasion is not None
    return invasion


def test_an_invasion_is_read_with_the_cards_of_each_wave_weakest_first() -> None:
    invasion = invasion_of(INVADED)
    first, last = invasion.waves
    assert [str(card) for card in first.cards] == ["-1", "-1", "1", "1"]
    assert last.cards == (InvasionCard(3), InvasionCard(3), InvasionCard(2, own=True))
    assert (first.rounds_for(2), first.rounds_for(3), last.rounds_for(2)) == (2, 1, 0)
    assert (invasion.by, invasion.repulse) == ("swarm", ((2, 20), (3, 26)))
    assert invasion.rewards == ((2, (1, 2)), (3, (1, 1, 2)))
    assert (invasion.first_round, invasion.bunker, invasion.award) == (3, 2, 5)


def test_first_round_bunker_and_award_can_be_others() -> None:
    more = "  by: swarm\n  first round: 4\n  bunker: 3\n  award: 0\n"
    invasion = invasion_of(INVADED.replace("  by: swarm\n", more))
    assert (invasion.first_round, invasion.bunker, invasion.award) == (4, 3, 0)


@pytest.mark.parametrize(
    ("old", "new", "code", "help"),
    [
        ("by: swarm", "by: swam", "E401", "write `swarm`"),
        (", 3: 26", "", "E419", "add `3: 20`"),
        (", 3: [1, 1, 2]", "", "E419", "add `3: [1, 2, 2]`"),
        ("[1, 2]", "[1]", "E419", "strongest first: `2: [1, 1]`"),
        ("{2: 2, 3: 1}", "{2: 2}", "E419", "add `3: 2`"),
        (
            "    - rounds: {2: 2, 3: 1}\n      cards",
            "    - cards",
            "E420",
            "`rounds: {2: 2, 3: 2}`",
        ),
        ("    - cards", "    - rounds: {2: 1, 3: 1}\n      cards", "E420", "delete `rounds:`"),
        (
            "1: 2, -1: 2",
            "1: 2, -1: 1",
            "E420",
            "add 1 card, for example `-1: 2` instead of `-1: 1`",
        ),
        ("{1: 2, -1: 2}", "{}", "E420", "add 4 cards, for example `cards: {1: 4}`"),
        ("{own+2: 1, 3: 2}", "{}", "E420", "add 3 cards, for example `cards: {1: 3}`"),
        ("rounds: {2: 2, 3: 1}", "rounds: {}", "E419", "add `2: 1, 3: 1`"),
        ("{2: [1, 2], 3: [1, 1, 2]}", "{}", "E419", "add `2: [1, 1], 3: [1, 1, 1]`"),
        ("3: 2}", "3: 1}", "E420", "add 1 card, for example `3: 2` instead of `3: 1`"),
    ],
)
def test_what_a_game_would_lack_is_one_finding(old: str, new: str, code: str, help: str) -> None:
    assert old in INVADED
    (found,) = found_in(set_of(HIVE, INVADED.replace(old, new, 1)))
    assert found.code == code
    assert help in found.help


def test_only_numbers_of_players_that_sets_in_use_serve_are_needed() -> None:
    other = "set: other\ntitle: Other\nplayers: 4\ncards:\n  - {title: Moon, world: 1, vp: 1}\n"
    assert found_in(set_of(HIVE, INVADED), other=other) == []
    needed = found_in(set_of(HIVE, INVADED + "requires: [other]\n"), other=other)
    assert [found.help for found in needed] == [
        "add `4: 26`",
        "add `4: [1, 1, 2, 2]`",
        "add `4: 1`",
        "add 1 card, for example `3: 3` instead of `3: 2`",
    ]


def test_a_table_may_serve_more_players_than_there_can_be() -> None:
    more = INVADED.replace("3: 26", "3: 26, 8: 60").replace("{2: 2, 3: 1}", "{2: 2, 3: 1, 8: 9}")
    assert found_in(set_of(HIVE, more)) == []


def test_a_set_can_change_the_invasion_of_one_that_it_requires() -> None:
    other = set_of(HIVE.replace("Hive", "Nest"), INVADED.replace("set: mine", "set: other"))
    own = INVADED.replace("modules: [invasion]\n", "requires: [other]\n").replace("26", "30")
    assert found_in(set_of(HIVE, own.replace("keywords: [swarm]\n", "")), other=other) == []


@pytest.mark.parametrize("written", ["own + 3", "own3", "Own+3", "own +3", "own 3"])
def test_a_card_that_is_written_otherwise_is_mended(written: str) -> None:
    (found,) = found_in(set_of(HIVE, INVADED.replace("own+2", f"'{written}'")))
    assert (found.code, found.help) == ("E204", "write `own+3`")


def test_a_wrong_key_is_reported_where_it_stands_and_not_at_its_value() -> None:
    text = set_of(HIVE, INVADED.replace("own+2: 1", "own2: 1"))
    (found,) = found_in(text)
    place = found.region
    assert text.split("\n")[place.line - 1][place.column - 1 : place.end_column - 1] == "own2"


def test_of_a_misspelt_key_of_a_module_only_its_name_is_said() -> None:
    (found,) = found_in(set_of(HIVE, INVADED.replace("invasion:\n", "invasions:\n")))
    assert (found.code, found.help) == ("E201", "write `invasion`")
