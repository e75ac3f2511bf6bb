"""Studies: play until every card is measured precisely enough.

A study stops by the width of the intervals and not by whether they contain 0, so the intervals stay
valid (Chow & Robbins 1965; Nadas 1969 for widths in proportion to the effect). This is checked
after blocks of seeds, so that neither the number of processes nor an interruption changes the
result.

Each stage, a whole number of blocks, plays the variants that a card still needs at its start.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from math import ceil
from typing import Any, Final

from rftg_tools.balance.experiment import OFFICIAL, SEEDS_PER_RUN, CompiledExperiment, variant_of
from rftg_tools.balance.games import play
from rftg_tools.balance.official import Calibrations, Officials
from rftg_tools.balance.playing import SeedGames, games
from rftg_tools.balance.set_figures import SetFigures
from rftg_tools.balance.store import Store
from rftg_tools.balance.tally import MeasuredEffect, Tally
from rftg_tools.progress import seconds_per_call
from rftg_tools.workers.process import defer_interrupts

BLOCK: Final = 200
"""Seeds between two checks; a multiple of SEEDS_PER_RUN."""
PAIRED: Final = 2 * BLOCK
"""Seeds in which each card has pairs."""
VARIANT: Final = 0.6
"""Work for a variant relative to a full game, because it starts at the draw of the card."""
_TYPICAL_GAMES: Final = (400, 0.05)
"""Number of games after which most cards reach this margin of error, as a win share."""


class AnyStudy(ABC):
    """Figures of the tested cards or tiles of an experiment. seeds: number of seeds played."""

    lab: Any
    seeds = 0
    tallies: Sequence[MeasuredEffect]

    @property
    def margin(self) -> float:
        """Margin of error of the least certain card, as a win share."""
        return max(tally.margin for tally in self.tallies)

    def is_known(self, precision: float) -> bool:
        """Return whether the effects of all cards are precise enough."""
        return all(tally.is_known(precision) for tally in self.tallies)

    def enough(self, precision: float) -> bool:
        """Return whether no more games are needed."""
        return self.is_known(precision)

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
            is_known = self.is_known(precision)
            stage = self.play_stage(store, precision, last, jobs, scheduler)
            with closing(stage) as seeds:
                for seed in seeds:
                    with defer_interrupts():
                        self.add(seed)
                    yield self.seeds
                    is_checked = self.seeds % BLOCK == 0
                    if is_checked and (
                        self.enough(precision) or self.is_known(precision) != is_known
                    ):
                        break


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
        return self.is_known(precision) and not self._unjudged(precision)

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
        variants = {tally.subject.card.title: last for tally in self._to_pair(precision)}
        for tally in self._unjudged(precision) if self.seeds else ():
            seeds = tally.games_to_judge(precision) * self.seeds / tally.drawn
            end = self.seeds + SEEDS_PER_RUN * ceil(seeds / SEEDS_PER_RUN)
            variants[variant_of(tally.subject.card.title, tally.policy)] = min(last, end)
        return variants

    def _to_pair(self, precision: float) -> list[Tally]:
        """Return the cards that should have pairs."""
        if self.seeds < PAIRED:
            return self.tallies
        unknown = [tally for tally in self.tallies if not tally.is_known(precision)]
        if _pairs_are_less_work(unknown, precision):
            return unknown
        return [tally for tally in unknown if tally.effect.needs_pairs]

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
            effect = tally.effect.seeds_to(tally.target_margin(precision), paired)
            forced = tally.games_to_judge(precision) / drawn if title in unjudged else 0.0
            effect, forced = (min(needed, max_seeds - self.seeds) for needed in (effect, forced))
            variants += drawn * (paired * effect + forced)
            seeds = max(seeds, effect, forced)
        return max(0.0, seeds), max(0.0, variants)

    def play_stage(
        self, store: Store, precision: float, last: int, jobs: int | None, scheduler: str | None
    ) -> Generator[SeedGames, None, None]:
        stage = next_stage(self, last)
        variants = self.variants(precision, stage.stop)
        if self.is_known(precision) and variants:
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
        results = (result for tally in self.tallies for result in tally.forced_play.values())
        return sum(result.gain.count for result in results)


def _pairs_are_less_work(tallies: Sequence[Tally], precision: float) -> bool:
    """Return whether it is less work to measure the cards with pairs.

    With pairs, fewer games with the cards are enough, and those count for all cards; but each
    pair needs one more game, which counts for one card.
    """
    both, alone = (
        max(
            (tally.effect.seeds_to(tally.target_margin(precision), paired) for tally in tallies),
            default=0,
        )
        for paired in (True, False)
    )
    draws = sum(tally.drawn / tally.seeds for tally in tallies)
    return both * (1 + VARIANT * draws) < alone


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
