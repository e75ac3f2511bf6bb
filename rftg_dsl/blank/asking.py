"""A new card by questions: each answer is checked before the next question is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from rftg_dsl.blank.adding import CardFile
from rftg_dsl.blank.cards import (
    KINDS_OF_CARDS,
    VARIABLE,
    completed,
    free_start,
    start_colour,
)
from rftg_dsl.diagnostics.fixing import apply_fixes
from rftg_dsl.diagnostics.model import ERROR, Diagnostic
from rftg_dsl.diagnostics.render import width
from rftg_dsl.diagnostics.text import nearest, printable
from rftg_dsl.suggest.phrases import colours
from rftg_dsl.syntax.ast import ANY_KIND, KINDS
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_power

Card = dict[str, Any]
NONE: Final = "none"
_POWER: Final = "power: "
_INTEGER: Final = re.compile("-?(0|[1-9][0-9]{0,8})")


class Interview:
    """Asks for a card of a file. ask: shows a text and gives the answer. say: shows a line."""

    def __init__(
        self, file: CardFile, title: str, ask: Callable[[str], str], say: Callable[[str], None]
    ) -> None:
        self._file = file
        self._ask = ask
        self._say = say
        self._card: Card = {"title": title, "development": 2, "vp": 1}
        self._warned: set[str] = set()
        self._mended = ""

    def card(self) -> Card:
        """Ask until the card is whole. Raises EOFError where the answers end, CannotAdd."""
        self._say("Enter takes what stands in brackets; Ctrl-D stops, and nothing is written.")
        self._enter("title", "Title")
        self._enter_kind()
        self._enter("vp", f"Points, a number or `{VARIABLE}`", _number)
        if "development" not in self._card:
            self._enter_good()
            self._enter_start()
        self._enter("keywords", f"Keywords, with commas{self._known()}", _words, NONE)
        self._enter("copies", "Copies in the deck", _number, "1")
        self._say("Powers, one a line; an empty line ends them. `rftg-dsl words` lists the words.")
        while self._enter_power():
            pass
        return completed(self._card)

    def _enter(
        self,
        key: str,
        question: str,
        read: Callable[[str], Any] = str,
        default: str = "",
    ) -> None:
        """Ask for the value of a key until it is one that can stand in the card."""
        shown = default or str(self._card[key])
        while True:
            answer = self._answer(question, shown)
            card = self._card if answer == default else {**self._card, key: read(answer)}
            if self._stands(card):
                self._card = card
                return

    def _enter_kind(self) -> None:
        kind = self._choose("Development, world or military world", KINDS_OF_CARDS)
        self._card = {"title": self._card["title"], kind: 2, "vp": self._card["vp"]}
        self._enter(kind, "Defense" if kind.startswith("military") else "Cost", _number)

    def _enter_good(self) -> None:
        source = self._choose(
            "Its good: none, windfall, produces or holds", (NONE, "windfall", "produces", "holds")
        )
        if source != NONE:
            kinds = (*KINDS, ANY_KIND)
            self._card[source] = self._choose(f"Kind: {', '.join(kinds)}", kinds, colours())

    def _enter_start(self) -> None:
        cards = [card for card_set in self._file.compilation.sets for card in card_set.cards]
        free = free_start(cards)
        question = f"Number of a start world; `yes` takes {free}, which is free"
        self._enter("start", question, lambda answer: _start(answer, free), NONE)

    def _enter_power(self) -> bool:
        """Ask for one more power; whether there was one."""
        mended, self._mended = self._mended, ""
        prompt = f"power [{printable(mended)}]: " if mended else _POWER
        line = self._ask(prompt).strip() or mended
        if not line:
            return False
        card = {**self._card, "powers": f"{self._card.get('powers', '')}{line}\n"}
        if self._stands(card, line):
            self._card = card
            self._say(f"  {word_power(parse_power(line))}")
        return True

    def _choose(
        self, question: str, options: tuple[str, ...], meant: Mapping[str, str] | None = None
    ) -> str:
        """Return one of some words, given by its beginning or another word; the first by default.

        meant: other words for some of them.
        """
        while True:
            said = self._answer(question, options[0]).casefold()
            answer = (meant or {}).get(said, said)
            found = [option for option in options if option.startswith(answer)]
            if answer in options or len(found) == 1:
                return answer if answer in options else found[0]
            near = nearest(answer, options)
            self._say(f"error: `{printable(answer)}` is not one of them")
            self._say(f"help: write `{near}`" if near else f"help: write {' or '.join(options)}")

    def _answer(self, question: str, default: str) -> str:
        return self._ask(f"{question} [{default}]: ").strip() or default

    def _stands(self, card: Card, power: str = "") -> bool:
        """Say what is found, and return whether the card has no error.

        power: the line just given.
        """
        trial = self._file.trial(completed(card))
        errors = [finding for finding in trial.compilation.diagnostics if finding.severity == ERROR]
        for finding in errors or trial.findings:
            if errors or finding.message not in self._warned:
                self._tell(finding, power, trial.text)
                self._warned.add(finding.message)
        if power and errors:
            self._mended = _mended(power, errors, trial.text)
        return not errors

    def _tell(self, finding: Diagnostic, power: str, text: str) -> None:
        line = text.split("\n")[finding.region.line - 1]
        if power and line.strip() == power:
            start = finding.region.column - 1 - line.index(power)
            length = finding.region.end_column - finding.region.column
            marked = printable(power[start : start + length])
            before = printable(_POWER + power[:start])
            self._say(" " * width(before) + "^" * max(width(marked), 1))
        self._say(f"{finding.severity}[{finding.code}]: {printable(finding.message)}")
        if finding.help:
            self._say(f"help: {printable(finding.help)}")

    def _known(self) -> str:
        keywords = {word for card_set in self._file.compilation.sets for word in card_set.keywords}
        return f" ({', '.join(sorted(keywords))})" if keywords else ""


def _mended(power: str, errors: list[Diagnostic], text: str) -> str:
    """Return the power as the fixes of its errors make it; "" where they do not mend it."""
    number = errors[0].region.line - 1
    fixes = [finding.fix for finding in errors if finding.fix and finding.region.line - 1 == number]
    before, after = (one.split("\n")[number].strip() for one in (text, apply_fixes(text, fixes)[0]))
    return after if before == power != after else ""


def _number(answer: str) -> int | str:
    """Return the number an answer gives, or its text, for `check` to say what is wrong with it."""
    return int(answer) if _INTEGER.fullmatch(answer) else answer


def _words(answer: str) -> list[str]:
    return [word for part in answer.split(",") if (word := part.strip())]


def _start(answer: str, free: int) -> Card:
    number = free if answer.casefold() in ("y", "yes") else _number(answer)
    return {"number": number, "colour": start_colour(number if isinstance(number, int) else 0)}
