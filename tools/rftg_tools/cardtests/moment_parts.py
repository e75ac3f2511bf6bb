"""Drafts of card tests: as tests to play, and as entries of a card file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.sets.answers import AnswerNames, read_answer
from rftg_dsl.syntax.situations import (
    NOBODY,
    NOTHING,
    AnswerLine,
    CardList,
    CardTest,
    Expectation,
    PlayerPart,
    parse_seat,
)
from rftg_dsl.syntax.written import SourceLine
from rftg_engine.cards.table import Table

Data = dict[str, Any]
_NOWHERE: Final = Region.on_line(1, 1, 0)
_MODULES: Final = ("prestige", "tokens", "goals")
"""Keys whose values are data of rule modules."""


def parse_answers(lines: Sequence[str], table: Table) -> tuple[AnswerLine, ...]:
    """Parse lines of `answers`. A line that can't be parsed is left out, so the test fails."""
    titles = {title.casefold(): title for title in table.titles}
    searches = tuple(category.title for category in table.search)
    names, report = AnswerNames(lambda _title, _span: None, titles, searches), Report("")
    answers = (read_answer(SourceLine(line, 1, 1), names, report) for line in lines)
    return tuple(answer for answer in answers if answer is not None)


@dataclass(frozen=True, slots=True)
class TestDraft:
    """A player's part of a test; the first player's part has all that concerns the whole test.

    hand: cards named by title. unnamed: number of further hand cards. others: the other players in
    turn order. goals: with their holders. first: seat of the first player.
    expected: keys of `then` with titles, a number, pairs, or titles and a number of other cards.
    """

    __test__ = False  # for pytest

    tableau: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    unnamed: int = 0
    goods: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    vp: int = 0
    prestige: int = 0
    tokens: tuple[tuple[str, int], ...] = ()
    goals: tuple[tuple[str, str], ...] = ()
    supply: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    answers: tuple[AnswerLine, ...] = ()
    expected: tuple[tuple[str, Any], ...] = ()
    others: tuple[TestDraft, ...] = ()
    first: int = 0

    def titles_in_answers(self) -> set[str]:
        """Return the titles in the answers."""
        return {title for answer in self.answers for title in (*answer.objects, *answer.using)}

    @property
    def last_named(self) -> int:
        """The last of the other players that goals or the turn order name, at least 1."""
        holders = [parse_seat(holder) for _title, holder in self.goals if holder != NOBODY]
        return max(1, self.first, *holders)

    def test(self) -> CardTest:
        """Return the test to play."""
        parts = (self._part(), *(other._part() for other in self.others))
        return CardTest("", parts, self.steps, self.supply, _NOWHERE, self.first)

    def _part(self) -> PlayerPart:
        modules = tuple((key, getattr(self, key)) for key in _MODULES if getattr(self, key))
        return PlayerPart(
            CardList(self.tableau),
            CardList(self.hand, self.unnamed),
            self.goods,
            CardList(self.saved),
            self.used,
            self.vp,
            modules,
            self.actions,
            self.answers,
            tuple(_expectation(key, value) for key, value in self.expected),
        )

    # --- less of it

    def without_card(self, place: int) -> TestDraft:
        """Leave out a tableau card, and what is said of it."""
        title = self.tableau[place]
        left = (*self.tableau[:place], *self.tableau[place + 1 :])
        expected = tuple(
            (key, _without(value, title)) if key in ("tableau", "goods", "used") else (key, value)
            for key, value in self.expected
        )
        return replace(
            self,
            tableau=left,
            goods=_at_most(self.goods, left),
            used=_at_most(self.used, left),
            expected=expected,
        )

    def shorter_forms(self) -> Iterator[Callable[[TestDraft], TestDraft]]:
        """Yield ways to shorten the test, each to be kept if the test still passes."""
        if self.titles_in_answers() <= {*self.tableau, *self.hand}:
            yield lambda draft: replace(draft, supply=())
        for title in self.hand:
            if title not in self.titles_in_answers():
                yield partial(_unnamed, title=title)
        yield lambda draft: replace(draft, first=0)
        yield lambda draft: replace(draft, others=tuple(map(_only_choices, draft.others)))
        yield lambda draft: replace(draft, others=draft.others[: draft.last_named])
        for place in range(len(self.others)):
            for key in ("answers", "hand", "goods", "tokens", "prestige", "vp", "saved", "used"):
                yield partial(_blank, place=place, key=key)
            for card in reversed(range(len(self.others[place].tableau))):
                yield partial(_one_less, place=place, card=card)
        for key in ("prestige", "tokens", "saved", "goals", "vp"):
            if key not in dict(self.expected):
                yield partial(_blank_own, key=key)


def _unnamed(draft: TestDraft, title: str) -> TestDraft:
    return replace(draft, hand=_without(draft.hand, title), unnamed=draft.unnamed + 1)


