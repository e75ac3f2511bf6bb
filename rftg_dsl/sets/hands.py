"""Checks of preset hands and token classes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.model import Label, Region, Report
from rftg_dsl.diagnostics.text import counted, listed, there_are
from rftg_dsl.semantics.select import tokens_in
from rftg_dsl.semantics.selectors import Scope, check_title
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar, rejoin_titles
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import parse_power, power_or_none
from rftg_dsl.syntax.written import SourceLine


def check_hands(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Report hands with unknown cards, too many copies of a card, or a repeated number."""
    for key in ("preset hands", "scenario"):
        for hand in _hands(unit, key):
            _rejoin(hand, scope, unit.report)
            for title in _titles(hand):
                check_title(title.text, title.region, "E407", scope, unit.report)
            _check_start_world(hand, scope, unit.report)
    _check_numbers(unit, required)
    copies = copies_in_use(unit, required)
    _check_copies(unit, [*required, unit], "preset hands", copies)
    _check_copies(unit, [unit], "scenario", copies)
    _check_replaced(unit, required)


def _hands(unit: Unit, key: str) -> list[Mapping]:
    return unit.root.mappings(key) if unit.root else []


def _titles(hand: Mapping) -> Iterator[Scalar]:
    start = hand.values.get("start world")
    if isinstance(start, Scalar):
        yield start
    yield from hand.scalars("cards")


def _rejoin(hand: Mapping, scope: Scope, report: Report) -> None:
    """Rejoin and report unquoted titles with commas."""
    cards = hand.values.get("cards")
    if isinstance(cards, Items):
        titles = scope.titles
        cards.nodes[:] = rejoin_titles(
            hand.scalars("cards"),
            titles.values(),
            lambda text: text.casefold() in titles,
            "E407",
            report,
        )


def _check_start_world(hand: Mapping, scope: Scope, report: Report) -> None:
    node = hand.values.get("start world")
    if isinstance(node, Scalar):
        card = scope.cards.get(node.text)
        if card is not None and card.start is None:
            text = f"`{card.title}` is not a start world"
            report.add("E407", node.region, text, help="add `start:` to that card")


def _check_numbers(unit: Unit, required: list[Unit]) -> None:
    """Report preset hands with a number that is already used."""
    first_uses: dict[str, tuple[Unit, Scalar]] = {}
    for owner_unit in [*required, unit]:
        for hand in _hands(owner_unit, "preset hands"):
            number_node = hand.values.get("number")
            if not isinstance(number_node, Scalar):
                continue
            owner, first = first_uses.setdefault(number_node.text, (owner_unit, number_node))
            if first is not number_node and owner_unit is unit:
                text = f"there already is a preset hand {number_node.text}"
                labels = (Label(first.region, "first here", owner.report.file),)
                help = "choose another number"
                unit.report.add("E412", number_node.region, text, labels=labels, help=help)


def copies_in_use(unit: Unit, required: list[Unit]) -> Counter[str]:
    """Count the copies of each card in a unit and its required units."""
    copies: Counter[str] = Counter()
    for counted_unit in [*required, unit]:
        for draft in counted_unit.drafts:
            if draft.card is not None:
                copies[draft.title] += draft.card.copies
        added = counted_unit.data.get("copies")
        for title, count in added.items() if isinstance(added, dict) else ():
            if isinstance(count, int) and copies[title]:
                copies[title] += count
    return copies


def _check_copies(unit: Unit, units: list[Unit], key: str, copies: Counter[str]) -> None:
    """Report hands that can't all be dealt at the same time."""
    dealt: Counter[str] = Counter()
    for dealing_unit in units:
        for hand in _hands(dealing_unit, key):
            for title in _titles(hand):
                dealt[title.text] += 1
                available = copies[title.text]
                if dealing_unit is unit and available and dealt[title.text] > available:
                    unit.report.add(
                        "E414",
                        title.region,
                        f"the hands contain {counted(dealt[title.text], 'copy', 'copies')} of"
                        f" `{title.text}`, but {there_are(available)}",
                        help="use another card",
                    )


