"""The parser compared with Lark, its errors, and names of terminals."""

import json
import random
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from lark import Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError
from lark.tree import Meta

from rftg_dsl.diagnostics.text import distance, listed, nearest
from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.library import load
from rftg_dsl.resources import data_folder
from rftg_dsl.syntax.ast import Count, Power, Selector, Span
from rftg_dsl.syntax.builder import DuplicatePart, Word
from rftg_dsl.syntax.formatter import format_cards, format_goal, format_power
from rftg_dsl.syntax.lalr import build, load_lark, update_effects
from rftg_dsl.syntax.parser import (
    MAX_LENGTH,
    PartialAnswer,
    PowerSyntaxError,
    _method_of,
    expected_after,
    fold_case,
    parse,
    parse_answer,
    parse_power,
)
from rftg_dsl.syntax.situations import ParsedAnswer
from rftg_dsl.syntax.tables import load_tables
from rftg_dsl.syntax.tokens import (
    NAMES,
    OF_ANSWERS,
    RESERVED,
    literal_words,
    terminals_of,
)
from tests.rftg_dsl.syntax.test_formatter import WORDS_OF_ARC_1
from tests.rftg_dsl.trees import categories, goals, powers


class _Nodes(Transformer[Token, Power]):
    """Lark's tree as our nodes."""

    def __default_token__(self, token: Token) -> Word:
        word = Word(token)
        word.type = token.type
        return word

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        return _method_of("race", str(data))(Span(meta.start_pos, meta.end_pos), *children)


lark = cache(load_lark)


def by_lark(line: str, rule: str = "power") -> str | None:
    """What Lark makes of a line, places included; None where it refuses it."""
    try:
        tree = lark().parse(fold_case(line), rule)
        names = [word for word in tree.scan_values(bool) if word.type == "NAME"]
        if RESERVED.intersection(names):
            return None
        return repr(_Nodes().transform(tree))
    except UnexpectedInput:
        return None
    except VisitError as error:
        if isinstance(error.orig_exc, DuplicatePart):
            return None
        raise


ANSWERS = [
    'place "A" using "B" and "C"',
    'cannot take over "A"',
    "discard 2 cards",
    "spend 1 prestige",
    'keep "A" and "B"',
    "use prestige card",
    'upgrade "A" to "B"',
    "name rare",
    "search for a world of any kind",
    "guess 3",
    "choose last",
    "save nothing",
    "guess 300",
    "produce",
    "use nothing more",
    'name rare using "A"',
]


def by_us(line: str, rule: str = "power") -> str | None:
    """What we make of a line, places included; None where we refuse it."""
    try:
        node = parse_answer(line) if rule == "answer" else parse(line, rule)
        return None if isinstance(node, PartialAnswer) else repr(node)
    except PowerSyntaxError:
        return None


def base_lines() -> list[str]:
    return [line.text for card in load(["base"]).sets[0].cards for line in card.powers]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_grammar_is_that_of_the_words_and_the_tables_are_its(game: Game) -> None:
    shared, own = (
        (data_folder("grammar") / f"{name}.lark").read_text(encoding="utf-8")
        for name in ("core", game.id)
    )
    assert update_effects(game.id, own, shared) == own, "run python -m rftg_dsl.syntax.lalr"
    text = (data_folder("grammar") / game.tables).read_text(encoding="utf-8")
    built = json.loads(json.dumps(build(game.id)))
    assert json.loads(text) == built, "run python -m rftg_dsl.syntax.lalr"


@pytest.mark.parametrize("game", GAMES)
def test_the_grammar_is_free_of_conflicts(game: str) -> None:
    assert load_lark(game, strict=True) is not None


@given(powers)
@settings(max_examples=60, deadline=None)
def test_tables_and_lark_build_the_same_nodes(power: Power) -> None:
    line = format_power(power)
    if len(line) <= 500:
        assert by_us(line) == by_lark(line)


def test_tables_and_lark_accept_and_refuse_the_same_lines() -> None:
    chance = random.Random(5)
    lines = base_lines()
    for _ in range(700):
        words = chance.choice(lines).split(" ")
        at = chance.randrange(len(words))
        other = chance.choice(chance.choice(lines).split(" "))
        words[at : at + chance.randrange(2)] = [other] * chance.randrange(2)
        line = " ".join(words)
        assert by_us(line) == by_lark(line), line


@pytest.mark.parametrize(
    ("line", "joined"),
    [
        ("settle: cost -1 forrare worlds", "forrare"),
        ("score: 1 perr world", "perr"),
        ("settle: maydiscard this -> military +3", "maydiscard"),
        ("settle: military +2 againstt alien military worlds", "againstt"),
    ],
)
def test_words_that_run_together_are_no_words(line: str, joined: str) -> None:
    assert by_lark(line)
    with pytest.raises(PowerSyntaxError) as caught:
        parse_power(line)
    assert caught.value.found == joined


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("settle: cost -1 for per worlds", "per"),
        ("produce: draw 1 if you have tqe most rebel worlds", "most"),
        ("settle: may take over a military wrold from a player with an imperium card", "from"),
        ("score: 1 per rebel or of worlds", "of"),
    ],
)
def test_a_word_of_the_language_is_no_keyword(line: str, found: str) -> None:
    with pytest.raises(PowerSyntaxError) as caught:
        parse_power(line)
    assert caught.value.found == found
    assert caught.value.expected


