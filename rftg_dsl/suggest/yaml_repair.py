"""A file that YAML cannot read, mended line by line so that one slip hides nothing else of it.

Each way to mend reports what is wrong and changes a copy of the lines; the file is then read
anew. Where no way fits, the entry of the list in which YAML stops is left out, all but its title,
and the rest is read. A line that was changed is muted: its columns have moved.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.source.text import indent_of
from rftg_dsl.suggest.keys import is_power
from rftg_dsl.suggest.yaml_lines import (
    ENTRY,
    KEY,
    LINE,
    ScanStop,
    apostrophe_in_list,
    below,
    ends_entry,
    previous_line,
    realign_entry,
    realign_key,
    replace_line,
)

RETRIES: Final = 20
"""Most times that one file is read anew."""
_COMMENT: Final = re.compile(r" +#.*| +$")


def retries(text: str) -> int:
    """Return how often a file may be read anew: seldom if it is large, to bound the time."""
    return min(RETRIES, 2_000_000 // max(1, len(text)))


def mend(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Report one slip at or above the place where YAML stopped, and mend it in `lines`.

    Whether one was found.
    """
    stop = stop._replace(line=min(stop.line, len(lines) - 1))
    return any(way(stop, lines, report) for way in _WAYS)


def _places(stop: ScanStop, lines: list[str]) -> list[int]:
    """Return the lines where the slip can be: the start of what is read, the place, one above."""
    near = (stop.start, stop.line, previous_line(lines, stop.line))
    return [number for number in dict.fromkeys(near) if 0 <= number < len(lines)]


