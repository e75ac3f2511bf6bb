"""Selection of reported findings by code, settings file and ignore comments.

Errors are never ignored, because a set with errors can't be played; selecting other codes only
hides them from the output.

Settings are in `rftg.toml`, or `[tool.rftg-dsl]` in `pyproject.toml`, in the nearest folder from
the card file upwards. A comment such as `# rftg: ignore[W501]` applies to its line, or to the file
if it is on its own line. A comment that ignores nothing is a finding itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Region, Report, severity_of
from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.limits import IGNORED_CODES, LINE_LENGTH, SETTINGS_BYTES
from rftg_dsl.structs import struct


@struct
class Selection:
    """Selected and ignored codes. Prefixes such as `W6` match all codes that begin with them.

    select: reported codes, or () for all.
    ignore: ignored warnings.
    per_file: ignored warnings by path pattern, such as `drafts/*.yaml`, relative to `folder`.
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
        extra = [code for glob, codes in self.per_file if fnmatch(name, glob) for code in codes]
        return (*self.ignore, *extra)


def selection_problem(code: str, ignoring: bool) -> str:
    """Return the reason why a code can't be selected or ignored, or "" if it can."""
    from rftg_dsl.diagnostics.codes import known_codes

    candidates = (
        [candidate for candidate in known_codes() if candidate.startswith(code)] if code else []
    )
    if not candidates:
        suggestion = meant_code(code)
        return f"there is no code `{code}`" + (f"; write `{suggestion}`" if suggestion else "")
    if ignoring and any(severity_of(candidate) == ERROR for candidate in candidates):
        return f"`{code}` is an error, but only warnings can be ignored"
    return ""


def meant_code(code: str) -> str | None:
    """Return the code or prefix that was probably meant by an unknown code."""
    from rftg_dsl.diagnostics.codes import known_codes
    from rftg_dsl.diagnostics.text import nearest

    upper = code.upper()
    if upper != code and any(known_code.startswith(upper) for known_code in known_codes()):
        return upper
    suggestion = nearest(code, known_codes())
    return None if suggestion == code else suggestion


OWN_FILE: Final = "rftg.toml"
_PROJECT: Final = "pyproject.toml"
_TABLE: Final = "rftg-dsl"
_KEYS: Final = ("select", "ignore", "per-file-ignores")


class BadSettings(ValueError):
    """An invalid settings file. The message contains the path and the reason."""


@lru_cache(maxsize=64)
def load_settings(folder: Path) -> Selection:
    """Load the settings for a folder; empty without a settings file. Raises BadSettings."""
    for path in settings_files(folder):
        table = _read_table(path)
        if table is not None:
            return _read_selection(table, path)
    return Selection()


def settings_files(folder: Path) -> Iterator[Path]:
    """Yield the possible settings files for a folder, nearest first."""
    for place in (folder, *folder.parents):
        yield from (place / OWN_FILE, place / _PROJECT)


def _read_table(path: Path) -> dict[str, Any] | None:
    """Return the settings in a file, or None if it is missing or has no settings for rftg-dsl."""
    data = _read_bytes(path)
    if data is None or (path.name == _PROJECT and _TABLE.encode() not in data):
        return None
    if len(data) > SETTINGS_BYTES or max(map(len, data.split(b"\n"))) > LINE_LENGTH:
        limit = f"{SETTINGS_BYTES:,} bytes, and {LINE_LENGTH:,} per line"
        raise BadSettings(f"{path}: a settings file can have at most {limit}")
    import tomllib

    try:
        table = tomllib.loads(data.decode("utf-8"))
    except RecursionError:
        raise BadSettings(f"{path}: the file is nested too deeply") from None
    except ValueError as error:
        raise BadSettings(_not_toml(path, error)) from None
    if path.name == OWN_FILE:
        return table
    tool = table.get("tool", {})
    settings = tool.get(_TABLE) if isinstance(tool, dict) else None
    if settings is not None and not isinstance(settings, dict):
        raise BadSettings(f"{path}: `tool.{_TABLE}` is not a table")
    return settings


def _read_bytes(path: Path) -> bytes | None:
    """Read a file, at most one byte beyond the size limit. Return None if it does not exist."""
    if not path.is_file():
        if path.name == OWN_FILE and path.exists():
            raise BadSettings(f"{path}: this is not a file")
        return None
    try:
        with path.open("rb") as file:
            return file.read(SETTINGS_BYTES + 1)
    except OSError:
        return None


def _not_toml(path: Path, error: ValueError) -> str:
    """Return an error message for a file that is not valid TOML."""
    reason, _, position = str(error).partition(" (at line ")
    match = re.fullmatch(r"([0-9]+), column ([0-9]+)\)", position)
    place = f"{path}:{match[1]}:{match[2]}" if match else str(path)
    problem = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else reason.lower()
    return f'{place}: this is not valid TOML ({problem}); example of a setting: `ignore = ["W501"]`'


