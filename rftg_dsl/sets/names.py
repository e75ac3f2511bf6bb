"""Names across the sets in use: keywords, titles, numbers, and what a selector can mean.

A set sees its own names and those of the sets it requires, and of the sets these require.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.diagnostics.text import distance, listed
from rftg_dsl.games import ROLL, Game, loaded
from rftg_dsl.semantics.select import KIND_WORDS, PLAIN_WORDS, CardIndex, keywords_in, selectors_in
from rftg_dsl.semantics.selectors import (
    UNTITLED,
    Scope,
    check_readings,
    check_selector,
    check_targets,
    check_title,
    report_none_meant,
    written_advice,
)
from rftg_dsl.sets.hands import check_hands
from rftg_dsl.sets.tokens import check_tokens
from rftg_dsl.sets.units import Draft, Unit, declared_tokens
from rftg_dsl.source.nodes import Items, Scalar
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.syntax.written import Written

if TYPE_CHECKING:
    from rftg_dsl.suggest.proposals import Proposal


def scope_of(unit: Unit, required: list[Unit]) -> Scope:
    """Return the names visible in a unit: its own, and those of required units."""
    units = [*required, unit]
    drafts = [draft for one in units for draft in one.drafts]
    cards = [draft.card for draft in drafts if draft.card is not None]
    facts = [draft.facts for draft in drafts if draft.card is not None]
    return Scope(
        {draft.title.casefold(): draft.title for draft in drafts if draft.title},
        {_as_meant(word) for one in units for word, _ in one.words("keywords")},
        {card.title: card for card in cards},
        CardIndex(cards, facts=facts),
        all(not one.report.has_errors for one in units),
        all(draft.title not in ("", UNTITLED) for draft in drafts),
        frozenset(token for one in units for token in declared_tokens(one)),
    )


def _as_meant(word: str) -> str:
    """Return a refused keyword in its right form, so that its uses are right."""
    if _KEYWORD.fullmatch(word):
        return word
    from rftg_dsl.suggest.keys import as_id  # late: a clean check needs no suggestions

    return as_id(word) or word


def check_names(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Report the unknown names in a unit."""
    report = unit.report
    _check_declared(unit)
    before = {title for one in required for title in one.titles}
    for code, key in (("E408", "replaces"), ("E409", "copies")):
        for title, region in _header_titles(unit, key):
            if title not in before:
                near = report.nearest(title, before)
                text = f"no required set has a card `{title}`"
                advice = written_advice(near) or f"`requires:` must name the set that has `{title}`"
                report.add(code, region, text, help=advice, replacement=near)
    check_hands(unit, required, scope)
    for written, power, error in unit.doubtful:
        # A word that means nothing is the mistake, and what the power then means is none.
        unknown = [_has_unknown(one, written, scope, report) for one in selectors_in(power)]
        if not any(unknown):
            from rftg_dsl.suggest.power_lines import report_semantic_error

            report_semantic_error(written, error, report)
    check_tokens(unit, scope)
    for written, selector in unit.named:
        _check_selector(selector, written, scope, report)
    scenes = unit.mapping("scenes")
    for word, node in scenes.keys.items() if scenes else ():
        if word not in scope.keywords:
            report_keyword(word, node.region, scope, report)
    for draft in unit.drafts:
        _check_card_keywords(draft, scope, report)
        for written, line in draft.lines:
            selectors = selectors_in(line.power)
            bad = [one for one in selectors if not _check_selector(one, written, scope, report)]
            check_targets(written, line.power, scope.lookup, scope.sure, bad, report)
    if unit.written_tests:
        check_tests: Callable[[Unit, list[Unit], Scope], None] = loaded(unit.report.game.tests)
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
            text = f"`{word}` is read as words of the language, so it cannot be a keyword"
            unit.report.add("E406", region, text, help=f"choose another, like `{word}-card`")


def _reads_as_keyword(word: str, game: Game) -> bool:
    """Return whether powers can name the keyword; true too where its form is refused elsewhere."""
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
        # What is not even formed like a keyword is refused by the schema.
        if not isinstance(item, Scalar) or not _KEYWORD.fullmatch(item.text):
            continue
        if item.text not in scope.keywords:
            report_keyword(item.text, item.region, scope, report)


def report_keyword(word: str, region: Region, scope: Scope, report: Report) -> None:
    """Report a keyword that no set in use declares."""
    near = report.nearest(word, scope.keywords)
    known = listed([f"`{name}`" for name in sorted(scope.keywords)], "and")
    advice = f"write `{near}`" if near else f"add it to the set's `keywords:`; known are {known}"
    if not known:
        advice = f"write `keywords: [{word}]` in the head of the set"
    text = f"no set in use declares the keyword `{word}`"
    report.add("E401", region, text, help=advice, replacement=near)


