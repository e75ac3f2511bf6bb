"""Classes of tokens: how sets declare them; lines, goals and card tests name known ones."""

import pytest

from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.tokens import RESERVED
from rftg_engine.cards.table import count_tokens
from tests.rftg_dsl.writing import compile_text, found_in, only_finding

CARD = "cards:\n  - title: Dig\n    world: 2\n    vp: 1\n"


def set_with(tokens: str, *powers: str, rest: str = "") -> str:
    """A set that declares tokens, with one card that has these powers."""
    lines = "".join(f"      {power}\n" for power in powers)
    card = CARD + (f"    powers: |\n{lines}" if powers else "")
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
    found = only_finding(set_with(declared))
    line = f"tokens: {declared}"
    assert (found.code, found.help) == (code, help)
    assert line[found.region.column - 1 :].startswith(marked)


@pytest.mark.parametrize("word", sorted(one for one in RESERVED - {*KINDS} if one.isalpha()))
def test_no_word_of_the_language_is_a_part_of_a_class(word: str) -> None:
    for name in (word, f"relic {word}"):
        assert only_finding(set_with(f"{{{name}: 3}}")).code == "E406"


@pytest.mark.parametrize("name", ["relic", "science artifact", "x1-y2", "rare", "rare relic"])
def test_a_class_of_other_words_is_allowed(name: str) -> None:
    text = set_with(
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
    found = only_finding(set_with("{relic: 3}", line))
    assert (found.code, found.help) == ("E418", "write `relic`")
    assert found.region.end_column - found.region.column == len("relics")
    assert found.fix is not None


def test_where_no_class_is_near_those_known_are_named() -> None:
    found = only_finding(set_with("{relic: 3}", "produce: 1 energy token"))
    assert found.help == (
        "use `relic`, or add `tokens: {energy: 12}` to the set, with the right number"
    )
    found = only_finding(set_with("{}", "produce: 1 energy token"))
    assert found.help == ("add `tokens: {energy: 12}` to the set, with the right number")


def test_goals_and_card_tests_name_known_classes() -> None:
    goal = (
        "modules: [goals]\ngoals:\n  - {title: Cabinet, first: 2 relics tokens, after: [produce]}\n"
    )
    assert [one.code for one in found_in(set_with("{relic: 3}", rest=goal))] == ["E418"]
    test = (
        "tests:\n  - test: it digs\n    given: {tableau: [Dig], tokens: {relics: 1}}\n"
        "    when: produce\n    then: {tokens: {idol: 1}}\n"
    )
    found = found_in(set_with("{relic: 3}", rest=test))
    assert [(one.code, one.help.split(";")[0]) for one in found] == [
        ("E602", "write `relic`"),
        ("E602", "use `relic`, or add `tokens: {idol: 12}` to the set, with the right number"),
    ]


def test_classes_of_required_sets_can_be_named_and_their_numbers_add_up() -> None:
    home = "set: home\ntitle: Home\ntokens: {relic: 4, idol: 2}\n" + CARD.replace("Dig", "Home")
    mine = set_with("{relic: 3}", "produce: 1 idol token").replace(
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
    found = only_finding(set_with("{relic: 3, idol: 3}", said))
    assert found.fix is not None
    (edit,) = found.fix.edits
    mended = said[: edit.region.column - 7] + edit.text + said[edit.region.end_column - 7 :]
    assert " ".join(mended.split()) == (meant or said.replace("gain ", ""))
    assert found_in(set_with("{relic: 3, idol: 3}", mended)) == []


def test_no_help_makes_up_a_class() -> None:
    """`1 gain relic token` could be read: tokens of a class of two words."""
    for verb in ("gain", "put", "make", "bring"):
        for found in found_in(set_with("{relic: 3}", f"produce: {verb} 1 relic token")):
            assert f"{verb} relic" not in found.help
