"""What is counted: cards, goods, kinds, chips, military and prestige, and what goals count."""

from __future__ import annotations

from typing import Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect
from rftg_dsl.syntax.phrases import format_selector, of_kind
from rftg_dsl.words.errors import SemanticError

HELD: Final = {
    "chips": "the number of chips",
    "goods": "what was produced",
    "held goods": "the number of goods",
    "kinds": "what was produced",
    "military": "total Military",
    "negative military": "total Military",
    "prestige": "prestige",
}
"""What can change within a phase, as messages name it."""


_PRODUCED: Final = ("goods", "kinds")


def format_per(per: ast.Per | None) -> str:
    """Return how often an effect comes, with a space before it; "" where that is not said."""
    if per is None:
        return ""
    number = "" if per.divisor == 1 else f"{per.divisor} "
    return f" per {number}{_things(per)}"


def _things(per: ast.Per) -> str:
    ending = "" if per.divisor == 1 else "s"
    if per.things == "cards":
        assert per.selector is not None
        return format_selector(per.selector, "plural" if ending else "singular")
    if per.things == "goods":
        return f"{of_kind(per.kind)}good{ending} produced"
    if per.things == "military":
        return "total military"
    return {"kinds": f"kind{ending} produced", "chips": f"vp chip{ending}"}.get(
        per.things, per.things
    )


def format_measure(things: ast.Per) -> str:
    """Return the canonical text of what a goal measures: "total military", "production worlds"."""
    if things.selector is not None:
        return format_selector(things.selector, "plural")
    if things.things == "held goods":
        return f"{of_kind(things.kind)}goods"
    return _MEASURES.get(things.things, things.things)


_MEASURES: Final = {
    "chips": "vp chips",
    "military": "total military",
    "phases": "phases with a power",
}


def format_count(count: ast.Count) -> str:
    """Return the canonical text of so many of something."""
    if count.number != 1:
        return f"{count.number} {format_measure(count.per)}"
    if count.per.selector is not None:
        return format_selector(count.per.selector, "a")
    if count.per.things == "held goods":
        return f"1 {of_kind(count.per.kind)}good"
    return _ONE.get(count.per.things) or format_measure(count.per)


_ONE: Final = {
    "chips": "1 vp chip",
    "military": "1 total military",
    "prestige": "1 prestige",
    "kinds of worlds": "1 kind of worlds",
    "phases": "1 phase with a power",
    "discards": "1 discard",
}
"""How one of a thing is counted; less than no military is said without a number."""


def check_per(effect: Effect, phase: str, got: bool = False) -> None:
    """Refuse what an effect counts where its phase does not know it.

    got: it is a gain, at one moment of the phase.
    """
    per = effect.per
    if per is None:
        return
    if per.divisor == 0:
        raise SemanticError("E312", "per 0 would divide by nothing", per.span, "count from 1 up")
    if per.things in _PRODUCED and phase != "produce":
        raise SemanticError(
            "E312",
            f"this cannot be counted in {phase}",
            per.span,
            "it can be counted in: produce",
            of_phase=True,
        )
    if per.things != "cards" and not got and phase != ast.SCORE:
        raise SemanticError(
            "E312",
            f"{HELD[per.things]} is counted when something is got, not for what is in force",
            per.span,
            "count cards, like `per world`, or leave it out",
        )
