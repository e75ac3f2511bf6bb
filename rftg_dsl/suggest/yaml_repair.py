"""Line-by-line repair of YAML syntax errors, so that one error doesn't hide others.

Each repair reports an error and changes a copy of the lines, then the file is read again. If no
repair matches, the list entry with the error is blanked except for its title. Changed lines are
muted, because their columns have moved.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.source.text import indent_of
from rftg_dsl.suggest.keys import is_power
from rftg_dsl.suggest.yaml_lines import (
    ENTRY,
    KEY,
    LINE,
    ScanStop,
    ends_entry,
    next_line,
    previous_line,
    realign_entry,
    realign_key,
    replace_line,
)

MAX_RETRIES: Final = 20
"""Maximum number of times that a file is read again."""
_COMMENT: Final = re.compile(r" +#.*| +$")


def max_retries(text: str) -> int:
    """Return the maximum number of retries for a file: fewer for large files, to limit the time."""
    return min(MAX_RETRIES, 2_000_000 // max(1, len(text)))


def repair(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Report and repair an error at or above the stop. Return whether one was found."""
    stop = stop._replace(line=min(stop.line, len(lines) - 1))
    return any(repair_error(stop, lines, report) for repair_error in _REPAIRS)


class _LineRepair(NamedTuple):
    """A repair of one line.

    start, end: columns of the wrong text, from 0.
    line: the repaired line.
    edit: columns and text of the fix, if it isn't `replacement` for the wrong text.
    """

    start: int
    end: int
    message: str
    help: str
    line: str
    replacement: str | None = None
    edit: tuple[int, int, str] | None = None
    certain: bool = True


def _on_lines(
    find: Callable[[str], _LineRepair | None],
) -> Callable[[ScanStop, list[str], Report], bool]:
    """Return a repair that finds and reports an error in one of the lines that can contain it."""

    def repair_line(stop: ScanStop, lines: list[str], report: Report) -> bool:
        for row in _candidate_lines(stop, lines):
            found = find(lines[row])
            if found is not None:
                _report_line(found, row, lines, report)
                return True
        return False

    return repair_line


def _report_line(found: _LineRepair, row: int, lines: list[str], report: Report) -> None:
    edits: tuple[Edit, ...] = ()
    if found.edit is not None:
        start, end, text = found.edit
        edits = (Edit(Region.on_line(row + 1, start + 1, end - start), text),)
    report.add(
        "E105",
        Region.on_line(row + 1, found.start + 1, found.end - found.start),
        found.message,
        help=found.help,
        replacement=found.replacement,
        edits=edits,
        certain=found.certain,
    )
    replace_line(lines, row, found.line, report)


def _candidate_lines(stop: ScanStop, lines: list[str]) -> list[int]:
    """Return the lines that can contain the error: start of the node, stop, and the line above."""
    rows = (stop.start, stop.line, previous_line(lines, stop.line))
    return [row for row in dict.fromkeys(rows) if 0 <= row < len(lines)]


