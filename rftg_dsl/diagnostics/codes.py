"""Codes of diagnostics: explanations, and selection by settings and ignore comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Region, Report, severity_of
from rftg_dsl.diagnostics.text import nearest, printable
from rftg_dsl.limits import IGNORED_CODES, LINE_LENGTH, SETTINGS_BYTES
from rftg_dsl.structs import struct

_FILE: Final = Path(__file__).with_name("explanations.toml")
_WIDTH: Final = 96


@struct
class Explanation:
    """Explanation of a code.

    wrong: a card file with exactly this finding, or None if no short file has it.
    fixed: the corrected file, or None.
    extra_files: other files of the example, by name.

    In `wrong` and `fixed`, a character U+DC00 + n is the invalid byte n.
    """

    title: str
    text: str
    wrong: str | None = None
    fixed: str | None = None
    extra_files: dict[str, str] = field(default_factory=dict)


@cache
def known_codes() -> tuple[str, ...]:
    """Return all codes, without parsing the explanations."""
    return tuple(re.findall(r"^\[([EW][0-9]+)\]$", _FILE.read_text(encoding="utf-8"), re.MULTILINE))


@cache
def load_explanations() -> dict[str, Explanation]:
    """Return the explanations of all codes."""
    import tomllib

    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {code: _explanation(entry) for code, entry in data.items()}


def _explanation(entry: dict[str, Any]) -> Explanation:
    text = entry["text"].replace("\n", " ")
    files = {name: _extra_file(content) for name, content in entry.get("extra_files", {}).items()}
    if "example" not in entry:
        return Explanation(entry["title"], text, extra_files=files)
    example = entry["example"].replace("\N{REPLACEMENT CHARACTER}", "\udce9").splitlines(True)
    wrong = "".join(line[2:] or line for line in example if not line.startswith("+"))
    fixed = "".join(line[2:] or line for line in example if not line.startswith("-"))
    return Explanation(entry["title"], text, wrong, fixed, files)


def _extra_file(content: str) -> str:
    """Return the content of an extra file. "PNG 815 x 1110" is the header of such a picture."""
    size = re.fullmatch(r"PNG (\d+) x (\d+)", content)
    if size is None:
        return content
    width, height = (int(side).to_bytes(4).decode("latin-1") for side in size.groups())
    return f"\udc89PNG\r\n\x1a\n\0\0\0\rIHDR{width}{height}IEND"


def format_explanation(code: str) -> str:
    """Format the explanation of a code as plain text. Raises KeyError."""
    entry = load_explanations()[code]
    parts = [f"{code}: {entry.title}", _wrap(entry.text)]
    for title, text in _examples(entry):
        counterpart = {entry.wrong: entry.fixed, entry.fixed: entry.wrong}.get(text)
        marked = _mark_changes(_printable_lines(text), _printable_lines(counterpart or text))
        parts.append(f"{title}:\n\n{marked}")
    return "\n\n".join(parts)


def _mark_changes(lines: list[str], other_lines: list[str]) -> str:
    """Mark the lines that differ from another file. For a long file, show only their context."""
    import difflib

    matcher = difflib.SequenceMatcher(None, lines, other_lines, autojunk=False)
    ranges = [code[1:3] for code in matcher.get_opcodes() if code[0] != "equal"]
    changed = {index for start, end in ranges for index in range(start, end)}
    context = {
        index
        for start, end in ranges
        for index in range(start - _CONTEXT_LINES, end + _CONTEXT_LINES)
    }
    indexes = context if changed and len(lines) > _MAX_FULL_LINES else range(len(lines))
    text, previous = [], -1
    for index in sorted(set(indexes) & set(range(len(lines)))):
        if index > previous + 1:
            text.append("    ...")
        text.append(f"  {'>' if index in changed else ' '} {lines[index]}".rstrip())
        previous = index
    return "\n".join(text if previous == len(lines) - 1 else [*text, "    ..."])


_CONTEXT_LINES: Final = 2
"""Number of lines of context around changed lines."""
_MAX_FULL_LINES: Final = 12
"""Maximum number of lines of a file that is shown completely."""


def _examples(entry: Explanation) -> list[tuple[str, str]]:
    if entry.wrong is None or entry.fixed is None:
        return []
    files = [(name, text) for name, text in entry.extra_files.items() if name.endswith(".yaml")]
    extra = [(f"In the same folder, {name}", text) for name, text in files]
    return [("Wrong", entry.wrong), *extra, ("Fixed", entry.fixed)]


def _printable_lines(text: str) -> list[str]:
    """Return the printable lines of an example, long lines cut."""
    lines = [printable(line) for line in text.removesuffix("\n").split("\n")]
    return [line if len(line) <= _WIDTH else f"{line[: _WIDTH - 4]} ..." for line in lines]


def _wrap(text: str) -> str:
    import textwrap

    return textwrap.fill(text, _WIDTH)


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
