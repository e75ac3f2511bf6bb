"""Traces of copy and paste: from chats, mails, forums, tables and other keyboards.

Each detector finds the traces of one source and removes them, so that a single finding reports the
source and the rest of the file is checked normally. Detectors only run for files with findings.
Their result is used if it is unambiguous or reduces the findings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Edit, Fix, Region, Report
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.source.text import Source

Reader = Callable[[Source], list[Diagnostic]]
"""Reads a file, and returns its findings."""


class PasteRepair(NamedTuple):
    """Lines without the traces of a paste, and the finding about them.

    place: region of the finding.
    lines: new text by line number, from 0.
    has_moved: whether columns have moved, so that further findings in these lines are muted.
    sure: whether it is unambiguous, so that it is used even if it doesn't reduce the findings.
    certain: whether the fix is certain.
    """

    place: Region
    lines: dict[int, str]
    edits: tuple[Edit, ...]
    message: str
    help: str
    code: str = "E105"
    has_moved: bool = False
    sure: bool = True
    certain: bool = True


def remove_paste_traces(
    source: Source, findings: list[Diagnostic], read: Reader, report: Report
) -> tuple[Source, list[Diagnostic]]:
    """Return the file without traces of a paste, and the findings about them.

    report: lines that have moved are muted.
    """
    diagnostics: list[Diagnostic] = []
    for detect in _DETECTORS:
        repair = detect(source, findings)
        if repair is None:
            continue
        lines = source.text.split("\n")
        for row, line in repair.lines.items():
            lines[row] = line
        cleaned_source = replace(source, text="\n".join(lines))
        after = read(cleaned_source)
        if repair.sure or _reads_farther(findings, after):
            diagnostics.append(_make_diagnostic(repair, source))
            muted = {row + 1 for row in repair.lines if repair.has_moved}
            report.muted |= muted
            source, findings = (
                cleaned_source,
                [diagnostic for diagnostic in after if diagnostic.region.line not in muted],
            )
    return source, diagnostics


def _make_diagnostic(repair: PasteRepair, source: Source) -> Diagnostic:
    fix = Fix(repair.edits, repair.certain) if repair.edits else None
    place, help = repair.place, repair.help
    return Diagnostic(repair.code, repair.message, source.name, place, help=help, fix=fix)


def _line_region(source: Source, row: int) -> Region:
    """Return the region of a line, without its indentation."""
    line = source.lines[row]
    lead = len(line) - len(line.lstrip())
    return Region.on_line(row + 1, lead + 1, len(line.strip()))


def _reads_farther(findings: list[Diagnostic], after: list[Diagnostic]) -> bool:
    """Return whether there are fewer errors than before, or the first error is later."""
    old_errors, remaining_errors = (
        _error_regions(diagnostics) for diagnostics in (findings, after)
    )
    return len(remaining_errors) < len(old_errors) or remaining_errors[0] > old_errors[0]


def _error_regions(findings: list[Diagnostic]) -> list[Region]:
    return sorted(finding.region for finding in findings if finding.severity == ERROR)


def _lines(source: Source) -> Iterator[tuple[int, str]]:
    return enumerate(source.text.split("\n"))


def _format_more(count: int, noun: str = "") -> str:
    """Return ", and N more" for additional places."""
    return f", and {counted(count, f'more {noun}') if noun else f'{count} more'}" if count else ""


def _delete_lines(source: Source, rows: Sequence[int]) -> tuple[Edit, ...]:
    """Return edits that delete complete lines."""
    last = len(source.lines)
    return tuple(
        Edit(
            Region(row + 1, 1, row + 2, 1)
            if row + 1 < last
            else Region.on_line(row + 1, 1, source.length_of(row + 1)),
            "",
        )
        for row in rows
    )


def _detect_fences(source: Source, _findings: list[Diagnostic]) -> PasteRepair | None:
    """Find the fences of a Markdown code block, and the text outside them."""
    fences = [row for row, line in _lines(source) if _FENCE.match(line)]
    if not fences:
        return None
    outside: list[int] = []
    if len(fences) > 1:
        outside_flags = (row < fences[0] or row > fences[-1] for row, _line in _lines(source))
        texts = zip(source.text.split("\n"), outside_flags, strict=True)
        outside = [
            row for row, (text, is_outside) in enumerate(texts) if is_outside and text.strip()
        ]
    help = (
        "delete this line" if len(fences) == 1 else f"delete lines {_format_line_numbers(fences)}"
    )
    if outside:
        help = "keep only the text between the first and the last of these lines"
    deleted_rows = sorted({*fences, *outside})
    return PasteRepair(
        _line_region(source, fences[0]),
        dict.fromkeys(deleted_rows, ""),
        _delete_lines(source, deleted_rows),
        "this is a Markdown fence, as used in chats",
        help,
        certain=not outside,
    )


_FENCE: Final = re.compile(r" *(?:```|~~~)")


def _format_line_numbers(lines: Sequence[int]) -> str:
    """Format line numbers for messages, from 1."""
    numbers = [str(index + 1) for index in lines]
    return f"{', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else numbers[0]


def _detect_mail(source: Source, _findings: list[Diagnostic]) -> PasteRepair | None:
    """Find the `>` of quoted mails."""
    matches = {row: match for row, line in _lines(source) if (match := _MAIL.match(line))}
    if not matches:
        return None
    width = min((len(match[0]) for match in matches.values() if match[2]), default=1)
    return PasteRepair(
        Region.on_line(min(matches) + 1, 1, 1),
        {row: match.string[width:] for row, match in matches.items()},
        tuple(Edit(Region.on_line(row + 1, 1, width), "") for row in matches),
        f"a line begins with `>`, as in quoted mails{_format_more(len(matches) - 1, 'line')}",
        "delete the `>` and the space at the beginning of each line",
        has_moved=True,
    )


_MAIL: Final = re.compile(r"((?:> ?)+)(?=(.?))")


def _detect_tags(source: Source, _findings: list[Diagnostic]) -> PasteRepair | None:
    """Find the markup of forums and web pages, like [code], <b> and **."""
    closed_tags = {name.casefold() for name in re.findall(r"\[/([A-Za-z]+)\]", source.text)}
    new_lines: dict[int, str] = {}
    edits: list[Edit] = []
    for row, line in _lines(source):
        tags = [match for match in _TAG.finditer(line) if _is_tag(match, closed_tags)]
        remaining_text = line
        for tag in tags:
            remaining_text = (
                remaining_text[: tag.start()] + " " * len(tag[0]) + remaining_text[tag.end() :]
            )
        if tags:
            new_lines[row] = remaining_text if remaining_text.strip() else ""
            deletions = _delete_lines(source, [row])
            places = (Region.on_line(row + 1, tag.start() + 1, len(tag[0])) for tag in tags)
            edits += [Edit(place, "") for place in places] if remaining_text.strip() else deletions
    if not edits:
        return None
    first = min(new_lines)
    tag = next(match for match in _TAG.finditer(source.lines[first]) if _is_tag(match, closed_tags))
    markup = tag[0]
    return PasteRepair(
        Region.on_line(first + 1, tag.start() + 1, len(markup)),
        new_lines,
        tuple(edits),
        f"`{markup}` is markup of a forum or web page, which card files don't use",
        f"delete `{markup}`{_format_more(len(edits) - 1)}",
    )


def _is_tag(match: re.Match[str], closed_tags: set[str]) -> bool:
    if match[0] == "**":
        return True
    name = match[1] or match[2]
    return name.casefold() in closed_tags if match[1] else name.casefold() in _HTML


_TAG: Final = re.compile(
    r"\[/?([A-Za-z]+)(?:=[^\]]*)?\]|</?([A-Za-z]+)(?: [^<>]*|/)?>"
    r"|\*\*(?=[^\s*].*\*\*)|(?<=[^\s*])\*\*(?!\*)"
)
_HTML: Final = frozenset("b i u em strong p br div span pre code li ul ol td tr table".split())


def _detect_json_cards(source: Source, _findings: list[Diagnostic]) -> PasteRepair | None:
    """Find cards in JSON without the `-` of a list entry."""
    lines = source.text.split("\n")
    starts = [row for row, line in enumerate(lines) if _OBJECT.match(line)]
    if not starts or not any(line.startswith("cards:") for line in lines):
        return None
    new_lines = {row: _OBJECT.sub(r"\1- ", lines[row], count=1) for row in starts}
    edits = []
    for row in starts:
        lead = len(lines[row]) - len(lines[row].lstrip(" "))
        edits.append(Edit(Region.on_line(row + 1, lead + 1, 0), "- "))
    for row, line in enumerate(lines):
        if _END.fullmatch(line):
            new_lines[row] = new_lines.get(row, line).rstrip()[:-1]
            edits.append(Edit(Region.on_line(row + 1, len(line.rstrip()), 1), ""))
    commas = ", and delete the comma after its `}`" if len(edits) > len(starts) else ""
    return PasteRepair(
        _line_region(source, starts[0]),
        new_lines,
        tuple(edits),
        f"this card in JSON has no `-` of a list entry{_format_more(len(starts) - 1)}",
        f"write `- ` before its `{{`{commas}",
        has_moved=True,
        sure=False,
    )


_OBJECT: Final = re.compile(r'( *)(?=\{(?: *"|$))')
_END: Final = re.compile(r"(?: *\{.*| *)\} *, *")


def _detect_table(source: Source, findings: list[Diagnostic]) -> PasteRepair | None:
    """Find rows of a table among the cards."""
    rows = [row for row, line in _lines(source) if is_row(line)]
    error_lines = {source.text_line_index(finding.region.line) for finding in findings}
    if not error_lines & set(rows):
        return None
    title = _CELLS.split(source.lines[rows[0]].strip(" -"))[0].strip("\"' ")
    return PasteRepair(
        _line_region(source, rows[0]),
        dict.fromkeys(rows, ""),
        (),
        "this is a row of a table, but cards are written with keys"
        + _format_more(len(rows) - 1, "row"),
        f"write `- title: {title}`, and below it `world: N`, `vp: N` and its other keys",
        sure=False,
    )


_CELLS: Final = re.compile("[,;|\t]")
_MIN_CELLS: Final = 3
"""Minimum number of cells in a row."""


def is_row(line: str) -> bool:
    """Return whether a line is a table row: cells with a number, and no keys."""
    cells = [cell.strip("\"' ") for cell in _CELLS.split(line.strip(" -|"))]
    return (
        len(cells) >= _MIN_CELLS
        and not re.search(r": |:$|[#\[\]{}]", line)
        and any(cell.isdigit() for cell in cells)
        and cells[0][:1].isalpha()
    )


def _detect_foreign_characters(source: Source, findings: list[Diagnostic]) -> PasteRepair | None:
    """Find unusual spaces and full-width characters near a finding."""
    if source.text.isascii():
        return None
    error_lines = {source.text_line_index(finding.region.line) for finding in findings}
    error_lines |= {row - 1 for row in error_lines}
    new_lines: dict[int, str] = {}
    edits: list[Edit] = []
    for row, line in _lines(source):
        places = list(_outside_names(line)) if row in error_lines and not line.isascii() else []
        for place in places:
            line = line[:place] + _to_ascii(line[place]) + line[place + 1 :]
            edits.append(Edit(Region.on_line(row + 1, place + 1, 1), line[place]))
        if places:
            new_lines[row] = line
    if not edits:
        return None
    import unicodedata

    region, replacement = edits[0].region, edits[0].text
    character = source.lines[region.line - 1][region.column - 1]
    name = unicodedata.name(character).lower()
    subject = name if replacement == " " else f"`{character}` ({name})"
    help = "write an ordinary space" if replacement == " " else f"write `{replacement}`"
    return PasteRepair(
        region,
        new_lines,
        tuple(edits),
        f"unexpected {subject}{_format_more(len(edits) - 1)}",
        help,
        code="E102",
        sure=False,
    )


def _to_ascii(character: str) -> str:
    """Return the ASCII character that looks like another."""
    return " " if character.isspace() else chr(ord(character) - 0xFEE0)


_NAMES_AND_COMMENTS: Final = re.compile(
    r" *(?:- +)?(?:title|test)[:\uff1a](?P<name>.*?)[ \u00a0]*$|\"[^\"]*\"|'[^']*'|(?<!\S)#.*"
    "|(?P<odd>[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\uff01-\uff5e])"
)
"""Names and comments, which can contain any character, or a replaceable character."""


def _outside_names(line: str) -> Iterator[int]:
    """Yield the positions of replaceable characters outside names and comments."""
    for match in _NAMES_AND_COMMENTS.finditer(line):
        if match["odd"]:
            yield match.start()
        elif match["name"] is not None:
            head = range(match.start(), match.start("name"))
            yield from (place for place in head if _REPLACEABLE.match(line[place]))


_REPLACEABLE: Final = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\uff01-\uff5e]")
_DETECTORS: Final = (
    _detect_fences,
    _detect_mail,
    _detect_tags,
    _detect_json_cards,
    _detect_table,
    _detect_foreign_characters,
)
