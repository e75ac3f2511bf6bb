"""Card tests as check reads them: what is wrong in them, each at its place."""

import subprocess
import sys

import pytest

from rftg_dsl.syntax.situations import CardList
from tests.rftg_dsl.writing import compile_text, found_in

CARDS = """\
set: mine
title: My Cards
cards:
  - title: Ice Harvesters
    world: 2
    vp: 1
    windfall: rare
    copies: 8
  - title: Snow and Ice
    development: 1
    vp: 1
    powers: |
      settle: cost -1 for rare worlds
tests:
  - test: ice is cheap
"""

ROBOT = "robot: {start: Ice Harvesters, dice: [settle, match]}"


def with_test(lines: str) -> str:
    """The cards, and one test that has these lines."""
    return CARDS + "".join(f"    {line}\n" for line in lines.splitlines())


def only(lines: str) -> tuple[str, str, str]:
    """The code, the message and the help of the one finding in a test with these lines."""
    (found,) = found_in(with_test(lines))
    return found.code, found.message, found.help


def test_a_test_is_read_with_all_that_it_says() -> None:
    text = with_test(
        "given:\n"
        "  tableau: [Snow and Ice]\n"
        "  hand: [Ice Harvesters, 2 cards]\n"
        "  opponent: {hand: 3, when: produce}\n"
        "when: [settle, round end]\n"
        "answers: [place Ice Harvesters using Snow and Ice, cannot use Snow and Ice]\n"
        "then: {hand: 1, tableau: [Ice Harvesters, 1 card], game: goes on}"
    )
    ((test,),) = [one.tests for one in compile_text(text).sets]
    you, opponent = test.parts
    assert you.hand == CardList(("Ice Harvesters",), 2)
    assert opponent.hand == CardList((), 3)
    assert (you.actions, opponent.actions) == (("settle",), ("produce",))
    assert test.steps == ("round end",)
    first, second = you.answers
    assert (first.verb, first.objects, first.using) == (
        "place",
        ("Ice Harvesters",),
        ("Snow and Ice",),
    )
    assert second.cannot
    values = [one.value for one in you.expectations]
    assert values == [CardList((), 1), CardList(("Ice Harvesters",), 1), "goes on"]


