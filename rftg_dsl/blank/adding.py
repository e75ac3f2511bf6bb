"""Addition of cards to a card file, from options or an interview."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.cards import (
    KINDS_OF_CARDS,
    VARIABLE,
    add_implied_powers,
    canonicalize_card,
    next_start_number,
    start_colour,
)
from rftg_dsl.blank.sets import format_card
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.formats import width
from rftg_dsl.diagnostics.model import BOM, ERROR, Diagnostic, Region, apply_fixes
from rftg_dsl.diagnostics.text import nearest, printable
from rftg_dsl.games import Game
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.files import FileChange, rewrite_files
from rftg_dsl.source.nodes import (
    Items,
    Mapping,
    Scalar,
    end_with_comments,
    is_flow,
    last_line,
    split_lines,
)
from rftg_dsl.suggest.phrases import colours
from rftg_dsl.syntax.ast import ANY_KIND, KINDS
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_power

Card = dict[str, Any]
NEW: Final = "the new card"
_DASH: Final = 2
"""Spaces before the `-` of the first card of a set."""
NONE: Final = "none"
_POWER_PROMPT: Final = "power: "
_INTEGER: Final = re.compile("-?(0|[1-9][0-9]{0,8})")


class CannotAddCard(Exception):
    """The layout of the file does not allow adding a card. The message contains the reason."""


class Trial:
    """A file with a new card, and the findings of `check`.

    lines: first and last line of the new card, from 1.
    findings: findings about the new card.
    """

    def __init__(
        self, text: str, lines: tuple[int, int], compilation: Compilation, file: str
    ) -> None:
        self.text = text
        self.lines = lines
        self.compilation = compilation
        self._file = file
        self.findings: tuple[Diagnostic, ...] = tuple(
            finding
            for finding in compilation.diagnostics
            if finding.file == file and lines[0] <= finding.region.line <= lines[1]
        )

    @property
    def has_errors(self) -> bool:
        """Whether `check` finds an error, in the new card or elsewhere."""
        return self.compilation.has_errors

    def by_card(self) -> tuple[list[Diagnostic], dict[str, tuple[str, ...]]]:
        """Return all findings and sources, with the new card as a separate file named NEW."""
        first, last = self.lines
        sources = self.compilation.sources
        card_source = {NEW: sources.get(self._file, ())[first - 1 : last]}
        findings = self.compilation.diagnostics
        return [
            self._move_to_card(finding) if finding in self.findings else finding
            for finding in findings
        ], sources | card_source

    def _move_to_card(self, finding: Diagnostic) -> Diagnostic:
        labels = []
        for label in finding.labels:
            is_local = label.file in ("", self._file)
            if is_local and self.lines[0] <= label.region.line <= self.lines[1]:
                labels.append(label._replace(region=self._region_in_card(label.region), file=""))
            else:
                labels.append(label._replace(file=label.file or self._file))
        place = self._region_in_card(finding.region)
        return replace(finding, file=NEW, region=place, labels=tuple(labels))

    def _region_in_card(self, region: Region) -> Region:
        above = self.lines[0] - 1
        return region._replace(line=region.line - above, end_line=region.end_line - above)


class CardFile:
    """A card file to which cards are added."""

    def __init__(self, path: Path) -> None:
        """Read the file and its required files. Raises OSError."""
        self.path = path
        path.stat()  # raises OSError for a link to itself
        self._cache = SourceCache()
        self.compilation = compile_files([path], self._cache)
        self._unit = self.compilation.units[-1]
        source = self._unit.source
        self._original = source.data if source is not None else b""

    @property
    def is_broken(self) -> bool:
        """Whether there are errors other than a missing first card."""
        return self.compilation.has_errors and bool(self._unit.drafts or self._unit.root is None)

    @property
    def unit(self) -> Unit:
        """The compiled file."""
        return self._unit

    @property
    def game(self) -> Game:
        """The game of the file."""
        return self._unit.report.game

    def trial(self, *cards: Card) -> Trial:
        """Return the file with these cards, without writing it. Raises CannotAddCard."""
        original = self._original.decode("utf-8", "surrogateescape")
        text, lines = insert_cards(original, self._unit, cards)
        self._cache.put(self.path, text)
        return Trial(text, lines, compile_files([self.path], self._cache), str(self.path))

    def add(self, *cards: Card) -> Trial:
        """Write the file with the cards and canonical powers, unless there are errors.

        Raises CannotAddCard, OSError, and FileChanged if the file was changed since it was read.
        """
        trial = self.trial(*cards)
        if not trial.has_errors:
            canonical_cards = [canonicalize_card(card, self.game) for card in cards]
            trial = self.trial(*canonical_cards)
            self._verify(trial, canonical_cards)
            rewrite_files([FileChange(self.path, self._original, trial.text)])
        return trial

    def _verify(self, trial: Trial, added: list[Card]) -> None:
        original, result = self._unit.data, trial.compilation.units[-1].data
        cards = [*(original.get("cards") or []), *added]
        if _normalize_powers(result) != _normalize_powers({**original, "cards": cards}):
            raise CannotAddCard("its cards are not on separate lines")


def _normalize_powers(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a set, ignoring line ends after its last powers."""
    cards = [
        {**card, "powers": str(card["powers"]).rstrip("\n")} if "powers" in card else card
        for card in data["cards"]
    ]
    return {**data, "cards": cards}


