"""Studies: play until every card is measured precisely enough, or its verdict is sure.

A card is measured precisely enough by the width of its interval, not by whether it contains 0, so
the interval stays valid (Chow & Robbins 1965; Nadas 1969 for widths in proportion to the effect). A
verdict is sure by an interval that may be looked at any time (see Estimate.at_any_time). Both are
checked after blocks of seeds, so that neither the number of processes nor an interruption changes
the result.

Each stage plays the variants that a card still needs at its start.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing
from math import ceil
from typing import Any, Final

from rftg_tools.balance.experiment import OFFICIAL, SEEDS_PER_RUN, CompiledExperiment, variant_of
from rftg_tools.balance.games import play
from rftg_tools.balance.official import Calibrations, OfficialRange, Officials
from rftg_tools.balance.playing import SeedGames, games
from rftg_tools.balance.set_figures import SetFigures
from rftg_tools.balance.store import Store
from rftg_tools.balance.tally import MeasuredEffect, Tally
from rftg_tools.balance.verdict import POINTS, is_within, strength_of
from rftg_tools.progress import seconds_per_call
from rftg_tools.workers.process import defer_interrupts

BLOCK: Final = 100
"""Seeds between two checks; a multiple of SEEDS_PER_RUN."""
PAIRED: Final = 2 * BLOCK
"""Seeds in which each card has pairs."""
VARIANT: Final = 0.6
"""Work for a variant relative to a full game, because it repeats many answers."""
_TYPICAL_GAMES: Final = (200, 0.05)
"""Number of games after which most cards reach this margin of error, as a win share."""


class AnyStudy(ABC):
    """Figures of the tested cards or tiles of an experiment.

    seeds: number of seeds played. stops_early: whether a sure verdict on a card is enough, even if
    its margin of error is wider than the target. sure: the cards with sure verdicts at the last
    check.
    """

    lab: Any
    seeds = 0
    stops_early = False
    tallies: Sequence[MeasuredEffect]
    sure: Collection[MeasuredEffect] = ()

    @property
    def margin(self) -> float:
        """Margin of error of the least certain card, as a win share."""
        return max(tally.margin for tally in self.tallies)

    def margin_to_reduce(self, precision: float) -> float:
        """Return the margin of error of the least certain card that has not reached its target."""
        open_margins = [t.margin for t in self.tallies if not t.is_known(precision)]
        return max(open_margins, default=self.margin)

    def is_known(self, precision: float) -> bool:
        """Return whether the effects of all cards are precise enough."""
        return all(tally.is_known(precision) for tally in self.tallies)

    def is_settled(self, tally: MeasuredEffect, precision: float) -> bool:
        """Return whether a card needs no more games."""
        return tally in self.sure or tally.is_known(precision)

    def are_settled(self, precision: float) -> bool:
        """Return whether no card needs more games."""
        return all(self.is_settled(tally, precision) for tally in self.tallies)

    def enough(self, precision: float) -> bool:
        """Return whether no more games are needed."""
        return self.are_settled(precision)

    @abstractmethod
    def range_for(self, tally: Any) -> OfficialRange:
        """Return the range of official cards or tiles that one is compared with."""

    @abstractmethod
    def remaining_share(self, precision: float, max_seeds: int) -> float:
        """Return the estimated share of all work that remains."""

    @abstractmethod
    def add(self, seed: Any) -> None:
        """Add the games of the next seed."""

    @abstractmethod
    def play_stage(
        self, store: Store, precision: float, last: int, jobs: int | None, scheduler: str | None
    ) -> Generator[Any, None, None]:
        """Play or load the games of the next seeds, at most up to `last`."""

    def carry_on(
        self,
        store: Store,
        precision: float,
        max_seeds: int,
        jobs: int | None,
        scheduler: str | None = None,
    ) -> Generator[int, None, None]:
        """Play or load seed after seed into a new study; yield the number of seeds.

        It may be interrupted at any time: the study then consists of complete seeds.

        precision: target margin of error, as a win share. max_seeds: number of seeds at which to
        stop in any case, rounded up to runs. Raises whatever `games` raises.
        """
        last = -(-max_seeds // SEEDS_PER_RUN) * SEEDS_PER_RUN
        while self.seeds < last and not (self.seeds and self.enough(precision)):
            were_settled = self.are_settled(precision)
            stage = self.play_stage(store, precision, last, jobs, scheduler)
            with closing(stage) as seeds:
                for seed in seeds:
                    with defer_interrupts():
                        self.add(seed)
                    yield self.seeds
                    if self.seeds % BLOCK:
                        continue
                    if self.stops_early:
                        self.sure = [tally for tally in self.tallies if self._is_sure(tally)]
                    if self.enough(precision) or self.are_settled(precision) != were_settled:
                        break

    def _is_sure(self, tally: MeasuredEffect) -> bool:
        effect, among = tally.compared.times(POINTS), self.range_for(tally)
        is_range_known = self.seeds >= OFFICIAL
        return bool(strength_of(effect, among)) or (is_range_known and is_within(effect, among))


def next_stage(study: AnyStudy, last: int) -> range:
    """Return the seeds of the next stage, which doubles their number."""
    return range(study.seeds, min(last, max(BLOCK, 2 * study.seeds)))


class Study(AnyStudy):
    """All figures of an experiment so far.

    tallies: of the tested cards. officials: of the official cards; calibrations: of the forecasts
    for them. whole: figures of entire games.
    """

    lab: CompiledExperiment
    tallies: list[Tally]

    def __init__(self, lab: CompiledExperiment) -> None:
        self.lab = lab
        titles = [card.title for card in lab.deck.cards]
        self.tallies = [Tally(subject, titles, len(lab.subjects)) for subject in lab.subjects]
        self.officials = Officials(lab)
        self.calibrations = Calibrations(lab)
        self.whole = SetFigures(lab)

    def enough(self, precision: float) -> bool:
        """Return whether, in addition, all cards have been tested for misjudgement."""
        return self.are_settled(precision) and not self._unjudged(precision)

    def range_for(self, tally: Tally) -> OfficialRange:
        return self.officials.range(starts=tally.subject.card.start is not None)

    def _unjudged(self, precision: float) -> list[Tally]:
        """Return the cards that have not been tested for misjudgement.

        An alternative of a card needs no such test, because its results apply to its card.
        """
        if self.lab.experiment.alternative is not None:
            return []
        return [tally for tally in self.tallies if not tally.is_judged(precision)]

    def variants(self, precision: float, last: int) -> dict[str, int]:
        """Return the variants for the next stage, and the seed at which each ends.

        At first, each card has pairs, which are more precise than win shares. Later, cards have
        pairs if nothing else can measure them, or if that is less work for all remaining cards. The
        test for misjudgement uses the estimated number of games.

        last: the last seed of the stage.
        """
        variants = {
            tally.subject.card.title: self._end(last, _seeds_to(tally, precision, True))
            for tally in self._to_pair(precision)
        }
        for tally in self._unjudged(precision) if self.seeds else ():
            seeds = tally.games_to_judge(precision) * self.seeds / tally.drawn
            for name in tally.forced_variants:
                variants[variant_of(tally.subject.card.title, name)] = self._end(last, seeds)
        return variants

    def _end(self, last: int, seeds: float) -> int:
        """Return the seed after a number of seeds, rounded up to runs, but at most `last`."""
        runs = ceil(min(seeds, last) / SEEDS_PER_RUN)
        return min(last, self.seeds + SEEDS_PER_RUN * max(1, runs))

    def _to_pair(self, precision: float) -> list[Tally]:
        """Return the cards that should have pairs."""
        if self.seeds < PAIRED:
            return self.tallies
        unsettled = [t for t in self.tallies if not self.is_settled(t, precision)]
        return _cheapest_pairs(unsettled, precision)

    def remaining_share(self, precision: float, max_seeds: int) -> float:
        if not self.seeds:
            return 1.0
        seeds, work = self._work_to_do(precision, max_seeds)
        variants = VARIANT * (self.paired_games + self.other_games)
        done = self.seeds + self.official_games + variants
        remaining = seeds + max(0, min(seeds, OFFICIAL - self.seeds)) + VARIANT * work
        return remaining / (done + remaining)

    def _work_to_do(self, precision: float, max_seeds: int) -> tuple[float, float]:
        """Return the number of seeds still needed, and the number of variants of their games."""
        pairs = {tally.subject.card.title for tally in self._to_pair(precision)}
        unjudged = {tally.subject.card.title for tally in self._unjudged(precision)}
        seeds, variants = 0.0, 0.0
        for tally in self.tallies:
            drawn = max(1, tally.drawn) / self.seeds
            title = tally.subject.card.title
            paired = title in pairs
            is_settled = self.is_settled(tally, precision)
            effect = 0.0 if is_settled else _seeds_to(tally, precision, paired)
            forced = tally.games_to_judge(precision) / drawn if title in unjudged else 0.0
            effect, forced = (min(needed, max_seeds - self.seeds) for needed in (effect, forced))
            variants += drawn * (paired * effect + len(tally.forced_variants) * forced)
            seeds = max(seeds, effect, forced)
        return max(0.0, seeds), max(0.0, variants)

    def play_stage(
        self, store: Store, precision: float, last: int, jobs: int | None, scheduler: str | None
    ) -> Generator[SeedGames, None, None]:
        stage = next_stage(self, last)
        variants = self.variants(precision, stage.stop)
        if self.are_settled(precision) and variants:
            stage = range(self.seeds, max(variants.values()))
        return games(self.lab, store, stage, variants, jobs, scheduler)

    def add(self, seed: SeedGames) -> None:
        self.seeds += 1
        self.officials.add(seed)
        self.calibrations.add(seed.game)
        self.whole.add(seed)
        for tally in self.tallies:
            tally.add(seed)

    @property
    def games(self) -> int:
        """Number of games of all kinds."""
        return self.seeds + self.official_games + self.paired_games + self.other_games

    @property
    def official_games(self) -> int:
        """Number of games with only official cards."""
        return min(self.seeds, OFFICIAL)

    @property
    def paired_games(self) -> int:
        """Number of games with an official card in place of one that was drawn."""
        return sum(tally.paired for tally in self.tallies)

    @property
    def other_games(self) -> int:
        """Number of games with a forced policy for a card."""
        return sum(tally.forced_games for tally in self.tallies)


def _cheapest_pairs(tallies: Sequence[Tally], precision: float) -> list[Tally]:
    """Return the cards that should have pairs, so that measuring all cards is the least work.

    With pairs, fewer games with the cards are enough, and those count for all cards; but each pair
    needs one more game, which counts for one card. So the cards that would take longest come first.
    """
    slowest = sorted(tallies, key=lambda tally: -_seeds_to(tally, precision, False))
    start = sum(tally.effect.needs_pairs for tally in slowest)

    def work(count: int) -> float:
        seeds = [_seeds_to(tally, precision, place < count) for place, tally in enumerate(slowest)]
        pairs = (
            seeds[place] * slowest[place].drawn / slowest[place].seeds for place in range(count)
        )
        return max(seeds, default=0.0) + VARIANT * sum(pairs)

    return slowest[: min(range(start, len(slowest) + 1), key=work)]


def _seeds_to(tally: Tally, precision: float, paired: bool) -> float:
    """Return about how many more seeds are needed, without those of forced play."""
    if tally.is_forced:
        return 0.0
    return tally.effect.seeds_to(tally.target_margin(precision), paired)


def estimator(lab: CompiledExperiment) -> Callable[[float, int, int], float]:
    """Return a function for the seconds of a study, measured in a short sample of its games.

    Its arguments are the margin of error, as a win share, the maximum of games, and the processes.
    """
    draws: list[int] = []

    def play_game(seed: int) -> None:
        game, _course = play(lab.table, lab.setup, seed, "a sample")
        draws.append(sum(subject.drawer(game) >= 0 for subject in lab.subjects))

    seconds = seconds_per_call(play_game)
    drawn = sum(draws) / len(draws)

    def estimate_seconds(precision: float, max_games: int, jobs: int) -> float:
        seeds = likely_games(precision, max_games)
        return (seeds * (1 + VARIANT * drawn) + min(seeds, OFFICIAL)) * seconds / jobs

    return estimate_seconds


def likely_games(precision: float, max_games: int) -> int:
    """Return the likely number of games for a margin of error: four times as many halve it."""
    games, margin = _TYPICAL_GAMES
    return min(max_games, BLOCK * ceil(games * (margin / precision) ** 2 / BLOCK))
