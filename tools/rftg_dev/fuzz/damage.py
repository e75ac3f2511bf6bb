"""Damaged card files and workbooks: each is read, or refused with a place, and quickly.

The editor's incremental reading, in which only the entries that have changed are read again, must
find the same as a fresh one.
"""

from __future__ import annotations

import importlib
import re
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final

from rftg_dev.harness import Tally
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.formats import findings_data
from rftg_dsl.diagnostics.render import TextRenderer
from rftg_dsl.resources import shipped_ids
from rftg_dsl.sets.loading import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.locate import find_set
from rftg_dsl.source.text import has_refused_characters
from rftg_tools.spreadsheets.table import read_table
from rftg_tools.spreadsheets.table_files import UnreadableTable, read_workbook_here

SECONDS: Final = 2.0
"""CPU time that a check may take."""
BATCH: Final = 24
"""Copies of one part of a run: each damaged letter is added to those before."""


def damage_bytes(data: bytes, chance: Random) -> bytes:
    """Return some bytes changed, added or taken away."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(changed))
        kind = chance.randrange(3)
        if kind == 0:
            changed[at] = chance.randrange(256)
        elif kind == 1:
            changed.insert(at, chance.randrange(256))
        else:
            del changed[at]
    return bytes(changed)


def damage_tokens(data: bytes, chance: Random) -> bytes:
    """Return some words and signs exchanged, doubled, or taken away."""
    tokens = re.findall(rb"\w+|\s+|.", data, re.DOTALL)
    for _ in range(chance.randint(1, 6)):
        at, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
        kind = chance.randrange(3)
        if kind == 0:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 1:
            tokens.insert(at, tokens[other])
        else:
            del tokens[at]
    return b"".join(tokens)


def damage_lines(data: bytes, chance: Random) -> bytes:
    """Return some lines moved, doubled, taken away, indented otherwise, or cut."""
    lines = data.split(b"\n")
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(lines))
        kind = chance.randrange(5)
        if kind == 0:
            lines.insert(chance.randrange(len(lines)), lines.pop(at))
        elif kind == 1:
            lines.insert(chance.randrange(len(lines)), lines[at])
        elif kind == 2 and len(lines) > 1:
            del lines[at]
        elif kind == 3:
            lines[at] = b" " * chance.randrange(8) + lines[at].lstrip()
        else:
            lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
    return b"\n".join(lines)


def damage_escapes(data: bytes, chance: Random) -> bytes:
    """Return some texts in double quotes, with an escape of YAML in them."""
    lines = data.split(b"\n")
    texts = [number for number, line in enumerate(lines) if _TEXT.fullmatch(line)]
    for number in chance.sample(texts, 3):
        match = _TEXT.fullmatch(lines[number])
        assert match
        at = chance.randrange(len(match[2]) + 1)
        escape = chance.choice(_ESCAPES)
        lines[number] = match[1] + b'"' + match[2][:at] + escape + match[2][at:] + b'"'
    return b"\n".join(lines)


_TEXT: Final = re.compile(rb"([ -]*(?:set|title|test|windfall|produces): )([^'\"{\[]+)")
_ESCAPES: Final = (
    rb"\e",
    rb"\a",
    rb"\0",
    rb"\x9b",
    rb"\u202e",
    rb"\L",
    rb"\n",
    rb"\t",
    rb"\ufeff",
    rb"\_",
)


def damage_facts(data: bytes, chance: Random) -> bytes:
    """Exchange some numbers and words for others of their sort, so that many copies stay valid."""
    for _ in range(chance.randint(1, 4)):
        sort = chance.choice(_SORTS)
        places = list(re.finditer(rb"\b(?:" + b"|".join(sort) + rb")\b", data))
        if not places:  # of the other game
            continue
        place = chance.choice(places)
        data = data[: place.start()] + chance.choice(sort) + data[place.end() :]
    return data


_SORTS: Final[tuple[tuple[bytes, ...], ...]] = (
    (b"0", b"1", b"2", b"3", b"6", b"20", b"99"),
    (b"novelty", b"rare", b"genes", b"alien"),
    (b"rebel", b"imperium", b"uplift", b"terraforming"),
    (b"world", b"military world", b"development"),
    (b"explore", b"develop", b"settle", b"consume", b"produce"),
    (b"draw", b"keep", b"military", b"cost", b"vp"),
    (b"home", b"military", b"consumption", b"novelty", b"2-cost", b"gray"),
    (b"assign", b"explore", b"develop", b"settle", b"produce", b"ship", b"immediate", b"always"),
    (b"die", b"dice", b"worker", b"good", b"goods", b"worlds", b"developments", b"tiles"),
    (b"scouting", b"stocking", b"completing", b"trading", b"consuming", b"end"),
    (b"other side", b"beside", b"faction", b"kind", b"title"),
)
"""Words that can replace each other, more or less."""


def damage_letter(data: bytes, chance: Random) -> bytes:
    """Return one letter more, or one less, as by a key; often one that YAML takes for a sign."""
    at = chance.randrange(len(data))
    if chance.randrange(3):
        return data[:at] + chance.choice(_LETTERS) + data[at:]
    return data[:at] + data[at + 1 :]


_LETTERS: Final = [bytes([code]) for code in b"x1 :-#'\"|>[]{},&*!?%\n\t"]

WAYS: Final[tuple[Callable[[bytes, Random], bytes], ...]] = (
    damage_bytes,
    damage_tokens,
    damage_lines,
    damage_escapes,
    damage_facts,
    damage_letter,
)


@contextmanager
def _trying(name: str, tally: Tally) -> Iterator[None]:
    """Count a copy; note a failure if it crashes its reader or takes too long."""
    tally.counts["copies"] += 1
    start = time.process_time()
    try:
        yield
    except Exception:
        tally.failures.append(f"{name} crashed:\n{traceback.format_exc()}")
    seconds = time.process_time() - start
    tally.note("slowest, seconds", round(seconds, 3))
    if seconds > SECONDS:
        tally.failures.append(f"{name} took {seconds:.1f} s")


def try_files(seed: int, number: int) -> Tally:
    """Check some damaged copies of a shipped set."""
    chance = Random(f"{seed}/{number}")
    ids = shipped_ids()
    tally, cache = Tally(), SourceCache()
    plain = original = find_set(ids[number % len(ids)]).read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.yaml"
        cache.put(path, original)
        compile_files([path], cache)
        for copy in range(BATCH):
            way = WAYS[copy % len(WAYS)]
            damaged = way(plain if way is damage_letter else original, chance)
            path.write_bytes(damaged)
            cache.put(path, damaged)
            name = f"{ids[number % len(ids)]}, part {number}, copy {copy} ({way.__name__})"
            _try_file(path, name, tally, cache)
            if cache.read(path, str(path)).read_plainly:
                plain = damaged
    return tally


def _try_file(path: Path, name: str, tally: Tally, cache: SourceCache) -> None:
    edited = None
    with _trying(name, tally):
        compilation = compile_files([path], design=True, untested=True)
        text = TextRenderer(compilation.sources)
        for diagnostic in compilation.diagnostics:
            text.diagnostic(diagnostic)
        findings_data(compilation.diagnostics, list(compilation.sources))
    with _trying(f"{name}, read again after an edit,", Tally()):
        edited = compile_files([path], cache, design=True, untested=True)
    if edited is None:
        tally.failures.append(f"{name} cannot be read again after an edit")
        return
    tally.counts["findings"] += len(edited.diagnostics)
    tally.counts["refused"] += edited.has_errors
    if not _is_same(compilation, edited):
        tally.failures.append(f"{name} is another one when it is read again after an edit")
    if edited.has_errors == (len(edited.sets) == len(edited.units)):
        tally.failures.append(f"{name} has errors and is a set, or neither")
    tally.failures += [f"{name}: {problem}" for problem in _placeless(edited)]
    tally.failures += [f"{name}: {text!r} is let through" for text in _deceiving(edited)]


def _is_same(first: Compilation, second: Compilation) -> bool:
    """Return whether two compilations found and understood the same."""
    understood = [
        [_understood(unit) for unit in compilation.units] for compilation in (first, second)
    ]
    found = first.diagnostics == second.diagnostics and first.sets == second.sets
    return found and understood[0] == understood[1]


def _understood(unit: Unit) -> tuple[object, ...]:
    drafts = [(draft.title, draft.card, draft.lines, draft.is_complete) for draft in unit.drafts]
    rest = (unit.broken, unit.read_plainly, unit.goals, unit.search, unit.tests)
    return (unit.root, unit.data, drafts, *rest)


def _placeless(compilation: Compilation) -> list[str]:
    """Return the findings whose place is not in the file."""
    bad = []
    for found in compilation.diagnostics:
        lines = compilation.sources.get(found.file, ("",))
        line, column = found.region.line, found.region.column
        if not (1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1):
            bad.append(f"{found.code} is at {line}:{column}, which is nowhere")
    return bad


def _deceiving(compilation: Compilation) -> Iterator[str]:
    """Yield names in sound sets with a character that no card file may hold."""
    for card_set in compilation.sets:
        titles = [card.title for card in card_set.cards] + [goal.title for goal in card_set.goals]
        words = [word for card in card_set.cards for word in card.keywords]
        for text in (card_set.id, card_set.title, *card_set.keywords, *titles, *words):
            if "\n" in text or has_refused_characters(text):
                yield text


_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
_ROWS: Final = (
    ("Title", "Type", "Cost", "VP", "Goods", "Keywords", "Powers"),
    ("Ice Moon", "world", 2, 1.0, "produces rare", "Alien Uplift", "produce: good"),
    ("Ice Market", "development", 3, "=1+1", None, "frozen", "trade: price +1\nsettle: cost -1"),
)


def sample_workbook() -> bytes:
    """Return a workbook with two cards."""
    openpyxl: Any = importlib.import_module("openpyxl")
    book = openpyxl.Workbook()
    for row in _ROWS:
        book.active.append(row)
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def damage_archive(data: bytes, chance: Random) -> bytes:
    """Return some bytes of the archive changed, perhaps of one that is packed in another way."""
    return damage_bytes(_repacked(data, chance, lambda part: part), chance)


def truncate(data: bytes, chance: Random) -> bytes:
    """Return a beginning, an end, or all but a middle."""
    first, last = sorted((chance.randrange(len(data)), chance.randrange(len(data))))
    return chance.choice((data[:first], data[last:], data[:first] + data[last:]))


def damage_part(data: bytes, chance: Random) -> bytes:
    """Return a sound archive in which one part has some bytes or words changed."""
    damage = chance.choice((damage_bytes, damage_tokens))
    return _repacked(data, chance, lambda part: damage(part, chance))


def damage_head(data: bytes, chance: Random) -> bytes:
    """Return some bytes changed in what describes a part: its packing, its lengths, its name."""
    marks = [place for place in range(len(data)) if data[place : place + 3] in (b"PK\1", b"PK\3")]
    at = chance.choice(marks) + chance.randrange(4, 46)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def _repacked(data: bytes, chance: Random, change: Callable[[bytes], bytes]) -> bytes:
    """Return an archive packed anew, with one of its parts changed."""
    new = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(data)) as old,
        zipfile.ZipFile(new, "w", chance.choice(_METHODS)) as archive,
    ):
        changed = chance.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            archive.writestr(name, change(part) if name == changed else part)
    return new.getvalue()


WORKBOOK_WAYS: Final = (damage_archive, truncate, damage_part, damage_head)


def try_workbooks(seed: int, number: int) -> Tally:
    """Read some damaged copies of a workbook."""
    chance, tally = Random(f"{seed}/{number}"), Tally()
    original = sample_workbook()
    for copy in range(BATCH):
        way = WORKBOOK_WAYS[copy % len(WORKBOOK_WAYS)]
        damaged = way(original, chance)
        with _trying(f"part {number}, workbook {copy} ({way.__name__})", tally):
            try:
                table = read_table(read_workbook_here(damaged)[0])
                tally.counts["findings"] += len(table.problems) + len(table.losses)
            except UnreadableTable:
                tally.counts["refused"] += 1
    return tally
