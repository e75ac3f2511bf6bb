"""How often a bot chooses what the player of the games chose, by kind of decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gamekit.decisions import Answer, Decision
from rftg_dev.yardstick.moments import Decisions, Moment
from rftg_dev.yardstick.positions import Game, kind_of
from rftg_dev.yardstick.wording import MOST_OPTIONS, answer_in_words, options_in_words
from rftg_engine.bots import make_bot
from rftg_engine.bots.players import ACTION_KINDS
from rftg_engine.cards.table import Table
from rftg_tools.intervals import wilson

PLAYER: Final = "player"
"""Stands for who played the games, beside the levels of bots."""


@dataclass
class Count:
    """Decisions of a kind. same: answered alike; by_chance: as many would be, at random.

    in_common: the share of cards in both answers, of those in either, summed over decisions.
    """

    asked: int = 0
    same: int = 0
    by_chance: float = 0.0
    in_common: float = 0.0

    def add(self, other: Count) -> None:
        """Take in others."""
        self.asked += other.asked
        self.same += other.same
        self.by_chance += other.by_chance
        self.in_common += other.in_common


@dataclass
class Agreement:
    """Of some games. counts: by level and kind. calls: actions by level, and those of PLAYER.

    exact: games whose records gave all decisions. in_part: those followed up to a point, and why
    no farther. unlike: games of which not even the words can be laid out, and why.
    """

    counts: dict[tuple[str, str], Count] = field(default_factory=dict)
    calls: dict[str, Counter[str]] = field(default_factory=dict)
    exact: int = 0
    in_words: int = 0
    in_part: list[str] = field(default_factory=list)
    unlike: list[str] = field(default_factory=list)

    def add(self, other: Agreement) -> None:
        """Take in what was counted in other games."""
        for key, count in other.counts.items():
            self.counts.setdefault(key, Count()).add(count)
        for level, calls in other.calls.items():
            self.calls.setdefault(level, Counter()).update(calls)
        self.exact += other.exact
        self.in_words += other.in_words
        self.in_part += other.in_part
        self.unlike += other.unlike


def agreement(game: Game, record: bytes | None, levels: Sequence[str]) -> Agreement:
    """Return how often bots of some levels agree with the players of a game.

    record: of the same game, as a line of JSON.
    """
    found = Agreement()
    judge = _Judge(kind_of(game["kind"]).table, levels, game["id"], found)
    decisions = Decisions(game, record)
    for moment in decisions:
        judge.see(moment)
    found.exact += decisions.exact
    found.in_words += record is None
    if decisions.parted:
        found.in_part.append(f"{game['id']}: {decisions.parted}")
    if decisions.unlike:
        found.unlike.append(f"{game['id']}: {decisions.unlike}")
    return found


class _Judge:
    """Bots beside the players of a game, who are asked what these are asked."""

    def __init__(self, table: Table, levels: Sequence[str], game: str, found: Agreement) -> None:
        self.table, self.found = table, found
        self.bots = {level: make_bot(level, table, game) for level in levels}

    def see(self, moment: Moment) -> None:
        """Count how the bots answer."""
        decision = moment.decision
        answered = answer_in_words(self.table, decision, moment.answer)
        is_action = decision.kind in ACTION_KINDS
        if is_action:
            self._count_calls(PLAYER, answered)
        view = moment.look()
        by_chance = 1 / _wordings(self.table, decision)
        for level, bot in self.bots.items():
            words = answer_in_words(self.table, decision, _chosen(bot, decision, view))
            one = Count(1, int(words == answered), by_chance, _in_common(words, answered))
            self.found.counts.setdefault((level, decision.kind), Count()).add(one)
            if is_action:
                self._count_calls(level, words)

    def _count_calls(self, level: str, words: str | list[str]) -> None:
        calls = self.found.calls.setdefault(level, Counter())
        calls.update([words] if isinstance(words, str) else words)


def _in_common(one: Any, other: Any) -> float:
    """Return the share of cards in both of two answers; of others, whether they are the same."""
    if isinstance(one, dict) and "cards" in one:
        one, other = one["cards"], other["cards"]
    if one == other or not isinstance(one, list):
        return float(one == other)
    ones, others = Counter(one), Counter(other)
    return (ones & others).total() / (ones | others).total()


def _chosen(bot: Any, decision: Decision, view: object) -> Answer:
    answer: Answer = bot.choose(decision, lambda: view)
    return answer


def _wordings(table: Table, decision: Decision) -> int:
    """Return how many answers differ in words; where they are many, how many there are."""
    count = decision.count()
    return count if count > MOST_OPTIONS else len(options_in_words(table, decision))


def as_data(found: Agreement) -> dict[str, Any]:
    """Return all of it as JSON data."""
    return {
        "games": {
            "exact": found.exact,
            "in_part": len(found.in_part),
            "in_words": found.in_words,
            "unlike": len(found.unlike),
        },
        "kinds": list(_rows(found)),
        "calls": {
            level: {name: count / calls.total() for name, count in sorted(calls.items())}
            for level, calls in found.calls.items()
        },
        "in_part": found.in_part,
        "unlike": found.unlike,
    }


def _rows(found: Agreement) -> Iterator[dict[str, Any]]:
    """Yield a row for each kind of decision and level, the commonest kind first."""
    order = sorted(found.counts.items(), key=lambda item: (-item[1].asked, item[0][1]))
    for (level, kind), count in order:
        low, high = wilson(count.same, count.asked)
        yield {
            "kind": kind,
            "level": level,
            "asked": count.asked,
            "same": count.same / count.asked,
            "low": low,
            "high": high,
            "by_chance": count.by_chance / count.asked,
            "in_common": count.in_common / count.asked,
        }
