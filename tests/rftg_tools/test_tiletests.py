"""Tests of tiles as they are played: what is decided, and what is said of what came otherwise."""

import pytest

from rftg_tools.cardtests.runner import run_tests
from tests.rftg_dsl.writing import compile_text

TILES = """\
set: mine
game: roll
title: My Tiles
requires: [roll]
cards:
  - title: Guild of Weavers
    development: 2
    other side: Loom, Great
    powers: |
      develop: after completing another development, 1 credit
      ship: price +1 for goods of novelty worlds
  - title: Loom, Great
    world: 2
    kind: novelty
    powers: |
      immediate: 1 novelty die as a good
tests:
  - test: tried
"""


def play(lines: str) -> list[str]:
    """What is found by a test with these lines, played with all official tiles."""
    text = TILES + "".join(f"    {line}\n" for line in lines.splitlines())
    compilation = compile_text(text)
    assert not compilation.has_errors, compilation.diagnostics
    outcomes = run_tests(compilation, ["mine"])
    return [f"{one.code} {one.message}" for outcome in outcomes for one in outcome.failures]


def test_what_is_built_is_paid_for_by_the_workers_laid_out() -> None:
    given = "given: {tableau: [Guild of Weavers], developments: [Export Duties], develop: 2 home}\n"
    assert not play(given + "then: {credits: 2, citizenry: 2 home, developments: 0}")
    assert play(given + "then: {credits: 3}") == ["E611 expected 3 credits, but there are 2"]


def test_an_answer_names_what_is_done_and_with_what() -> None:
    given = (
        "given:\n"
        "  tableau: [Guild of Weavers, Gem World]\n"
        "  goods: {Gem World: novelty}\n"
        "  ship: military\n"
    )
    trade = "answers: ['trade, military, Gem World']\n"
    assert not play(given + trade + "then: {credits: 5, goods: {}, vp: 0}")
    consume = "answers: ['consume, military, Gem World']\n"
    assert not play(given + consume + "then: {vp: 2, citizenry: 1 military and 1 novelty}")


def test_an_answer_that_nothing_asks_for_is_told() -> None:
    given = "given: {tableau: [Guild of Weavers], ship: military}\nanswers: [recall]\n"
    assert play(given) == ["E613 no decision matched the answer `recall`"]


def test_a_tile_comes_with_its_die_as_a_good() -> None:
    given = "given: {worlds: ['Loom, Great'], settle: 2 home}\n"
    assert not play(given + "then: {tableau: ['Loom, Great'], goods: {'Loom, Great': novelty}}")
    assert play(given + "then: {goods: {}}") == [
        "E611 expected other goods; there are: Loom, Great: 1 novelty"
    ]


def test_who_is_first_in_strict_timing_can_be_the_opponent() -> None:
    opponent = "{explore: home, answers: [stock]}"
    given = f"given: {{first: opponent, opponents: [{opponent}], explore: home}}\n"
    answers = "answers: [stock]\n"
    assert not play(given + answers + "then: {credits: 3, opponents: [{credits: 3}]}")


def test_what_cannot_be_laid_out_is_told() -> None:
    given = "given: {cup: 30 home}\nwhen: manage\nthen: {credits: 1}"
    assert play(given) == ["E605 there are not enough home dice"]


def test_the_compiler_reports_what_a_test_of_tiles_names_wrongly() -> None:
    text = TILES + "    given: {tableau: [Guild of Weaver]}\n    then: {credits: 1}\n"
    (found,) = compile_text(text, other="").diagnostics
    assert (found.code, found.help) == ("E602", "write `Guild of Weavers`")
    text = TILES + "    given: {goods: {Guild of Weavers: home}}\n    then: {credits: 1}\n"
    (found,) = compile_text(text, other="").diagnostics
    assert found.code == "E604"
    (found,) = compile_text(TILES, other="").diagnostics
    assert found.code == "E607"


@pytest.mark.parametrize(
    ("answer", "stack", "face"),
    [
        ("'Loom, Great'", "worlds", "'Loom, Great'"),
        ("Guild of Weavers", "developments", "Guild of Weavers"),
        ("'Guild of Weavers, worlds'", "worlds", "'Loom, Great'"),
        ("'Loom, Great, developments'", "developments", "Guild of Weavers"),
    ],
)
def test_a_tile_shows_the_face_it_is_named_by(answer: str, stack: str, face: str) -> None:
    given = "given: {explore: 1 home, bag: ['Loom, Great']}\n"
    assert not play(f"{given}answers: [scout, {answer}]\nthen: {{{stack}: [{face}]}}")


def test_a_tile_that_is_moved_shows_the_face_it_is_named_by() -> None:
    """Advanced Logistics rearranges tiles before Explore ends."""
    given = (
        "given: {tableau: [Advanced Logistics], developments: [Guild of Weavers, Export Duties],"
        " explore: home}\n"
    )
    answers = "answers: [rearrange, 'Loom, Great']\n"
    assert not play(f"{given}{answers}then: {{worlds: ['Loom, Great']}}")


def test_a_face_of_the_other_type_is_not_up_in_a_stack() -> None:
    text = TILES + "    given: {developments: ['Loom, Great']}\n    then: {credits: 1}\n"
    (found,) = compile_text(text, other="").diagnostics
    assert (found.code, found.help) == ("E604", "write `Guild of Weavers`, its other side")
