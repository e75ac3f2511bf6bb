"""Powers that can be read and mean nothing: reported with the edit that gives them a meaning.

Every edit is tried: the power with it means something, or it is not proposed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rftg_dsl.diagnostics.model import Edit, Label, Report
from rftg_dsl.semantics.lower import lower_any
from rftg_dsl.suggest.repair import common_start
from rftg_dsl.suggest.unsupported import asked_for
from rftg_dsl.syntax.ast import SCORE, Power, Span, Trigger
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.syntax.written import Written
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.verbs import vocabulary


def report_semantic_error(written: Written, error: SemanticError, report: Report) -> None:
    """Report a power that says nothing a game could do."""
    rule = report.game.power
    others = _other_phases(written, error, rule) if report.advises else []
    here = _phase_place(written)
    help, edits, sure = error.help, tuple[Edit, ...](), False
    if len(others) == 1:
        help = f"write `{others[0]}:` instead of `{written.text[: here.end]}:`"
        edits = (Edit(written.region(here), others[0]),)
    elif others:
        help = f"it can be used in: {', '.join(others)}"
    elif error.of_phase and error.rewrite is None:
        help = _nearest(_in_another_phase(written.text, error, rule)) or help
    elif error.rewrite is not None:
        help, edits, sure = _mended(written, error, error.rewrite, rule)
    asked = asked_for(written.text, report.game.id)
    if error.rewrite is None and error.nearest is not None:
        help = _nearest([error.nearest]) or help
    if asked and not others:
        help, edits = asked.help, ()
    label = Label(written.region(here), "in this phase")
    report.add(
        error.code,
        written.region(error.span),
        error.message,
        labels=(label,) if error.of_phase and (others or not asked) else (),
        notes=(f"the language has no words for {asked.what}",) if asked else (),
        help=help,
        edits=edits,
        certain=sure,
    )


def report_refusal(written: Written, meant: str, error: SemanticError, report: Report) -> None:
    """Report a line that says a power in other words, where that power means nothing."""
    report.add(
        error.code,
        written.region(Span(0, len(written.text))),
        error.message,
        notes=(f"this is read as `{meant}`",),
        help=_nearest([error.nearest] if error.nearest else []) or error.help,
    )


def _mended(
    written: Written, error: SemanticError, rewrite: Rewrite, rule: str
) -> tuple[str, tuple[Edit, ...], bool]:
    """Return the help, the edit and whether it is sure: the error's own, or all that are needed."""
    text, spot = written.text, _spot(written.text, rewrite)
    meant = with_meaning(text, rule) if spot is not None else None
    if spot is None or meant is None:
        return error.help, (), False
    if meant == text[: spot.start] + rewrite.new + text[spot.end :]:
        return error.help, (Edit(written.region(spot), rewrite.new),), rewrite.sure
    start = common_start(text, meant)
    edit = Edit(written.region(Span(start, len(text))), meant[start:])
    return f"write `{meant}`", (edit,), False


def _phase_place(written: Written) -> Span:
    return Span(0, len(written.text[: written.text.index(":")].rstrip()))


def _other_phases(written: Written, error: SemanticError, rule: str) -> list[str]:
    """Return the moments in which the whole power would mean something, where its own is wrong."""
    if not error.of_phase:
        return []
    power = parse_power(written.text, rule)
    uses = vocabulary(power.game).uses
    phases = [phase for phase in uses if phase not in (power.phase, SCORE)]
    return [phase for phase in phases if _lowers(replace(power, phase=phase))]


def _in_another_phase(text: str, error: SemanticError, rule: str) -> list[Power]:
    """Return what the words of an error, alone, say in other phases."""
    power = parse_power(text, rule)
    effects = tuple(effect for effect in power.effects if effect.span == error.span)
    uses = [phase for phase in vocabulary(power.game).uses if effects and phase != SCORE]
    return [
        replace(power, phase=phase, effects=effects, trigger=trigger)
        for trigger in (None, Trigger("end"))
        for phase in uses
    ]


def _nearest(powers: Sequence[Power]) -> str:
    """Return what is said of the first power that means something, "" where none does."""
    for power in powers:
        if _lowers(power):
            return f"the nearest is `{format_power(power)}`"
    return ""


def _lowers(power: Power) -> bool:
    try:
        lower_any(power)
    except SemanticError:
        return False
    return True


def with_meaning(text: str, rule: str) -> str | None:
    """Return a power with the rewrites of its errors made, None where they give it no meaning."""
    for _step in range(_STEPS):
        try:
            lower_any(parse_power(text, rule))
        except SemanticError as error:
            spot = _spot(text, error.rewrite) if error.rewrite is not None else None
            if spot is None or error.rewrite is None:
                return None
            text = text[: spot.start] + error.rewrite.new + text[spot.end :]
        except (PowerSyntaxError, ValueError):
            return None
        else:
            return text
    return None


_STEPS: Final = 3
"""Most rewrites of one power: each can bring another error to light."""


def _spot(text: str, rewrite: Rewrite) -> Span | None:
    """Return what an edit replaces: its old words inside of its span, or the span."""
    if not rewrite.old:
        return rewrite.span
    match = re.compile(rf"\b{rewrite.old}", re.I).search(text, rewrite.span.start, rewrite.span.end)
    return Span(*match.span()) if match else None
