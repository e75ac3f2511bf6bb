"""Trials of cards of Race."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from rftg_dsl.bundle import SetBundle
from rftg_engine.cards.table import Table
from rftg_engine.game import RACE
from rftg_engine.options import Options
from rftg_tools.balance.data import as_data
from rftg_tools.balance.deck import alternatives_of
from rftg_tools.balance.experiment import CompiledExperiment, Experiment, compile_experiment
from rftg_tools.balance.findings import findings, with_history
from rftg_tools.balance.games import Setup
from rftg_tools.balance.history import effects_of_changes
from rftg_tools.balance.study import Study, estimator
from rftg_tools.balance.trials import Report, Trial, Verdict, check_titles
from rftg_tools.balance.words import headline, in_words, lines, table


class CardTrial(Trial):
    """A trial of cards of Race, each compared with official cards."""

    study: Study

    def __init__(self, lab: CompiledExperiment) -> None:
        self.study = Study(lab)

    @property
    def table(self) -> Table:
        """The bound cards in use."""
        return self.study.lab.deck.table()

    def seconds(self) -> Callable[[float, int, int], float]:
        """Return an estimator of the duration; see Trial."""
        return estimator(self.study.lab)

    def verdicts(self, precision: float) -> list[Verdict]:
        """Return the verdicts so far."""
        return [
            Verdict(
                (card.tally.subject.card,),
                headline(card),
                tuple(lines(card)),
                tuple(card.verdict.problems),
            )
            for card in findings(self.study, precision).cards
        ]

    def report(self, precision: float, others: Sequence[CardTrial], store: Path) -> Report:
        """Return the findings and the changes since the last measurement; see Trial."""
        from rftg_tools.balance.report.page import write_report

        result = findings(self.study, precision, [other.study for other in others])
        result = with_history(result, effects_of_changes(store, self.study.lab, result.effects))
        page = partial(write_report, result)
        return Report(as_data(result), in_words(result), bool(result.problems), page)

    def alternatives(self, titles: Sequence[str]) -> Iterator[CardTrial]:
        """Yield a trial for each alternative of the given cards; see Trial."""
        lab = self.study.lab
        cards = {subject.card.title: subject.card for subject in lab.subjects}
        check_titles(titles, cards, "card")
        for title in titles or cards:
            for alternative in alternatives_of(cards[title], lab.official.cards):
                yield CardTrial(
                    CompiledExperiment(replace(lab.experiment, alternative=alternative))
                )

    def early_table(self, precision: float) -> list[str]:
        """Return the results so far; see Trial."""
        return table(findings(self.study, precision))


def trial_of_cards(
    sets: SetBundle, own: tuple[str, ...], options: Options, bot: str, seed: int
) -> CardTrial:
    """Return a trial of the cards of the given sets. Raises ValueError if they cannot be tested."""
    lab = compile_experiment(Experiment(sets, own, Setup(options, bot, seed)))
    if not lab.subjects:
        raise ValueError("no official card in use has the same type as any of these cards")
    for deck in (lab.deck, lab.official):
        table = deck.table()
        RACE.make_bot(bot, table, "")
        RACE.check_options(table, options)
    return CardTrial(lab)
