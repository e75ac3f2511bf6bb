"""Common slips in power lines: where the parser stops, what most likely was meant, exactly."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from rftg_dsl import limits
from rftg_dsl.ast import MOMENTS, PHASES, Span
from rftg_dsl.diagnostics import Edit, Report
from rftg_dsl.lower import USES, Meaningless, lower
from rftg_dsl.parser import PowerSyntaxError, expected_after, parse_power
from rftg_dsl.sayings import NUMBERS, ORDERS, PHRASES, SYNONYMS
from rftg_dsl.slip_order import orders
from rftg_dsl.vocabulary import RESERVED, distance, expected_words, listed, literal_words, nearest
from rftg_dsl.written import Written


class Advice(NamedTuple):
    """What to write: `text` in place of `span`. moved: it is the word there that is wrong."""

    span: Span
    text: str
    help: str = ""
    moved: bool = False


def report_syntax_error(written: Written, error: PowerSyntaxError, report: Report) -> None:
    """Report a line that cannot be read, with the words that may stand there and advice."""
    advice = advise(written.text, error) if report.advises else None
    if advice and advice.moved:
        _report_misspelt(written, advice, report)
        return
    found = written.text[error.span.start : error.span.end]
    what = f"`{found}` cannot stand here" if found else "the power ends too early"
    words = expected_words(error.expected)
    report.add(
        "E210",
        written.region(error.span),
        what if error.expected else f"`{found}` says again what was said before",
        label=f"here may stand {listed(words)}" if words else "",
        notes=_effects_note(written.text, words),
        help=(advice.help or f"write `{advice.text}`") if advice else "",
        edits=_edits(written, advice, error),
    )


def _edits(written: Written, advice: Advice | None, error: PowerSyntaxError) -> tuple[Edit, ...]:
    """The advice as an edit, where it is one: the line means something with it, or reads on."""
    if advice is None:
        return ()
    here = advice.text and advice.span == error.span
    if not here and not _means(written.text, advice):
        return ()
    text = advice.text.replace("'", "''") if written.quoted else advice.text
    return (Edit(written.region(advice.span), text),)


def _report_misspelt(written: Written, advice: Advice, report: Report) -> None:
    word = written.text[advice.span.start : advice.span.end]
    region = written.region(advice.span)
    text, mended = f"`{word}` is no word of the language", advice.text
    report.add("E210", region, text, help=f"write `{mended}`", replacement=mended)


def _effects_note(line: str, words: list[str]) -> tuple[str, ...]:
    """The effects of the line's phase, where one is expected."""
    phase = line.split(":")[0].strip().lower()
    if "an effect" not in words or phase not in USES:
        return ()
    return (f"effects of {phase}: {listed([f'`{verb}`' for verb in USES[phase]], 'and')}",)


def advise(line: str, error: PowerSyntaxError) -> Advice | None:
    """The first slip with which the line means something, else the first that fits, or None."""
    first = None
    for slip in _SLIPS:
        advice = slip(line, error)
        if advice is not None and _means(line, advice):
            return advice
        first = first or advice
    return first


def _means(line: str, advice: Advice) -> bool:
    """Whether the line with the advice taken says something."""
    try:
        lower(parse_power(line[: advice.span.start] + advice.text + line[advice.span.end :]))
    except (PowerSyntaxError, Meaningless, ValueError):
        return False
    return True


def report_large_numbers(written: Written, report: Report) -> bool:
    """Report numbers outside -99 to 99 in a line; whether there was one."""
    outside = re.sub(r'"[^"]*"', lambda title: " " * len(title[0]), written.text)
    found = [match for match in _NUMBER.finditer(outside) if int(match[0]) > limits.NUMBER]
    for match in found:
        most = limits.NUMBER
        region = written.region(Span(match.start(), match.end()))
        report.add(
            "E212",
            region,
            f"numbers go from -{most} to {most}, and this is {match[0]}",
            help=f"write at most `{most}`",
        )
    return bool(found)


_NUMBER: Final = re.compile(r"[0-9]+")


def _fits(line: str, span: Span, text: str, error: PowerSyntaxError) -> bool:
    """Whether `text` in place of `span` lets the line be read beyond where it stopped."""
    mended = line[: span.start] + text + line[span.end :]
    after = error.span.start - span.end
    moved = span.start + len(text) + (after if after >= 0 else -1)
    try:
        parse_power(mended)
    except PowerSyntaxError as later:
        return later.span.start > moved
    except ValueError:
        return False
    return True


def _missing_sign(line: str, error: PowerSyntaxError) -> Advice | None:
    if "SIGNED" in error.expected and "INT" not in error.expected and error.found.isdigit():
        number = error.found
        return Advice(error.span, f"+{number}", f"write `+{number}` or `-{number}`, with its sign")
    apart = _SIGN_APART.match(line, error.span.start)
    if "SIGNED" in error.expected and apart:
        number = f"{'+' if apart[1] == '+' else '-'}{apart[2]}"
        advice = f"write `{number}`: a plain sign right before the number"
        return Advice(Span(*apart.span()), number, advice)
    return None


