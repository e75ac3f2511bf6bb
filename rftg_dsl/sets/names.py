"""Resolution of names: keywords, titles, tokens, and matching of selectors.

A set can use its own names and those of all sets it requires, directly or indirectly.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.diagnostics.text import distance, listed
from rftg_dsl.games import ROLL, Game, load_attribute
from rftg_dsl.semantics.select import KIND_WORDS, PLAIN_WORDS, CardIndex, keywords_in, selectors_in
from rftg_dsl.semantics.selectors import (
    UNTITLED,
    Scope,
    check_readings,
    check_selector,
    check_targets,
    check_title,
    report_no_match,
    written_advice,
)
from rftg_dsl.sets.hands import check_hands, check_tokens
from rftg_dsl.sets.units import Draft, Unit, declared_tokens
from rftg_dsl.source.nodes import Items, Scalar
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.syntax.written import SourceLine

if TYPE_CHECKING:
    from rftg_dsl.suggest.proposals import Proposal


def build_scope(unit: Unit, required: list[Unit]) -> Scope:
    """Return the names that a unit can use: its own, and those of required units."""
    units = [*required, unit]
    drafts = [draft for visible_unit in units for draft in visible_unit.drafts]
    cards = [draft.card for draft in drafts if draft.card is not None]
    facts = [draft.facts for draft in drafts if draft.card is not None]
    return Scope(
        {draft.title.casefold(): draft.title for draft in drafts if draft.title},
        {
            _corrected_keyword(word)
            for visible_unit in units
            for word, _ in visible_unit.words("keywords")
        },
        {card.title: card for card in cards},
        CardIndex(cards, facts=facts),
        all(not visible_unit.report.has_errors for visible_unit in units),
        all(draft.title not in ("", UNTITLED) for draft in drafts),
        frozenset(token for visible_unit in units for token in declared_tokens(visible_unit)),
    )


def _corrected_keyword(word: str) -> str:
    """Return a malformed keyword in its right form, so that its uses are not reported."""
    if _KEYWORD.fullmatch(word):
        return word
    from rftg_dsl.suggest.keys import as_id  # imported late: only errors need suggestions

    return as_id(word) or word


def check_names(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Report the unknown names in a unit."""
    report = unit.report
    _check_declared(unit)
    required_titles = {title for required_unit in required for title in required_unit.titles}
    for code, key in (("E408", "replaces"), ("E409", "copies")):
        for title, region in _header_titles(unit, key):
            if title not in required_titles:
                suggestion = report.nearest(title, required_titles)
                text = f"no required set has a card `{title}`"
                advice = written_advice(suggestion) or f"require the set that has `{title}`"
                report.add(code, region, text, help=advice, replacement=suggestion)
    check_hands(unit, required, scope)
    for source_line, power, error in unit.unresolved:
        # An unknown word is the mistake; the meaning of the power depends on it.
        unknown = [
            _has_unknown(selector, source_line, scope, report) for selector in selectors_in(power)
        ]
        if not any(unknown):
            from rftg_dsl.suggest.power_lines import report_semantic_error

            report_semantic_error(source_line, error, report)
    check_tokens(unit, scope)
    for source_line, selector in unit.named_selectors:
        _check_selector(selector, source_line, scope, report)
    scenes = unit.mapping("scenes")
    for word, node in scenes.keys.items() if scenes else ():
        if word not in scope.keywords:
            report_keyword(word, node.region, scope, report)
    for draft in unit.drafts:
        _check_card_keywords(draft, scope, report)
        for source_line, line in draft.lines:
            selectors = selectors_in(line.power)
            rejected = [
                selector
                for selector in selectors
                if not _check_selector(selector, source_line, scope, report)
            ]
            check_targets(
                source_line, line.power, scope.card_index, scope.is_complete, rejected, report
            )
    if unit.written_tests:
        check_tests: Callable[[Unit, list[Unit], Scope], None] = load_attribute(
            unit.report.game.tests
        )
        check_tests(unit, required, scope)


