"""Proposers for wrong punctuation: signs, arrows, colons, commas, quotes and line starts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rftg_dsl.diagnostics.text import listed, nearest
from rftg_dsl.suggest.phrases import synonyms
from rftg_dsl.suggest.proposals import RANK_MEANINGFUL, ParseFailure, Proposal, rank_of
from rftg_dsl.syntax.ast import SCORE, Span
from rftg_dsl.words.verbs import vocabulary


def typography(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose ASCII characters for typographic ones."""
    for match in _TITLE.finditer(failure.text):
        help = f'put titles in double quotes: `"{match[1]}"`'
        yield Proposal(Span(*match.span()), f'"{match[1]}"', help, sure=True)
    for pattern, text in _MARKS:
        for match in pattern.finditer(failure.text):
            replacement = match.expand(text)
            help = "" if replacement.strip() else "write an ordinary space"
            yield Proposal(Span(*match.span()), replacement, help, sure=True)


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


def empty_power(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose to delete a line like `none`."""
    if failure.is_power and _NOTHING.fullmatch(failure.text):
        help = "delete it; cards without powers don't need `powers`"
        yield Proposal(Span(0, len(failure.text)), "", help, exact=False)


_NOTHING: Final = re.compile("none|no|no powers?|nothing|n/?a|-+|–|—", re.IGNORECASE)


def signed_number(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a plain sign directly before a number."""
    error = failure.error
    if not failure.expects("SIGNED"):
        return
    match = _SPACED_SIGN.match(failure.text, error.span.start)
    if match:
        number = f"{'+' if match[1] in '+＋' else '-'}{match[2]}"
        help = f"write `{number}`, with a plain sign directly before the number"
        yield Proposal(Span(*match.span()), number, help, sure=True)
    elif error.found.isdigit() and not failure.expects("INT"):
        number = error.found
        help = f"write `+{number}` or `-{number}`, with a sign"
        yield Proposal(error.span, f"+{number}", help)


_SPACED_SIGN: Final = re.compile("([+–−—‐‑-]|＋) *(?:= *)?([0-9]+)")


def needless_sign(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose to leave out a plus before a number that takes no sign."""
    error = failure.error
    if not failure.expects("INT") or failure.expects("SIGNED") or error.found[:1] not in ("+", "-"):
        return
    number = error.found[1:]
    if number.isdigit() and error.found[0] == "+":
        yield Proposal(error.span, number, sure=True)


def no_verb(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a verb for a line like `trade: +1`."""
    number = failure.error.found
    if not failure.expects("PRICE") or not re.fullmatch("[+-][0-9]+", number):
        return
    verbs = ("military", "price", "cost") if number[0] == "+" else ("cost", "price")
    for verb in verbs:
        if verb in vocabulary(failure.game.id).uses.get(failure.phase, ()):
            yield Proposal(failure.error.span, f"{verb} {number}")


def no_phase(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose the phase that a line should begin with."""
    text, error = failure.text, failure.error
    if not failure.expects("EXPLORE") or error.span.start:
        return
    word = text.split(":")[0].strip() if ":" in text else error.found
    phases, moments = (*failure.game.phases, SCORE), failure.game.moments
    words = synonyms(failure.game.id)
    suggestion = words.get(word.lower()) or nearest(word, (*phases, *moments))
    if suggestion in (*phases, *moments):
        start = text.lower().find(word.lower())
        span = Span(start, start + len(word))
        help = f"write `{suggestion}:`" if span != error.span else ""
        yield Proposal(span, suggestion, help, sure=word.lower() not in words)
    head = Span(0, text.index(":") + 1 if ":" in text else 0)
    matches = _valid_phases(phases, head, failure) or _valid_phases(moments, head, failure)
    if len(matches) == 1 and _IGNORABLE_START.fullmatch(text[: head.end]):
        yield _begin_with(matches[0], head)
    choices = listed([f"`{phase}:`" for phase in matches or failure.game.order])
    yield Proposal(Span(0, 0), "", f"begin the line with its phase: {choices}", exact=False)


def _valid_phases(phases: Iterable[str], head: Span, failure: ParseFailure) -> list[str]:
    """Return the phases that make a line valid."""
    return [
        phase
        for phase in phases
        if failure.rank(_begin_with(phase, head), RANK_MEANINGFUL) == RANK_MEANINGFUL
    ]


_IGNORABLE_START: Final = re.compile(
    r"(?:\b(?:the|of|end|start|beginning|game|round|turn|over|phase|at|each|every)\b|[^a-z])*",
    re.IGNORECASE,
)
"""Words at the start of a line that can be replaced with a phase without loss."""


def _begin_with(phase: str, head: Span) -> Proposal:
    return Proposal(
        head,
        f"{phase}: " if not head.end else f"{phase}:",
        f"begin the line with its phase: `{phase}:`",
    )


def no_colon(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose a colon after a phase, possibly instead of another mark."""
    if not failure.expects("_COLON"):
        return
    text, start = failure.text, failure.error.span.start
    end = len(text[:start].rstrip())
    mark = re.compile(r" *(?:->|[-=–—;.,>|]+) *").match(text, end)
    help = f"put a colon after the phase: `{text[:end].strip()}:`"
    if failure.error.found in (",", "and", "or", "/", "&"):
        yield _split_phases(failure) or Proposal(
            failure.error.span,
            "",
            f"write the power once for each phase: `{text[:end].strip()}: ...`",
            exact=False,
        )
        return
    if mark:
        yield Proposal(Span(*mark.span()), ": ", help, sure=True)
    yield Proposal(Span(end, end), ":", help, sure=True)


def _split_phases(failure: ParseFailure) -> Proposal | None:
    """Propose two lines for a line with two phases, if both are valid."""
    text, phases = failure.text, "|".join(failure.game.phases)
    pattern = rf"({phases}) *(?:,|/|&|and|or) *({phases}) *: *(.+)"
    match = re.fullmatch(pattern, text, re.IGNORECASE)
    lines = [f"{match[group].lower()}: {match[3]}" for group in (1, 2)] if match else []
    if not lines or any(rank_of(line, failure.rule) != RANK_MEANINGFUL for line in lines):
        return None
    help = f"write two lines: `{lines[0]}` and `{lines[1]}`"
    return Proposal(Span(0, len(text)), NEW_LINE.join(lines), help, exact=False)


def no_arrow(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose an arrow after a price, possibly instead of another mark or word."""
    text, error = failure.text, failure.error
    if not failure.expects("_ARROW"):
        return
    match = _ARROWS.match(text, error.span.start)
    if match:
        left_space = "" if text[: match.start()].endswith(" ") else " "
        right_space = "" if text[match.end() :].startswith(" ") else " "
        yield Proposal(Span(*match.span()), f"{left_space}->{right_space}")
    if error.found:
        left_space = "" if text[: error.span.start].endswith(" ") else " "
        place = Span(error.span.start, error.span.start)
        yield Proposal(place, f"{left_space}-> ", f"put `->` before `{error.found}`")


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
    """Propose a new line for a second power on the same line."""
    text, error = failure.text, failure.error
    remaining_text = _JOINERS.sub("", text[error.span.start :])
    first_word = re.match(r"[A-Za-z]+", remaining_text)
    if (
        first_word
        and first_word[0].lower() in failure.game.order
        and ":" in remaining_text
        and error.span.start
    ):
        help = f"begin a new line with `{remaining_text[:40]}`"
        place = Span(len(text[: error.span.start].rstrip(" ,;.")), len(text) - len(remaining_text))
        yield Proposal(place, NEW_LINE, help, exact=False)


_JOINERS: Final = re.compile(r"^(?:[ ,;.&|/+]|(?:and|then)\b)+", re.IGNORECASE)
NEW_LINE: Final = "\n"
"""Line break in a proposal. The edit adds the indentation."""


def needless_marks(failure: ParseFailure) -> Iterator[Proposal]:
    """Propose to leave out brackets, a bullet or a full stop."""
    text = failure.text
    cleaned = re.sub(r"[()\[\]{}`*]|^['\"]|(?<=[^\"])['\"]$", "", text).strip()
    if cleaned != text:
        help = f"write `{cleaned}`"
        yield Proposal(Span(0, len(text)), cleaned, help, sure=True)
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
    """Propose to close or replace the quotes of a title."""
    error = failure.error
    if error.found == '"':
        help = 'close the title with a second `"`'
        yield Proposal(Span(len(failure.text), len(failure.text)), '"', help)
    elif error.found in ("'", "“", "”", "„", "‘", "«"):
        help = 'put titles in double quotes: `"Card Title"`'
        yield Proposal(error.span, "", help, exact=False)