def blank_entry(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Blank the list entry at the stop except for its title. Return whether there is one."""
    first = min(stop.line, len(lines) - 1)
    while first >= 0 and not ENTRY.match(lines[first]):
        if lines[first][:1] not in ("", " ", "#"):
            return False
        first -= 1
    if first < 0:
        return False
    indent = len(lines[first]) - len(lines[first].lstrip(" "))
    last = first + 1
    while last < len(lines) and not ends_entry(lines[last], indent):
        last += 1
    title = re.fullmatch(r" *- +title: +[A-Za-z][\w' -]*", lines[first])
    lines[first:last] = [lines[first] if title else "", *[""] * (last - first - 1)]
    report.muted |= set(range(first + 1, last + 1))
    holder = previous_line(lines, first)
    if holder >= 0 and lines[holder].rstrip().endswith(":"):
        report.muted.add(holder + 1)  # the empty list isn't the designer's mistake
    return True


def _stray_value(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Quote a value of one character, like `vp: ?`, that is a YAML indicator."""
    match = re.fullmatch(
        rf"( *(?:- +)*(?:{_PLAIN_VALUE_KEYS}): +)([?|>&*!%@`-])( *#.*)?", lines[stop.line]
    )
    if match is None:
        return False
    # The schema reports the expected value, so the character becomes text.
    lines[stop.line] = f"{match[1]}'{match[2]}'"
    return True


_PLAIN_VALUE_KEYS: Final = (
    "vp|development|military world|world|copies|prestige|players|number|least|windfall|produces|"
    "holds"
)
"""Keys whose schema rejects a single punctuation character."""


def _quote_text(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Quote a text that contains a colon or begins with a YAML indicator."""
    match = LINE.fullmatch(lines[stop.line])
    text = _COMMENT.sub("", match[3] or "") if match else ""
    if match is None or not text or text[0] in "'\"[{|>":
        return False
    if _split_keys(stop.line, match, text, lines, report):
        return True
    has_indicator = text[0] in "&*!#%@`?,]}" or text in ("-", ":")
    if ": " not in text and not text.endswith(":") and not has_indicator:
        return False
    key, quoted = match[2], "'" + text.replace("'", "''") + "'"
    advice = f"write `{key}: {quoted}`"
    if key == "powers":
        advice += ", or `powers: |` with each power on a separate, indented line below it"
    forbidden = f"begin with `{text[0]}`" if has_indicator else "contain a colon and a space"
    report.add(
        "E105",
        Region.on_line(stop.line + 1, match.start(3) + 1, len(text)),
        f"text without quotes can't {forbidden}",
        help=advice,
        replacement=quoted,
        certain=not (has_indicator or _KEY_INSIDE.search(text)),
    )
    replace_line(lines, stop.line, lines[stop.line][: match.start(3)] + quoted, report)
    return True


def _split_keys(
    row: int, match: re.Match[str], text: str, lines: list[str], report: Report
) -> bool:
    """Split several comma-separated keys on one line."""
    parts = _NEXT_KEY.split(text)
    if len(parts) == 1 or any(": " in value for value in parts[::2]):
        return False
    indent = " " * len(match[1])
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    other_keys = [f"{key}: {value.rstrip(', ')}" for key, value in pairs]
    replacement = "".join(f"\n{indent}{text_line}" for text_line in other_keys)
    start = match.start(3) + len(parts[0])
    report.add(
        "E105",
        Region.on_line(row + 1, match.start(2) + 1, match.end(3) - match.start(2)),
        "several keys are on one line",
        help="write each on a separate line: "
        + ", ".join(f"`{line}`" for line in (f"{match[2]}: {parts[0]}", *other_keys)),
        edits=(Edit(Region.on_line(row + 1, start + 1, len(text) - len(parts[0])), replacement),),
        certain=True,
    )
    replace_line(lines, row, lines[row][: match.start(3)] + parts[0], report)
    return True


def _other_bullet(line: str) -> _LineRepair | None:
    """Replace another bullet with `-`."""
    match = re.match(r"( *)[*•·+–—](?= +[A-Za-z])", line)
    if match is None:
        return None
    dashed = f"{match[1]}-{line[match.end() :]}"
    help = f"write `{dashed.strip()}`"
    start, end = match.end() - 1, match.end()
    return _LineRepair(start, end, "list entries begin with `-`", help, dashed, "-")


def _dash_without_space(line: str) -> _LineRepair | None:
    """Add the missing space after `-`."""
    match = re.match("( *-)(?=[A-Za-z])", line)
    if match is None:
        return None
    end = match.end()
    repaired = f"{match[1]} {line[end:]}"
    help = f"write `{repaired.strip()}`"
    message = "there must be a space after `-`"
    return _LineRepair(end - 1, end, message, help, repaired, edit=(end, end, " "))


def _foreign_comment(line: str) -> _LineRepair | None:
    """Replace the comment syntax of other languages with `#`."""
    match = re.fullmatch(r"( *)(//+|/\*+|;+|--+(?= )|%+)(.*)", line)
    if match is None:
        return None
    help = f"write `#{match[3]}`"
    return _LineRepair(*match.span(2), "comments begin with `#`", help, "", "#")


def _no_colon(line: str) -> _LineRepair | None:
    """Add a missing colon after a key, as in `world 2`, or the space after the colon."""
    match = _BARE.fullmatch(line)
    if match is None:
        return None
    lead, key, gap, value = match.groups()
    start, end = match.start(2), match.end(3)
    missing = (
        "there must be a space after the colon of" if ":" in gap else "a colon is missing after"
    )
    return _LineRepair(
        start,
        end,
        f"{missing} the key `{key}`",
        f"write `{key}: {value}`",
        f"{lead}{key}: {value}",
        edit=(start, end, f"{key}: "),
    )


_KEYS: Final = (
    "set|title|requires|keywords|replaces|copies|players|modules|goals|search|scenario|cards|"
    "development|military world|world|vp|windfall|produces|holds|prestige|start|drawing|powers|"
    "number|colour"
)
_NEXT_KEY: Final = re.compile(rf", *({_KEYS}|art|start): +")
_KEY_INSIDE: Final = re.compile(rf"\b(?:{_KEYS}|art|start): ")
_BARE: Final = re.compile(rf"( *(?:- +)?)({_KEYS})( +(?=[^ :=;])|:(?=[^ ])| *[=;] *| +: *)(.+)")


def _open_quote(line: str) -> _LineRepair | None:
    """Close an open quote, also in a list in brackets."""
    line = line.rstrip()
    start = _find_open_quote(line)
    if start is None:
        return None
    is_in_list = line[:start].rstrip().endswith(("[", "{", ","))
    ends = (index for index in range(start, len(line)) if line[index] in ",]}" and is_in_list)
    quoted = line[start : next(ends, None)].rstrip()
    end, quote = start + len(quoted), quoted[0]
    return _LineRepair(
        start,
        end,
        "this quote is never closed",
        f"write `{quoted}{quote}`",
        f"{line[:end]}{quote}{line[end:]}",
        edit=(end, end, quote),
        certain=False,
    )


_TEXT: Final = re.compile(
    r"(?:^ *(?:- +)+|(?<=:) +|[\[{,] *)"
    r"(?P<quote>['\"])(?:\\.|''|(?!(?P=quote)).)*(?P<end>(?P=quote))?"
)
"""A quoted text at the start of a value, with its closing quote if it is on the line."""


def _find_open_quote(line: str) -> int | None:
    """Return the column of the first quote that isn't closed on its line, or None."""
    for match in _TEXT.finditer(line):
        if match["end"] is None:
            return match.start("quote")
    return None


def _quote_inside(line: str) -> _LineRepair | None:
    """Remove single quotes around a text with an apostrophe."""
    match = re.fullmatch(rf"( *(?:- +)*{KEY}: +)'(.*[^'\s]'[^'\s].*)' *", line)
    if match is None or ": " in match[2] or " #" in match[2]:
        return None
    lead, text = match.groups()
    message, help = (
        "this apostrophe ends the text in single quotes",
        f"write `{text}`, without quotes",
    )
    return _LineRepair(len(lead), match.end(2) + 1, message, help, lead + text, text)


def _apostrophe_in_list(line: str) -> _LineRepair | None:
    """Double an apostrophe in a single-quoted entry."""
    for begin in _ENTRY_START.finditer(line):
        match = _APOSTROPHE_ENTRY.match(line, begin.start())
        if match is not None and "', '" not in match[1]:
            quoted = "'" + re.sub(r"(?<=\w)'(?=\w)", "''", match[1]) + "'"
            message = "this apostrophe ends the text in single quotes"
            repaired = line[: match.start()] + quoted + line[match.end() :]
            return _LineRepair(*match.span(), message, f"double it: `{quoted}`", repaired, quoted)
    return None


_ENTRY_START: Final = re.compile(r"(?<=[\[,] )'|(?<=\[)'")
"""Start of an entry in single quotes."""
_APOSTROPHE_ENTRY: Final = re.compile(r"'((?:[^'\[\]{}]|'')*\w'\w[^\[\]{}]*?)'(?= *[,\]])")
"""An entry with an apostrophe between letters, up to the intended closing quote."""


def _unknown_escape(line: str) -> _LineRepair | None:
    """Replace double quotes around a text with an invalid escape sequence."""
    for match in _DOUBLE.finditer(line):
        escape = _ESCAPE.search(line, *match.span(1))
        if escape is not None:
            single = "'" + match[1].replace("'", "''") + "'"
            return _LineRepair(
                *escape.span(1),
                f"`{escape[1]}` is not a valid escape in double quotes",
                f"leave out the backslash, or write `{single}`, in single quotes",
                line[: match.start()] + single + line[match.end() :],
                edit=(*match.span(), single),
                certain=False,
            )
    return None


_DOUBLE: Final = re.compile(r'"((?:\\.|[^"\\])*)"')
_ESCAPE: Final = re.compile(r"(?<!\\)(?:\\\\)*(\\[^0abt\tnvfre \"/\\N_LPxuU])")


def _text_after_bar(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Move text on the line of a `|` or `>` to the next line."""
    match = _BAR.fullmatch(lines[stop.line])
    if match is None:
        return False
    lead, key, bar, text = match.groups()
    indent = " " * (len(lead) + 2)
    is_powers = key == "powers"
    help = f"write `powers: |`, and `{text}` on the line below it, indented"
    region = Region.on_line(stop.line + 1, match.start(4) + 1, len(text))
    gap = Region.on_line(stop.line + 1, match.end(3) + 1, match.start(4) - match.end(3))
    value_region = Region.on_line(stop.line + 1, match.start(3) + 1, match.end(4) - match.start(3))
    report.add(
        "E105",
        region,
        f"there must be no text after `{bar}` on the same line",
        help=help if is_powers else f"write `{key}: {text}`",
        edits=(Edit(gap, f"\n{indent}") if is_powers else Edit(value_region, text),),
        certain=is_powers,
    )
    repaired = f"{lead}{key}: {bar}" if is_powers and _is_deeper(lines, stop.line) else ""
    replace_line(
        lines, stop.line, repaired or f"{lead}{key}: '{text.replace(_QUOTE, _QUOTE * 2)}'", report
    )
    return True


_BAR: Final = re.compile(rf"( *(?:- +)*)({KEY}): +([|>][+-]?) +([^ #].*?) *")
_QUOTE: Final = "'"


def _is_deeper(lines: list[str], row: int) -> bool:
    """Return whether the next line is indented further."""
    next_row = next_line(lines, row)
    return next_row < len(lines) and indent_of(lines[next_row]) > indent_of(lines[row])


def _open_list(line: str) -> _LineRepair | None:
    """Close brackets or braces that aren't closed on their line."""
    match = re.fullmatch(rf"( *(?:- +)*{KEY}: +)([\[{{])([^\[\]{{}}#]*?) *", line)
    if match is None:
        return None
    lead, bracket, text = match.groups()
    closed = f"{bracket}{text.rstrip(', ')}{']' if bracket == '[' else '}'}"
    message, help = f"this `{bracket}` is never closed", f"write `{closed}`"
    return _LineRepair(len(lead), match.end(3), message, help, lead + closed, closed)


def _blank_prose(line: str) -> _LineRepair | None:
    """Turn a line of prose into a comment."""
    text = line.strip()
    if not _PROSE.fullmatch(text) or is_power(text.split()[0].strip(":")):
        return None
    lead = indent_of(line)
    message = "this line is not a key with a value"
    help = f"delete it, or turn it into a comment: `# {text}`"
    edit = (lead, lead, "# ")
    return _LineRepair(lead, lead + len(text), message, help, "", edit=edit, certain=False)


_WORD: Final = r"[^:#|\[\]{} ]+"
_PROSE: Final = re.compile(
    rf"(?=[^\W\d_]){_WORD}(?:(?: +{_WORD}){{2,}}:?|(?: +{_WORD})?(?<=[.!?])|(?<=,) +{_WORD})"
)
"""A sentence: three or more words, or punctuation at its end."""


_REPAIRS: Final[tuple[Callable[[ScanStop, list[str], Report], bool], ...]] = (
    _stray_value,
    _on_lines(_foreign_comment),
    _text_after_bar,
    _on_lines(_unknown_escape),
    _on_lines(_other_bullet),
    _on_lines(_dash_without_space),
    _on_lines(_quote_inside),
    _on_lines(_apostrophe_in_list),
    _on_lines(_open_list),
    _on_lines(_open_quote),
    realign_key,
    realign_entry,
    _quote_text,
    _on_lines(_no_colon),
    _on_lines(_blank_prose),
)