def _blank_own(draft: TestDraft, key: str) -> TestDraft:
    return replace(draft, **{key: type(getattr(draft, key))()})


def _only_choices(other: TestDraft) -> TestDraft:
    return TestDraft(actions=other.actions)


def _with_other(draft: TestDraft, place: int, other: TestDraft) -> TestDraft:
    return replace(draft, others=(*draft.others[:place], other, *draft.others[place + 1 :]))


def _blank(draft: TestDraft, place: int, key: str) -> TestDraft:
    if place >= len(draft.others):
        return draft
    other = draft.others[place]
    if key == "hand":
        other = replace(other, hand=(), unnamed=other.unnamed + len(other.hand))
    else:
        other = replace(other, **{key: type(getattr(other, key))()})
    return _with_other(draft, place, other)


def _one_less(draft: TestDraft, place: int, card: int) -> TestDraft:
    if place >= len(draft.others) or card >= len(draft.others[place].tableau):
        return draft
    return _with_other(draft, place, draft.others[place].without_card(card))


def _without(titles: tuple[str, ...], title: str) -> tuple[str, ...]:
    """Return titles without one copy of a title."""
    if title not in titles:
        return titles
    place = titles.index(title)
    return (*titles[:place], *titles[place + 1 :])


def _at_most(titles: tuple[str, ...], available: tuple[str, ...]) -> tuple[str, ...]:
    """Return titles of which there are enough copies."""
    left = Counter(available)
    kept = []
    for title in titles:
        left[title] -= 1
        if left[title] >= 0:
            kept.append(title)
    return tuple(kept)


_COUNTED: Final = ("hand", "saved")
"""Keys of `then` with titles and a number of other cards."""
_OF_CARDS: Final = ("tableau", "goods", "used")


def _expectation(key: str, value: Any) -> Expectation:
    if key in _COUNTED:
        return Expectation(key, CardList(*value), _NOWHERE)
    if key in _OF_CARDS:
        return Expectation(key, CardList(value), _NOWHERE)
    return Expectation(key, value, _NOWHERE, of_module=key in _MODULES)


# --- as an entry


def test_entry(draft: TestDraft, name: str) -> Data:
    """Return a test as data of a card file."""
    given = _given(draft)
    if draft.supply:
        given["supply"] = list(draft.supply)
    if draft.goals:
        is_held = any(holder != NOBODY for _title, holder in draft.goals)
        given["goals"] = dict(draft.goals) if is_held else [title for title, _ in draft.goals]
    others = [_other(other, draft) for other in draft.others]
    if len(others) > 1:
        given["opponents"] = others
    elif others and others[0]:
        given["opponent"] = others[0]
    if draft.first:
        given["first"] = "opponent" if len(others) == 1 else f"opponent {draft.first}"
    entry: Data = {"test": name}
    if given:
        entry["given"] = given
    entry["when"] = _chosen(draft.actions or draft.steps)
    if draft.answers:
        entry["answers"] = [answer.text for answer in draft.answers]
    entry["then"] = {key: _value(key, value) for key, value in draft.expected}
    return entry


def _given(draft: TestDraft) -> Data:
    given: Data = {}
    if draft.tableau:
        given["tableau"] = list(draft.tableau)
    if draft.hand or draft.unnamed:
        given["hand"] = _cards(draft.hand, draft.unnamed)
    for key in ("goods", "saved", "used"):
        if getattr(draft, key):
            given[key] = list(getattr(draft, key))
    for key in ("vp", "prestige"):
        if getattr(draft, key):
            given[key] = getattr(draft, key)
    if draft.tokens:
        given["tokens"] = dict(draft.tokens)
    return given


def _other(other: TestDraft, draft: TestDraft) -> Data:
    """Return another player, who by default chooses the same actions."""
    given = _given(other)
    plain = tuple(action.removeprefix("prestige ") for action in draft.actions)
    if other.actions != plain:
        given["when"] = _chosen(other.actions)
    if other.answers:
        given["answers"] = [answer.text for answer in other.answers]
    return given


def _chosen(names: Sequence[str]) -> str | list[str]:
    """Return actions or steps as the value of `when`."""
    return names[0] if len(names) == 1 else list(names) or NOTHING


def _value(key: str, value: Any) -> Any:
    """Return the value of a key of `then`; no cards are written as 0."""
    if key in _COUNTED:
        return _cards(*value)
    if key == "tokens":
        return dict(value)
    if not isinstance(value, tuple):
        return value
    return list(value) if value or key == "goals" else 0


def _cards(titles: Iterable[str], unnamed: int) -> Any:
    named = list(titles)
    if not named:
        return unnamed
    return [*named, *([counted(unnamed, "card")] if unnamed else [])]