def _check_replaced(unit: Unit, required: list[Unit]) -> None:
    """Report hands with a replaced card, unless a new card has its title."""
    own_titles = unit.titles
    removed = {title: region for title, region in unit.words("replaces") if title not in own_titles}
    for dealing_unit in [*required, unit]:
        for key in ("preset hands", "scenario"):
            for hand in _hands(dealing_unit, key):
                for title in _titles(hand):
                    if title.text in removed:
                        unit.report.add(
                            "W513",
                            removed.pop(title.text),
                            f"the {key} of `{dealing_unit.id}` can't be dealt without"
                            f" `{title.text}`",
                            labels=(Label(title.region, "dealt here", dealing_unit.report.file),),
                            help="add a card with this title, or remove it from `replaces:`",
                        )


_WORD: Final = "[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_NAME: Final = re.compile(rf"{_WORD}(?: {_WORD}){{0,2}}")
_MAX_LENGTH: Final = 30
FORM: Final = (
    "a token class is one to three words of lower-case letters, digits and single hyphens,"
    f" with at most {_MAX_LENGTH} characters"
)
"""Required form of a name."""


def check_tokens(unit: Unit, scope: Scope) -> None:
    """Report token classes that are badly named or not declared."""
    declared = unit.mapping("tokens")
    for key in declared.keys.values() if declared else ():
        _check_declared(key, unit.report)
    uses = [
        (source_line, token, span)
        for draft in unit.drafts
        for source_line, line in draft.lines
        for token, span in tokens_in(line.power)
    ]
    uses += [
        (source_line, count.token, count.span)
        for source_line, count in unit.goal_counts
        if count.token
    ]
    for source_line, token, span in uses:
        if token not in scope.tokens:
            report_unknown(token, _place(source_line, token, span), "E418", scope, unit.report)


def _check_declared(key: Scalar, report: Report) -> None:
    name = key.text
    if not has_form(name):
        from rftg_dsl.suggest.keys import as_id  # imported late: only errors need suggestions

        suggestion = " ".join(filter(None, map(as_id, name.replace("_", " ").split()))) or None
        if suggestion is not None and (suggestion == name or not can_be_named(suggestion)):
            suggestion = None
        advice = f"write `{suggestion}`" if suggestion else "choose another name, such as `relic`"
        report.add("E204", key.region, FORM, help=advice, replacement=suggestion)
    elif not can_be_named(name):
        words = [word for word in name.split() if not can_be_named(word)] or [name]
        word_list = listed([f"`{word}`" for word in words], "and")
        text = f"{word_list} {'is a word' if len(words) == 1 else 'are words'} of the language"
        remaining = " ".join(word for word in name.split() if word not in words)
        advice = f"write `{remaining or f'{words[0]}-mark'}`"
        report.add("E406", key.region, text, help=advice)


def has_form(name: str) -> bool:
    """Return whether a text is a well-formed class name."""
    return len(name) <= _MAX_LENGTH and _NAME.fullmatch(name) is not None


def can_be_named(name: str) -> bool:
    """Return whether powers can gain and count tokens of this class."""
    line = f"produce: 1 {name} token per {name} token"
    if not _NAME.fullmatch(name) or power_or_none(line) is None:
        return False
    return [token for token, _ in tokens_in(parse_power(line))] == [name, name]


def _place(source_line: SourceLine, token: str, span: Span) -> Region:
    """Return the region of a class name in its phrase."""
    match = re.compile(" +".join(map(re.escape, token.split())), re.IGNORECASE).search(
        source_line.text, span.start, span.end
    )
    return source_line.region(Span(*match.span()) if match else span)


def report_unknown(token: str, region: Region, code: str, scope: Scope, report: Report) -> None:
    """Report a token class that no set in use declares."""
    suggestion = report.nearest(token, scope.tokens)
    known_tokens = listed([f"`{name}`" for name in sorted(scope.tokens)])
    advice = f"add `tokens: {{{token}: 12}}` to the set, with the right number"
    if suggestion:
        advice = f"write `{suggestion}`"
    elif known_tokens:
        advice = f"use {known_tokens}, or {advice}"
    text = f"no set in use declares the token class `{token}`"
    report.add(code, region, text, help=advice, replacement=suggestion)


def check_held(node: Mapping, scope: Scope, report: Report) -> None:
    """Report undeclared token classes in a card test."""
    for name, key in node.keys.items():
        if name not in scope.tokens:
            report_unknown(name, key.region, "E602", scope, report)
