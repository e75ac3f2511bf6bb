"""Proposers for wrong marks: signs, arrows, colons, commas, quotes and line starts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rftg_dsl.diagnostics.text import listed, nearest
from rftg_dsl.suggest.phrases import synonyms
from rftg_dsl.suggest.proposals import MEANINGFUL, ParseFailure, Proposal, rank_of
from rftg_dsl.syntax.ast import SCORE, Span
from rftg_dsl.words.verbs import vocabulary


def typography(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose keyboard characters for those that a word processor puts in their place."""
    for match in _TITLE.finditer(failure.text):
        help = f'put titles in double quotes: `"{match[1]}"`'
        yield Proposal(Span(*match.span()), f'"{match[1]}"', help, sure=True)
    for pattern, text in _MARKS:
        for match in pattern.finditer(failure.text):
            plain = match.expand(text)
            help = "" if plain.strip() else "write an ordinary space"
            yield Proposal(Span(*match.span()), plain, help, sure=True)


_TITLE: Final = re.compile("['“”„‘‚«‹»›]+([^\"'“”„‘’‚«»‹›]+)['“”‘’«»‹›]+")
_MARKS: Final = (
    (re.compile(r" *(?:[-=–—−~]+ ?[>›]+|[→⇒➔➜⟶⟹⇨▶►]) *"), " -> "),
    (re.compile("[\u00a0\u2000-\u200a\u202f\u3000]+"), " "),
    (re.compile("：|∶|:{2,}"), ":"),
    (re.compile(r"\+ *-(?= *[0-9])"), "-"),
    (re.compile("，|、"), ","),
    (re.compile(r" *(?:…|\.{3}) *(?=\w)"), ", "),
    (re.compile("(?<=[a-z])’"), "'"),
    (re.compile("(?<=non)[–—‑‐]|(?<=[0-9])[–—‑‐](?=cost)"), "-"),
)


