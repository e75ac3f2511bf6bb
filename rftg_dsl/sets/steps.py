"""What a test plays: the actions chosen, and steps of the round besides them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.diagnostics.text import listed
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.syntax.situations import (
    ACTIONS,
    MOST_ACTIONS,
    NOTHING,
    PRESTIGE,
    ROUND_END,
    STEPS,
    TWO,
    CardTest,
)

_TWICE: Final = ("develop", "settle")


def read_when(node: Mapping, report: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the actions and the steps that `when` names; unknown words are reported."""
    actions, steps = [], []
    for word in _words(node):
        if word.text in STEPS:
            steps.append(word.text)
        elif word.text.removeprefix(PRESTIGE) in ACTIONS:
            actions.append(word.text)
        elif word.text != NOTHING:
            _report(word, report)
    return tuple(actions), tuple(steps)


def _words(node: Mapping) -> list[Scalar]:
    value = node.values.get("when")
    found = value.nodes if isinstance(value, Items) else [value]
    return [one for one in found if isinstance(one, Scalar)]


def _report(word: Scalar, report: Report) -> None:
    from rftg_dsl.suggest.keys import actions_meant

    known = [*ACTIONS, *STEPS, NOTHING]
    prestige = PRESTIGE if word.text.casefold().startswith(PRESTIGE) else ""
    plain = word.text[len(prestige) :]
    near = actions_meant(plain, known)
    parts = [one.strip() for one in re.split(",|\\band\\b", plain)]
    advice = f"the words are {', '.join(known)}"
    if len(parts) > 1 and all(one in known for one in parts):
        near, advice = [], f"write a list: `[{', '.join(parts)}]`"
    if near:
        advice = "write " + listed([f"`{prestige}{one}`" for one in near])
    if near == [ROUND_END] and not _ROUND.search(plain):
        advice += "; without `when:`, `score` is what it is if the game ends now"
    text = f"no action and no step is called `{word.text}`"
    replacement = f"{prestige}{near[0]}" if len(near) == 1 else None
    report.add("E601", word.region, text, help=advice, replacement=replacement)


_ROUND: Final = re.compile("round|turn|discard|limit", re.IGNORECASE)
"""Words of what is no question of points."""


def check_round(test: CardTest, nodes: Sequence[Mapping], report: Report) -> None:
    """Report a round that cannot be: too many actions, a set-up besides others.

    nodes: where each player's actions stand.
    """
    most = max(len(part.actions) for part in test.parts)
    for part, where in zip(test.parts, nodes, strict=True):
        actions = part.actions
        if "when" not in where.keys:
            continue
        region = where.keys["when"].region
        plain = [action.removeprefix(PRESTIGE) for action in actions]
        twice = [one for one in plain if plain.count(one) > 1 and one not in _TWICE]
        if len(actions) > MOST_ACTIONS:
            text = f"a player chooses one action or two, not {len(actions)}"
            report.add("E606", region, text, help="write a test for each round")
        elif twice:
            text = f"`{twice[0]}` is chosen twice, and only {listed(_TWICE, 'and')} can be"
            report.add("E606", region, text, help="name another action")
        elif len(actions) > 1 and len(test.parts) > TWO:
            text = f"two actions are chosen where two players sit, and here are {len(test.parts)}"
            report.add("E606", region, text, help="let each choose one")
        elif actions and len(actions) != most:
            text = f"one player chooses {most} actions, and another {len(actions)}"
            report.add("E606", region, text, help="let both choose as many, or one `nothing`")
    _check_setup(test, nodes[0], report)


def _check_setup(test: CardTest, node: Mapping, report: Report) -> None:
    if "setup" not in test.steps:
        return
    region: Region = node.keys["when"].region
    if any(part.actions for part in test.parts) or len(test.steps) > 1:
        text = "set-up is not played together with anything else"
        report.add("E606", region, text, help="write a test of its own for what comes after it")
    elif not test.parts[0].tableau.titles:
        text = "set-up needs your start world"
        report.add("E606", region, text, help="add it to `tableau:`")
