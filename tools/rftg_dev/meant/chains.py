"""A line as a designer would write it, and where the helps of check lead from there.

A round is one run of check: every edit that its findings offer is made, as far as they do not
overlap. Where no edit is offered, a help is followed as a reader follows it: each text that it says
to write, and each that it says to leave out. Only the nearest and examples are not followed.
Which phase is meant, where a help names several, only the designer knows: each is tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from rftg_dev.meant.corpus import Wish
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.fixing import applied
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.sets.cache import SourceCache
from rftg_dsl.syntax.ast import MOMENTS, PHASES, SCORE
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_goal, parse_measure, parse_power

MEANT: Final = "meant"
REFUSED: Final = "plain no"
DENIED: Final = "plain no to what can be said"
ASKED: Final = "asked"
STUCK: Final = "stuck"
WRONG: Final = "another card"

ROUNDS: Final = 8
"""Most runs of check that a designer has the patience for."""
_HEAD: Final = (
    "set: wishes\ntitle: Wishes\nrequires: [base, gathering-storm, rebel-vs-imperium, brink-of-war]"
    "\nkeywords: [xeno, anti-xeno]\ntokens: {relic: 6}\nmodules: [prestige, takeovers]\ncards:\n"
    "  - {title: Nest, military world: 3, vp: 1, keywords: [xeno]}\n"
    "  - {title: Guard, development: 3, vp: 1, keywords: [anti-xeno]}\n  - title: Wish\n"
)
_POWERS: Final = "    powers: |\n"
_GOALS: Final = (
    "set: wishes\ntitle: Wishes\nrequires: [base]\nmodules: [goals]\ncards:\n"
    "  - {title: Guard, development: 3, vp: 1}\ngoals:\n  - title: Wish\n    after: [settle]\n    "
)
_INDENT: Final = "      "
_HOSTS: Final = (
    "    development: 3\n    vp: 1\n",
    "    world: 2\n    vp: 1\n    produces: rare\n",
    "    world: 2\n    vp: 1\n    windfall: rare\n",
    "    development: 6\n    vp: variable\n",
    "    world: 1\n    vp: 1\n    windfall: novelty\n    start: {number: 90, colour: blue}\n",
)
"""Cards that a power can stand on, as far as it matters for what is found in it."""
_PRODUCED: Final = f"{_INDENT}produce: good\n"
_BREAKS: Final = ("E324", "W506")
"""What is found in a host because the power is the only one of the card."""
_PATH: Final = Path("/nowhere/wishes.yaml")
_CACHE: Final = SourceCache()


class Chain(NamedTuple):
    """What came of a wish.

    end: MEANT, REFUSED, ASKED (both readings are named), STUCK (a finding without a text to write)
    or WRONG. steps: the line in every round, the first one as it was said. said: the last help.
    """

    wish: Wish
    end: str
    steps: tuple[str, ...]
    said: str = ""

    @property
    def rounds(self) -> int:
        """How often something was changed."""
        return len(self.steps) - 1


def follow(wish: Wish) -> Chain:
    """Return where the helps of check lead from a wish.

    Of several ends it is the best one, which who knows what is meant comes to; where nothing can
    be meant, the worst.
    """
    host = _host_of(wish)
    ends = list(_ends(wish, host, (wish.said,)))
    chosen = min if _is_sayable(wish.meant) else max
    return chosen(ends, key=lambda chain: (_ORDER.index(chain.end), chain.rounds))


_ORDER: Final = (MEANT, REFUSED, ASKED, DENIED, STUCK, WRONG)


def _ends(wish: Wish, host: str, steps: tuple[str, ...]) -> Iterator[Chain]:
    found = _findings(host, steps[-1])
    lines = [one for one in _mended(host, steps[-1], found) if one not in steps]
    end = _end_of(wish, steps[-1], found, lines)
    said = " | ".join(f"{one.message}: {one.help}" for one in found)
    lines = [] if end else lines
    if end or not lines or len(steps) > ROUNDS:
        yield Chain(wish, end or STUCK, steps, said)
    for line in lines if len(steps) <= ROUNDS else ():
        yield from _ends(wish, host, (*steps, line))


def _end_of(wish: Wish, text: str, found: Sequence[Diagnostic], lines: Sequence[str]) -> str:
    """Return how a chain ends with a text, "" where it goes on. lines: what helps lead to."""
    if not found:
        sayable = _is_sayable(wish.meant)
        return MEANT if sayable and _meaning(text) == _meaning(wish.meant) else WRONG
    if not _is_sayable(wish.meant) and all(_is_no(one, lines) for one in found):
        return REFUSED
    if any("no words for" in said for one in found for said in (one.message, *one.notes)):
        return DENIED if _is_sayable(wish.meant) else REFUSED
    if not _is_sayable(wish.meant) and any(_NO_WORD.search(one.message) for one in found):
        return "" if lines else REFUSED
    if wish.asks and all(f"`{part}`" in found[0].help for part in wish.asks):
        return ASKED
    return ""


_NO_WORD: Final = re.compile("(?:is|are) no words? of the language")
"""What is said of a word that is not known: no claim that nothing else could say it."""


def _is_no(found: Diagnostic, lines: Sequence[str]) -> bool:
    """Return whether a finding says that words of the language do not go together, or not here."""
    offers = bool(lines) and "it can be used in: " not in found.help
    return found.code.startswith("E3") and found.fix is None and not offers


def _findings(host: str, text: str) -> tuple[Diagnostic, ...]:
    _CACHE.put(_PATH, _file(host, text))
    found = compile_files([_PATH], _CACHE).diagnostics
    return tuple(one for one in found if one.code not in _BREAKS)


def _file(host: str, text: str) -> str:
    if host == _GOALS:
        return f"{_GOALS}{text}\n" + ("    least: 2\n" if text.startswith("most") else "")
    body = "".join(f"{_INDENT}{line}\n" for line in text.split("\n"))
    produces = "produces:" in host and "produce: good" not in text
    return f"{_HEAD}{host}{_POWERS}{body}{_PRODUCED if produces else ''}"


def _mended(host: str, text: str, found: Sequence[Diagnostic]) -> Iterator[str]:
    """Yield the texts that the helps lead to."""
    fixes = [one.fix for one in found if one.fix is not None]
    if fixes:
        yield _powers_in(applied(_file(host, text), fixes)[0], host)
        return
    for one in found:
        if " or " in one.help and one.help.startswith(("add ", "put ")):
            at = one.region.column - 1 - len(_INDENT)
            for word in re.findall("`([a-z]+)`", one.help.partition(" before ")[0]):
                yield f"{text[:at]} {word} {text[at:]}"
        for phase in _phases(one.help):
            head = text if one.help.startswith("begin") else text.partition(":")[2].lstrip()
            yield f"{phase}: {head}"
        yield from _by_hand(host, text, one)


def _by_hand(host: str, text: str, found: Diagnostic) -> Iterator[str]:
    """Yield the texts that a reader of a help without an edit writes."""
    help, region = found.help, found.region
    if re.search("nearest|for example|, like", help) or region.line != region.end_line:
        return
    lines = text.split("\n")
    at = region.line - _file(host, text).partition(_POWERS)[0].count("\n") - 2
    if host == _GOALS or not 0 <= at < len(lines):
        return
    start, end = (column - 1 - len(_INDENT) for column in (region.column, region.end_column))
    for line in written_by_hand(help, lines[at], start, end):
        yield "\n".join((*lines[:at], line, *lines[at + 1 :]))


def written_by_hand(help: str, line: str, start: int, end: int) -> Iterator[str]:
    """Yield a line with what a help says written or left out at the place of its finding."""
    if re.match("(?:write|name) ", help):
        for words in re.findall("`([^`]+)`", help):
            phase, colon, power = words.partition(":")
            if phase in (*PHASES, *MOMENTS, SCORE) and colon:
                yield words if power else f"{words}{line.partition(':')[2]}"
            else:
                yield line[:start] + words + line[end:]
    if "without a sign" in help:
        yield line[:start] + line[start:end].lstrip("+-") + line[end:]
    if help.startswith("leave it out"):
        yield _tidy(line[:start] + line[end:])
    for words in re.findall("leave out `([^`]+)`", help):
        said = re.escape(words).replace(r"\ \.\.\.", "[^,>]*?(?=,|$)")
        yield _tidy(re.sub(rf"(?<![\w-]){said}(?![\w-])", "", line, count=1, flags=re.IGNORECASE))


def _tidy(line: str) -> str:
    """Return a line without the marks and spaces that something left out leaves behind."""
    line = re.sub(r"(: *)(?:may *)?(?:->|,) *", r"\1", re.sub(" {2,}", " ", line))
    return re.sub(r"^([a-z ]+:)(?=\S)", r"\1 ", line).rstrip(" ,")


def _phases(help: str) -> list[str]:
    """Return the phases of which a help says that the power can stand there."""
    return (
        help.partition("it can be used in: ")[2].split(", ")
        if "used in: " in help
        else (re.findall("`([a-z ]+):`", help) if help.startswith("begin the line") else [])
    )


def _powers_in(file: str, host: str) -> str:
    if host == _GOALS:
        return file.removeprefix(_GOALS).split("\n")[0]
    lines = file.partition(_POWERS)[2].split("\n")
    text = "\n".join(line.removeprefix(_INDENT) for line in lines if line.strip())
    return text.removesuffix("\nproduce: good") if "produces:" in host else text


@cache
def _is_sayable(meant: str) -> bool:
    return bool(meant) and any(not _findings(host, meant) for host in (*_HOSTS, _GOALS))


def _meaning(text: str) -> list[object] | None:
    """Return what lines of powers, or of a goal, say; None where they cannot be read."""
    key, _, said = text.partition(": ")
    try:
        if key in _GOAL_READERS:
            return [_GOAL_READERS[key](said)]
        return [parse_power(line) for line in text.split("\n")]
    except PowerSyntaxError:
        return None


_GOAL_READERS: Final[dict[str, Callable[[str], object]]] = {
    "first": parse_goal,
    "most": parse_measure,
}


def _host_of(wish: Wish) -> str:
    """Return the card on which what was meant is right, or which the line seems to be made for."""
    if wish.said.partition(":")[0] in _GOAL_READERS:
        return _GOALS
    if _is_sayable(wish.meant):
        return next(host for host in _HOSTS if not _findings(host, wish.meant))
    start = wish.said.partition(":")[0].strip().lower()
    return _HOSTS[3] if start not in (*PHASES, *MOMENTS) and "score" in start else _HOSTS[0]