def comment(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose `#` for the comment mark of another language."""
    match = re.search(r"(?<= )(?://|/\*)", failure.text)
    if match:
        help = "comments begin with `#`"
        yield Proposal(Span(*match.span()), "#", help, sure=True, blames=True)


def nothing(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose to delete a line that means no power."""
    if failure.is_power and _NOTHING.fullmatch(failure.text):
        help = "delete it; a card without powers has no key `powers`"
        yield Proposal(Span(0, len(failure.text)), "", help, exact=False)


_NOTHING: Final = re.compile("none|no|no powers?|nothing|n/?a|-+|–|—", re.IGNORECASE)


def signed_number(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a plain sign right before a number."""
    error = failure.error
    if not failure.expects("SIGNED"):
        return
    match = _SIGN_APART.match(failure.text, error.span.start)
    if match:
        number = f"{'+' if match[1] in '+＋' else '-'}{match[2]}"
        help = f"write `{number}`: a plain sign right before the number"
        yield Proposal(Span(*match.span()), number, help, sure=True)
    elif error.found.isdigit() and not failure.expects("INT"):
        number = error.found
        help = f"write `+{number}` or `-{number}`, with its sign"
        yield Proposal(error.span, f"+{number}", help)


_SIGN_APART: Final = re.compile("([+–−—‐‑-]|＋) *(?:= *)?([0-9]+)")


def needless_sign(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose to leave out a plus before a plain number; a minus would change the number."""
    error = failure.error
    if not failure.expects("INT") or failure.expects("SIGNED") or error.found[:1] not in ("+", "-"):
        return
    number = error.found[1:]
    if number.isdigit() and error.found[0] == "+":
        yield Proposal(error.span, number, sure=True)


def no_verb(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose what a number changes, for a line like `trade: +1`."""
    found = failure.error.found
    if not failure.expects("PRICE") or not re.fullmatch("[+-][0-9]+", found):
        return
    verbs = ("military", "price", "cost") if found[0] == "+" else ("cost", "price")
    for verb in verbs:
        if verb in vocabulary(failure.game.id).uses.get(failure.phase, ()):
            yield Proposal(failure.error.span, f"{verb} {found}")


def no_phase(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose the phase that a line should begin with."""
    text, error = failure.text, failure.error
    if not failure.expects("EXPLORE") or error.span.start:
        return
    word = text.split(":")[0].strip() if ":" in text else error.found
    starts, moments = (*failure.game.phases, SCORE), failure.game.moments
    words = synonyms(failure.game.id)
    near = words.get(word.lower()) or nearest(word, (*starts, *moments))
    if near in (*starts, *moments):
        start = text.lower().find(word.lower())
        span = Span(start, start + len(word))
        help = f"write `{near}:`" if span != error.span else ""
        yield Proposal(span, near, help, sure=word.lower() not in words)
    head = Span(0, text.index(":") + 1 if ":" in text else 0)
    fitting = _fitting(starts, head, failure) or _fitting(moments, head, failure)
    if len(fitting) == 1 and _MOMENT.fullmatch(text[: head.end]):
        yield _begin_with(fitting[0], head)
    choices = listed([f"`{phase}:`" for phase in fitting or starts])
    yield Proposal(Span(0, 0), "", f"begin the line with its phase: {choices}", exact=False)


def _fitting(phases: Iterable[str], head: Span, failure: ParseFailure) -> list[str]:
    """Return the phases with which a line means something."""
    return [
        phase
        for phase in phases
        if failure.rank(_begin_with(phase, head), MEANINGFUL) == MEANINGFUL
    ]


_MOMENT: Final = re.compile(
    r"(?:\b(?:the|of|end|start|beginning|game|round|turn|over|phase|at|each|every)\b|[^a-z])*",
    re.IGNORECASE,
)
"""Words in place of a phase that can be left out without losing anything."""


def _begin_with(phase: str, head: Span) -> Proposal:
    return Proposal(
        head,
        f"{phase}: " if not head.end else f"{phase}:",
        f"begin the line with its phase: `{phase}:`",
    )


def no_colon(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a colon behind a phase, also for another mark."""
    if not failure.expects("_COLON"):
        return
    text, start = failure.text, failure.error.span.start
    end = len(text[:start].rstrip())
    mark = re.compile(r" *(?:->|[-=–—;.,>|]+) *").match(text, end)
    help = f"put a colon after the phase: `{text[:end].strip()}:`"
    if failure.error.found in (",", "and", "or", "/", "&"):
        yield _for_two_phases(failure) or Proposal(
            failure.error.span,
            "",
            f"write the power twice, once for each phase: `{text[:end].strip()}: ...`",
            exact=False,
        )
        return
    if mark:
        yield Proposal(Span(*mark.span()), ": ", help, sure=True)
    yield Proposal(Span(end, end), ":", help, sure=True)


def _for_two_phases(failure: ParseFailure) -> Proposal | None:
    """Propose two lines for one that names two phases, if both mean something."""
    text, phases = failure.text, "|".join(failure.game.phases)
    pattern = rf"({phases}) *(?:,|/|&|and|or) *({phases}) *: *(.+)"
    match = re.fullmatch(pattern, text, re.IGNORECASE)
    lines = [f"{match[group].lower()}: {match[3]}" for group in (1, 2)] if match else []
    if not lines or any(rank_of(line, failure.rule) != MEANINGFUL for line in lines):
        return None
    help = f"write two lines: `{lines[0]}` and `{lines[1]}`"
    return Proposal(Span(0, len(text)), NEW_LINE.join(lines), help, exact=False)


def no_arrow(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose an arrow behind a price, also for another mark or word."""
    text, error = failure.text, failure.error
    if not failure.expects("_ARROW"):
        return
    match = _ARROWS.match(text, error.span.start)
    if match:
        before = "" if text[: match.start()].endswith(" ") else " "
        after = "" if text[match.end() :].startswith(" ") else " "
        yield Proposal(Span(*match.span()), f"{before}->{after}")
    if error.found:
        before = "" if text[: error.span.start].endswith(" ") else " "
        place = Span(error.span.start, error.span.start)
        yield Proposal(place, f"{before}-> ", f"put `->` before `{error.found}`")


_ARROWS: Final = re.compile(
    r"[=:>,;|/-]|(?:for|to|then|gives?|into|and)\b(?: (?:get|gain|receive))?", re.I
)


def no_comma(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a comma between effects."""
    text, error = failure.text, failure.error
    if not failure.expects("_COMMA"):
        return
    start = len(text[: error.span.start].rstrip())
    if error.found in ("and", "then", "plus", "&", "+", ";", ":", "|", "/"):
        if any(True for _proposal in second_power(failure)):
            return
        if error.found in ("/", "|") and failure.phase != "explore":
            yield Proposal(Span(start, error.span.end), " or", "write `or` instead")
        yield Proposal(Span(start, error.span.end), ",", "write `,` instead", sure=True)
    yield Proposal(Span(start, start), ",", f"put a comma before `{error.found}`", sure=True)


def second_power(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a new line for a second power behind the first."""
    text, error = failure.text, failure.error
    rest = _JOINED.sub("", text[error.span.start :])
    starts = re.match(r"[A-Za-z]+", rest)
    if starts and starts[0].lower() in failure.game.order and ":" in rest and error.span.start:
        help = f"begin a line of its own with `{rest[:40]}`"
        place = Span(len(text[: error.span.start].rstrip(" ,;.")), len(text) - len(rest))
        yield Proposal(place, NEW_LINE, help, exact=False)


_JOINED: Final = re.compile(r"^(?:[ ,;.&|/+]|(?:and|then)\b)+", re.IGNORECASE)
NEW_LINE: Final = "\n"
"""Text of a proposal that begins a new line; its indent is added with the edit."""


def needless_marks(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose to leave out brackets, a bullet or a full stop."""
    text = failure.text
    plain = re.sub(r"[()\[\]{}`*]|^['\"]|(?<=[^\"])['\"]$", "", text).strip()
    if plain != text:
        help = f"write `{plain}`"
        yield Proposal(Span(0, len(text)), plain, help, sure=True)
    bullet = re.match(r"(?:[-+•·–]|[0-9]+[.)]) *", text)
    if bullet:
        yield Proposal(Span(*bullet.span()), "", f"leave out `{bullet[0].strip()}`", sure=True)
    end = re.search("[.,;!…]+$", text)
    if end:
        yield Proposal(Span(*end.span()), "", f"leave out `{end[0]}`", sure=True)


def bare_title(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose quotes for a title, recognized by its capital letters."""
    words = synonyms(failure.game.id)
    for match in _CAPITALS.finditer(failure.text):
        if match[0].lower() in words:
            continue
        help = f'put titles in double quotes: `"{match[0]}"`'
        yield Proposal(Span(*match.span()), f'"{match[0]}"', help)


_CAPITALS: Final = re.compile(r"\b[A-Z][\w'-]+(?: (?:of |the |for |and )*[A-Z][\w'-]*)*")


def open_title(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose the missing quotes of a title."""
    error = failure.error
    if error.found == '"':
        help = 'close the title with a second `"`'
        yield Proposal(Span(len(failure.text), len(failure.text)), '"', help)
    elif error.found in ("'", "“", "”", "„", "‘", "«"):
        help = 'put titles in double quotes: `"Card Title"`'
        yield Proposal(error.span, "", help, exact=False)
