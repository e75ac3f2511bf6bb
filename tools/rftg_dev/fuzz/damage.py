"""Damaged card files: check must report each with a place, quickly, and never fail itself.

What an editor finds in a copy, in which it reads only the entries that have changed, is the same.

    python -m rftg_dev.fuzz.damage [--count 2000] [--seed 1] [--set base]

Exit code 1 when a copy crashed the check, took too long, or was refused without a place.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.formats.plain_json import as_data
from rftg_dsl.diagnostics.render import Text
from rftg_dsl.resources import shipped_ids
from rftg_dsl.sets.cache import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.locate import find_set
from rftg_dsl.source.text import CONTROL

SECONDS: Final = 2.0
"""Longest time that a check may take, of CPU time: other work on the machine does not count."""


@dataclass(slots=True)
class Tally:
    """What became of the copies. slowest: in seconds. problems: one text each.

    refused: those with errors; design lints look at the others.
    """

    copies: int = 0
    refused: int = 0
    findings: int = 0
    slowest: float = 0.0
    problems: list[str] = field(default_factory=list)


def damage_bytes(data: bytes, chance: random.Random) -> bytes:
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


def damage_tokens(data: bytes, chance: random.Random) -> bytes:
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


def damage_lines(data: bytes, chance: random.Random) -> bytes:
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


def damage_escapes(data: bytes, chance: random.Random) -> bytes:
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


def damage_facts(data: bytes, chance: random.Random) -> bytes:
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
"""Words that can stand in each other's place, more or less."""


def damage_letter(data: bytes, chance: random.Random) -> bytes:
    """Return one letter more, or one less, as by a key; often one that YAML takes for a sign."""
    at = chance.randrange(len(data))
    if chance.randrange(3):
        return data[:at] + chance.choice(_LETTERS) + data[at:]
    return data[:at] + data[at + 1 :]


_LETTERS: Final = [bytes([one]) for one in b"x1 :-#'\"|>[]{},&*!?%\n\t"]

WAYS: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (
    damage_bytes,
    damage_tokens,
    damage_lines,
    damage_escapes,
    damage_facts,
    damage_letter,
)


def try_copies(count: int, seed: int, folder: Path, of: str = "base") -> Tally:
    """Check `count` damaged copies of a shipped set, written into a folder."""
    chance = random.Random(seed)
    whole = find_set(of).read_bytes()
    tally = Tally()
    path = folder / "damaged.yaml"
    cache = SourceCache()
    cache.put(path, whole)
    compile_files([path], cache)
    plain = whole
    for number in range(count):
        way = WAYS[number % len(WAYS)]
        damaged = way(plain if way is damage_letter else whole, chance)
        path.write_bytes(damaged)
        cache.put(path, damaged)
        _try(path, f"copy {number} ({way.__name__}, seed {seed})", tally, cache)
        if cache.read(path, str(path)).read_plainly:
            plain = damaged
    return tally


def _try(path: Path, name: str, tally: Tally, cache: SourceCache) -> None:
    tally.copies += 1
    begun = time.process_time()
    try:
        compilation = compile_files([path], design=True, untested=True)
        _render(compilation)
        seconds = time.process_time() - begun
        edited = compile_files([path], cache, design=True, untested=True)
    except Exception:
        tally.problems.append(f"{name} crashed:\n{traceback.format_exc()}")
        return
    tally.slowest = max(tally.slowest, seconds)
    tally.findings += len(compilation.diagnostics)
    tally.refused += compilation.has_errors
    if seconds > SECONDS:
        tally.problems.append(f"{name} took {seconds:.1f} s")
    if not _is_same(compilation, edited):
        tally.problems.append(f"{name} is another one when it is read again after a change")
    if compilation.has_errors == (len(compilation.sets) == len(compilation.units)):
        tally.problems.append(f"{name} has errors and is a set, or neither")
    tally.problems += [f"{name}: {found}" for found in _placeless(compilation)]
    tally.problems += [f"{name}: {text!r} is let through" for text in _deceiving(compilation)]


def _is_same(one: Compilation, other: Compilation) -> bool:
    """Return whether two compilations found and understood the same."""
    understood = [[_understood(unit) for unit in which.units] for which in (one, other)]
    found = one.diagnostics == other.diagnostics and one.sets == other.sets
    return found and understood[0] == understood[1]


def _understood(unit: Unit) -> tuple[object, ...]:
    drafts = [(one.title, one.card, one.lines, one.whole) for one in unit.drafts]
    rest = (unit.broken, unit.read_plainly, unit.goals, unit.search, unit.tests)
    return (unit.root, unit.data, drafts, *rest)


def _render(compilation: Compilation) -> None:
    text = Text(compilation.sources)
    for found in compilation.diagnostics:
        text.diagnostic(found)
    as_data(compilation.diagnostics, list(compilation.sources))


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
            if "\n" in text or CONTROL.search(text):
                yield text


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description="Check damaged copies of a shipped set.")
    parser.add_argument("--count", type=int, default=2000, help="copies (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the damage (default 1)")
    parser.add_argument("--set", default="base", choices=shipped_ids(), help="default base")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        return print_tally(try_copies(args.count, args.seed, Path(folder), args.set))


def print_tally(tally: Tally) -> int:
    """Print what became of the copies; return the exit code."""
    sound = tally.copies - tally.refused
    print(f"{tally.copies} damaged copies: {tally.refused} refused, {sound} sound;")
    print(f"{tally.findings} findings, {len(tally.problems)} problems;", end=" ")
    print(f"the slowest took {tally.slowest * 1000:.0f} ms")
    for problem in tally.problems[:20]:
        print(problem)
    return 1 if tally.problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