def leave_out(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Blank the entry of a list around the place, all but its title; whether there is one."""
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
        report.muted.add(holder + 1)  # that its list is empty now is nobody's mistake
    return True


def _stray_value(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend a value of one mark, like `vp: ?`, that YAML takes for a mark of its own."""
    match = re.fullmatch(rf"( *(?:- +)*(?:{_COUNTED}): +)([?|>&*!%@`-])( *#.*)?", lines[stop.line])
    if match is None:
        return False
    # The schema says what belongs there, so the mark becomes a text and stays in its place.
    lines[stop.line] = f"{match[1]}'{match[2]}'"
    return True


_COUNTED: Final = (
    "vp|development|military world|world|copies|prestige|players|number|least|windfall|produces|"
    "holds"
)
"""Keys whose value is never a mark, so that the schema refuses one."""


def _colon(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Quote a text with a colon in it, or with a mark of YAML at its beginning."""
    match = LINE.fullmatch(lines[stop.line])
    text = _COMMENT.sub("", match[3] or "") if match else ""
    if match is None or not text or text[0] in "'\"[{|>":
        return False
    if _several_keys(stop.line, match, text, lines, report):
        return True
    marked = text[0] in "&*!#%@`?,]}" or text in ("-", ":")
    if ": " not in text and not text.endswith(":") and not marked:
        return False
    key, quoted = match[2], "'" + text.replace("'", "''") + "'"
    advice = f"write `{key}: {quoted}`"
    if key == "powers":
        advice += ", or `powers: |` and below it each power on a line of its own, indented"
    what = f"`{text[0]}` begins" if marked else "a colon and a space stand inside"
    report.add(
        "E105",
        Region.on_line(stop.line + 1, match.start(3) + 1, len(text)),
        f"{what} a text without quotes",
        help=advice,
        replacement=quoted,
        certain=not (marked or _KEY_INSIDE.search(text)),
    )
    replace_line(lines, stop.line, lines[stop.line][: match.start(3)] + quoted, report)
    return True


def _several_keys(
    number: int, match: re.Match[str], text: str, lines: list[str], report: Report
) -> bool:
    """Mend keys with their values one behind the other, separated by commas."""
    parts = _NEXT_KEY.split(text)
    if len(parts) == 1 or any(": " in value for value in parts[::2]):
        return False
    indent = " " * len(match[1])
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    below = [f"{key}: {value.rstrip(', ')}" for key, value in pairs]
    mended = "".join(f"\n{indent}{one}" for one in below)
    start = match.start(3) + len(parts[0])
    report.add(
        "E105",
        Region.on_line(number + 1, match.start(2) + 1, match.end(3) - match.start(2)),
        "several keys stand on one line",
        help=f"write each on a line of its own: `{match[2]}: {parts[0]}`, {_said(below)}",
        edits=(Edit(Region.on_line(number + 1, start + 1, len(text) - len(parts[0])), mended),),
        certain=True,
    )
    replace_line(lines, number, lines[number][: match.start(3)] + parts[0], report)
    return True


def _said(lines: list[str]) -> str:
    return ", ".join(f"`{line}`" for line in lines)


def _dash_without_space(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend an entry of a list whose `-` is not followed by a space."""
    for number in _places(stop, lines):
        bullet = re.match(r"( *)[*•·+–—](?= +[A-Za-z])", lines[number])
        if bullet:
            dashed = f"{bullet[1]}-{lines[number][bullet.end() :]}"
            report.add(
                "E105",
                Region.on_line(number + 1, bullet.end(), 1),
                "an entry of a list begins with `-`",
                help=f"write `{dashed.strip()}`",
                replacement="-",
                certain=True,
            )
            replace_line(lines, number, dashed, report)
            return True
        match = re.match("( *-)(?=[A-Za-z])", lines[number])
        if match:
            after = len(match[1])
            mended = f"{match[1]} {lines[number][after:]}"
            report.add(
                "E105",
                Region.on_line(number + 1, after, 1),
                "no space follows the `-`",
                help=f"write `{mended.strip()}`",
                edits=(Edit(Region.on_line(number + 1, after + 1, 0), " "),),
                certain=True,
            )
            replace_line(lines, number, mended, report)
            return True
    return False


def _foreign_comment(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend a comment as other languages write it."""
    for number in _places(stop, lines):
        match = re.fullmatch(r"( *)(//+|/\*+|;+|--+(?= )|%+)(.*)", lines[number])
        if match:
            region = Region.on_line(number + 1, len(match[1]) + 1, len(match[2]))
            report.add(
                "E105",
                region,
                "a comment begins with `#`",
                help=f"write `#{match[3]}`",
                replacement="#",
                certain=True,
            )
            replace_line(lines, number, "", report)
            return True
    return False


def _no_colon(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend a key without its colon, like `world 2`, or without the space after it."""
    for number in _places(stop, lines):
        match = _BARE.fullmatch(lines[number])
        if match is not None:
            mended = f"{match[2]}: {match[4]}"
            region = Region.on_line(number + 1, len(match[1]) + 1, len(match[2]) + len(match[3]))
            what = (
                "no space follows the colon of" if ":" in match[3] else "a colon is missing after"
            )
            help = f"write `{mended}`"
            report.add(
                "E105",
                region,
                f"{what} the key `{match[2]}`",
                help=help,
                edits=(Edit(region, f"{match[2]}: "),),
                certain=True,
            )
            replace_line(lines, number, f"{match[1]}{mended}", report)
            return True
    return False


_KEYS: Final = (
    "set|title|requires|keywords|replaces|copies|players|modules|goals|search|scenario|cards|"
    "development|military world|world|vp|windfall|produces|holds|prestige|start|powers|number|"
    "colour"
)
_NEXT_KEY: Final = re.compile(rf", *({_KEYS}|art|start): +")
_KEY_INSIDE: Final = re.compile(rf"\b(?:{_KEYS}|art|start): ")
_BARE: Final = re.compile(rf"( *(?:- +)?)({_KEYS})( +(?=[^ :=;])|:(?=[^ ])| *[=;] *| +: *)(.+)")


def _open_quote(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend a quote that is never closed, also around an entry of a list in brackets."""
    for number in _places(stop, lines):
        line = lines[number].rstrip()
        start = _opened(line)
        if start is not None:
            inside = line[:start].rstrip().endswith(("[", "{", ","))
            end = next((at for at in range(start, len(line)) if line[at] in ",]}" and inside), None)
            quoted = line[start:end].rstrip()
            close = start + len(quoted)
            report.add(
                "E105",
                Region.on_line(number + 1, start + 1, len(quoted)),
                "a quote is opened and never closed",
                help=f"write `{quoted}{quoted[0]}`",
                edits=(Edit(Region.on_line(number + 1, close + 1, 0), quoted[0]),),
            )
            replace_line(lines, number, f"{line[:close]}{quoted[0]}{line[close:]}", report)
            return True
    return False


_TEXT: Final = re.compile(
    r"(?:^ *(?:- +)+|(?<=:) +|[\[{,] *)"
    r"(?P<quote>['\"])(?:\\.|''|(?!(?P=quote)).)*(?P<end>(?P=quote))?"
)
"""A text in quotes where a value can begin, with its end if it has one on the line."""


def _opened(line: str) -> int | None:
    """Return where the first quote of a line stands that is not closed on it, or None."""
    for match in _TEXT.finditer(line):
        if match["end"] is None:
            return match.start("quote")
    return None


def _quote_inside(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend an apostrophe in single quotes, which ends them."""
    match = re.fullmatch(rf"( *(?:- +)*{KEY}: +)'(.*[^'\s]'[^'\s].*)' *", lines[stop.line])
    if match is None or ": " in match[2] or " #" in match[2]:
        return False
    region = Region.on_line(stop.line + 1, len(match[1]) + 1, len(match[2]) + 2)
    report.add(
        "E105",
        region,
        "an apostrophe ends a text in single quotes",
        help=f"write `{match[2]}`, without quotes",
        replacement=match[2],
        certain=True,
    )
    replace_line(lines, stop.line, match[1] + match[2], report)
    return True


def _unknown_escape(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend a backslash in double quotes that no mark of YAML follows."""
    line = lines[stop.line]
    match = next((one for one in _DOUBLE.finditer(line) if _ESCAPE.search(one[1])), None)
    if match is None:
        return False
    escape = _ESCAPE.search(match[1])
    assert escape is not None
    single = "'" + match[1].replace("'", "''") + "'"
    report.add(
        "E105",
        Region.on_line(stop.line + 1, match.start(1) + escape.start() + 1, len(escape[0])),
        f"`{escape[0]}` means nothing in double quotes",
        help=f"leave out the backslash, or write `{single}`, in single quotes",
        edits=(Edit(Region.on_line(stop.line + 1, match.start() + 1, len(match[0])), single),),
    )
    replace_line(lines, stop.line, line[: match.start()] + single + line[match.end() :], report)
    return True


_DOUBLE: Final = re.compile(r'"((?:\\.|[^"\\])*)"')
_ESCAPE: Final = re.compile(r"(?<!\\)(?:\\\\)*(\\[^0abt\tnvfre \"/\\N_LPxuU])")


def _text_behind_bar(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend a text on the line of the `|` or `>`, below which it belongs."""
    match = _BAR.fullmatch(lines[stop.line])
    if match is None:
        return False
    lead, key, bar, text = match.groups()
    indent = " " * (len(lead) + 2)
    is_powers = key == "powers"
    help = f"write `powers: |`, and `{text}` on the line below it, indented"
    region = Region.on_line(stop.line + 1, match.start(4) + 1, len(text))
    gap = Region.on_line(stop.line + 1, match.end(3) + 1, match.start(4) - match.end(3))
    whole = Region.on_line(stop.line + 1, match.start(3) + 1, match.end(4) - match.start(3))
    report.add(
        "E105",
        region,
        f"text stands behind the `{bar}`, on its line",
        help=help if is_powers else f"write `{key}: {text}`",
        edits=(Edit(gap, f"\n{indent}") if is_powers else Edit(whole, text),),
        certain=is_powers,
    )
    mended = f"{lead}{key}: {bar}" if is_powers and _is_deeper(lines, stop.line) else ""
    replace_line(
        lines, stop.line, mended or f"{lead}{key}: '{text.replace(_QUOTE, _QUOTE * 2)}'", report
    )
    return True


_BAR: Final = re.compile(rf"( *(?:- +)*)({KEY}): +([|>][+-]?) +([^ #].*?) *")
_QUOTE: Final = "'"


def _is_deeper(lines: list[str], number: int) -> bool:
    """Return whether the line below begins further in."""
    following = below(lines, number)
    return following < len(lines) and indent_of(lines[following]) > indent_of(lines[number])


def _open_list(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend a list in brackets, or keys in braces, never closed on their line."""
    for number in _places(stop, lines):
        match = re.fullmatch(rf"( *(?:- +)*{KEY}: +)([\[{{])([^\[\]{{}}#]*?) *", lines[number])
        if match:
            close = "]" if match[2] == "[" else "}"
            whole = f"{match[2]}{match[3].rstrip(', ')}{close}"
            region = Region.on_line(number + 1, len(match[1]) + 1, len(match[3]) + 1)
            report.add(
                "E105",
                region,
                f"`{match[2]}` is opened and never closed",
                help=f"write `{whole}`",
                replacement=whole,
                certain=True,
            )
            replace_line(lines, number, match[1] + whole, report)
            return True
    return False


def _prose(stop: ScanStop, lines: list[str], report: Report) -> bool:
    """Mend a line of text that belongs in a comment."""
    for number in _places(stop, lines):
        text = lines[number].strip()
        if _PROSE.fullmatch(text) and not is_power(text.split()[0].strip(":")):
            lead = indent_of(lines[number])
            report.add(
                "E105",
                Region.on_line(number + 1, lead + 1, len(text)),
                "a line of text stands here, which is no key with a value",
                help=f"delete it, or make it a comment: `# {text}`",
                edits=(Edit(Region.on_line(number + 1, lead + 1, 0), "# "),),
            )
            replace_line(lines, number, "", report)
            return True
    return False


_WORD: Final = r"[^:#|\[\]{} ]+"
_PROSE: Final = re.compile(
    rf"(?=[^\W\d_]){_WORD}(?:(?: +{_WORD}){{2,}}:?|(?: +{_WORD})?(?<=[.!?])|(?<=,) +{_WORD})"
)
"""A sentence: three words or more, or a mark at its end; with a colon at most behind it."""


_WAYS: Final[tuple[Callable[[ScanStop, list[str], Report], bool], ...]] = (
    _stray_value,
    _foreign_comment,
    _text_behind_bar,
    _unknown_escape,
    _dash_without_space,
    _quote_inside,
    apostrophe_in_list,
    _open_list,
    _open_quote,
    realign_key,
    realign_entry,
    _colon,
    _no_colon,
    _prose,
)
