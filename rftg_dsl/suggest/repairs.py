"""Search for repairs of text with syntax errors.

Proposers are tried in order and ranked by how far the repaired text can be parsed. Lines with
several mistakes are repaired completely, so that a single suggestion fixes the line. Requests that
cards can't express are rejected at the start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.text import listed
from rftg_dsl.games import RACE, game_of
from rftg_dsl.semantics.suspicious import is_redundant_target
from rftg_dsl.suggest import marks, misspellings
from rftg_dsl.suggest.english import read_english
from rftg_dsl.suggest.phrases import Unsupported, find_unsupported, plain_texts, printed_lines
from rftg_dsl.suggest.proposals import (
    RANK_LATER_ERROR,
    RANK_MEANINGFUL,
    ParseFailure,
    Proposal,
    Proposer,
    can_parse,
    common_start,
    error_in,
    meaning_error,
    rank_of,
)
from rftg_dsl.syntax.ast import Effect, Power, Span
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power, power_or_none
from rftg_dsl.words.checks import Rewrite, SemanticError, effect_without
from rftg_dsl.words.effects.own import Requirement

PROPOSERS: Final[tuple[tuple[Proposer, int], ...]] = (
    (marks.empty_power, RANK_MEANINGFUL),
    (marks.typography, RANK_LATER_ERROR),
    (marks.comment, RANK_MEANINGFUL),
    (marks.signed_number, RANK_LATER_ERROR),
    (misspellings.swapped_pair, RANK_LATER_ERROR),
    (marks.no_verb, RANK_LATER_ERROR),
    (marks.needless_sign, RANK_LATER_ERROR),
    (marks.needless_marks, RANK_MEANINGFUL),
    (marks.bare_title, RANK_MEANINGFUL),
    (misspellings.token, RANK_LATER_ERROR),
    (misspellings.phrase, RANK_LATER_ERROR),
    (misspellings.number_range, RANK_LATER_ERROR),
    (misspellings.number_word, RANK_LATER_ERROR),
    (marks.no_colon, RANK_LATER_ERROR),
    (marks.second_power, RANK_LATER_ERROR),
    (marks.no_phase, RANK_LATER_ERROR),
    (marks.no_arrow, RANK_LATER_ERROR),
    (misspellings.synonym, RANK_LATER_ERROR),
    (misspellings.wrong_preposition, RANK_LATER_ERROR),
    (misspellings.misspelling, RANK_LATER_ERROR),
    (marks.open_title, RANK_LATER_ERROR),
    (marks.no_comma, RANK_LATER_ERROR),
    (misspellings.distant_misspelling, RANK_MEANINGFUL),
    (misspellings.needless_word, RANK_MEANINGFUL),
    (misspellings.misplaced_word, RANK_MEANINGFUL),
    (misspellings.missing_word, RANK_MEANINGFUL),
)
"""Proposers, the likeliest first, with the minimum rank of their proposals."""
_SAFE_PROPOSERS: Final[tuple[Proposer, ...]] = (
    marks.typography,
    marks.comment,
    marks.signed_number,
    marks.no_colon,
    misspellings.misspelling,
)
"""Proposers that are reliable even if the line has other errors: characters and spelling."""
_MAX_PROPOSALS: Final = 1_000
"""Maximum number of proposals tried per error."""
_MAX_REPAIRS: Final = 8
"""Maximum number of repairs per line."""
_MAX_REWRITES: Final = 3
"""Maximum number of rewrites per power. Each can reveal another error."""


class Repair(NamedTuple):
    """A proposal and its rank.

    blamed_span: span of the wrong words, or None for the error's span.
    """

    proposal: Proposal
    rank: int
    blamed_span: Span | None = None


class Refusal(NamedTuple):
    """A power without meaning, and its error."""

    text: str
    error: SemanticError


class Diagnosis(NamedTuple):
    """Result for a text with a syntax error: an unsupported request, a repair or a refusal.

    refusal: a power without meaning that the text expresses in other words.
    """

    unsupported: Unsupported | None = None
    repair: Repair | None = None
    refusal: Refusal | None = None


class _Chain(NamedTuple):
    """Consecutive repairs.

    text: the repaired line, or "" if it is invalid.
    sure: whether the repairs are certain.
    unsupported, refusal: the reason why the repaired line has no meaning.
    """

    text: str = ""
    sure: bool = False
    repairs: tuple[Repair, ...] = ()
    unsupported: Unsupported | None = None
    refusal: Refusal | None = None


@lru_cache(maxsize=256)  # editors check all wrong lines again at every keystroke
def diagnose(text: str, rule: str, tokens: frozenset[str], can_suggest: bool) -> Diagnosis:
    """Diagnose a text with a syntax error.

    rule: grammar rule of the text.
    tokens: types of tokens declared in the file.
    can_suggest: whether to search for repairs as well.
    """
    error = error_in(text, rule)
    assert error is not None
    failure = ParseFailure(text, error, rule, tokens)
    diagnosis = _diagnose(failure, can_suggest)
    if diagnosis.repair is None:
        return diagnosis
    if _turns_gift_round(failure, diagnosis.repair):
        return Diagnosis()
    return diagnosis._replace(repair=_explain_may(failure, diagnosis.repair))


def _explain_may(failure: ParseFailure, repair: Repair) -> Repair:
    """Add to the help of a repair why it leaves out a `may`."""
    proposal = repair.proposal
    if not _MAY.search(failure.text) or not _result(failure, repair):
        return repair
    repaired = failure.apply(proposal)
    power = parse_power(repaired, failure.rule)
    is_requirement = isinstance(power.effects[0], Requirement)
    if _MAY.search(repaired) or power.cost or is_requirement:
        return repair
    help = proposal.help or f"write `{proposal.text.strip()}`"
    effects = [effect for each in (power.effects, *power.others) for effect in each]
    is_welcome = _OTHERS_MAY.search(failure.text) or all(map(_is_welcome, effects))
    reason = (
        "nobody would refuse it, so it takes no `may`"
        if is_welcome
        else "without a cost this is no choice, so it takes no `may`"
    )
    return repair._replace(proposal=proposal._replace(help=f"{help}: {reason}"))


def _is_welcome(effect: Effect) -> bool:
    """Return whether nobody would refuse an effect."""
    if effect.verb in ("cost", "price", "military"):
        return ((effect.amount or 0) > 0) == (effect.verb != "cost")
    return effect.verb in ("draw", "vp", "prestige")


_OTHERS_MAY: Final = re.compile(r"\beach other player may\b", re.IGNORECASE)
_MAY: Final = re.compile(r"\bmay\b", re.IGNORECASE)


def _turns_gift_round(failure: ParseFailure, repair: Repair | None) -> bool:
    """Return whether a repair gives to the owner what a text gives to the other players."""
    match = _GIFT.search(failure.text)
    if match is None or repair is None or not repair.proposal.exact or not failure.is_power:
        return False
    power = power_or_none(failure.apply(repair.proposal), failure.rule)
    verbs = [effect.verb for effect in power.effects] if power else []
    if "each other player" not in verbs:
        return False
    own_count = (
        len(verbs)
        - 1
        - max(index for index, verb in enumerate(verbs) if verb == "each other player")
    )
    parts = failure.text[match.end() :].split(",")[1:]
    return own_count > sum(not _GIVEN.match(part) for part in parts)


_GIFT: Final = re.compile(
    r".*\b(?:(?:each|every|all)(?: of the)? (?:other players?|opponents?|others))\b", re.IGNORECASE
)
"""A text up to the last words for the other players."""
_GIVEN: Final = re.compile(r" *(?:and +)?(?:may|draws|gains|gets|receives|takes)\b", re.IGNORECASE)
"""The beginning of something more that the other players get."""


def _diagnose(failure: ParseFailure, can_suggest: bool) -> Diagnosis:
    if not failure.is_power:
        chain = _repair_all(failure, failure.text) if can_suggest else _Chain()
        return Diagnosis(repair=_select_repair(failure, chain))
    reads_english = can_suggest and failure.game is RACE
    meaning = _read_english(failure) if reads_english else None
    if meaning is not None and not _turns_gift_round(failure, meaning):
        local = find_repair(failure)
        leads_there = local and _result(failure, local) == _result(failure, meaning) != ""
        return Diagnosis(repair=local if leads_there else meaning)
    unsupported = find_unsupported(failure.text, failure.game.id)
    if not can_suggest:
        return Diagnosis(unsupported)
    chain = _Chain() if unsupported else _repair_all(failure, failure.text)
    first = _select_repair(failure, chain)
    if first is not None and first == chain.repairs[0] and first.rank == RANK_MEANINGFUL:
        is_concise = _has_no_redundant_words(failure, first)
        return Diagnosis(repair=first if is_concise else _replace_line(failure, chain))
    refusal = chain.refusal
    for text in _interpretations(failure):
        reading = _repair_all(failure, text)
        if reading.text:
            return Diagnosis(repair=_replace_line(failure, reading))
        refusal = refusal or reading.refusal
    respelled = _Chain() if unsupported or chain.text else _respell(failure)
    if respelled.text:
        return Diagnosis(repair=_replace_line(failure, respelled))
    if chain.unsupported:
        unsupported = chain.unsupported._replace(span=failure.error.span)
    if reads_english and not (unsupported or first or refusal):
        refusal = _refuse_english(failure)
    return Diagnosis(unsupported, None if unsupported else first, refusal)


# --- one error


def find_repair(failure: ParseFailure, safe_only: bool = False) -> Repair | None:
    """Return the first repair that makes the text valid, or the best other repair.

    safe_only: whether to use only _SAFE_PROPOSERS.
    """
    best: Repair | None = None
    for propose, min_rank, proposal in islice(_proposals(failure), _MAX_PROPOSALS):
        if not proposal.exact:
            best = best or Repair(proposal, 0)
            continue
        if safe_only and not (proposal.sure and propose in _SAFE_PROPOSERS):
            continue
        rank = failure.rank(proposal, min_rank)
        if rank >= min_rank and (best is None or rank > best.rank):
            best = Repair(proposal, rank, proposal.span if proposal.blames else None)
        if rank == RANK_MEANINGFUL:
            break
    return best


def _proposals(failure: ParseFailure) -> Iterator[tuple[Proposer, int, Proposal]]:
    for propose, min_rank in PROPOSERS:
        for proposal in propose(failure):
            yield propose, min_rank, proposal


def propose_for_keyword(text: str, span: Span, rule: str) -> Proposal | None:
    """Return a proposal for an undeclared keyword."""
    word = text[span.start : span.end]
    failure = ParseFailure(text, PowerSyntaxError(span, word, ()), rule)
    for proposal in misspellings.phrase(failure):
        covers = proposal.span.start <= span.start and span.end <= proposal.span.end
        repaired = failure.apply(proposal)
        if covers and repaired != text and rank_of(repaired, rule):
            return proposal
    if word in failure.terminals.reserved:
        end = min(span.end + 1, len(text))
        return Proposal(Span(span.start, end), "", f"leave out `{word}`")
    return None


# --- all errors of a line


def _repair_all(failure: ParseFailure, text: str) -> _Chain:
    """Repair a text, error by error."""
    repairs: list[Repair] = []
    while len(repairs) < _MAX_REPAIRS:
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


def _respell(failure: ParseFailure) -> _Chain:
    """Repair a text after the unknown words of a phrase are replaced by the nearest words."""
    text, repairs = failure.text, list[Repair]()
    for span in reversed(misspellings.unknown_words(failure, failure.error.span.start)):
        if word := misspellings.nearest_word(failure, span):
            text = text[: span.start] + word + text[span.end :]
            repairs.insert(0, Repair(Proposal(span, word), RANK_LATER_ERROR, span))
    chain = _repair_all(failure, text) if repairs else _Chain()
    return chain._replace(sure=False, repairs=(*repairs, *chain.repairs))


def _end_chain(text: str, failure: ParseFailure, repairs: list[Repair]) -> _Chain:
    """Complete repairs that lead to a text that can be parsed."""
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
    return _Chain(repairs=steps, refusal=Refusal(canonical_text(text, rule), error))


def _select_repair(failure: ParseFailure, chain: _Chain) -> Repair | None:
    """Return the first repair, all repairs together, or a safe repair."""
    if not chain.repairs:
        return None
    first = chain.repairs[0]
    if first.rank == RANK_MEANINGFUL or not first.proposal.exact:
        return first
    return _replace_line(failure, chain) if chain.text else find_repair(failure, safe_only=True)


def _replace_line(failure: ParseFailure, chain: _Chain) -> Repair:
    """Return the result of a chain as one repair, from the first difference on."""
    text = canonical_text(chain.text, failure.rule) if failure.is_power else chain.text
    start = common_start(failure.text, text)
    blamed_span = chain.repairs[0].blamed_span if chain.repairs else None
    span = Span(min(start, blamed_span.start) if blamed_span else start, len(failure.text))
    help = f"write `{text.strip()}`"
    return Repair(
        Proposal(span, text[span.start :], help, sure=chain.sure), RANK_MEANINGFUL, blamed_span
    )


def apply_rewrites(text: str, rule: str) -> str | None:
    """Apply the rewrites of a power's semantic errors, or return None if it remains invalid."""
    for _ in range(_MAX_REWRITES):
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
    """Return the span of the words that a rewrite replaces, or None."""
    if not rewrite.old:
        return rewrite.span
    pattern = re.compile(rf"\b{rewrite.old}", re.IGNORECASE)
    match = pattern.search(text, rewrite.span.start, rewrite.span.end)
    return Span(*match.span()) if match else None