def _header_titles(unit: Unit, key: str) -> list[tuple[str, Region]]:
    mapping = unit.mapping(key)
    if mapping is not None:
        return [(name, node.region) for name, node in mapping.keys.items()]
    return unit.words(key)


def _check_declared(unit: Unit) -> None:
    for word, region in unit.words("keywords"):
        words = terminals_of(unit.report.game.id).no_keywords
        if word in words or not _reads_as_keyword(word, unit.report.game):
            text = f"`{word}` has another meaning in the language, so it can't be a keyword"
            unit.report.add("E406", region, text, help=f"choose another, such as `{word}-card`")


def _reads_as_keyword(word: str, game: Game) -> bool:
    """Return whether powers can use the keyword. Malformed keywords are reported elsewhere."""
    if not _KEYWORD.fullmatch(word):
        return True
    try:
        power = parse_power(f"score: 1 per {word} {game.nouns[-1]}", game.power)
    except PowerSyntaxError:
        return False
    (selector,) = selectors_in(power)
    return selector.adjectives == (ast.Adjective((word,)),)


_KEYWORD: Final = re.compile("[a-z][a-z0-9-]{0,29}")


def _check_card_keywords(draft: Draft, scope: Scope, report: Report) -> None:
    node = draft.node.values.get("keywords")
    for item in node.nodes if isinstance(node, Items) else ():
        # The schema rejects malformed keywords.
        if not isinstance(item, Scalar) or not _KEYWORD.fullmatch(item.text):
            continue
        if item.text not in scope.keywords:
            report_keyword(item.text, item.region, scope, report)


def report_keyword(word: str, region: Region, scope: Scope, report: Report) -> None:
    """Report a keyword that no set in use declares."""
    suggestion = report.nearest(word, scope.keywords)
    keyword_list = listed([f"`{name}`" for name in sorted(scope.keywords)])
    advice = f"add it to the set's `keywords:`, or use {keyword_list}"
    if suggestion:
        advice = f"write `{suggestion}`"
    elif not keyword_list:
        advice = f"add `keywords: [{word}]` to the set"
    text = f"no set in use declares the keyword `{word}`"
    report.add("E401", region, text, help=advice, replacement=suggestion)


def _check_selector(
    selector: ast.Selector, source_line: SourceLine, scope: Scope, report: Report
) -> bool:
    """Check a selector, and return whether it can match a card."""
    previous_count = len(report.findings)
    region = source_line.region(selector.span)
    if selector.title is not None:
        inside = Region(region.line, region.column + 1, region.line, region.end_column - 1)
        check_title(selector.title, inside, "E402", scope, report)
        return len(report.findings) == previous_count
    _has_unknown(selector, source_line, scope, report)
    check_selector(selector, source_line, report)
    is_sound = len(report.findings) == previous_count
    if is_sound and scope.is_complete and not scope.card_index.mask(selector):
        report_no_match(report.game.nouns[-1], selector, source_line, report)
        return False
    if is_sound and scope.is_complete:
        check_readings(selector, source_line, scope.keywords, scope.card_index, report)
    return is_sound


def _has_unknown(
    selector: ast.Selector, source_line: SourceLine, scope: Scope, report: Report
) -> bool:
    """Report unknown words in a selector, and return whether there are any."""
    unknown = [pair for pair in keywords_in(selector) if pair[0] not in scope.keywords]
    for word, span in unknown:
        place = source_line.region(_word_span(source_line.text, word, span))
        if word in KIND_WORDS:
            _report_kind(word, selector, place, report)
        else:
            _report_adjective(word, place, source_line, scope, report)
    return bool(unknown)


def _word_span(line: str, word: str, span: ast.Span) -> ast.Span:
    """Return the span of a word in its phrase."""
    start = line.lower().find(word, span.start, span.end)
    return ast.Span(start, start + len(word)) if start >= 0 else span


