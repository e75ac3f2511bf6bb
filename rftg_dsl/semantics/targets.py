"""The cards that effects are about: of the type that is placed, and military where conquered.

What is said in words is checked in lower.py; here the cards in use are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.semantics.adjectives import of_worlds, report_card
from rftg_dsl.semantics.select import Index
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Adjective, Power, Selector
from rftg_dsl.syntax.written import Written
from rftg_dsl.words.checks import PLACED_NOUNS
from rftg_dsl.words.effects.goods import GoodOnIt

_MILITARY: Final = "military world"
_NON_MILITARY: Final = "non-military world"
_PRODUCTION: Final = "production world"
_WANTED: Final = {
    _PRODUCTION: Selector("world", adjectives=(Adjective(("production",)),)),
    _MILITARY: Selector("world", adjectives=(Adjective(("military",)),)),
    _NON_MILITARY: Selector("world", adjectives=(Adjective(("military",), True),)),
    "world": Selector("world"),
    "card": Selector("card"),
    "development": Selector("development"),
}


def check_targets(
    written: Written,
    power: Power,
    lookup: Index,
    sure: bool,
    bad: Sequence[Selector],
    report: Report,
) -> None:
    """Report selectors whose cards are all of another sort than their effect is about, and
    `card` where that sort is of one type.

    sure: all cards in use are in `lookup`; without that only titles are looked at. bad: selectors
    that something else is wrong with.
    """
    ways = [replace(power, also="")] if power.also else list(power.variants())
    for selector, wanted in (target for way in ways for target in _targets(way)):
        wanted = "card" if power.also else wanted
        if selector in bad:
            continue
        if selector.noun == "card" and not of_worlds(selector) and wanted != "card":
            noun = wanted.split()[-1]
            report_card(selector, f"only a {noun} can be meant here", noun, written, report)
        meant = lookup.mask(selector)
        known = sure or selector.title is not None
        if known and meant and not meant & lookup.mask(_WANTED[wanted]):
            _report(selector, wanted, written, report)


def _targets(power: Power) -> Iterator[tuple[Selector, str]]:
    """Yield each selector of cards placed or conquered, with the sort of card that can be."""
    if power.trigger and power.trigger.selector:
        yield power.trigger.selector, _placed(power)
    for effect in power.effects:
        wanted = effect.required_target(power)
        if effect.selector is not None and wanted:
            yield effect.selector, wanted


def _placed(power: Power) -> str:
    # A windfall world has its good from being placed, and a gray world never has one.
    on_it = any(isinstance(effect, GoodOnIt) for effect in power.effects)
    return _PRODUCTION if on_it else PLACED_NOUNS[power.phase]


def _report(selector: ast.Selector, wanted: str, written: Written, report: Report) -> None:
    if selector.title is None:
        report_none_meant(wanted, selector, written, report)
        return
    code = "E311" if wanted in PLACED_NOUNS.values() else "E309"
    text = f"`{selector.title}` is no {wanted}, and only such a card can be meant here"
    report.add(code, written.region(selector.span), text, help=f"name a {wanted}")


def report_none_meant(noun: str, selector: Selector, written: Written, report: Report) -> None:
    """Report a selector by which no card in use is meant. noun: what it is about."""
    phrase = written.text[selector.span.start : selector.span.end]
    report.add(
        "W501",
        written.region(selector.span),
        f"no {noun} of the sets in use is meant by `{phrase}`",
        help="name what some card has, or require the set that has it",
    )