# --- other interpretations of a line


def _interpretations(failure: ParseFailure) -> Iterator[str]:
    """Yield interpretations of a line: from printed card text, or without noise words."""
    game = failure.game.id
    trimmed_text = failure.text.strip().rstrip(".!")
    plain_lines = [text for text in plain_texts(trimmed_text, game) if text != failure.text]
    for text in dict.fromkeys((trimmed_text, *plain_lines)):
        for pattern, replacement in printed_lines(game):
            match = pattern.fullmatch(text)
            if match:
                yield " ".join(match.expand(replacement).split())
    yield from (text for text in plain_lines if find_unsupported(text, game) is None)


def _read_english(failure: ParseFailure) -> Repair | None:
    """Return a repair of a sentence from a printed card, or help if it has several meanings."""
    rule = failure.rule

    def is_valid(line: str) -> bool:
        return rank_of(line, rule) == RANK_MEANINGFUL

    meanings = _meanings(failure, is_valid)
    if len(meanings) == 1 and len(meanings[0]) == 1:
        return _replace_line(failure, _Chain(*meanings[0]))
    if len(meanings) == 1:
        return _separate_lines(failure, meanings[0])
    phases = [line.split(":")[0] for line, *_ in meanings]
    are_alike = len({line.partition(":")[2] for line, *_ in meanings}) == 1 < len(set(phases))
    help = (
        f"begin the line with its phase: {listed([f'`{phase}:`' for phase in phases])}"
        if are_alike
        else f"write {listed([f'`{line}`' for lines in meanings for line in lines])}"
    )
    return Repair(Proposal(Span(0, 0), "", help, exact=False), 0) if meanings else None


