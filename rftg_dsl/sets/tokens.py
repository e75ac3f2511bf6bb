"""Token classes: their declaration, and uses in powers, goals and tests."""

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
from rftg_dsl.syntax.written import Written

_WORD: Final = "[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_NAME: Final = re.compile(rf"{_WORD}(?: {_WORD}){{0,2}}")
_LONGEST: Final = 30
FORM: Final = (
    "a class of tokens is one to three words of small letters, digits and single hyphens,"
    f" {_LONGEST} characters at most"
)
"""Required form of a name."""


def check_tokens(unit: Unit, scope: Scope) -> None:
    """Report token classes with a bad name, or that no set declares."""
    declared = unit.mapping("tokens")
    for key in declared.keys.values() if declared else ():
        _check_declared(key, unit.report)
    named = [
        (written, token, span)
        for draft in unit.drafts
        for written, line in draft.lines
        for token, span in tokens_in(line.power)
    ]
    named += [(written, count.token, count.span) for written, count in unit.counted if count.token]
    for written, token, span in named:
        if token not in scope.tokens:
            report_unknown(token, _place(written, token, span), "E418", scope, unit.report)


def _check_declared(key: Scalar, report: Report) -> None:
    name = key.text
    if not has_form(name):
        from rftg_dsl.suggest.keys import as_id  # late: a clean check needs no suggestions

        meant = " ".join(filter(None, map(as_id, name.replace("_", " ").split()))) or None
        if meant is not None and (meant == name or not can_be_named(meant)):
            meant = None
        advice = f"write `{meant}`" if meant else "choose another, like `relic`"
        report.add("E204", key.region, FORM, help=advice, replacement=meant)
    elif not can_be_named(name):
        words = [word for word in name.split() if not can_be_named(word)] or [name]
        said = listed([f"`{word}`" for word in words], "and")
        text = f"{said} {'is a word' if len(words) == 1 else 'are words'} of the language"
        left = " ".join(word for word in name.split() if word not in words)
        advice = f"write `{left or f'{words[0]}-mark'}`"
        report.add("E406", key.region, text, help=advice)


def has_form(name: str) -> bool:
    """Return whether a text has the form of a class name."""
    return len(name) <= _LONGEST and _NAME.fullmatch(name) is not None


def can_be_named(name: str) -> bool:
    """Return whether powers can name tokens of this class, where they gain and count them."""
    line = f"produce: 1 {name} token per {name} token"
    if not _NAME.fullmatch(name) or power_or_none(line) is None:
        return False
    return [token for token, _ in tokens_in(parse_power(line))] == [name, name]


def _place(written: Written, token: str, span: Span) -> Region:
    """Return the region of a class in its phrase."""
    match = re.compile(" +".join(map(re.escape, token.split())), re.IGNORECASE).search(
        written.text, span.start, span.end
    )
    return written.region(Span(*match.span()) if match else span)


def report_unknown(token: str, region: Region, code: str, scope: Scope, report: Report) -> None:
    """Report a token class that no set in use declares."""
    near = report.nearest(token, scope.tokens)
    known = listed([f"`{name}`" for name in sorted(scope.tokens)], "and")
    advice = f"write `tokens: {{{token}: 12}}` in the head of the set, with how many there are"
    if near:
        advice = f"write `{near}`"
    elif known:
        advice = f"known are {known}; or {advice}"
    text = f"no set in use declares tokens of the class `{token}`"
    report.add(code, region, text, help=advice, replacement=near)


def check_held(node: Mapping, scope: Scope, report: Report) -> None:
    """Report token classes in a card test that no set in use declares."""
    for name, key in node.keys.items():
        if name not in scope.tokens:
            report_unknown(name, key.region, "E602", scope, report)