@pytest.mark.parametrize(
    ("lines", "code", "help"),
    [
        ("when: setle\nthen: {hand: 0}", "E601", "write `settle`"),
        ("when: 'consume: x2'\nthen: {hand: 0}", "E601", "write `consume x2`"),
        (
            "when: [explore, settle]\nthen: {hand: 0}",
            "E601",
            "write `explore +5` or `explore +1 +1`",
        ),
        ("when: end\nthen: {score: 3}", "E601", "write `round end`; without `when:`, `score` is"),
        ("when: End of turn\nthen: {hand: 0}", "E601", "write `round end`"),
        ("when: the settle phase\nthen: {hand: 0}", "E601", "write `settle`"),
        ("when: phase III\nthen: {hand: 0}", "E601", "write `settle`"),
        ("when: prestige consume\nthen: {vp: 0}", "E601", "write `prestige consume x2` or `pres"),
        ("when: settle and produce\nthen: {vp: 0}", "E601", "write a list: `[settle, produce]`"),
        ("when: settle\nanswers: [build Ice Harvesters]", "E603", "write `place`"),
        ("when: settle\nanswers: [skip]", "E603", "write `use nothing`"),
        ("when: settle\nanswers: [spend 1 rare good]", "E603", "write `spend TITLE`"),
        ("when: settle\nanswers: [discard 2]", "E603", "write `2 cards`"),
        ("when: settle\nanswers: [keep 2 cards]", "E603", "write `keep TITLE`"),
        ("given: {used: [Ice Harvesters]}\nthen: {hand: 0}", "E604", "add it to `tableau:`"),
        (
            "given: {tableau: [Snow and Ice], used: [Snow and Ice]}\nthen: {hand: 0}",
            "E604",
            "use another card",
        ),
        ("given: {goals: {Beacons: you}}\nthen: {hand: 0}", "E602", "require the set that has it"),
        ("given: {goals: 3}\nthen: {hand: 0}", "E204", ""),
        ("given: {hand: [Ice Harvestrs]}\nthen: {hand: 1}", "E602", "write `Ice Harvesters`"),
        ("when: settle\nanswers: [plase Ice Harvesters]", "E603", "write `place`"),
        ("when: settle\nanswers: [place]", "E603", "write `place TITLE`"),
        ("when: trade\nanswers: [name raer]", "E603", "write `rare`"),
        ("when: consume x2\nanswers: [guess low]", "E603", "write `guess 3`"),
        ("when: settle\nanswers: [upgrade Ice Harvesters]", "E603", "add `to TITLE`"),
        ("when: settle\nanswers: [place Ice Harvesters using]", "E603", "write `using TITLE`"),
        ("when: settle\nanswers: [place Ice Harvesters to Snow]", "E603", "delete it, or write"),
        ("when: settle\nanswers: [name gray]", "E603", "`name` takes `novelty`, `rare`"),
        ("when: settle\nanswers: [name rare and so on]", "E603", "delete it"),
        ("when: settle\nanswers: [search for rebels]", "E603", "`search for` takes nothing in"),
        ("when: settle\nanswers: [discard 2 cardds]", "E602", ""),
        ("given: {goods: [Ice Harvesters]}\nthen: {goods: 1}", "E604", "add it to `tableau:`"),
        ("given: {hand: [Snow and Ice, Snow and Ice]}\nthen: {hand: 2}", "E605", ""),
        ("given: {hand: 10}\nthen: {hand: 10}", "E605", "use fewer cards"),
        ("when: [settle, settle, settle]\nthen: {hand: 0}", "E606", ""),
        ("when: [produce, produce]\nthen: {hand: 0}", "E606", ""),
        ("when: setup\nthen: {hand: 0}", "E606", "add it to `tableau:`"),
        ("when: settle", "E607", ""),
        ("then: {strength: {Ice Harvestrs: 1}}", "E602", "write `Ice Harvesters`"),
        ("then: {strength: {Snow and Ice: 1}}", "E604", "use a world"),
        ("then: {price: {Snow and Ice: 1}}", "E604", "use a world with goods"),
        (
            "then: {cost: 3}",
            "E203",
            "write `cost: {TITLE: 3}`; the amount paid is `paid: 3`",
        ),
        (
            "then: {points: 3}",
            "E203",
            "write `points: {TITLE: 3}`; total points are `score: 3`,",
        ),
        (
            "then: {strength: 3}",
            "E203",
            "write `strength: {TITLE: 3}`; total Military is",
        ),
        ("then: {price: [Ice Harvesters]}", "E203", "write `price: {TITLE: 3}`"),
        (
            "then: {points: {Snow, and Ice: 1}}",
            "E206",
            "write `'Snow, and Ice': 1` if this is one title with a comma",
        ),
        (
            "given: {opponent: [{hand: 1}]}\nthen: {hand: 0}",
            "E203",
            "write `opponents:` for a list",
        ),
        ("given: {opponents: 3}\nthen: {hand: 0}", "E203", "write a list, like `opponents: [{h"),
        ("given: {opponents: [{}]}\nthen: {hand: 0}", "E206", "write `opponent:` without a list"),
        ("given: {players: 3}\nthen: {hand: 0}", "E201", "write `opponents`"),
        ("given: {first: me}\nthen: {hand: 0}", "E204", "write one of these"),
        ("given: {first: opponent 2}\nthen: {hand: 0}", "E606", "add an opponent to `opponents:`"),
        (
            "given: {opponents: [{}, {}]}\nthen: {opponent: {hand: 0}}",
            "E606",
            "write `opponents:` and a list",
        ),
        ("then: {opponents: [{}, {hand: 0}]}", "E606", "add the others to `opponents:` in `given`"),
        (
            "given: {opponent: {}, opponents: [{}, {}]}\nthen: {hand: 0}",
            "E606",
            "put all opponents into `opponents:`",
        ),
        (
            "given: {opponents: [{}, {}]}\nwhen: [settle, develop]\nthen: {hand: 0}",
            "E606",
            "let each player choose one action",
        ),
        (f"given: {{{ROBOT}}}\nwhen: settle\nthen: {{hand: 0}}", "E606", "list them in `when:`"),
        (
            f"given: {{{ROBOT}, opponent: {{}}}}\nwhen: [settle, develop]\nthen: {{hand: 0}}",
            "E606",
            "delete one of the two",
        ),
        ("given: {robot: {start: Ice Harvesters}}\nthen: {hand: 0}", "E202", "add `dice: ...`"),
        (
            f"given: {{{ROBOT.replace('settle', 'setle')}}}\nthen: {{hand: 0}}",
            "E204",
            "write `settle`",
        ),
        (
            f"given: {{{ROBOT.replace('Ice', 'Ise')}}}\nwhen: [settle, develop]\nthen: {{hand: 0}}",
            "E602",
            "write `Ice Harvesters`",
        ),
        (
            "given: {opponent: {when: settle}}\nwhen: [settle, develop]\nthen: {hand: 0}",
            "E606",
            "give both players the same number of actions, or one player `nothing`",
        ),
    ],
)
def test_what_is_wrong_in_a_test_is_said(lines: str, code: str, help: str) -> None:
    found, _message, advice = only(lines)
    assert found == code
    assert advice.startswith(help)