def _read_selection(table: dict[str, Any], path: Path) -> Selection:
    for key in table:
        if key not in _KEYS:
            suggestion = nearest(key, _KEYS)
            advice = f"write `{suggestion}`" if suggestion else f"settings: {', '.join(_KEYS)}"
            raise BadSettings(f"{path}: there is no setting `{key}`; {advice}")
    patterns = table.get("per-file-ignores", {})
    if not isinstance(patterns, dict):
        raise BadSettings(f"{path}: `per-file-ignores` must be a table of patterns and codes")
    return Selection(
        _read_codes(table, "select", path),
        _read_codes(table, "ignore", path),
        tuple((glob, _read_codes(patterns, glob, path)) for glob in patterns),
        path.parent,
    )


def _read_codes(table: dict[str, Any], key: str, path: Path) -> tuple[str, ...]:
    codes = table.get(key, [])
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise BadSettings(f'{path}: `{key}` must be a list of codes, such as ["W501"]')
    for code in codes:
        reason = selection_problem(code, ignoring=key != "select")
        if reason:
            raise BadSettings(f"{path}: `{key}`: {reason}")
    return tuple(codes)


_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#\s*rftg:(.*)")
_IGNORE: Final = re.compile(r"\s*ignore\s*\[([^\]]*)\]\s*$")


@dataclass(slots=True)
class _IgnoreComment:
    """A code in an ignore comment. line: line it applies to, or 0 for the complete file."""

    code: str
    region: Region
    line: int
    is_used: bool = False


def filter_ignored(
    lines: tuple[str, ...], report: Report, skipped_codes: tuple[str, ...] = ()
) -> list[Diagnostic]:
    """Return the findings that comments do not ignore, and findings about useless comments.

    skipped_codes: prefixes of codes that were not checked, whose comments may be needed later. The
    report itself is not changed, since errors count even if they are hidden.
    """
    comments = Report(report.file)
    all_comments = list(_parse_ignore_comments(lines, comments))
    ignored = all_comments[:IGNORED_CODES]
    for comment in all_comments[IGNORED_CODES : IGNORED_CODES + 1]:
        text = f"a file can have at most {IGNORED_CODES} ignored codes"
        comments.add(
            "W508", comment.region, text, help="ignore the code once for the complete file"
        )
    reported = []
    for finding in report.findings:
        matching = [
            comment for comment in ignored if _applies(comment, finding.code, finding.region.line)
        ]
        for comment in matching:
            comment.is_used = True
        if not matching or finding.severity == ERROR:
            reported.append(finding)
    for comment in ignored:
        reason = selection_problem(comment.code, ignoring=True)
        is_unchecked = comment.code.startswith(skipped_codes)
        if reason or not (comment.is_used or is_unchecked):
            text = reason or f"there is no `{comment.code}` to ignore here"
            suggestion = meant_code(comment.code) if reason else None
            advice = f"write `{suggestion}`" if suggestion else "delete the comment"
            text = text.removesuffix(f"; {advice}")
            comments.add("W508", comment.region, text, help=advice, replacement=suggestion)
    return [*reported, *comments.findings]


def _applies(ignored: _IgnoreComment, code: str, line: int) -> bool:
    return ignored.line in (0, line) and bool(ignored.code) and code.startswith(ignored.code)


def _parse_ignore_comments(lines: tuple[str, ...], report: Report) -> Iterator[_IgnoreComment]:
    """Yield every code in ignore comments, and report malformed comments."""
    for line_number, line in enumerate(lines, 1):
        comment = _COMMENT.search(line) if "rftg:" in line else None
        if comment is None:
            continue
        match = _IGNORE.match(comment[1])
        if match is None or not match[1].strip():
            _report_form(
                Region.on_line(line_number, comment.start() + 1, len(comment[0])),
                comment[1],
                report,
            )
            continue
        start = comment.start(1) + match.start(1)
        for code in re.finditer(r"[^\s,]+", match[1]):
            region = Region.on_line(line_number, start + code.start() + 1, len(code[0]))
            yield _IgnoreComment(code[0], region, 0 if line.startswith("#") else line_number)


def _report_form(region: Region, text_of_comment: str, report: Report) -> None:
    """Report a malformed comment, and suggest the right form for its codes."""
    codes = re.findall("[A-Z][0-9]{1,3}", text_of_comment.upper())
    replacement = f"# rftg: ignore[{', '.join(codes)}]" if codes else None
    advice = (
        f"write `{replacement}`" if replacement else "write `# rftg: ignore[W501]`, with the code"
    )
    text = "this comment is not a valid ignore comment"
    report.add("W508", region, text, help=advice, replacement=replacement)
