"""Studies: play until every card is measured precisely enough.

A study stops by the width of the intervals and not by whether they contain 0, so the intervals stay
valid (Chow & Robbins 1965; Nadas 1969 for widths in proportion to the effect). This is checked
after blocks of seeds, so that neither the number of processes nor an interruption changes the
result.

Each stage, a whole number of blocks, plays the variants that a card still needs at its start.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from math import ceil
from typing import Final

from rftg_tools.balance.experiment import OFFICIAL, SEEDS_PER_RUN, CompiledExperiment, variant_of
from rftg_tools.balance.official import Calibrations, Officials
from rftg_tools.balance.playing import SeedGames, games
from rftg_tools.balance.set_figures import SetFigures
from rftg_tools.balance.store import Store
from rftg_tools.balance.tally import Tally
from rftg_tools.workers.process import defer_interrupts

BLOCK: Final = 200
"""Seeds between two checks; a multiple of RUN."""
PAIRED: Final = 2 * BLOCK
"""Seeds in which each card has pairs."""
VARIANT: Final = 0.6
"""Work for a variant relative to a full game, because it starts at the draw of the card."""


class Study:
    """All figures of an experiment so far. seeds: number of seeds played, from 0.

    tallies: of the tested cards. officials: of the official cards; calibrations: of the forecasts
    for them. whole: figures of entire games.
    """

    def __init__(self, lab: CompiledExperiment) -> None:
        self.lab = lab
        self.seeds = 0
        titles = [card.title for card in lab.deck.cards]
        self.tallies = [Tally(subject, titles, len(lab.subjects)) for subject in lab.subjects]
        self.officials = Officials(lab)
        self.calibrations = Calibrations(lab)
        self.whole = SetFigures(lab)

    def is_known(self, precision: float) -> bool:
        """Return whether the effects of all cards are precise enough; see Tally.is_known."""
        return all(tally.is_known(precision) for tally in self.tallies)

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
        """Return the estimated share of all work that remains."""
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

    def add(self, seed: SeedGames) -> None:
        """Add the games of the next seed."""
        self.seeds += 1
        self.officials.add(seed)
        self.calibrations.add(seed.game)
        self.whole.add(seed)
        for tally in self.tallies:
            tally.add(seed)

    @property
    def margin(self) -> float:
        """Margin of error of the least certain card, as a win share."""
        return max(tally.margin for tally in self.tallies)

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


def carry_on(
    study: Study,
    store: Store,
    precision: float,
    max_seeds: int,
    jobs: int | None,
    scheduler: str | None = None,
) -> Generator[int, None, None]:
    """Play or load seed after seed into a new study; yield the number of seeds.

    It may be interrupted at any time: the study then consists of complete seeds.

    precision: target for each card, see Tally.is_known. max_seeds: number of seeds at which to stop
    in any case, rounded up to runs. Raises whatever `games` raises.
    """
    last = -(-max_seeds // SEEDS_PER_RUN) * SEEDS_PER_RUN
    while study.seeds < last and not (study.seeds and study.enough(precision)):
        yield from _stage(study, store, precision, last, jobs, scheduler)


def _stage(
    study: Study,
    store: Store,
    precision: float,
    last: int,
    jobs: int | None,
    scheduler: str | None,
) -> Generator[int, None, None]:
    """Play a stage, or less if the effects of all cards become precise enough."""
    stop = min(last, max(BLOCK, 2 * study.seeds))
    is_known, variants = study.is_known(precision), study.variants(precision, stop)
    if is_known and variants:
        stop = max(variants.values())
    stage = range(study.seeds, stop)
    with closing(games(study.lab, store, stage, variants, jobs, scheduler)) as seeds:
        for seed in seeds:
            with defer_interrupts():
                study.add(seed)
            yield study.seeds
            if study.seeds % BLOCK == 0 and (
                study.enough(precision) or study.is_known(precision) != is_known
            ):
                return
