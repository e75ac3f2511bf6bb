"""W608: a power for goods of a kind that no world in use ever holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file
from rftg_dsl.lint.support.view import Finding, Line, View
from rftg_dsl.semantics.select import counts_in
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.phrases import of_kinds

CODE: Final = "W608"
_MINE: Final = "  - title: Ice Mine\n    world: 2\n    vp: 1\n    windfall: rare\n"
_BAR: Final = "  - title: Ice Bar\n    world: 2\n    vp: 1\n    powers: |\n      "
ENTRY: Final = Entry(
    "goods that nothing produces",
    "The power takes, prices, counts or brings goods of a kind, and no world of the sets in use"
    " has that kind; or it wants goods of more different kinds than there are.",
    card_file(f"{_MINE}{_BAR}consume: 1 genes good -> 1 vp\n"),
    card_file(f"{_MINE}{_BAR}consume: 1 rare good -> 1 vp\n"),
)


def check(view: View) -> Iterator[Finding]:
    """Yield one finding for a power line: the first kind that is missing."""
    worlds = [card for card in view.cards if card.kind is not None]
    kinds = _all({card.kind for card in worlds if card.kind})
    windfalls = _all({card.kind for card in worlds if card.kind and card.windfall})
    for line in view.lines:
        found = next(_missing(line, kinds, windfalls), None) or _no_other(line, view)
        if found is not None:
            yield found


def _all(kinds: set[str]) -> set[str]:
    """Return the kinds that worlds can have: all where a world's owner names the kind."""
    return set(ast.KINDS) if ast.ANY_KIND in kinds else kinds


def _missing(line: Line, kinds: set[str], windfalls: set[str]) -> Iterator[Finding]:
    for wanted, span, windfall in _wanted(line):
        found = windfalls if windfall else kinds
        missing = [kind for kind in wanted if kind not in found]
        if missing or not found:
            kind = missing[0] if missing else ""
            what = "windfall world" if windfall else "world"
            said = f"{kind} {what}" if kind else f"{what} with a good"
            key = "windfall" if windfall else "produces"
            yield Finding(
                line.written.region(span),
                f"the sets in use have no {said}",
                f"require a set that has one, or add a world with `{key}: {kind or 'KIND'}`",
            )
    cost = line.power.power.cost
    if cost and cost.different and cost.count and not cost.up_to and cost.count > len(kinds):
        yield Finding(
            line.written.region(cost.span),
            f"the worlds of the sets in use have goods of {len(kinds)} kinds, and this takes"
            f" {cost.count}",
            "require a set that has more, or take fewer goods",
        )


def _no_other(line: Line, view: View) -> Finding | None:
    """Return a finding for `another` windfall world where this card is the only one."""
    for effect in line.power.power.all_effects:
        if not (effect.verb == "windfall good" and effect.other and effect.goods):
            continue
        kinds = effect.goods.kinds
        adjectives = [ast.Adjective(words) for words in (("windfall",), kinds) if words]
        worlds = ast.Selector("world", adjectives=tuple(adjectives))
        if not view.others_of(line.card, worlds):
            return Finding(
                line.written.region(effect.span),
                f"the sets in use have no other {of_kinds(kinds)}windfall world",
                "leave out `another`, or require a set that has one",
            )
    return None


def _wanted(line: Line) -> Iterator[tuple[tuple[str, ...], Span, bool]]:
    """Yield the kinds that a power is about (() for any), their place, and whether windfalls."""
    power = line.power.power
    for part in power.cost.parts if power.cost else ():
        if part.goods is not None and not part.goods.here:
            yield part.goods.kinds, part.span, False
    trigger = power.trigger
    if trigger is not None and trigger.goods is not None and not trigger.goods.here:
        yield trigger.goods.kinds, trigger.span, False
    for effect in power.all_effects:
        if effect.goods and not effect.goods.here:
            yield effect.goods.kinds, effect.span, effect.verb == "windfall good"
    for count in counts_in(power):
        if count.things in _OF_GOODS:
            yield count.goods.kinds if count.goods else (), count.span, False


_OF_GOODS: Final = ("goods", "kinds of goods", "produced", "kinds produced", "consumed", "sold")
