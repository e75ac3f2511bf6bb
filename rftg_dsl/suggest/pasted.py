"""What a card file has from where it was copied: chats, mails, forums, tables, other keyboards.

Each way finds the marks of one such place and reads the file as it is without them, so that one
finding says where it comes from and the rest is checked as it was meant. Only files in which
something was found are looked at, and what cannot be anything else, or helps, is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Edit, Fix, Region, Report
from rftg_dsl.diagnostics.text import article, counted
from rftg_dsl.source.text import Source

Reader = Callable[[Source], list[Diagnostic]]
"""What is found in a file by itself."""


class Pasted(NamedTuple):
    """The lines without the marks of a paste, and what is said of the first one.

    lines: those that change, by their numbers from 0. moved: what is left of these stands in other
    columns, so nothing more is said of them. sure: nothing else can be meant, so it is taken
    whatever is found afterwards. certain: that of the fix.
    """

    place: Region
    lines: dict[int, str]
    edits: tuple[Edit, ...]
    message: str
    help: str
    code: str = "E105"
    moved: bool = False
    sure: bool = True
    certain: bool = True


def unwrapped(
    source: Source, findings: list[Diagnostic], read: Reader, report: Report
) -> tuple[Source, list[Diagnostic]]:
    """Return the file without what was pasted around its cards, and what is said of that.

    report: the lines that move are muted in it.
    """
    slips: list[Diagnostic] = []
    for way in _WAYS:
        pasted = way(source, findings)
        if pasted is None:
            continue
        lines = source.text.split("\n")
        for number, line in pasted.lines.items():
            lines[number] = line
        plain = replace(source, text="\n".join(lines))
        after = read(plain)
        if pasted.sure or _reads_farther(findings, after):
            slips.append(_finding(pasted, source))
            muted = {number + 1 for number in pasted.lines if pasted.moved}
            report.muted |= muted
            source, findings = plain, [one for one in after if one.region.line not in muted]
    return source, slips


def _finding(pasted: Pasted, source: Source) -> Diagnostic:
    fix = Fix(pasted.edits, pasted.certain) if pasted.edits else None
    place, help = pasted.place, pasted.help
    return Diagnostic(pasted.code, pasted.message, source.name, place, help=help, fix=fix)


def _whole(source: Source, number: int) -> Region:
    """Return all of a line, from its first letter."""
    line = source.lines[number]
    lead = len(line) - len(line.lstrip())
    return Region.on_line(number + 1, lead + 1, len(line.strip()))


def _reads_farther(findings: list[Diagnostic], after: list[Diagnostic]) -> bool:
    """Return whether less is found than before, or nothing as early."""
    before, later = (_errors(one) for one in (findings, after))
    return len(later) < len(before) or later[0] > before[0]


def _errors(findings: list[Diagnostic]) -> list[Region]:
    return sorted(finding.region for finding in findings if finding.severity == ERROR)


def _lines(source: Source) -> Iterator[tuple[int, str]]:
    return enumerate(source.text.split("\n"))


def _more(count: int, what: str = "") -> str:
    """Return what to say of further places."""
    return f", and {counted(count, f'more {what}') if what else f'{count} more'}" if count else ""


def _deleted(source: Source, numbers: Sequence[int]) -> tuple[Edit, ...]:
    """Return edits that delete whole lines."""
    last = len(source.lines)
    return tuple(
        Edit(
            Region(number + 1, 1, number + 2, 1)
            if number + 1 < last
            else Region.on_line(number + 1, 1, source.length_of(number + 1)),
            "",
        )
        for number in numbers
    )


def _fences(source: Source, _found: list[Diagnostic]) -> Pasted | None:
    """Find the fences of a code block, as in a chat, and what stands outside of two of them."""
    fences = [number for number, line in _lines(source) if _FENCE.match(line)]
    if not fences:
        return None
    outside: list[int] = []
    if len(fences) > 1:
        around = (number < fences[0] or number > fences[-1] for number, _line in _lines(source))
        texts = zip(source.text.split("\n"), around, strict=True)
        outside = [number for number, (text, out) in enumerate(texts) if out and text.strip()]
    help = "delete this line" if len(fences) == 1 else f"delete lines {_numbers(fences)}"
    if outside:
        help = "delete all but what stands between the first and the last of these lines"
    gone = sorted({*fences, *outside})
    return Pasted(
        _whole(source, fences[0]),
        dict.fromkeys(gone, ""),
        _deleted(source, gone),
        "a fence of a block of code stands here, as in a chat",
        help,
        certain=not outside,
    )


_FENCE: Final = re.compile(r" *(?:```|~~~)")


def _numbers(lines: Sequence[int]) -> str:
    """Return the numbers of lines as they are written in messages, from 1."""
    numbers = [str(number + 1) for number in lines]
    return f"{', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else numbers[0]


def _quoted_mail(source: Source, _found: list[Diagnostic]) -> Pasted | None:
    """Find the `>` before each line, as in a mail that quotes another."""
    quoted = {number: found for number, line in _lines(source) if (found := _MAIL.match(line))}
    if not quoted:
        return None
    width = min((len(found[0]) for found in quoted.values() if found[2]), default=1)
    return Pasted(
        Region.on_line(min(quoted) + 1, 1, 1),
        {number: found.string[width:] for number, found in quoted.items()},
        tuple(Edit(Region.on_line(number + 1, 1, width), "") for number in quoted),
        f"a line begins with `>`, as in a mail that quotes another{_more(len(quoted) - 1, 'line')}",
        "delete the `>` at the beginning of each line, and the space behind it",
        moved=True,
    )


_MAIL: Final = re.compile(r"((?:> ?)+)(?=(.?))")


def _tags(source: Source, _found: list[Diagnostic]) -> Pasted | None:
    """Find marks of forums and web pages, like [code], <b> and **."""
    closed = {name.casefold() for name in re.findall(r"\[/([A-Za-z]+)\]", source.text)}
    changed: dict[int, str] = {}
    edits: list[Edit] = []
    for number, line in _lines(source):
        tags = [match for match in _TAG.finditer(line) if _is_tag(match, closed)]
        rest = line
        for tag in tags:
            rest = rest[: tag.start()] + " " * len(tag[0]) + rest[tag.end() :]
        if tags:
            changed[number] = rest if rest.strip() else ""
            alone = _deleted(source, [number])
            places = (Region.on_line(number + 1, one.start() + 1, len(one[0])) for one in tags)
            edits += [Edit(place, "") for place in places] if rest.strip() else alone
    if not edits:
        return None
    first = min(changed)
    tag = next(match for match in _TAG.finditer(source.lines[first]) if _is_tag(match, closed))
    said = tag[0]
    return Pasted(
        Region.on_line(first + 1, tag.start() + 1, len(said)),
        changed,
        tuple(edits),
        f"`{said}` is a mark of a forum or web page, and no part of a card file",
        f"delete `{said}`{_more(len(edits) - 1)}",
    )


def _is_tag(match: re.Match[str], closed: set[str]) -> bool:
    if match[0] == "**":
        return True
    name = match[1] or match[2]
    return name.casefold() in closed if match[1] else name.casefold() in _HTML


_TAG: Final = re.compile(
    r"\[/?([A-Za-z]+)(?:=[^\]]*)?\]|</?([A-Za-z]+)(?: [^<>]*|/)?>"
    r"|\*\*(?=[^\s*].*\*\*)|(?<=[^\s*])\*\*(?!\*)"
)
_HTML: Final = frozenset("b i u em strong p br div span pre code li ul ol td tr table".split())


def _json_cards(source: Source, _found: list[Diagnostic]) -> Pasted | None:
    """Find cards in JSON, to be entries of a list that lack their `-`."""
    lines = source.text.split("\n")
    starts = [number for number, line in enumerate(lines) if _OBJECT.match(line)]
    if not starts or not any(line.startswith("cards:") for line in lines):
        return None
    changed = {number: _OBJECT.sub(r"\1- ", lines[number], count=1) for number in starts}
    edits = []
    for number in starts:
        lead = len(lines[number]) - len(lines[number].lstrip(" "))
        edits.append(Edit(Region.on_line(number + 1, lead + 1, 0), "- "))
    for number, line in enumerate(lines):
        if _END.fullmatch(line):
            changed[number] = changed.get(number, line).rstrip()[:-1]
            edits.append(Edit(Region.on_line(number + 1, len(line.rstrip()), 1), ""))
    commas = ", and no comma behind its `}`" if len(edits) > len(starts) else ""
    return Pasted(
        _whole(source, starts[0]),
        changed,
        tuple(edits),
        f"a card in JSON stands here, without the `-` of a list{_more(len(starts) - 1)}",
        f"write `- ` before its `{{`{commas}",
        moved=True,
        sure=False,
    )


_OBJECT: Final = re.compile(r'( *)(?=\{(?: *"|$))')
_END: Final = re.compile(r"(?: *\{.*| *)\} *, *")


def _table(source: Source, findings: list[Diagnostic]) -> Pasted | None:
    """Find rows of a table among the cards."""
    rows = [number for number, line in _lines(source) if is_row(line)]
    hit = {source.text_line_index(finding.region.line) for finding in findings}
    if not hit & set(rows):
        return None
    title = _CELLS.split(source.lines[rows[0]].strip(" -"))[0].strip("\"' ")
    return Pasted(
        _whole(source, rows[0]),
        dict.fromkeys(rows, ""),
        (),
        "a row of a table stands here, and a card is written with keys"
        + _more(len(rows) - 1, "row"),
        f"write `- title: {title}`, and below it `world: N`, `vp: N` and its other keys",
        sure=False,
    )


_CELLS: Final = re.compile("[,;|\t]")
_FEWEST: Final = 3
"""Cells that make a row."""


def is_row(line: str) -> bool:
    """Return whether a line has cells, numbers among them, and no keys."""
    cells = [cell.strip("\"' ") for cell in _CELLS.split(line.strip(" -|"))]
    return (
        len(cells) >= _FEWEST
        and not re.search(r": |:$|[#\[\]{}]", line)
        and any(cell.isdigit() for cell in cells)
        and cells[0][:1].isalpha()
    )


def _foreign_characters(source: Source, findings: list[Diagnostic]) -> Pasted | None:
    """Find spaces and full-width characters that look like the keyboard's, near a finding."""
    if source.text.isascii():
        return None
    near = {source.text_line_index(finding.region.line) for finding in findings}
    near |= {number - 1 for number in near}
    changed: dict[int, str] = {}
    edits: list[Edit] = []
    for number, line in _lines(source):
        places = list(_outside_names(line)) if number in near and not line.isascii() else []
        for place in places:
            line = line[:place] + _plain(line[place]) + line[place + 1 :]
            edits.append(Edit(Region.on_line(number + 1, place + 1, 1), line[place]))
        if places:
            changed[number] = line
    if not edits:
        return None
    import unicodedata

    where, plain = edits[0].region, edits[0].text
    character = source.lines[where.line - 1][where.column - 1]
    name = unicodedata.name(character).lower()
    what = f"{article(name)} {name}" if plain == " " else f"`{character}` ({name})"
    help = "write an ordinary space" if plain == " " else f"write `{plain}`"
    return Pasted(
        where,
        changed,
        tuple(edits),
        f"{what} stands here{_more(len(edits) - 1)}",
        help,
        code="E102",
        sure=False,
    )


def _plain(character: str) -> str:
    """Return the keyboard's character that another one looks like."""
    return " " if character.isspace() else chr(ord(character) - 0xFEE0)


_NAMED: Final = re.compile(
    r" *(?:- +)?(?:title|test)[:\uff1a](?P<name>.*?)[ \u00a0]*$|\"[^\"]*\"|'[^']*'|(?<!\S)#.*"
    "|(?P<odd>[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\uff01-\uff5e])"
)
"""What can be a name or a comment, in which any letter may stand; or a character like those."""


def _outside_names(line: str) -> Iterator[int]:
    """Yield where characters stand that can be replaced by those of the keyboard."""
    for match in _NAMED.finditer(line):
        if match["odd"]:
            yield match.start()
        elif match["name"] is not None:
            head = range(match.start(), match.start("name"))
            yield from (place for place in head if _ODD.match(line[place]))


_ODD: Final = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\uff01-\uff5e]")
_WAYS: Final = (_fences, _quoted_mail, _tags, _json_cards, _table, _foreign_characters)