def insert_cards(text: str, unit: Unit, cards: Sequence[Card]) -> tuple[str, tuple[int, int]]:
    """Return the text with the cards, and their first and last line. Raises CannotAddCard."""
    mark = BOM if text.startswith(BOM) else ""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = split_lines(text.removeprefix(mark))
    dash, after = _place(unit, lines)
    head, below = lines[:after], lines[after:]
    if head and not head[-1].endswith("\n"):
        head[-1] += end
    inserted = [] if "cards" in _root_mapping(unit).values else [f"cards:{end}"]
    inserted += [end] if unit.drafts else []
    new_lines: list[str] = []
    for card in cards:
        new_lines += [end] if new_lines else []
        new_lines += [line + end for line in format_card(card, dash, unit.report.game)]
    first = len(head) + len(inserted) + 1
    return mark + "".join([*head, *inserted, *new_lines, *below]), (
        first,
        first + len(new_lines) - 1,
    )


def _root_mapping(unit: Unit) -> Mapping:
    if unit.root is None:
        raise CannotAddCard("it does not contain a set")
    return unit.root


def _place(unit: Unit, lines: list[str]) -> tuple[int, int]:
    """Return the indentation of `-`, and the number of lines above the new card.

    Removes an empty list `[]` from `lines`.
    """
    root = _root_mapping(unit)
    cards = root.values.get("cards")
    if cards is None:
        return _DASH, len(lines)
    if isinstance(cards, Items) and cards.nodes and not is_flow(cards, lines):
        dash = cards.region.column - 1
        return dash, end_with_comments(last_line(cards.nodes[-1], lines), dash, lines)
    line, start = cards.region.line, cards.region.column - 1
    if isinstance(cards, Items) and lines[line - 1].startswith("[]", start):
        lines[line - 1] = lines[line - 1][:start].rstrip() + lines[line - 1][start + 2 :]
    elif not isinstance(cards, Scalar) or cards.text:
        raise CannotAddCard("its cards are in brackets, not on separate lines")
    return _DASH, root.keys["cards"].region.line