def _refuse_english(failure: ParseFailure) -> Refusal | None:
    """Return the power without meaning that a sentence from a printed card expresses, or None."""
    rule = failure.rule
    meanings = _meanings(failure, lambda line: can_parse(line, rule))
    wrong = [line for lines in meanings for line in lines if meaning_error(line, rule)]
    error = meaning_error(wrong[0], rule) if len(meanings) == 1 and wrong else None
    return Refusal(wrong[0], error) if error else None


def _meanings(failure: ParseFailure, is_valid: Callable[[str], bool]) -> list[tuple[str, ...]]:
    """Return the possible meanings of a sentence from a printed card in canonical lines."""
    found = read_english(failure.text, is_valid)
    lines = [tuple(canonical_text(line, failure.rule) for line in meaning) for meaning in found]
    return list(dict.fromkeys(lines))


def _result(failure: ParseFailure, repair: Repair) -> str:
    """Return the canonical power that a repair leads to, or "" if it is no single power."""
    if repair.rank != RANK_MEANINGFUL or not repair.proposal.exact:
        return ""
    return canonical_text(failure.apply(repair.proposal), failure.rule)


def _separate_lines(failure: ParseFailure, lines: Sequence[str]) -> Repair:
    """Return a repair that writes a text as several lines."""
    help = f"write each on a separate line: {listed([f'`{line}`' for line in lines], 'and')}"
    span = Span(0, len(failure.text))
    return Repair(Proposal(span, marks.NEW_LINE.join(lines), help, exact=False), RANK_MEANINGFUL)


def _has_no_redundant_words(failure: ParseFailure, repair: Repair) -> bool:
    power = parse_power(failure.apply(repair.proposal), failure.rule)
    return power == _remove_redundant_words(power)


def canonical_text(text: str, rule: str) -> str:
    """Return the canonical text of a power, without redundant words."""
    return format_power(_remove_redundant_words(parse_power(text, rule)))


def _remove_redundant_words(power: Power) -> Power:
    effects = tuple(
        effect_without(effect, "selector")
        if effect.verb == "cost" and is_redundant_target(effect)
        else effect
        for effect in power.effects
    )
    return replace(power, effects=effects)
