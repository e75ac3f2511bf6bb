"""Comments that ignore warnings: `# rftg: ignore[W501]`.

At the end of a line it holds for that line; on a line of its own that is not indented, for the
whole file. A comment that ignores nothing is itself a finding, so that none outlives its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Region, Report
from rftg_dsl.diagnostics.selection import meant_code, refusal
from rftg_dsl.limits import IGNORED

_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#\s*rftg:(.*)")
_IGNORE: Final = re.compile(r"\s*ignore\s*\[([^\]]*)\]\s*$")


@dataclass(slots=True)
class _Ignored:
    """One code in one comment. line: where it holds, 0 for the whole file."""

    code: str
    region: Region
    line: int
    used: bool = False


def not_ignored(
    lines: tuple[str, ...], report: Report, unlooked: tuple[str, ...] = ()
) -> list[Diagnostic]:
    """Return the findings that a file's comments do not ignore, and those about the comments.

    unlooked: findings whose codes begin so were not looked for, so that a comment may wait for
    them. The report stays as it is: a set with an error in it is not sound, whatever is shown.
    """
    comments = Report(report.file)
    every = list(_ignored(lines, comments))
    ignored = every[:IGNORED]
    for one in every[IGNORED : IGNORED + 1]:
        text = f"the comments of a file ignore at most {IGNORED} codes, and this is one more"
        comments.add("W508", one.region, text, help="ignore what is meant for the whole file once")
    kept = []
    for finding in report.found:
        fitting = [one for one in ignored if _holds(one, finding.code, finding.region.line)]
        for one in fitting:
            one.used = True
        if not fitting or finding.severity == ERROR:
            kept.append(finding)
    for one in ignored:
        reason = refusal(one.code, ignoring=True)
        waits = one.code.startswith(unlooked)
        if reason or not (one.used or waits):
            text = reason or f"there is no `{one.code}` to ignore here"
            near = meant_code(one.code) if reason else None
            advice = f"write `{near}`" if near else "delete the comment"
            text = text.removesuffix(f"; {advice}")
            comments.add("W508", one.region, text, help=advice, replacement=near)
    return [*kept, *comments.found]


def _holds(ignored: _Ignored, code: str, line: int) -> bool:
    return ignored.line in (0, line) and bool(ignored.code) and code.startswith(ignored.code)


def _ignored(lines: tuple[str, ...], report: Report) -> Iterator[_Ignored]:
    """Yield every code of every ignoring comment; a comment in another form is reported."""
    for number, line in enumerate(lines, 1):
        comment = _COMMENT.search(line) if "rftg:" in line else None
        if comment is None:
            continue
        form = _IGNORE.match(comment[1])
        if form is None or not form[1].strip():
            _report_form(
                Region.on_line(number, comment.start() + 1, len(comment[0])), comment[1], report
            )
            continue
        start = comment.start(1) + form.start(1)
        for code in re.finditer(r"[^\s,]+", form[1]):
            region = Region.on_line(number, start + code.start() + 1, len(code[0]))
            yield _Ignored(code[0], region, 0 if line.startswith("#") else number)


def _report_form(region: Region, said: str, report: Report) -> None:
    """Report a comment that is none of ours, with the codes that it has in the form that is."""
    codes = re.findall("[A-Z][0-9]{1,3}", said.upper())
    meant = f"# rftg: ignore[{', '.join(codes)}]" if codes else None
    advice = f"write `{meant}`" if meant else "write `# rftg: ignore[W501]`, with the code"
    text = "the comment says nothing that is understood"
    report.add("W508", region, text, help=advice, replacement=meant)
