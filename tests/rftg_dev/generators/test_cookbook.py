"""The cookbook shows every word at work: a test fails if a word of it is left out or changed."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from rftg_dev.generators.cookbook import chapters, cookbook
from rftg_dev.generators.reference import rules, terminals, tokens_of
from rftg_dsl.cli import main
from rftg_dsl.compiler import compile_files
from rftg_dsl.games import GAMES, ROLL
from rftg_dsl.model import CardSet, PowerLine
from rftg_dsl.resources import cookbook_files
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.sets.answers import find_titles
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power, read_rules, read_tokens
from rftg_dsl.syntax.tokens import literal_words
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.verbs import USES
from rftg_tools.cardtests.runner import (
    LineCoverage,
    measure_coverage,
    run_tests,
    some_test_fails,
    with_powers,
)

FILES = [str(path) for path in cookbook_files()]
COOKBOOK = cookbook()
SETS = [card_set for card_set, _recipes in chapters(COOKBOOK)]
TILE_FILES = [str(path) for path in cookbook_files(ROLL)]
TILES = compile_files(cookbook_files(ROLL))
TILE_SETS = [card_set for card_set in TILES.sets if card_set.id not in ROLL.sets]


@cache
def all_proofs() -> tuple[LineCoverage, ...]:
    """Every power, goal and category of the cookbook, with its proof."""
    return tuple(proof for card_set in SETS for proof in measure_coverage(COOKBOOK.sets, card_set))


def proven() -> list[LineCoverage]:
    return [proof for proof in all_proofs() if proof.is_tested]


def answers() -> Iterator[str]:
    """The answers in the tests of the cookbook, with their titles in quotes."""
    titles = {card.title for card_set in COOKBOOK.sets for card in card_set.cards}
    for card_set in SETS:
        for test in card_set.tests:
            for answer in [answer for part in test.parts for answer in part.answers]:
                text = answer.text
                for span in reversed(find_titles(text, titles)):
                    text = f'{text[: span.start]}"{text[span.start : span.end]}"{text[span.end :]}'
                yield text


def plain(word: str) -> str:
    """A word without a plural ending and the comma before `at most`."""
    return word.lower().removesuffix("s").removeprefix(", ")


def altered(line: PowerLine) -> Iterator[PowerLine]:
    """Yield the lines that differ from a line in one word and in what they do."""
    for text in dict.fromkeys(altered_texts(line)):
        try:
            power = parse_power(text, GAMES[line.power.game].power)
            hooks = lower_for_game(power)
        except (PowerSyntaxError, SemanticError):
            continue
        if hooks != line.hooks:
            yield replace(line, text=text, power=power, hooks=hooks)


def altered_texts(line: PowerLine) -> Iterator[str]:
    """Yield a line without each word, and with another number, kind or token."""
    text = line.text
    for terminal, span in read_tokens(text, GAMES[line.power.game].power)[0]:
        before, word, after = text[: span.start], text[span.start : span.end], text[span.end :]
        yield " ".join((before + after).split()).replace(" :", ":").replace(" ,", ",")
        if terminal == "INT":
            yield f"{before}{int(word) + 1}{after}"
        elif terminal == "SIGNED":
            yield f"{before}{int(word) + 1:+d}{after}"
        elif terminal == "KIND" and word.lower() in KINDS:
            yield f"{before}{KINDS[(KINDS.index(word.lower()) + 1) % len(KINDS)]}{after}"
        elif terminal == "CLASS":
            yield f"{before}other-{word}{after}"


@pytest.mark.parametrize("files", [FILES, TILE_FILES], ids=["cards", "tiles"])
def test_the_cookbook_is_sound_and_canonical(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *files]) == 0
    assert main(["fmt", "--check", *files]) == 0
    assert "no problems" in capsys.readouterr().out


def test_every_test_of_the_cookbook_passes() -> None:
    outcomes = list(run_tests(COOKBOOK, [card_set.id for card_set in SETS]))
    assert len(outcomes) > 100
    assert [outcome.test.name for outcome in outcomes if outcome.failures] == []


def test_every_power_of_the_tiles_is_needed_by_a_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "--prove", *TILE_FILES]) == 0
    assert "warning" not in capsys.readouterr().out


@pytest.mark.slow
def test_every_power_of_the_cookbook_is_needed_by_a_test() -> None:
    assert [proof for proof in all_proofs() if not proof.is_tested] == []


@pytest.mark.slow
@pytest.mark.parametrize("card_set", [*SETS, *TILE_SETS], ids=lambda card_set: card_set.id)
def test_a_changed_word_fails_a_test(card_set: CardSet) -> None:
    sets = COOKBOOK.sets if card_set in SETS else TILES.sets
    unnoticed = []
    for card in card_set.cards:
        for line in card.powers:
            for change in altered(line):
                powers = tuple(change if power is line else power for power in card.powers)
                changed = with_powers(card_set, card, powers)
                if not some_test_fails(sets, card_set, changed):
                    unnoticed.append((card.title, line.text, change.text))
    assert unnoticed == []


def test_every_word_of_the_language_is_proven_by_an_executed_example() -> None:
    tokens = {token for proof in proven() for token in tokens_of(proof.text, proof.start)}
    used = {(name, plain(word)) for name, word in tokens}
    assert {name for name, _word in used} == set(terminals())
    words = {(name, plain(word)) for name in terminals() for word in literal_words([name])}
    assert words <= used, words - used


def test_every_rule_of_the_grammar_is_proven_by_an_executed_example() -> None:
    lines = [(proof.text, proof.start) for proof in proven()]
    lines += [(answer, "answer") for answer in answers()]
    used = {name for line, start in lines for name, _place in read_rules(line, start)}
    assert rules() <= used, rules() - used


def test_every_effect_is_proven_in_every_phase_that_has_a_use_for_it() -> None:
    lines = {proof.text for proof in proven()}
    proven_uses = {
        (line.power.phase, effect.verb)
        for card_set in SETS
        for card in card_set.cards
        for line in card.powers
        if line.text in lines
        for effect in line.power.effects
    }
    assert {(phase, verb) for phase, verbs in USES.items() for verb in verbs} == proven_uses


def test_every_recipe_says_what_it_shows() -> None:
    for card_set, recipes in chapters(COOKBOOK):
        assert all(recipe.comment for recipe in recipes), card_set.id
