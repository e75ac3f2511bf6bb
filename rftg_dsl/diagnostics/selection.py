"""Selection of the findings that are reported: codes, settings of a folder, ignore comments.

Errors are never ignored, since a set with an error cannot be played; a selection of other codes
can only leave them out of a list.

Settings are in `rftg.toml`, or `[tool.rftg-dsl]` in `pyproject.toml`: the nearest such file counts,
from the card file's own folder upwards. A comment like `# rftg: ignore[W501]` holds for its line,
or for the whole file if it begins a line of its own. A comment that ignores nothing is itself a
finding, so that none outlives its reason.
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
from rftg_dsl.limits import IGNORED, LINE_LENGTH, SETTINGS_BYTES
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


def selection_problem(code: str, ignoring: bool) -> str:
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
    from rftg_dsl.diagnostics.text import nearest

    upper = code.upper()
    if upper != code and any(one.startswith(upper) for one in CODES):
        return upper
    near = nearest(code, CODES)
    return None if near == code else near


OWN_FILE: Final = "rftg.toml"
_PROJECT: Final = "pyproject.toml"
_TABLE: Final = "rftg-dsl"
_KEYS: Final = ("select", "ignore", "per-file-ignores")


class BadSettings(ValueError):
    """A settings file that cannot be used; the message has its path and the reason."""


@lru_cache(maxsize=64)
def load_settings(folder: Path) -> Selection:
    """Return the settings that hold in a folder, empty where there is no file.

    Raises BadSettings.
    """
    for path in settings_files(folder):
        table = _table(path)
        if table is not None:
            return _selection(table, path)
    return Selection()


def settings_files(folder: Path) -> Iterator[Path]:
    """Yield the places where the settings of a folder can be, the nearest first."""
    for place in (folder, *folder.parents):
        yield from (place / OWN_FILE, place / _PROJECT)


def _table(path: Path) -> dict[str, Any] | None:
    """Return the settings in a file, None where it is missing or has none for this program."""
    data = _bytes(path)
    if data is None or (path.name == _PROJECT and _TABLE.encode() not in data):
        return None
    if len(data) > SETTINGS_BYTES or max(map(len, data.split(b"\n"))) > LINE_LENGTH:
        most = f"{SETTINGS_BYTES:,} bytes, and {LINE_LENGTH:,} in a line"
        raise BadSettings(f"{path}: a file with settings has at most {most}")
    import tomllib

    try:
        table = tomllib.loads(data.decode("utf-8"))
    except RecursionError:
        raise BadSettings(f"{path}: it is nested too deeply") from None
    except ValueError as error:
        raise BadSettings(_not_toml(path, error)) from None
    if path.name == OWN_FILE:
        return table
    tool = table.get("tool", {})
    own = tool.get(_TABLE) if isinstance(tool, dict) else None
    if own is not None and not isinstance(own, dict):
        raise BadSettings(f"{path}: `tool.{_TABLE}` is no table")
    return own


def _bytes(path: Path) -> bytes | None:
    """Return a file's bytes, at most one more than the limit; None where there is no such file."""
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
    """Return where a file is not TOML, and how settings are written."""
    reason, _, rest = str(error).partition(" (at line ")
    numbers = re.fullmatch(r"([0-9]+), column ([0-9]+)\)", rest)
    place = f"{path}:{numbers[1]}:{numbers[2]}" if numbers else str(path)
    what = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else reason.lower()
    return f'{place}: this is not TOML ({what}); a setting is written like `ignore = ["W501"]`'


def _selection(table: dict[str, Any], path: Path) -> Selection:
    for key in table:
        if key not in _KEYS:
            near = nearest(key, _KEYS)
            advice = f"write `{near}`" if near else f"the keys are {', '.join(_KEYS)}"
            raise BadSettings(f"{path}: there is no setting `{key}`; {advice}")
    patterns = table.get("per-file-ignores", {})
    if not isinstance(patterns, dict):
        raise BadSettings(f"{path}: `per-file-ignores` takes a table of patterns and codes")
    return Selection(
        _codes(table, "select", path),
        _codes(table, "ignore", path),
        tuple((glob, _codes(patterns, glob, path)) for glob in patterns),
        path.parent,
    )


def _codes(table: dict[str, Any], key: str, path: Path) -> tuple[str, ...]:
    codes = table.get(key, [])
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise BadSettings(f'{path}: `{key}` takes a list of codes, like ["W501"]')
    for code in codes:
        reason = selection_problem(code, ignoring=key != "select")
        if reason:
            raise BadSettings(f"{path}: `{key}`: {reason}")
    return tuple(codes)


_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#\s*rftg:(.*)")
_IGNORE: Final = re.compile(r"\s*ignore\s*\[([^\]]*)\]\s*$")


@dataclass(slots=True)
class _IgnoreComment:
    """One code in one comment. line: where it holds, 0 for the whole file."""

    code: str
    region: Region
    line: int
    used: bool = False


def filter_ignored(
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
        reason = selection_problem(one.code, ignoring=True)
        waits = one.code.startswith(unlooked)
        if reason or not (one.used or waits):
            text = reason or f"there is no `{one.code}` to ignore here"
            near = meant_code(one.code) if reason else None
            advice = f"write `{near}`" if near else "delete the comment"
            text = text.removesuffix(f"; {advice}")
            comments.add("W508", one.region, text, help=advice, replacement=near)
    return [*kept, *comments.found]


def _holds(ignored: _IgnoreComment, code: str, line: int) -> bool:
    return ignored.line in (0, line) and bool(ignored.code) and code.startswith(ignored.code)


def _ignored(lines: tuple[str, ...], report: Report) -> Iterator[_IgnoreComment]:
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
            yield _IgnoreComment(code[0], region, 0 if line.startswith("#") else number)


def _report_form(region: Region, said: str, report: Report) -> None:
    """Report a comment that is none of ours, with the codes that it has in the form that is."""
    codes = re.findall("[A-Z][0-9]{1,3}", said.upper())
    meant = f"# rftg: ignore[{', '.join(codes)}]" if codes else None
    advice = f"write `{meant}`" if meant else "write `# rftg: ignore[W501]`, with the code"
    text = "the comment says nothing that is understood"
    report.add("W508", region, text, help=advice, replacement=meant)