class Interview:
    """Interview for a new card.

    ask: shows a prompt and returns the answer.
    say: prints a line.
    """

    def __init__(
        self, file: CardFile, title: str, ask: Callable[[str], str], say: Callable[[str], None]
    ) -> None:
        self._file = file
        self._ask = ask
        self._say = say
        self._card: Card = {"title": title, "development": 2, "vp": 1}
        self._warned: set[str] = set()
        self._corrected = ""

    def card(self) -> Card:
        """Ask until the card is complete. Raises EOFError at the end of input, CannotAddCard."""
        self._say("Press Enter to accept the value in brackets, or Ctrl-D to cancel.")
        self._enter("title", "Title")
        self._enter_kind()
        self._enter("vp", f"Points, a number or `{VARIABLE}`", _parse_number)
        if "development" not in self._card:
            self._enter_good()
            self._enter_start()
        self._enter(
            "keywords", f"Keywords, separated by commas{self._keyword_list()}", _split_words, NONE
        )
        self._enter("copies", "Copies in the deck", _parse_number, "1")
        self._say("Powers, one per line, then an empty line. `rftg-dsl words` lists the words.")
        while self._enter_power():
            pass
        return add_implied_powers(self._card)

    def _enter(
        self,
        key: str,
        question: str,
        read: Callable[[str], Any] = str,
        default: str = "",
    ) -> None:
        """Ask for the value of a key until it is valid."""
        default_text = default or str(self._card[key])
        while True:
            answer = self._answer(question, default_text)
            card = self._card if answer == default else {**self._card, key: read(answer)}
            if self._is_accepted(card):
                self._card = card
                return

    def _enter_kind(self) -> None:
        kind = self._choose("Development, world or military world", KINDS_OF_CARDS)
        self._card = {"title": self._card["title"], kind: 2, "vp": self._card["vp"]}
        self._enter(kind, "Defense" if kind.startswith("military") else "Cost", _parse_number)

    def _enter_good(self) -> None:
        source = self._choose(
            "Its good: none, windfall, produces or holds", (NONE, "windfall", "produces", "holds")
        )
        if source != NONE:
            kinds = (*KINDS, ANY_KIND)
            self._card[source] = self._choose(f"Kind: {', '.join(kinds)}", kinds, colours())

    def _enter_start(self) -> None:
        cards = [card for card_set in self._file.compilation.sets for card in card_set.cards]
        free = next_start_number(cards)
        question = f"Start world number (`yes` for {free}, the next free number)"
        self._enter("start", question, lambda answer: _parse_start(answer, free), NONE)

    def _enter_power(self) -> bool:
        """Ask for another power, and return whether one was entered."""
        suggestion, self._corrected = self._corrected, ""
        prompt = f"power [{printable(suggestion)}]: " if suggestion else _POWER_PROMPT
        line = self._ask(prompt).strip() or suggestion
        if not line:
            return False
        card = {**self._card, "powers": f"{self._card.get('powers', '')}{line}\n"}
        if self._is_accepted(card, line):
            self._card = card
            self._say(f"  {word_power(parse_power(line))}")
        return True

    def _choose(
        self, question: str, options: tuple[str, ...], synonyms: dict[str, str] | None = None
    ) -> str:
        """Ask for an option, by its start or a synonym. The first option is the default."""
        while True:
            reply = self._answer(question, options[0]).casefold()
            answer = (synonyms or {}).get(reply, reply)
            matches = [option for option in options if option.startswith(answer)]
            if answer in options or len(matches) == 1:
                return answer if answer in options else matches[0]
            suggestion = nearest(answer, options)
            self._say(f"error: `{printable(answer)}` is not a valid answer")
            self._say(
                f"help: write `{suggestion}`"
                if suggestion
                else f"help: write {' or '.join(options)}"
            )

    def _answer(self, question: str, default: str) -> str:
        return self._ask(f"{question} [{default}]: ").strip() or default

    def _is_accepted(self, card: Card, power: str = "") -> bool:
        """Print the findings, and return whether the card has no errors. power: the new line."""
        trial = self._file.trial(add_implied_powers(card))
        errors = [finding for finding in trial.compilation.diagnostics if finding.severity == ERROR]
        for finding in errors or trial.findings:
            if errors or finding.message not in self._warned:
                self._print_finding(finding, power, trial.text)
                self._warned.add(finding.message)
        if power and errors:
            self._corrected = _corrected_power(power, errors, trial.text)
        return not errors

    def _print_finding(self, finding: Diagnostic, power: str, text: str) -> None:
        line = text.split("\n")[finding.region.line - 1]
        if power and line.strip() == power:
            start = finding.region.column - 1 - line.index(power)
            length = finding.region.end_column - finding.region.column
            marked = printable(power[start : start + length])
            prefix = printable(_POWER_PROMPT + power[:start])
            self._say(" " * width(prefix) + "^" * max(width(marked), 1))
        self._say(f"{finding.severity}[{finding.code}]: {printable(finding.message)}")
        if finding.help:
            self._say(f"help: {printable(finding.help)}")

    def _keyword_list(self) -> str:
        keywords = {word for card_set in self._file.compilation.sets for word in card_set.keywords}
        return f" ({', '.join(sorted(keywords))})" if keywords else ""


def _corrected_power(power: str, errors: list[Diagnostic], text: str) -> str:
    """Return the power with the fixes of its errors, or "" if they do not change only it."""
    line_number = errors[0].region.line - 1
    fixes = [
        finding.fix for finding in errors if finding.fix and finding.region.line - 1 == line_number
    ]
    original, fixed = (
        version.split("\n")[line_number].strip() for version in (text, apply_fixes(text, fixes)[0])
    )
    return fixed if original == power != fixed else ""


def _parse_number(answer: str) -> int | str:
    """Return the number in an answer, or its text, so that `check` can report it."""
    return int(answer) if _INTEGER.fullmatch(answer) else answer


def _split_words(answer: str) -> list[str]:
    return [word for part in answer.split(",") if (word := part.strip())]


def _parse_start(answer: str, free: int) -> Card:
    start_number = free if answer.casefold() in ("y", "yes") else _parse_number(answer)
    return {
        "number": start_number,
        "colour": start_colour(start_number if isinstance(start_number, int) else 0),
    }
