"""The invasion of a set: how it is read, and which tables and waves are refused."""

import pytest

from rftg_dsl.model import Invasion, InvasionCard
from tests.rftg_dsl.writing import compile_text, found_in, set_of

CARD = "  - title: Hive\n    military world: 2\n    vp: 1\n    keywords: [swarm]\n"
HEAD = (
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
    compilation = compile_text(set_of(CARD, head))
    assert compilation.diagnostics == ()
    invasion = compilation.sets[0].invasion
    assert invasion is not None
    return invasion


def test_an_invasion_is_read_with_the_cards_of_each_wave_weakest_first() -> None:
    invasion = invasion_of(HEAD)
    first, last = invasion.waves
    assert [str(card) for card in first.cards] == ["-1", "-1", "1", "1"]
    assert last.cards == (InvasionCard(3), InvasionCard(3), InvasionCard(2, own=True))
    assert (first.rounds_for(2), first.rounds_for(3), last.rounds_for(2)) == (2, 1, 0)
    assert (invasion.by, invasion.repulse) == ("swarm", ((2, 20), (3, 26)))
    assert invasion.rewards == ((2, (1, 2)), (3, (1, 1, 2)))
    assert (invasion.first_round, invasion.bunker, invasion.award) == (3, 2, 5)


def test_first_round_bunker_and_award_can_be_others() -> None:
    more = "  by: swarm\n  first round: 4\n  bunker: 3\n  award: 0\n"
    invasion = invasion_of(HEAD.replace("  by: swarm\n", more))
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
    assert old in HEAD
    (found,) = found_in(set_of(CARD, HEAD.replace(old, new, 1)))
    assert found.code == code
    assert help in found.help


def test_only_numbers_of_players_that_sets_in_use_serve_are_needed() -> None:
    other = "set: other\ntitle: Other\nplayers: 4\ncards:\n  - {title: Moon, world: 1, vp: 1}\n"
    assert found_in(set_of(CARD, HEAD), other=other) == []
    needed = found_in(set_of(CARD, HEAD + "requires: [other]\n"), other=other)
    assert [found.help for found in needed] == [
        "add `4: 26`",
        "add `4: [1, 1, 2, 2]`",
        "add `4: 1`",
        "add 1 card, for example `3: 3` instead of `3: 2`",
    ]


def test_a_table_may_serve_more_players_than_there_can_be() -> None:
    more = HEAD.replace("3: 26", "3: 26, 8: 60").replace("{2: 2, 3: 1}", "{2: 2, 3: 1, 8: 9}")
    assert found_in(set_of(CARD, more)) == []


def test_a_set_can_change_the_invasion_of_one_that_it_requires() -> None:
    other = set_of(CARD.replace("Hive", "Nest"), HEAD.replace("set: mine", "set: other"))
    own = HEAD.replace("modules: [invasion]\n", "requires: [other]\n").replace("26", "30")
    assert found_in(set_of(CARD, own.replace("keywords: [swarm]\n", "")), other=other) == []


@pytest.mark.parametrize("written", ["own + 3", "own3", "Own+3", "own +3", "own 3"])
def test_a_card_that_is_written_otherwise_is_mended(written: str) -> None:
    (found,) = found_in(set_of(CARD, HEAD.replace("own+2", f"'{written}'")))
    assert (found.code, found.help) == ("E204", "write `own+3`")


def test_a_wrong_key_is_reported_where_it_stands_and_not_at_its_value() -> None:
    text = set_of(CARD, HEAD.replace("own+2: 1", "own2: 1"))
    (found,) = found_in(text)
    place = found.region
    assert text.split("\n")[place.line - 1][place.column - 1 : place.end_column - 1] == "own2"


def test_of_a_misspelt_key_of_a_module_only_its_name_is_said() -> None:
    (found,) = found_in(set_of(CARD, HEAD.replace("invasion:\n", "invasions:\n")))
    assert (found.code, found.help) == ("E201", "write `invasion`")
