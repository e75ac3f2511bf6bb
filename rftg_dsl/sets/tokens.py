"""Checks of token classes: declarations, and uses in powers, goals and tests."""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.diagnostics.text import listed
from rftg_dsl.semantics.select import tokens_in
from rftg_dsl.semantics.selectors import Scope
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Mapping, Scalar
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import parse_power, power_or_none
from rftg_dsl.syntax.written import SourceLine

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
