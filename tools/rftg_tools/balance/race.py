"""Trials of cards of Race."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from rftg_dsl.bundle import SetBundle
from rftg_dsl.diagnostics.text import nearest
from rftg_engine.cards.table import Table
from rftg_engine.game import RACE
from rftg_engine.options import Options
from rftg_tools.balance.alternatives import alternatives_of
from rftg_tools.balance.data import as_data
from rftg_tools.balance.duration import Expectation
from rftg_tools.balance.experiment import Experiment, Lab, lab_of
from rftg_tools.balance.findings import findings, with_history
from rftg_tools.balance.games import Setup
from rftg_tools.balance.history import since_last
from rftg_tools.balance.plain import headline, lines
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import Study, carry_on
from rftg_tools.balance.trials import Report, Trial, Verdict
from rftg_tools.balance.watch import Watch
from rftg_tools.balance.words import in_words


class CardTrial(Trial):
    """Cards that are tried, each in place of official ones."""

    study: Study

    def __init__(self, lab: Lab) -> None:
        self.study = Study(lab)
        other = lab.experiment.alternative
        self.change = f"{other.title}, {other.change}" if other else ""

    @property
    def table(self) -> Table:
        """The cards in use, bound."""
        return self.study.lab.deck.table()

    def carry_on(
        self, store: Store, precision: float, most: int, jobs: int, scheduler: str | None = None
    ) -> Generator[int, None, None]:
        """Play on; see Trial."""
        return carry_on(self.study, store, precision, most, jobs, scheduler)

    def seconds(self) -> Callable[[float, int, int], float]:
        """Return what estimates the seconds; see Trial."""
        return Expectation(self.study.lab).of

    def verdicts(self, precision: float) -> list[Verdict]:
        """Return what is found of each card so far."""
        return [
            Verdict(
                (card.tally.subject.card,),
                headline(card),
                tuple(lines(card)),
                tuple(card.verdict.wanting),
            )
            for card in findings(self.study, precision).cards
        ]

    def report(self, precision: float, others: Sequence[CardTrial], store: Path) -> Report:
        """Return what is found, and how it has changed since the last time; see Trial."""
        from rftg_tools.balance.report.page import write_report

        found = findings(self.study, precision, [other.study for other in others])
        found = with_history(found, since_last(store, self.study.lab, found.effects))
        page = partial(write_report, found)
        return Report(as_data(found), in_words(found), bool(found.wanting), page)

    def alternatives(self, titles: Sequence[str]) -> Iterator[CardTrial]:
        """Yield a trial for each alternative of some cards; see Trial."""
        lab = self.study.lab
        cards = {subject.card.title: subject.card for subject in lab.subjects}
        for title in titles:
            if title not in cards:
                near = nearest(title, cards)
                advice = f"; the nearest is {near!r}" if near else ""
                raise LookupError(f"no card that is tried is called {title!r}{advice}")
        for title in titles or cards:
            for alternative in alternatives_of(cards[title], lab.official.cards):
                yield CardTrial(Lab(replace(lab.experiment, alternative=alternative)))

    def watch(self, precision: float, most: int, show: Callable[[str], None] | None) -> Watch:
        """Return what is shown while it is played, early tables too; see Trial."""
        return Watch(self.study, precision, most, None if self.change else show)


def trial_of_cards(
    sets: SetBundle, own: tuple[str, ...], options: Options, bot: str, seed: int
) -> CardTrial:
    """Return a trial of the cards of some sets. Raise ValueError for what cannot be tried."""
    lab = lab_of(Experiment(sets, own, Setup(options, bot, seed)))
    if not lab.subjects:
        raise ValueError("no official card in use is of the type of any of these cards")
    for deck in (lab.deck, lab.official):
        table = deck.table()
        RACE.make_bot(bot, table, "")
        RACE.check_options(table, options)
    return CardTrial(lab)