def _check_selector(selector: ast.Selector, written: Written, scope: Scope, report: Report) -> bool:
    """Report a selector that cannot match anything; return whether it can."""
    before = len(report.found)
    region = written.region(selector.span)
    if selector.title is not None:
        inside = Region(region.line, region.column + 1, region.line, region.end_column - 1)
        check_title(selector.title, inside, "E402", scope, report)
        return len(report.found) == before
    _has_unknown(selector, written, scope, report)
    check_selector(selector, written, report)
    sound = len(report.found) == before
    if sound and scope.sure and not scope.lookup.mask(selector):
        report_none_meant(report.game.nouns[-1], selector, written, report)
        return False
    if sound and scope.sure:
        check_readings(selector, written, scope.keywords, scope.lookup, report)
    return sound


def _has_unknown(selector: ast.Selector, written: Written, scope: Scope, report: Report) -> bool:
    """Report words of a selector that are no keyword of any set; return whether there are any."""
    unknown = [pair for pair in keywords_in(selector) if pair[0] not in scope.keywords]
    for word, span in unknown:
        place = written.region(_word_span(written.text, word, span))
        if word in KIND_WORDS and selector.noun != "world":
            _report_kind_of_card(word, selector, place, report)
        else:
            _report_adjective(word, place, written, scope, report)
    return bool(unknown)


def _word_span(line: str, word: str, span: ast.Span) -> ast.Span:
    """Return the region of a word in its phrase."""
    start = line.lower().find(word, span.start, span.end)
    return ast.Span(start, start + len(word)) if start >= 0 else span


def _report_kind_of_card(word: str, selector: ast.Selector, region: Region, report: Report) -> None:
    report.add(
        "E403",
        region,
        f"a {selector.noun} has no kind of good, and no set declares a keyword `{word}`",
        help=f"write `{word} world`",
    )


def _report_adjective(
    word: str, region: Region, written: Written, scope: Scope, report: Report
) -> None:
    """Report a word that is no keyword: it may be any adjective, misspelt or paraphrased."""
    words = [*KIND_WORDS, *(() if report.game is ROLL else PLAIN_WORDS)]
    known = {*scope.keywords, *words, *(f"non-{one}" for one in (*words, *scope.keywords))}
    said = _said_apart(word, region, written) or (word, region)
    meant = said[0] if said[0] in known else _meant(word, report.game.id)
    said_otherwise = meant in known or "-cost" in (meant or "") or (meant or "").isdigit()
    near = meant if said_otherwise else report.nearest(word, known)
    if near is None:
        _report_strange(word, region, written, scope, report)
        return
    text = f"no set in use declares the keyword `{word}`"
    sure = near == said[0] or distance(word, near) == 1
    place = said[1] if near == said[0] else region
    report.add(
        "E401", region, text, help=f"write `{near}`", edits=(Edit(place, near),), certain=sure
    )


def _report_strange(
    word: str, region: Region, written: Written, scope: Scope, report: Report
) -> None:
    """Report a word that resembles no other: it may be part of something written otherwise."""
    from rftg_dsl.suggest.repairs import propose_for_keyword

    start = region.column - written.column
    span = ast.Span(start, start + len(word))
    advice = _unquoted(span, written, scope)
    if advice is None and report.advises and written.text[span.start : span.end].lower() == word:
        advice = propose_for_keyword(written.text, span, report.game.power)
    if advice is None:
        report_keyword(word, region, scope, report)
        return
    text = f"no set in use declares the keyword `{word}`"
    edits = (Edit(written.region(advice.span), advice.text),)
    report.add("E401", region, text, help=advice.help, edits=edits)


def _unquoted(span: ast.Span, written: Written, scope: Scope) -> Proposal | None:
    """Return a title without its quotes that begins with the word."""
    from rftg_dsl.suggest.proposals import Proposal

    rest = written.text[span.start :].casefold()
    longest = max((title for title in scope.titles if rest.startswith(title)), key=len, default="")
    if not longest:
        return None
    text = f'"{scope.titles[longest]}"'
    place = ast.Span(span.start, span.start + len(longest))
    return Proposal(place, text, f"put titles in double quotes: `{text}`", sure=True)


def _said_apart(word: str, region: Region, written: Written) -> tuple[str, Region] | None:
    """Return a word like `non` and the next one as one word, and their place."""
    start = region.column - written.column
    match = re.compile("(non|not|no|anti|un) +([a-z]+)").match(written.text.lower(), start)
    if match is None or word != match[1]:
        return None
    return f"non-{match[2]}", written.region(ast.Span(*match.span()))


def _meant(word: str, game: str) -> str | None:
    """Return the adjective that another word stands for."""
    from rftg_dsl.suggest.phrases import COUNTING, NUMBERS, adjectives

    number, _, cost = word.partition("-")
    if cost == "cost" and number in NUMBERS:
        return f"{NUMBERS[number]}-cost"
    return adjectives(game).get(word) or (NUMBERS.get(word) if word in COUNTING else None)
