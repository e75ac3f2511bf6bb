"""Which findings are reported: the codes that a user selects and ignores.

Errors are never ignored, for a set with an error in it cannot be played; they can only be left
out of a list by selecting others.
"""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

from rftg_dsl.diagnostics.model import ERROR, Diagnostic, severity_of
from rftg_dsl.structs import struct


@struct
class Selection:
    """Codes, or beginnings of codes like `W6`.

    select: those reported, () for all. ignore: warnings that are not. per_file: the same for
    files whose path matches a pattern like `drafts/*.yaml`, seen from `folder`.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file: tuple[tuple[str, tuple[str, ...]], ...] = ()
    folder: Path = Path()

    def wants(self, finding: Diagnostic) -> bool:
        """Return whether a finding is reported."""
        if self.select and not finding.code.startswith(self.select):
            return False
        return finding.severity == ERROR or not finding.code.startswith(
            self._ignored_in(finding.file)
        )

    def _ignored_in(self, file: str) -> tuple[str, ...]:
        if not self.per_file:
            return self.ignore
        path = Path(file).resolve()
        try:
            name = path.relative_to(self.folder.resolve()).as_posix()
        except ValueError:
            return self.ignore
        more = [code for glob, codes in self.per_file if fnmatch(name, glob) for code in codes]
        return (*self.ignore, *more)


def refusal(code: str, ignoring: bool) -> str:
    """Return why a code cannot be selected or ignored, "" where it can."""
    from rftg_dsl.diagnostics.codes import CODES

    known = [one for one in CODES if one.startswith(code)] if code else []
    if not known:
        near = meant_code(code)
        return f"there is no code `{code}`" + (f"; write `{near}`" if near else "")
    if ignoring and any(severity_of(one) == ERROR for one in known):
        return f"`{code}` is an error, and only warnings can be ignored"
    return ""


def meant_code(code: str) -> str | None:
    """Return the code, or beginning of codes, that an unknown one may stand for."""
    from rftg_dsl.diagnostics.codes import CODES
    from rftg_dsl.diagnostics.nearest import nearest

    upper = code.upper()
    if upper != code and any(one.startswith(upper) for one in CODES):
        return upper
    near = nearest(code, CODES)
    return None if near == code else near
