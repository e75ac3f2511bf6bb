"""Why a power does nothing for want of an invasion, or because of its invaders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.lint.support.nobody import finding
from rftg_dsl.lint.support.view import Finding, Line, View
from rftg_dsl.syntax.ast import Selector

_WORDS: Final = ("invasion defense", "repair")
"""The effects that only an invasion gives a use."""


def without_invasion(line: Line, view: View) -> Iterator[Finding]:
    """Yield what has no use where no set in use brings an invasion."""
    if any("invasion" in unit.data for unit in view.units):
        return
    for effect in line.power.power.all_effects:
        if effect.verb in _WORDS:
            yield finding(
                line,
                effect.span,
                "no set in use brings an invasion, so this does nothing",
                "require a set that brings one, or give the set its own under `invasion:`",
            )


def never_paid(line: Line, view: View) -> Iterator[Finding]:
    """Yield payments for worlds of invaders alone, which are only conquered."""
    meant = 0
    for hook in line.power.hooks:
        if isinstance(hook, hooks.Instead) and hook.how == "pay" and hook.on:
            meant |= view.mask(hook.on)
    for unit in view.units:
        invasion = unit.data.get("invasion")
        by = invasion.get("by") if isinstance(invasion, dict) else None
        if meant and by and not meant & ~view.mask(Selector("world", keyword=by)):
            yield finding(
                line,
                next(one.span for one in line.power.power.effects if one.verb == "pay for"),
                f"worlds of the invaders, `{by}`, are conquered and never paid for",
                f"write `military +1 against {by} worlds`, or let other worlds be paid for",
            )
