"""Damaged card files: `check` reads each, or refuses it with a place, and quickly.

The editor's incremental reading, which only reads changed entries again, must give the same result
as a fresh one.
"""

from __future__ import annotations

import re
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

from rftg_dev.harness import Tally
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.formats import TextRenderer, findings_data
from rftg_dsl.resources import shipped_ids
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.files import find_set
from rftg_dsl.source.text import has_refused_characters

SECONDS: Final = 2.0
"""CPU time limit for a check."""
BATCH: Final = 24
"""Copies per part; damaged letters accumulate from copy to copy."""


def damage_bytes(data: bytes, chance: Random) -> bytes:
    """Change, insert or delete some bytes."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        position = chance.randrange(len(changed))
        kind = chance.randrange(3)
        if kind == 0:
            changed[position] = chance.randrange(256)
        elif kind == 1:
            changed.insert(position, chance.randrange(256))
        else:
            del changed[position]
    return bytes(changed)


def damage_tokens(data: bytes, chance: Random) -> bytes:
    """Swap, duplicate or delete some words and signs."""
    tokens = re.findall(rb"\w+|\s+|.", data, re.DOTALL)
    for _ in range(chance.randint(1, 6)):
        first, second = chance.randrange(len(tokens)), chance.randrange(len(tokens))
        kind = chance.randrange(3)
        if kind == 0:
            tokens[first], tokens[second] = tokens[second], tokens[first]
        elif kind == 1:
            tokens.insert(first, tokens[second])
        else:
            del tokens[first]
    return b"".join(tokens)


def damage_lines(data: bytes, chance: Random) -> bytes:
    """Move, duplicate, delete, indent or cut some lines."""
    lines = data.split(b"\n")
    for _ in range(chance.randint(1, 5)):
        row = chance.randrange(len(lines))
        kind = chance.randrange(5)
        if kind == 0:
            lines.insert(chance.randrange(len(lines)), lines.pop(row))
        elif kind == 1:
            lines.insert(chance.randrange(len(lines)), lines[row])
        elif kind == 2 and len(lines) > 1:
            del lines[row]
        elif kind == 3:
            lines[row] = b" " * chance.randrange(8) + lines[row].lstrip()
        else:
            lines[row] = lines[row][: chance.randrange(len(lines[row]) + 1)]
    return b"\n".join(lines)


def damage_escapes(data: bytes, chance: Random) -> bytes:
    """Put some texts in double quotes, with a YAML escape inside."""
    lines = data.split(b"\n")
    rows = [row for row, line in enumerate(lines) if _TEXT.fullmatch(line)]
    for row in chance.sample(rows, 3):
        match = _TEXT.fullmatch(lines[row])
        assert match
        column = chance.randrange(len(match[2]) + 1)
        escape = chance.choice(_ESCAPES)
        lines[row] = match[1] + b'"' + match[2][:column] + escape + match[2][column:] + b'"'
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
    """Replace some numbers and words by others of their kind, so that many copies stay valid."""
    for _ in range(chance.randint(1, 4)):
        words = chance.choice(_WORDS)
        matches = list(re.finditer(rb"\b(?:" + b"|".join(words) + rb")\b", data))
        if not matches:  # words of the other game
            continue
        match = chance.choice(matches)
        data = data[: match.start()] + chance.choice(words) + data[match.end() :]
    return data


_WORDS: Final[tuple[tuple[bytes, ...], ...]] = (
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
"""Words that can mostly replace each other."""


def damage_letter(data: bytes, chance: Random) -> bytes:
    """Insert or delete a letter, as a key press does; often one with a meaning in YAML."""
    position = chance.randrange(len(data))
    if chance.randrange(3):
        return data[:position] + chance.choice(_LETTERS) + data[position:]
    return data[:position] + data[position + 1 :]


_LETTERS: Final = [bytes([code]) for code in b"x1 :-#'\"|>[]{},&*!?%\n\t"]

DAMAGES: Final[tuple[Callable[[bytes, Random], bytes], ...]] = (
    damage_bytes,
    damage_tokens,
    damage_lines,
    damage_escapes,
    damage_facts,
    damage_letter,
)


@contextmanager
def _trying(name: str, tally: Tally) -> Iterator[None]:
    """Count a copy, and record a failure if it crashes its reader or takes too long."""
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


def try_files(seed: int, part: int) -> Tally:
    """Check damaged copies of a shipped set."""
    chance = Random(f"{seed}/{part}")
    ids = shipped_ids()
    tally, cache = Tally(), SourceCache()
    undamaged = original = find_set(ids[part % len(ids)]).read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.yaml"
        cache.put(path, original)
        compile_files([path], cache)
        for copy in range(BATCH):
            damage = DAMAGES[copy % len(DAMAGES)]
            damaged = damage(undamaged if damage is damage_letter else original, chance)
            path.write_bytes(damaged)
            cache.put(path, damaged)
            name = f"{ids[part % len(ids)]}, part {part}, copy {copy} ({damage.__name__})"
            _try_file(path, name, tally, cache)
            if cache.read(path, str(path)).read_plainly:
                undamaged = damaged
    return tally


def _try_file(path: Path, name: str, tally: Tally, cache: SourceCache) -> None:
    edited = None
    with _trying(name, tally):
        compilation = compile_files([path], design=True, untested=True)
        text = TextRenderer(compilation.sources)
        for diagnostic in compilation.diagnostics:
            text.diagnostic(diagnostic)
        findings_data(compilation.diagnostics, list(compilation.sources))
    with _trying(f"{name}, incrementally,", Tally()):
        edited = compile_files([path], cache, design=True, untested=True)
    if edited is None:
        tally.failures.append(f"{name}: incremental reading failed")
        return
    tally.counts["findings"] += len(edited.diagnostics)
    tally.counts["refused"] += edited.has_errors
    if not _is_same(compilation, edited):
        tally.failures.append(f"{name}: incremental reading gives a different result")
    if edited.has_errors == (len(edited.sets) == len(edited.units)):
        tally.failures.append(f"{name}: errors and a set, or neither")
    tally.failures += [f"{name}: {problem}" for problem in _misplaced(edited)]
    tally.failures += [f"{name}: {text!r} was accepted" for text in _forbidden_names(edited)]


def _is_same(first: Compilation, second: Compilation) -> bool:
    """Return whether two compilations have equal diagnostics and results."""
    contents = [[_content(unit) for unit in compilation.units] for compilation in (first, second)]
    is_equal = first.diagnostics == second.diagnostics and first.sets == second.sets
    return is_equal and contents[0] == contents[1]


def _content(unit: Unit) -> tuple[object, ...]:
    drafts = [(draft.title, draft.card, draft.lines, draft.is_complete) for draft in unit.drafts]
    fields = (unit.broken, unit.read_plainly, unit.goals, unit.search, unit.tests)
    return (unit.root, unit.data, drafts, *fields)


def _misplaced(compilation: Compilation) -> list[str]:
    """Return the diagnostics with a place outside of the file."""
    problems = []
    for diagnostic in compilation.diagnostics:
        lines = compilation.sources.get(diagnostic.file, ("",))
        line, column = diagnostic.region.line, diagnostic.region.column
        if not (1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1):
            problems.append(f"{diagnostic.code} is at {line}:{column}, outside of the file")
    return problems


def _forbidden_names(compilation: Compilation) -> Iterator[str]:
    """Yield names in sets without errors that contain a forbidden character."""
    for card_set in compilation.sets:
        titles = [card.title for card in card_set.cards] + [goal.title for goal in card_set.goals]
        words = [word for card in card_set.cards for word in card.keywords]
        for text in (card_set.id, card_set.title, *card_set.keywords, *titles, *words):
            if "\n" in text or has_refused_characters(text):
                yield text