_SIGN_APART: Final = re.compile("([+–−-]) *([0-9]+)")


def _missing_verb(line: str, error: PowerSyntaxError) -> Advice | None:
    """A change without what it changes, like `trade: +1`."""
    if "PRICE" not in error.expected or not _SIGNED.fullmatch(error.found):
        return None
    verbs = USES.get(line.split(":")[0].strip().lower(), ())
    wanted = ("military", "price", "cost") if error.found[0] == "+" else ("cost", "price")
    for verb in wanted:
        text = f"{verb} {error.found}"
        if verb in verbs and _fits(line, error.span, text, error):
            return Advice(error.span, text)
    return None


_SIGNED: Final = re.compile("[+-][0-9]+")


def _needless_sign(line: str, error: PowerSyntaxError) -> Advice | None:
    if "INT" in error.expected and "SIGNED" not in error.expected and error.found[:1] in "+-":
        number = error.found[1:]
        return Advice(error.span, number) if number.isdigit() else None
    return None


def _number_word(line: str, error: PowerSyntaxError) -> Advice | None:
    digits = NUMBERS.get(error.found)
    if digits == "1" and not _fits(line, error.span, digits, error):
        return None
    if digits is None or not {"INT", "SIGNED"} & set(error.expected):
        return None
    return Advice(error.span, digits if "INT" in error.expected else f"+{digits}")


def _missing_phase(line: str, error: PowerSyntaxError) -> Advice | None:
    if "EXPLORE" not in error.expected or error.span.start:
        return None
    known = (*PHASES, "score")
    word = line.split(":")[0].strip() if ":" in line else error.found
    near = SYNONYMS.get(word.lower()) or nearest(word, (*known, *MOMENTS))
    if near in (*known, *MOMENTS):
        start = line.lower().find(word.lower())
        span = Span(start, start + len(word))
        return Advice(span, near, f"write `{near}:`" if span != error.span else "")
    phases = [phase for phase in known if _fits(line, Span(0, 0), f"{phase}: ", error)]
    words = listed([f"`{phase}:`" for phase in phases or known])
    return Advice(Span(0, 0), "", f"begin the line with its phase: {words}")


def _missing_colon(line: str, error: PowerSyntaxError) -> Advice | None:
    if "_COLON" not in error.expected:
        return None
    end = len(line[: error.span.start].rstrip())
    word = line[:end].strip()
    return Advice(Span(end, end), ":", f"put a colon after the phase: `{word}:`")


def _missing_arrow(line: str, error: PowerSyntaxError) -> Advice | None:
    if "_ARROW" not in error.expected:
        return None
    start = error.span.start
    for wrong in ("=>", ":", "=", ">", "→", ",", "-"):
        if line.startswith(wrong, start) and _fits(
            line, Span(start, start + len(wrong)), "->", error
        ):
            return Advice(Span(start, start + len(wrong)), "->")
    if error.found and _fits(line, Span(start, start), "-> ", error):
        return Advice(Span(start, start), "-> ", f"put `->` before `{error.found}`")
    return None


def _second_power(line: str, error: PowerSyntaxError) -> Advice | None:
    rest = line[error.span.start :].lstrip(" ,;.")
    starts = re.match(r"[A-Za-z]+", rest)
    if starts and starts[0].lower() in (*PHASES, "score") and ":" in rest and error.span.start:
        return Advice(error.span, "", f"begin a line of its own with `{rest[:40]}`")
    if error.found in (";", ".") and "$END" in error.expected:
        return Advice(error.span, "", f"leave out `{error.found}`; each power is a line of its own")
    return None


def _missing_comma(line: str, error: PowerSyntaxError) -> Advice | None:
    start = len(line[: error.span.start].rstrip())
    if "_COMMA" in error.expected and error.found in ("and", "then", "plus", "&", "+", ";"):
        spot = Span(start, error.span.end)
        return Advice(spot, ",", "write `,` instead") if _fits(line, spot, ",", error) else None
    if "_COMMA" in error.expected and _fits(line, Span(start, start), ",", error):
        return Advice(Span(start, start), ",", f"put a comma before `{error.found}`")
    return None


def _synonym(line: str, error: PowerSyntaxError) -> Advice | None:
    word = SYNONYMS.get(error.found)
    return Advice(error.span, word) if word and _fits(line, error.span, word, error) else None


def _near_word(line: str, error: PowerSyntaxError) -> Advice | None:
    near = nearest(error.found, literal_words(error.expected)) if error.found else None
    return Advice(error.span, near) if near else None


def _near_word_before(line: str, error: PowerSyntaxError) -> Advice | None:
    """A misspelt word read as a keyword shows itself only at the word after it."""
    words = list(re.finditer(r"[A-Za-z'-]+", line[: error.span.start]))
    for match in reversed(words[-_LOOK_BACK:]):
        span = Span(match.start(), match.end())
        for word in (SYNONYMS.get(match[0].lower()), nearest(match[0], _ALL)):
            if word and word != match[0].lower() and _fits(line, span, word, error):
                return Advice(span, word, moved=True)
    return None


