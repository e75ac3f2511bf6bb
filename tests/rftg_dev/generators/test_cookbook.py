"""The cookbook shows every word at work: for each, a test fails when what says it is taken away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rftg_dev.generators.cookbook import chapters, cookbook, page
from rftg_dev.generators.reference import rules, terminals, tokens_of
from rftg_dsl.cli import main
from rftg_dsl.model import PowerLine
from rftg_dsl.resources import cookbook_files
from rftg_dsl.semantics.lower import lower
from rftg_dsl.sets.answers import titles_in
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power, read_rules, read_tokens
from rftg_dsl.syntax.tokens import literal_words
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.verbs import USES
from rftg_tools.cardtests.proof import Proof, proofs, some_test_fails, with_powers
from rftg_tools.cardtests.runner import run_tests

PAGE = Path(__file__).parents[3] / "docs" / "cookbook.md"
FILES = [str(path) for path in cookbook_files()]


@cache
def all_proofs() -> tuple[Proof, ...]:
    """Every power, goal and category of the cookbook, with its proof."""
    compilation = cookbook()
    return tuple(
        proof for one, _recipes in chapters(compilation) for proof in proofs(compilation.sets, one)
    )


def proven() -> list[Proof]:
    return [proof for proof in all_proofs() if proof.proven]


def answers() -> Iterator[str]:
    """The answers in the tests of the cookbook, which are played, with their titles in quotes."""
    compilation = cookbook()
    titles = {card.title for one in compilation.sets for card in one.cards}
    for card_set, _recipes in chapters(compilation):
        for test in card_set.tests:
            for answer in [answer for part in test.parts for answer in part.answers]:
                text = answer.text
                for span in reversed(titles_in(text, titles)):
                    text = f'{text[: span.start]}"{text[span.start : span.end]}"{text[span.end :]}'
                yield text


def plain(word: str) -> str:
    """A word, whether it stands for one or for several."""
    return word.lower().removesuffix("s")


def test_the_cookbook_is_sound_and_canonical(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *FILES]) == 0
    assert main(["fmt", "--check", *FILES]) == 0
    assert "nothing found" in capsys.readouterr().out


def test_every_test_of_the_cookbook_passes() -> None:
    compilation = cookbook()
    ids = [one.id for one, _recipes in chapters(compilation)]
    outcomes = list(run_tests(compilation, ids))
    assert len(outcomes) > 100
    assert [one.test.name for one in outcomes if one.found] == []


@pytest.mark.slow
def test_nothing_in_the_cookbook_could_be_taken_away_unnoticed() -> None:
    assert [proof for proof in all_proofs() if not proof.proven] == []


@pytest.mark.slow
def test_no_word_in_the_cookbook_could_be_another_unnoticed() -> None:
    sets, altered, unnoticed = cookbook().sets, 0, []
    for card_set, _recipes in chapters(cookbook()):
        for card in card_set.cards:
            for line in card.powers:
                for other in altered_lines(line):
                    lines = tuple(other if power is line else power for power in card.powers)
                    altered += 1
                    if not some_test_fails(sets, card_set, with_powers(card_set, card, lines)):
                        unnoticed.append((card.title, other.text))
    assert altered > 200
    assert unnoticed == []


def altered_lines(line: PowerLine) -> Iterator[PowerLine]:
    """Yield the lines that differ from a line in one word, and in what they do."""
    for text in dict.fromkeys(altered_texts(line.text)):
        try:
            power = parse_power(text)
            hooks = lower(power)
        except (PowerSyntaxError, SemanticError):
            continue
        if hooks != line.hooks:
            yield replace(line, text=text, power=power, hooks=hooks)


def altered_texts(text: str) -> Iterator[str]:
    """Yield a text without one of its words, with a larger number, or another kind or class."""
    for terminal, span in read_tokens(text)[0]:
        before, after = text[: span.start], text[span.end :]
        word = text[span.start : span.end].lower()
        yield " ".join((before + after).split()).replace(" :", ":").replace(" ,", ",")
        if terminal == "INT":
            yield f"{before}{int(word) + 1}{after}"
        elif terminal == "SIGNED":
            yield f"{before}{int(word) + 1:+d}{after}"
        elif terminal == "KIND" and word in KINDS:
            yield f"{before}{KINDS[(KINDS.index(word) + 1) % len(KINDS)]}{after}"
        elif terminal == "CLASS":
            yield f"{before}other-{word}{after}"


def test_every_word_of_the_language_is_proven_by_an_executed_example() -> None:
    tokens = {token for proof in proven() for token in tokens_of(proof.text, proof.start)}
    said = {(name, plain(word)) for name, word in tokens}
    assert {name for name, _word in said} == set(terminals())
    words = {(name, plain(word)) for name in terminals() for word in literal_words([name])}
    assert words <= said, words - said


def test_every_rule_of_the_grammar_is_proven_by_an_executed_example() -> None:
    lines = [(one.text, one.start) for one in proven()]
    lines += [(answer, "answer") for answer in answers()]
    used = {name for line, start in lines for name, _place in read_rules(line, start)}
    assert rules() <= used, rules() - used


def test_every_effect_is_proven_in_every_phase_that_has_a_use_for_it() -> None:
    compilation = cookbook()
    lines = {proof.text for proof in proven()}
    shown = {
        (line.power.phase, effect.verb)
        for one, _recipes in chapters(compilation)
        for card in one.cards
        for line in card.powers
        if line.text in lines
        for effect in line.power.effects
    }
    assert {(phase, verb) for phase, verbs in USES.items() for verb in verbs} == shown


def test_every_recipe_says_what_it_shows() -> None:
    for card_set, recipes in chapters(cookbook()):
        assert all(recipe.about for recipe in recipes), card_set.id


def test_the_page_of_the_cookbook_is_up_to_date() -> None:
    wanted = "run: python -m rftg_dev.generators.cookbook docs/cookbook.md"
    assert PAGE.read_text(encoding="utf-8") == page(), wanted