def test_no_more_players_sit_at_the_table_than_the_sets_serve() -> None:
    several = with_test("given: {opponents: [{}, {}, {}]}\nthen: {hand: 0}")
    assert not found_in(several.replace("cards:", "players: 4\ncards:", 1))
    (found,) = found_in(several.replace("cards:", "players: 3\ncards:", 1))
    assert (found.code, found.message) == (
        "E606",
        "4 players are too many: the sets in use allow 3",
    )


def test_a_wrong_test_hides_no_other_mistake() -> None:
    text = with_test("whn: settle\nthen: {hand: 0}") + "  - test: another\n    when: setle\n"
    assert [one.code for one in found_in(text)] == ["E201", "E607", "E601"]


def test_a_title_in_an_answer_is_underlined_where_it_stands() -> None:
    (found,) = found_in(
        with_test("when: settle\nanswers:\n  - place Ice Harvestrs using Snow and Ice")
    )
    assert found.code == "E602"
    assert found.region[:2] == (18, 15)
    assert found.region.end_column - found.region.column == len("Ice Harvestrs")


def test_words_of_answers_and_numbers_can_be_a_part_of_titles() -> None:
    for title in ("Nothing to Use", "2 Cards and a Name", "Prestige Cards", "Fire, using Ice"):
        text = with_test(f"when: settle\nanswers: ['place {title} using Snow and Ice']")
        text = text.replace("Ice Harvesters", title)
        ((test,),) = [one.tests for one in compile_text(text).sets]
        (answer,) = test.parts[0].answers
        assert (answer.objects, answer.using) == ((title,), ("Snow and Ice",))


def test_a_title_before_words_that_cannot_be_read_is_looked_up_too() -> None:
    found = found_in(with_test("when: settle\nanswers: [upgrade Ice Harvestrs]"))
    assert [(one.code, one.help) for one in found] == [
        ("E602", "write `Ice Harvesters`"),
        ("E603", "add `to TITLE`"),
    ]


def test_check_reads_tests_without_the_engine() -> None:
    from rftg_dsl.resources import cookbook_files

    command = (
        "import sys; from rftg_dsl.cli import main;"
        f"assert main(['check', {str(cookbook_files()[0])!r}]) == 0;"
        "assert not {'rftg_engine', 'rftg_tools'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", command], check=True, capture_output=True)


def test_an_answer_in_double_quotes_is_told_and_mended_with_those_that_its_list_needs() -> None:
    text = with_test('when: settle\nanswers: ["place a, b"]\nthen: {hand: 0}')
    (found,) = [one for one in found_in(text) if one.code == "E110"]
    assert found.help == "write `'place a, b'`"
    assert found.fix is not None
    assert found.fix.certain
    assert [edit.text for edit in found.fix.edits] == ["'place a, b'"]


def test_an_answer_of_two_lines_in_double_quotes_is_mended_by_hand() -> None:
    text = with_test('when: settle\nanswers: ["place a\\nb"]\nthen: {hand: 0}')
    (found,) = [one for one in found_in(text) if one.code == "E110"]
    assert found.help == "write it on one line, without quotes"
    assert found.fix is None


def test_a_colon_in_an_action_is_told_though_lines_above_are_indented_further() -> None:
    text = with_test("given:\n  hand: [Ice Harvesters]\nwhen: consume: x2\nthen: {hand: 1}")
    (found,) = found_in(text)
    assert found.code == "E105"
    assert found.help == "write `when: 'consume: x2'`"


def test_a_title_that_looks_like_a_number_is_a_title() -> None:
    text = CARDS.replace("Snow and Ice", "A")
    text += "    given: {tableau: [A]}\n    when: develop\n    then: {vp: 0}\n"
    assert compile_text(text).diagnostics == ()