_LOOK_BACK: Final = 8
"""Words before the place that are looked at."""


def _wrong_order(line: str, error: PowerSyntaxError) -> Advice | None:
    """Two words that stand the wrong way round, like `vp 1` or `+1 military`."""
    for pattern in ORDERS:
        for match in pattern.finditer(line):
            if match.start() <= error.span.start <= match.end():
                span, text = Span(*match.span()), f"{match[2]} {match[1]}"
                if _fits(line, span, text, error):
                    return Advice(span, text)
    return None


def _phrase(line: str, error: PowerSyntaxError) -> Advice | None:
    """Several words that the language says otherwise, like `for each` for `per`."""
    for pattern, text in PHRASES:
        for match in pattern.finditer(line):
            span, said = Span(*match.span()), match.expand(text)
            if _fits(line, span, said, error):
                help = f"write `{said.strip()}` instead of `{match[0].strip()}`"
                return Advice(span, said, help)
    return None


def _other_word(line: str, error: PowerSyntaxError) -> Advice | None:
    for one, other in (("for", "against"), ("against", "for"), ("for", "per"), ("per", "each")):
        if error.found == one and _fits(line, error.span, other, error):
            return Advice(error.span, other)
    return None


def _respelt(line: str, error: PowerSyntaxError) -> Advice | None:
    """A short word, or one of two, with letters wrong; that the line means something tells which.

    One letter of `vp` or `to` is half of the word.
    """
    runs = [match.span(1) for match in _RUN.finditer(line) if match.start() <= error.span.start]
    for start, end in reversed(runs[-_LOOK_BACK:]):
        word = line[start:end].lower()
        for span in (Span(start, start + len(word.split()[0])), Span(start, end)):
            said = line[span.start : span.end].lower()
            known = [] if said in RESERVED else literal_words(expected_after(line[:start]))
            near = [(distance(said, other, 2), other) for other in known if other != said]
            for slips, other in sorted(near):
                advice = Advice(span, other)
                if slips <= 2 and _means(line, advice):
                    return advice
    return None


_RUN: Final = re.compile("(?<![A-Za-z'-])(?=([A-Za-z'-]+(?: +[A-Za-z'-]+)?))")
"""A word, with the next one."""


def _order(line: str, error: PowerSyntaxError) -> Advice | None:
    """Two words exchanged, or one word that stands elsewhere."""
    for span, text, help in orders(line, error.span.start):
        advice = Advice(span, text, help)
        if _means(line, advice):
            return advice
    return None


def _missing_word(line: str, error: PowerSyntaxError) -> Advice | None:
    start = error.span.start
    words = literal_words(error.expected)
    if len(words) == 1 and not error.found:
        return Advice(Span(start, start), "", f"go on with `{words[0]}`")
    if len(expected_words(error.expected)) > _FEW:
        return None
    for word in words:
        if len(word) > 1 and _fits(line, Span(start, start), f" {word} ", error):
            where = f"put `{word}` before `{error.found}`" if error.found else f"add `{word}`"
            return Advice(Span(start, start), f"{word} ", where)
    return None


_FEW: Final = 3
"""Where more than so many things can come, none of them is proposed."""


def _needless_word(line: str, error: PowerSyntaxError) -> Advice | None:
    if not error.found or not error.span.start:
        return None
    try:
        parse_power(line[: error.span.start] + line[error.span.end :])
    except PowerSyntaxError:
        return None
    return Advice(error.span, "", f"leave out `{error.found}`")


def _unknown_shape(line: str, error: PowerSyntaxError) -> Advice | None:
    if error.found == '"':
        return Advice(error.span, "", 'close the title with a second `"`')
    title = _OTHER_QUOTES.match(line, error.span.start)
    if title:
        advice = f'put titles in double quotes: `"{title[1]}"`'
        return Advice(Span(*title.span()), f'"{title[1]}"', advice)
    if error.found in ("'", "“", "”", "‘", "«"):
        return Advice(error.span, "", 'put titles in double quotes: `"Card Title"`')
    return None


_OTHER_QUOTES: Final = re.compile("['“”‘«]([^\"'“”‘’«»]+)['“”’»]")


_LONG_WORDS: Final = (
    "military non-military production windfall after placing producing discard against without "
    "explore develop settle trade consume produce score defense powers keyword beyond produced "
    "different another prestige setup paying conquer upgrade destroy defeat takeover take over "
    "negative choose others' discards saved"
)
_ALL: Final = (
    *literal_words(["_CARDS", "_GOODS", "NOUN", "KIND", "KINDS", "UP_TO"]),
    *_LONG_WORDS.split(),
)
_SLIPS: Final[tuple[Callable[[str, PowerSyntaxError], Advice | None], ...]] = (
    _missing_sign,
    _wrong_order,
    _missing_verb,
    _needless_sign,
    _phrase,
    _number_word,
    _second_power,
    _missing_colon,
    _missing_phase,
    _missing_arrow,
    _synonym,
    _other_word,
    _near_word,
    _unknown_shape,
    _missing_comma,
    _near_word_before,
    _respelt,
    _order,
    _needless_word,
    _missing_word,
)
