"""Slips in signs and marks: no sign, an arrow drawn otherwise, a colon or comma left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.nearest import nearest
from rftg_dsl.diagnostics.phrasing import listed
from rftg_dsl.suggest.repair import MEANT, Advice, Stopped, rank_of
from rftg_dsl.suggest.synonyms import synonyms
from rftg_dsl.syntax.ast import SCORE, Span
from rftg_dsl.words.verbs import vocabulary


def typography(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on characters that a word processor puts in place of those of the keyboard."""
    for match in _TITLE.finditer(stopped.text):
        help = f'put titles in double quotes: `"{match[1]}"`'
        yield Advice(Span(*match.span()), f'"{match[1]}"', help, sure=True)
    for pattern, text in _MARKS:
        for match in pattern.finditer(stopped.text):
            plain = match.expand(text)
            help = "" if plain.strip() else "write an ordinary space"
            yield Advice(Span(*match.span()), plain, help, sure=True)


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


def comment(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a comment as other languages write it."""
    match = re.search(r"(?<= )(?://|/\*)", stopped.text)
    if match:
        help = "comments begin with `#`"
        yield Advice(Span(*match.span()), "#", help, sure=True, blames=True)


def nothing(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a word for no power at all."""
    if stopped.is_power and _NOTHING.fullmatch(stopped.text):
        help = "delete it; a card without powers has no key `powers`"
        yield Advice(Span(0, len(stopped.text)), "", help, exact=False)


_NOTHING: Final = re.compile("none|no|no powers?|nothing|n/?a|-+|–|—", re.IGNORECASE)


def apart(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a number whose sign is missing, set apart or not on the keyboard."""
    error = stopped.error
    if not stopped.expects("SIGNED"):
        return
    match = _SIGN_APART.match(stopped.text, error.span.start)
    if match:
        number = f"{'+' if match[1] in '+＋' else '-'}{match[2]}"
        help = f"write `{number}`: a plain sign right before the number"
        yield Advice(Span(*match.span()), number, help, sure=True)
    elif error.found.isdigit() and not stopped.expects("INT"):
        number = error.found
        help = f"write `+{number}` or `-{number}`, with its sign"
        yield Advice(error.span, f"+{number}", help)


_SIGN_APART: Final = re.compile("([+–−—‐‑-]|＋) *(?:= *)?([0-9]+)")


def needless_sign(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a sign before a plain number; a minus is no slip that could be left out."""
    error = stopped.error
    if not stopped.expects("INT") or stopped.expects("SIGNED") or error.found[:1] not in ("+", "-"):
        return
    number = error.found[1:]
    if number.isdigit() and error.found[0] == "+":
        yield Advice(error.span, number, sure=True)


def no_verb(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a change without what it changes, like `trade: +1`."""
    found = stopped.error.found
    if not stopped.expects("PRICE") or not re.fullmatch("[+-][0-9]+", found):
        return
    wanted = ("military", "price", "cost") if found[0] == "+" else ("cost", "price")
    for verb in wanted:
        if verb in vocabulary(stopped.game.id).uses.get(stopped.phase, ()):
            yield Advice(stopped.error.span, f"{verb} {found}")


def no_phase(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a line that begins with something other than its phase."""
    text, error = stopped.text, stopped.error
    if not stopped.expects("EXPLORE") or error.span.start:
        return
    word = text.split(":")[0].strip() if ":" in text else error.found
    starts, moments = (*stopped.game.phases, SCORE), stopped.game.moments
    known = synonyms(stopped.game.id)
    near = known.get(word.lower()) or nearest(word, (*starts, *moments))
    if near in (*starts, *moments):
        start = text.lower().find(word.lower())
        span = Span(start, start + len(word))
        help = f"write `{near}:`" if span != error.span else ""
        yield Advice(span, near, help, sure=word.lower() not in known)
    head = Span(0, text.index(":") + 1 if ":" in text else 0)
    fits = [one for one in starts if stopped.rank(_begun(one, head), MEANT) == MEANT]
    fits = fits or [one for one in moments if stopped.rank(_begun(one, head), MEANT) == MEANT]
    if len(fits) == 1 and _MOMENT.fullmatch(text[: head.end]):
        yield _begun(fits[0], head)
    words = listed([f"`{phase}:`" for phase in fits or starts])
    yield Advice(Span(0, 0), "", f"begin the line with its phase: {words}", exact=False)


_MOMENT: Final = re.compile(
    r"(?:\b(?:the|of|end|start|beginning|game|round|turn|over|phase|at|each|every)\b|[^a-z])*",
    re.IGNORECASE,
)
"""What stands in place of a phase and says nothing that would be lost with it."""


def _begun(phase: str, head: Span) -> Advice:
    return Advice(
        head,
        f"{phase}: " if not head.end else f"{phase}:",
        f"begin the line with its phase: `{phase}:`",
    )


def no_colon(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a phase without its colon, or with another mark in its place."""
    if not stopped.expects("_COLON"):
        return
    text, start = stopped.text, stopped.error.span.start
    end = len(text[:start].rstrip())
    mark = re.compile(r" *(?:->|[-=–—;.,>|]+) *").match(text, end)
    help = f"put a colon after the phase: `{text[:end].strip()}:`"
    if stopped.error.found in (",", "and", "or", "/", "&"):
        yield _twice(stopped) or Advice(
            stopped.error.span,
            "",
            f"write the power twice, once for each phase: `{text[:end].strip()}: ...`",
            exact=False,
        )
        return
    if mark:
        yield Advice(Span(*mark.span()), ": ", help, sure=True)
    yield Advice(Span(end, end), ":", help, sure=True)


def _twice(stopped: Stopped) -> Advice | None:
    """Return the two lines that one for two phases stands for, if both mean something."""
    text, phases = stopped.text, "|".join(stopped.game.phases)
    pattern = rf"({phases}) *(?:,|/|&|and|or) *({phases}) *: *(.+)"
    match = re.fullmatch(pattern, text, re.IGNORECASE)
    lines = [f"{match[one].lower()}: {match[3]}" for one in (1, 2)] if match else []
    if not lines or any(rank_of(line, stopped.rule) != MEANT for line in lines):
        return None
    help = f"write two lines: `{lines[0]}` and `{lines[1]}`"
    return Advice(Span(0, len(text)), NEW_LINE.join(lines), help, exact=False)


def no_arrow(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a price without the arrow, or with another mark or word in its place."""
    text, error = stopped.text, stopped.error
    if not stopped.expects("_ARROW"):
        return
    match = _ARROWS.match(text, error.span.start)
    if match:
        before = "" if text[: match.start()].endswith(" ") else " "
        after = "" if text[match.end() :].startswith(" ") else " "
        yield Advice(Span(*match.span()), f"{before}->{after}")
    if error.found:
        before = "" if text[: error.span.start].endswith(" ") else " "
        place = Span(error.span.start, error.span.start)
        yield Advice(place, f"{before}-> ", f"put `->` before `{error.found}`")


_ARROWS: Final = re.compile(
    r"[=:>,;|/-]|(?:for|to|then|gives?|into|and)\b(?: (?:get|gain|receive))?", re.I
)


def no_comma(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on effects not separated by a comma."""
    text, error = stopped.text, stopped.error
    if not stopped.expects("_COMMA"):
        return
    start = len(text[: error.span.start].rstrip())
    if error.found in ("and", "then", "plus", "&", "+", ";", ":", "|", "/"):
        if any(True for _advice in second_power(stopped)):
            return
        if error.found in ("/", "|") and stopped.phase != "explore":
            yield Advice(Span(start, error.span.end), " or", "write `or` instead")
        yield Advice(Span(start, error.span.end), ",", "write `,` instead", sure=True)
    yield Advice(Span(start, start), ",", f"put a comma before `{error.found}`", sure=True)


def second_power(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a second power behind the first."""
    text, error = stopped.text, stopped.error
    rest = _JOINED.sub("", text[error.span.start :])
    starts = re.match(r"[A-Za-z]+", rest)
    if starts and starts[0].lower() in stopped.game.order and ":" in rest and error.span.start:
        help = f"begin a line of its own with `{rest[:40]}`"
        place = Span(len(text[: error.span.start].rstrip(" ,;.")), len(text) - len(rest))
        yield Advice(place, NEW_LINE, help, exact=False)


_JOINED: Final = re.compile(r"^(?:[ ,;.&|/+]|(?:and|then)\b)+", re.IGNORECASE)
NEW_LINE: Final = "\n"
"""The text of an advice that begins a line; what comes before its words is for who makes it."""


def needless_marks(stopped: Stopped) -> Iterator[Advice]:
    """Brackets, a bullet or a full stop, none of which a power has."""
    text = stopped.text
    plain = re.sub(r"[()\[\]{}`*]|^['\"]|(?<=[^\"])['\"]$", "", text).strip()
    if plain != text:
        help = f"write `{plain}`"
        yield Advice(Span(0, len(text)), plain, help, sure=True)
    bullet = re.match(r"(?:[-+•·–]|[0-9]+[.)]) *", text)
    if bullet:
        yield Advice(Span(*bullet.span()), "", f"leave out `{bullet[0].strip()}`", sure=True)
    stop = re.search("[.,;!…]+$", text)
    if stop:
        yield Advice(Span(*stop.span()), "", f"leave out `{stop[0]}`", sure=True)


def bare_title(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a title without quotes, recognized by its capital letters."""
    known = synonyms(stopped.game.id)
    for match in _CAPITALS.finditer(stopped.text):
        if match[0].lower() in known:
            continue
        help = f'put titles in double quotes: `"{match[0]}"`'
        yield Advice(Span(*match.span()), f'"{match[0]}"', help)


_CAPITALS: Final = re.compile(r"\b[A-Z][\w'-]+(?: (?:of |the |for |and )*[A-Z][\w'-]*)*")


def open_title(stopped: Stopped) -> Iterator[Advice]:
    """Yield advice on a title with one quote or none."""
    error = stopped.error
    if error.found == '"':
        help = 'close the title with a second `"`'
        yield Advice(Span(len(stopped.text), len(stopped.text)), '"', help)
    elif error.found in ("'", "“", "”", "„", "‘", "«"):
        help = 'put titles in double quotes: `"Card Title"`'
        yield Advice(error.span, "", help, exact=False)
