"""Lowering: from the AST of a power to hooks, by the family of its words.

A power that no family takes is refused, so that every accepted line does something.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from rftg_dsl.semantics.checks import check
from rftg_dsl.syntax.ast import Power
from rftg_dsl.words.effects.explore import EXPLORING
from rftg_dsl.words.errors import SemanticError
from rftg_dsl.words.families import Family, Hooks
from rftg_dsl.words.gains import lower_action, lower_rules
from rftg_dsl.words.verbs import EFFECTS, FAMILIES, listed


def lower(power: Power) -> Hooks:
    """Return the hooks of a power, in the order of its effects. Raises SemanticError."""
    check(power)
    verbs = {effect.verb for effect in power.effects}
    for family in _families(power, verbs):
        beside = family.beside | _PLAIN_GAINS if family.with_gains else family.beside
        if family.main & verbs and verbs <= family.main | beside:
            return family.lower(power)
    raise SemanticError(
        "E305",
        f"{listed(sorted(verbs))} cannot be combined in one power",
        power.effects[-1].span,
        _apart(power),
    )


def _apart(power: Power) -> str:
    """Return what to do with effects that do not go together."""
    bound = power.cost or power.trigger or power.condition
    if bound or any(effect.is_chosen for effect in power.effects):
        return "leave out one; two power lines would have nothing to do with each other"
    return "write each effect as a power line of its own"


_PLAIN_GAINS: Final = frozenset(verb for verb, word in EFFECTS.items() if word.is_plain_gain)
_RULES: Final = Family(
    frozenset(verb for verb, word in EFFECTS.items() if word.changes), lower_rules
)
_ACTIONS: Final = Family(
    frozenset(verb for verb, word in EFFECTS.items() if word.gain)
    - {verb for family in FAMILIES for verb in family.main},
    lower_action,
)
_FAMILIES: Final = (*FAMILIES, _RULES, _ACTIONS)


def _families(power: Power, verbs: Set[str]) -> tuple[Family, ...]:
    # A draw in Explore adds to the cards looked at; elsewhere, and for a price, it is a gain.
    bought = power.cost is not None and not verbs & {"keep", "mix"}
    if power.phase == "explore" and verbs & EXPLORING.main and not bought:
        return (EXPLORING,)
    return (_RULES,) if power.phase == "setup" else _FAMILIES
