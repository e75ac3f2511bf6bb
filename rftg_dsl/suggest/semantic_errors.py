"""Powers that can be read and mean nothing: reported with the edit that gives them a meaning.

Every edit is tried: the power with it means something, or it is not proposed.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rftg_dsl.diagnostics.model import Edit, Label, Report
from rftg_dsl.semantics.lower import lower
from rftg_dsl.suggest.unsupported import asked_for
from rftg_dsl.syntax.ast import SCORE, Power, Span
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.syntax.written import Written
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.verbs import USES


def report_semantic_error(written: Written, error: SemanticError, report: Report) -> None:
    """Report a power that says nothing a game could do."""
    others = _other_phases(written, error) if report.advises else []
    here = _phase_place(written)
    help, edits, sure = error.help, tuple[Edit, ...](), False
    if len(others) == 1:
        help = f"write `{others[0]}:` instead of `{written.text[: here.end]}:`"
        edits = (Edit(written.region(here), others[0]),)
    elif others:
        help = f"it can be used in: {', '.join(others)}"
    elif error.rewrite is not None:
        spot = _spot(written.text, error.rewrite)
        if spot is not None and _means(written.text, spot, error.rewrite.new):
            edits, sure = (Edit(written.region(spot), error.rewrite.new),), error.rewrite.sure
    asked = asked_for(written.text)
    if asked:
        help, edits = asked.help, ()
    label = Label(written.region(here), "in this phase")
    report.add(
        error.code,
        written.region(error.span),
        error.message,
        labels=(label,) if error.of_phase and not asked else (),
        notes=(f"the language has no words for {asked.what}",) if asked else (),
        help=help,
        edits=edits,
        certain=sure,
    )


def _phase_place(written: Written) -> Span:
    return Span(0, len(written.text[: written.text.index(":")].rstrip()))


def _other_phases(written: Written, error: SemanticError) -> list[str]:
    """Return the moments in which the whole power would mean something, where its own is wrong."""
    if not error.of_phase:
        return []
    power = parse_power(written.text)
    phases = [phase for phase in USES if phase not in (power.phase, SCORE)]
    return [phase for phase in phases if _lowers(replace(power, phase=phase))]


def _lowers(power: Power) -> bool:
    try:
        lower(power)
    except SemanticError:
        return False
    return True


def _spot(text: str, rewrite: Rewrite) -> Span | None:
    """Return what an edit replaces: its old words inside of its span, or the span."""
    if not rewrite.old:
        return rewrite.span
    match = re.compile(rf"\b{rewrite.old}", re.I).search(text, rewrite.span.start, rewrite.span.end)
    return Span(*match.span()) if match else None


def _means(text: str, spot: Span, new: str) -> bool:
    try:
        return _lowers(parse_power(text[: spot.start] + new + text[spot.end :]))
    except (PowerSyntaxError, ValueError):
        return False
