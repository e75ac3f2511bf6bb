"""Search for what a text that cannot be parsed was meant to say.

Proposers are tried in order, and how far each mended text reads decides. A line with several
mistakes is mended to its end before anything is reported, so that all of it can be shown at once,
and a request that cards cannot express is refused at the start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.text import listed
from rftg_dsl.games import game_of
from rftg_dsl.semantics.suspicious import is_redundant_target
from rftg_dsl.suggest import marks, misspellings
from rftg_dsl.suggest.phrases import Unsupported, find_unsupported, plain_texts, printed_lines
from rftg_dsl.suggest.proposals import (
    FARTHER,
    MEANINGFUL,
    ParseFailure,
    Proposal,
    Proposer,
    common_start,
    error_in,
    meaning_error,
    rank_of,
)
from rftg_dsl.syntax.ast import SCORE, Power, Span
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.words.checks import Rewrite, SemanticError, effect_without

PROPOSERS: Final[tuple[tuple[Proposer, int], ...]] = (
    (marks.nothing, MEANINGFUL),
    (marks.typography, FARTHER),
    (marks.comment, MEANINGFUL),
    (marks.signed_number, FARTHER),
    (misspellings.swapped, FARTHER),
    (marks.no_verb, FARTHER),
    (marks.needless_sign, FARTHER),
    (marks.needless_marks, MEANINGFUL),
    (marks.bare_title, MEANINGFUL),
    (misspellings.token, FARTHER),
    (misspellings.phrase, FARTHER),
    (misspellings.number_range, FARTHER),
    (misspellings.number_word, FARTHER),
    (marks.no_colon, FARTHER),
    (marks.second_power, FARTHER),
    (marks.no_phase, FARTHER),
    (marks.no_arrow, FARTHER),
    (misspellings.synonym, FARTHER),
    (misspellings.other_word, FARTHER),
    (misspellings.misspelt, FARTHER),
    (marks.open_title, FARTHER),
    (marks.no_comma, FARTHER),
    (misspellings.far_misspelt, MEANINGFUL),
    (misspellings.needless_word, MEANINGFUL),
    (misspellings.misplaced, MEANINGFUL),
    (misspellings.missing_word, MEANINGFUL),
)
"""Proposers, the likeliest first, and the least rank of a proposal that is worth showing."""
_SAFE: Final[tuple[Proposer, ...]] = (
    marks.typography,
    marks.comment,
    marks.signed_number,
    marks.no_colon,
    misspellings.misspelt,
)
"""Proposers that are right whatever else is wrong: wrong characters and wrong letters."""
_BUDGET: Final = 1_000
"""Most proposals tried for one error."""
_STEPS: Final = 8
"""Most mistakes mended in one line."""
_REWRITES: Final = 3
"""Most rewrites of one power: each can bring another error to light."""


class Repair(NamedTuple):
    """A proposal and its rank. blamed: the words that are wrong, None if the error is at them."""

    proposal: Proposal
    rank: int
    blamed: Span | None = None


class Refusal(NamedTuple):
    """A power that means nothing, and its error."""

    text: str
    error: SemanticError


class Diagnosis(NamedTuple):
    """What is wrong with a text: a request that cards cannot express, or what to write instead.

    refusal: else the power that it says in other words, which means nothing.
    """

    unsupported: Unsupported | None = None
    repair: Repair | None = None
    refusal: Refusal | None = None


class _Chain(NamedTuple):
    """Repairs that were made one after the other.

    text: the line at their end if it means something, else "". sure: nothing else can be meant.
    unsupported, refusal: why the line at their end says nothing.
    """

    text: str = ""
    sure: bool = False
    repairs: tuple[Repair, ...] = ()
    unsupported: Unsupported | None = None
    refusal: Refusal | None = None


@lru_cache(maxsize=256)  # an editor asks again for all wrong lines at every keystroke
def diagnose(text: str, rule: str, tokens: frozenset[str], can_suggest: bool) -> Diagnosis:
    """Return what is wrong with a text that cannot be parsed.

    rule: the grammar rule it is parsed by. tokens: classes of tokens that the file declares.
    advises: also return what to write instead.
    """
    error = error_in(text, rule)
    assert error is not None
    return _diagnose(ParseFailure(text, error, rule, tokens), can_suggest)


def _diagnose(failure: ParseFailure, can_suggest: bool) -> Diagnosis:
    if not failure.is_power:
        chain = _repair_all(failure, failure.text) if can_suggest else _Chain()
        return Diagnosis(repair=_first_repair(failure, chain))
    unsupported = find_unsupported(failure.text, failure.game.id)
    if not can_suggest:
        return Diagnosis(unsupported)
    chain = _Chain() if unsupported else _repair_all(failure, failure.text)
    first = _first_repair(failure, chain)
    if first is not None and first == chain.repairs[0] and first.rank == MEANINGFUL:
        plain = _has_no_idle_words(failure, first)
        return Diagnosis(repair=first if plain else _replace_line(failure, chain))
    refusal = chain.refusal
    for text in _readings(failure):
        reading = _repair_all(failure, text)
        if reading.text:
            return Diagnosis(repair=_replace_line(failure, reading))
        refusal = refusal or reading.refusal
    lines = None if chain.text else _split_scores(failure)
    if lines:
        return Diagnosis(repair=lines)
    if chain.unsupported:
        unsupported = chain.unsupported._replace(span=failure.error.span)
    return Diagnosis(unsupported, None if unsupported else first, refusal)


# --- one error


def find_repair(failure: ParseFailure, safe_only: bool = False) -> Repair | None:
    """Return the first repair with which the text means something, else the best that helps.

    safe_only: only what is right whatever else is wrong.
    """
    best: Repair | None = None
    for propose, least, proposal in islice(_proposals(failure), _BUDGET):
        if not proposal.exact:
            best = best or Repair(proposal, 0)
            continue
        if safe_only and not (proposal.sure and propose in _SAFE):
            continue
        rank = failure.rank(proposal, least)
        if rank >= least and (best is None or rank > best.rank):
            best = Repair(proposal, rank, proposal.span if proposal.blames else None)
        if rank == MEANINGFUL:
            break
    return best


def _proposals(failure: ParseFailure) -> Iterator[tuple[Proposer, int, Proposal]]:
    for propose, least in PROPOSERS:
        for proposal in propose(failure):
            yield propose, least, proposal


def propose_for_keyword(text: str, span: Span, rule: str) -> Proposal | None:
    """Return what is meant by a word of a power that no set declares as a keyword."""
    word = text[span.start : span.end]
    failure = ParseFailure(text, PowerSyntaxError(span, word, ()), rule)
    for proposal in misspellings.phrase(failure):
        covers = proposal.span.start <= span.start and span.end <= proposal.span.end
        if covers and rank_of(failure.apply(proposal), rule):
            return proposal
    if word in failure.terminals.reserved:
        end = min(span.end + 1, len(text))
        return Proposal(Span(span.start, end), "", f"leave out `{word}`")
    return None


# --- all errors of a line


def _repair_all(failure: ParseFailure, text: str) -> _Chain:
    """Return the repairs of a text, one after the other."""
    repairs: list[Repair] = []
    while len(repairs) < _STEPS:
        error = error_in(text, failure.rule)
        if error is None:
            return _end_chain(text, failure, repairs)
        failure = failure._replace(text=text, error=error)
        repair = find_repair(failure)
        if repair is not None:
            repairs.append(repair)
        if repair is None or not repair.proposal.exact:
            break
        text = failure.apply(repair.proposal)
        unsupported = find_unsupported(text, failure.game.id) if failure.is_power else None
        if unsupported:
            return _Chain(repairs=tuple(repairs), unsupported=unsupported)
    return _Chain(repairs=tuple(repairs))


def _end_chain(text: str, failure: ParseFailure, repairs: list[Repair]) -> _Chain:
    """Return repairs that end with a text that can be parsed; its error may say what it means."""
    steps, rule = tuple(repairs), failure.rule
    error = meaning_error(text, rule) if failure.is_power else None
    if error is None:
        return _Chain(text, all(repair.proposal.sure for repair in repairs), steps)
    unsupported = find_unsupported(text, game_of(rule).id)
    if unsupported:
        return _Chain(repairs=steps, unsupported=unsupported)
    meaningful = apply_rewrites(text, rule)
    if meaningful:
        return _Chain(meaningful, repairs=steps)
    return _Chain(repairs=steps, refusal=Refusal(_canonical(text, rule), error))


def _first_repair(failure: ParseFailure, chain: _Chain) -> Repair | None:
    """Return what to write now: the first repair, all of them, or one that is safe in any case."""
    if not chain.repairs:
        return None
    first = chain.repairs[0]
    if first.rank == MEANINGFUL or not first.proposal.exact:
        return first
    return _replace_line(failure, chain) if chain.text else find_repair(failure, safe_only=True)


def _replace_line(failure: ParseFailure, chain: _Chain) -> Repair:
    """Return the text of a chain as one repair, from the first difference on."""
    text = _canonical(chain.text, failure.rule) if failure.is_power else chain.text
    start = common_start(failure.text, text)
    blamed = chain.repairs[0].blamed if chain.repairs else None
    span = Span(min(start, blamed.start) if blamed else start, len(failure.text))
    help = f"write `{text.strip()}`"
    return Repair(Proposal(span, text[span.start :], help, sure=chain.sure), MEANINGFUL, blamed)


def apply_rewrites(text: str, rule: str) -> str | None:
    """Return a power with the rewrites of its errors made, None if they give it no meaning."""
    for _ in range(_REWRITES):
        if error_in(text, rule) is not None:
            return None
        error = meaning_error(text, rule)
        if error is None:
            return text
        span = rewritten_span(text, error.rewrite) if error.rewrite is not None else None
        if span is None or error.rewrite is None:
            return None
        text = text[: span.start] + error.rewrite.new + text[span.end :]
    return None


def rewritten_span(text: str, rewrite: Rewrite) -> Span | None:
    """Return what a rewrite replaces: its old words inside of its span, or the span."""
    if not rewrite.old:
        return rewrite.span
    pattern = re.compile(rf"\b{rewrite.old}", re.IGNORECASE)
    match = pattern.search(text, rewrite.span.start, rewrite.span.end)
    return Span(*match.span()) if match else None


# --- other readings of a line


def _readings(failure: ParseFailure) -> Iterator[str]:
    """Yield what a line says in the words of the language, as cards print it or without noise."""
    game = failure.game.id
    pasted = failure.text.strip().rstrip(".!")
    plain = [text for text in plain_texts(pasted, game) if text != failure.text]
    for text in dict.fromkeys((pasted, *plain)):
        for pattern, replacement in printed_lines(game):
            match = pattern.fullmatch(text)
            if match:
                yield " ".join(match.expand(replacement).split())
    yield from (text for text in plain if find_unsupported(text, game) is None)


def _split_scores(failure: ParseFailure) -> Repair | None:
    """Return a line for each of several scores on one line, if each means something."""
    first, *others = _NEXT_SCORE.split(failure.text)
    if failure.phase != SCORE or not others:
        return None
    parts = (first, *(f"{SCORE}: {part}" for part in others))
    lines = [_power_meant(failure, part) for part in parts]
    if not all(lines):
        return None
    help = f"write each on a line of its own: {listed([f'`{line}`' for line in lines], 'and')}"
    span = Span(0, len(failure.text))
    return Repair(Proposal(span, marks.NEW_LINE.join(lines), help, exact=False), MEANINGFUL)


_NEXT_SCORE: Final = re.compile(r"(?:,|;|\.)? *(?:\band\b|\bplus\b|&|(?<=[,;.])) *(?=\+?[0-9])")
"""Text between two scores on one line."""


def _power_meant(failure: ParseFailure, text: str) -> str:
    """Return the power that a text is meant to be, "" if none is found."""
    error = error_in(text, failure.rule)
    if error is None:
        return _canonical(text, failure.rule) if rank_of(text, failure.rule) == MEANINGFUL else ""
    failure = failure._replace(text=text, error=error)
    repair = _diagnose(failure, can_suggest=True).repair
    if repair is None or repair.rank != MEANINGFUL or not repair.proposal.exact:
        return ""
    return _canonical(failure.apply(repair.proposal), failure.rule)


def _has_no_idle_words(failure: ParseFailure, repair: Repair) -> bool:
    power = parse_power(failure.apply(repair.proposal), failure.rule)
    return power == _without_idle_words(power)


def _canonical(text: str, rule: str) -> str:
    """Return a power as the formatter writes it, without words that exclude nothing."""
    return format_power(_without_idle_words(parse_power(text, rule)))


def _without_idle_words(power: Power) -> Power:
    effects = tuple(
        effect_without(effect, "selector")
        if effect.verb == "cost" and is_redundant_target(effect)
        else effect
        for effect in power.effects
    )
    return replace(power, effects=effects)