def _report_kind(word: str, selector: ast.Selector, region: Region, report: Report) -> None:
    """Report a kind of good where only a keyword can be."""
    message = f"`{word}` is a kind of good, not a keyword"
    if selector.noun != "world":
        message = f"a {selector.noun} has no kind of good, and `{word}` is not a keyword"
    report.add(
        "E403",
        region,
        message,
        help=f"write `{word} world`",
    )


def _report_adjective(
    word: str, region: Region, source_line: SourceLine, scope: Scope, report: Report
) -> None:
    """Report an unknown adjective, which may be misspelt or a synonym."""
    words = [*KIND_WORDS, *(() if report.game is ROLL else PLAIN_WORDS)]
    valid_words = {
        *scope.keywords,
        *words,
        *(f"non-{word_of_list}" for word_of_list in (*words, *scope.keywords)),
    }
    joined = _joined_negation(word, region, source_line) or (word, region)
    replacement = joined[0] if joined[0] in valid_words else _resolve_synonym(word, report.game.id)
    is_known = (
        replacement in valid_words
        or "-cost" in (replacement or "")
        or (replacement or "").isdigit()
    )
    suggestion = replacement if is_known else report.nearest(word, valid_words)
    if suggestion is None:
        _report_strange(word, region, source_line, scope, report)
        return
    text = f"no set in use declares the keyword `{word}`"
    is_certain = suggestion == joined[0] or distance(word, suggestion) == 1
    edit_region = joined[1] if suggestion == joined[0] else region
    report.add(
        "E401",
        region,
        text,
        help=f"write `{suggestion}`",
        edits=(Edit(edit_region, suggestion),),
        certain=is_certain,
    )


def _report_strange(
    word: str, region: Region, source_line: SourceLine, scope: Scope, report: Report
) -> None:
    """Report an unknown word without a similar word. It may be part of an unquoted title."""
    from rftg_dsl.suggest.repairs import propose_for_keyword

    start = region.column - source_line.column
    span = ast.Span(start, start + len(word))
    advice = _unquoted_title(span, source_line, scope)
    if (
        advice is None
        and report.can_suggest
        and source_line.text[span.start : span.end].lower() == word
    ):
        advice = propose_for_keyword(source_line.text, span, report.game.power)
    if advice is None:
        report_keyword(word, region, scope, report)
        return
    text = f"no set in use declares the keyword `{word}`"
    edits = (Edit(source_line.region(advice.span), advice.text),)
    report.add("E401", region, text, help=advice.help, edits=edits)


def _unquoted_title(span: ast.Span, source_line: SourceLine, scope: Scope) -> Proposal | None:
    """Return a proposal to quote the title that begins with the word."""
    from rftg_dsl.suggest.proposals import Proposal

    remaining = source_line.text[span.start :].casefold()
    longest = max(
        (title for title in scope.titles if remaining.startswith(title)), key=len, default=""
    )
    if not longest:
        return None
    text = f'"{scope.titles[longest]}"'
    place = ast.Span(span.start, span.start + len(longest))
    return Proposal(place, text, f"put the title in double quotes: `{text}`", sure=True)


def _joined_negation(
    word: str, region: Region, source_line: SourceLine
) -> tuple[str, Region] | None:
    """Return a separate `non` or `not` and the next word as one adjective, and its region."""
    start = region.column - source_line.column
    match = re.compile("(non|not|no|anti|un) +([a-z]+)").match(source_line.text.lower(), start)
    if match is None or word != match[1]:
        return None
    return f"non-{match[2]}", source_line.region(ast.Span(*match.span()))


def _resolve_synonym(word: str, game: str) -> str | None:
    """Return the adjective that a synonym means."""
    from rftg_dsl.suggest.phrases import COUNTING, NUMBERS, adjectives

    amount, _, cost = word.partition("-")
    if cost == "cost" and amount in NUMBERS:
        return f"{NUMBERS[amount]}-cost"
    return adjectives(game).get(word) or (NUMBERS.get(word) if word in COUNTING else None)