@given(goals, categories)
@settings(max_examples=50, deadline=None)
def test_tables_and_lark_build_the_same_goals_and_categories(
    goal: tuple[tuple[Count, ...], ...], category: tuple[Selector, ...]
) -> None:
    texts = ("total military", "2 prestige or", *ANSWERS)
    for line in (format_goal(goal), format_cards(category), *texts):
        for rule in RACE.starts:
            if len(line) <= MAX_LENGTH:
                assert by_us(line, rule) == by_lark(line, rule)


def test_titles_without_quotes_are_found_where_an_answer_can_have_them() -> None:
    def find_title(text: str, start: int) -> int:
        return text.index(")", start) + 1

    answer = parse_answer("place (to and) using (using)", find_title)
    assert isinstance(answer, ParsedAnswer)
    assert [one.text for one in (*answer.objects, *answer.using)] == ["(to and)", "(using)"]
    begun = parse_answer("place (to and) to (a)", find_title)
    assert isinstance(begun, PartialAnswer)
    assert (begun.end, begun.expected) == (15, ("$END", "_USING"))


def test_letter_case_does_not_matter_outside_titles() -> None:
    assert parse_power("SETTLE: Military +1") == parse_power("settle: military +1")
    assert parse_power('score: 1 per "A"') != parse_power('score: 1 per "a"')


def test_an_error_is_at_the_word_and_lists_what_may_stand_there() -> None:
    with pytest.raises(PowerSyntaxError) as caught:
        parse_power("settle: militry +1")
    error = caught.value
    assert (error.span, error.found) == (Span(8, 15), "militry")
    assert {"MILITARY", "COST", "MAY"} <= set(error.expected)


def test_a_word_that_begins_like_another_is_reported_whole() -> None:
    with pytest.raises(PowerSyntaxError) as caught:
        parse_power("explore: drawn 1")
    assert caught.value.found == "drawn"
    assert "DRAW" in caught.value.expected


def test_a_line_that_ends_too_early_is_reported_at_its_end() -> None:
    with pytest.raises(PowerSyntaxError) as caught:
        parse_power("score: 2 per")
    assert caught.value.span == Span(12, 12)
    assert caught.value.found == ""


def test_a_selector_says_nothing_twice() -> None:
    with pytest.raises(PowerSyntaxError) as caught:
        parse_power("score: 1 per 6-cost development of cost 5")
    assert caught.value.found == "of cost 5"


def test_a_line_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 500 characters, not 509"):
        parse_power("settle: " + "x" * 501)


def test_what_may_follow_is_known_for_every_start_of_a_line() -> None:
    assert expected_after("settle") == ("_COLON",)
    assert expected_after("score: 2") == ("$END", "IF", "PER", "_COMMA")
    assert expected_after("nonsense") == ()
    in_parts = ('"', "up to", "this world's")
    for line in [line for line in base_lines() if not any(part in line for part in in_parts)]:
        words = line.split(" ")
        assert all(expected_after(" ".join(words[:n])) for n in range(len(words) + 1))
        assert "$END" in expected_after(line)


def test_digits_are_the_ten_of_ascii() -> None:
    assert by_us("explore: draw \u0663") is None


def test_every_terminal_of_the_grammar_has_a_human_name() -> None:
    terminals = set(load_tables().terminals)
    assert len(terminals) > 60
    assert terminals | {"$END"} == set(NAMES)


def test_the_list_of_what_may_stand_at_a_place_is_short() -> None:
    lines = [line.text for card in load(["base"]).sets[0].cards for line in card.powers]
    for line in {*lines, *WORDS_OF_ARC_1.splitlines()}:
        for end in (0, *(match.start() for match in re.finditer(" ", line)), len(line)):
            assert len(terminals_of().expected_words(expected_after(line[:end]))) <= 11, line[:end]


def test_every_word_of_the_grammar_is_reserved() -> None:
    words = {line.split('"')[1] for line in terminals_of().of_powers.splitlines() if ': "' in line}
    assert {word for word in words if word.isalpha()} <= RESERVED
    assert "alien" not in RESERVED
    of_powers = {*load_tables().terminals} - OF_ANSWERS
    assert set(literal_words(of_powers)) - {"alien"} <= RESERVED | {
        "up to",
        "or more",
        "or less",
        "this world's",
    }


def test_words_of_answers_alone_can_be_keywords() -> None:
    assert {"CALL", "_USING", "NOTHING", "REST"} <= OF_ANSWERS
    assert not {"AND", "TITLE", "PLACE"} & OF_ANSWERS
    assert not {"name", "use", "search", "nothing"} & RESERVED


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("militray", ["military", "price"], "military"),
        ("Ice Harvester", ["Ice Harvesters", "Fire"], "Ice Harvesters"),
        ("rebal", ["rebel", "imperium"], "rebel"),
        ("vq", ["vp"], "vp"),
        ("xyz", ["abc"], None),
        ("a", ["b"], None),
        ("REBEL", ["rebel"], "rebel"),
    ],
)
def test_the_nearest_word_is_found_where_one_is_near(
    word: str, known: list[str], near: str | None
) -> None:
    assert nearest(word, known) == near


def test_slips_are_letters_added_left_out_changed_or_exchanged() -> None:
    assert distance("draw", "drwa") == 1
    assert distance("draw", "drw") == 1
    assert distance("draw", "drraw") == 1
    assert distance("draw", "drew") == 1
    assert distance("draw", "settle", 2) > 2


def test_long_lists_are_cut() -> None:
    assert listed(["a", "b", "c"]) == "a, b or c"
    assert listed([str(n) for n in range(20)]).endswith("6, 7 or other words")
