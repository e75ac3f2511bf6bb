"""Plays until every card is known well enough.

It stops by the width of the intervals and not by whether they hold 0, so they stay what they say
(Chow & Robbins 1965; Nadas 1969 for widths in proportion to the effect). They are looked at after
whole blocks of seeds, so that neither the number of processes nor an interruption changes where it
stops.

Which variants of the games are played is settled anew for each stage, a whole number of blocks, by
what is known at its beginning: those that a card still needs.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from math import ceil
from typing import Final

from rftg_tools.balance.calibration import Calibrations
from rftg_tools.balance.experiment import OFFICIAL, RUN, Lab, variant_of
from rftg_tools.balance.official import Officials
from rftg_tools.balance.playing import Seed, games
from rftg_tools.balance.set_figures import SetFigures
from rftg_tools.balance.store import Store
from rftg_tools.balance.tally import Tally
from rftg_tools.workers.process import defer_interrupts

BLOCK: Final = 200
"""Seeds after which it is looked whether to go on; a whole number of runs."""
PAIRED: Final = 2 * BLOCK
"""Seeds in which each card has pairs."""
VARIANT: Final = 0.6
"""The part of the work of a game that a variant of it takes, which begins where the card comes."""


class Study:
    """All figures of an experiment so far. seeds: how many were played, from 0 on.

    tallies: of each card. officials: of the official cards; calibrations: of what
    players of those expect. whole: of the games themselves.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.seeds = 0
        titles = [card.title for card in lab.deck.cards]
        self.tallies = [Tally(subject, titles, len(lab.subjects)) for subject in lab.subjects]
        self.officials = Officials(lab)
        self.calibrations = Calibrations(lab)
        self.whole = SetFigures(lab)

    def known(self, precision: float) -> bool:
        """Return whether the effects of all cards are known well enough; see Tally.known."""
        return all(tally.known(precision) for tally in self.tallies)

    def enough(self, precision: float) -> bool:
        """Return whether, besides, it is known of all cards how well bots play them."""
        return self.known(precision) and not self._unjudged(precision)

    def _unjudged(self, precision: float) -> list[Tally]:
        """Return the cards of which it is not known how well bots play them.

        An alternative of a card is there to be priced: what was found of the card goes for it.
        """
        if self.lab.experiment.alternative is not None:
            return []
        return [tally for tally in self.tallies if not tally.judged(precision)]

    def variants(self, precision: float, last: int) -> dict[str, int]:
        """Return the variants of games that the next stage takes, and the seed where each ends.

        At first, each card has pairs, which tell more than who wins. Later on, cards have them that
        nothing else tells of, and all that are not known where that is less work. How well bots
        play a card is looked at in as many games as that takes, by what is known of it.

        last: the seed where the stage ends at the latest.
        """
        variants = {tally.subject.card.title: last for tally in self._to_pair(precision)}
        for tally in self._unjudged(precision) if self.seeds else ():
            seeds = tally.games_to_judge(precision) * self.seeds / tally.drawn
            end = self.seeds + RUN * ceil(seeds / RUN)
            variants[variant_of(tally.subject.card.title, tally.manner)] = min(last, end)
        return variants

    def _to_pair(self, precision: float) -> list[Tally]:
        """Return the cards that are to have pairs."""
        if self.seeds < PAIRED:
            return self.tallies
        unknown = [tally for tally in self.tallies if not tally.known(precision)]
        if _pairs_are_less_work(unknown, precision):
            return unknown
        return [tally for tally in unknown if tally.effect.needs_pairs]

    def left(self, precision: float, most: int) -> float:
        """Return which share of all work is not yet done, as far as one can tell by now."""
        if not self.seeds:
            return 1.0
        seeds, work = self._work_to_do(precision, most)
        variants = VARIANT * (self.paired_games + self.other_games)
        done = self.seeds + self.official_games + variants
        todo = seeds + max(0, min(seeds, OFFICIAL - self.seeds)) + VARIANT * work
        return todo / (done + todo)

    def _work_to_do(self, precision: float, most: int) -> tuple[float, float]:
        """Return how many more seeds are needed, and how many variants of their games."""
        pairs = {tally.subject.card.title for tally in self._to_pair(precision)}
        unjudged = {tally.subject.card.title for tally in self._unjudged(precision)}
        seeds, variants = 0.0, 0.0
        for tally in self.tallies:
            drawn = max(1, tally.drawn) / self.seeds
            title = tally.subject.card.title
            paired = title in pairs
            effect = tally.effect.seeds_to(tally.wanted(precision), paired)
            manner = tally.games_to_judge(precision) / drawn if title in unjudged else 0.0
            effect, manner = (min(one, most - self.seeds) for one in (effect, manner))
            variants += drawn * (paired * effect + manner)
            seeds = max(seeds, effect, manner)
        return max(0.0, seeds), max(0.0, variants)

    def add(self, seed: Seed) -> None:
        """Take in the games of the next seed."""
        self.seeds += 1
        self.officials.add(seed)
        self.calibrations.add(seed.game)
        self.whole.add(seed)
        for tally in self.tallies:
            tally.add(seed)

    @property
    def half(self) -> float:
        """Half of the widest interval of all cards, as a share of a win."""
        return max(tally.half for tally in self.tallies)

    @property
    def games(self) -> int:
        """The games of these figures, of all sorts."""
        return self.seeds + self.official_games + self.paired_games + self.other_games

    @property
    def official_games(self) -> int:
        """Those with official cards alone."""
        return min(self.seeds, OFFICIAL)

    @property
    def paired_games(self) -> int:
        """Those with an official card in the place of one that was drawn."""
        return sum(tally.paired for tally in self.tallies)

    @property
    def other_games(self) -> int:
        """Those in which a card is played in another manner than bots do."""
        others = (one for tally in self.tallies for one in tally.otherwise.values())
        return sum(one.gain.count for one in others)


def _pairs_are_less_work(tallies: Sequence[Tally], precision: float) -> bool:
    """Return whether cards are known with less work if each has its pairs.

    Fewer games with the cards are needed then, which all cards share; but each pair costs another.
    """
    both, alone = (
        max(
            (tally.effect.seeds_to(tally.wanted(precision), paired) for tally in tallies), default=0
        )
        for paired in (True, False)
    )
    drawn = sum(tally.drawn / tally.seeds for tally in tallies)
    return both * (1 + VARIANT * drawn) < alone


def carry_on(
    study: Study,
    store: Store,
    precision: float,
    most: int,
    jobs: int | None,
    scheduler: str | None = None,
) -> Generator[int, None, None]:
    """Play, or read, seed after seed into a new study; yield the number of seeds.

    It may be interrupted at any time: the study then is of whole seeds.

    precision: of each card at which it ends, see Tally.known. most: seeds after which it ends
    anyhow, taken to whole runs. Raises what `games` raises.
    """
    last = -(-most // RUN) * RUN
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
    """Play a stage, or as much of it as it takes to know the effects of all cards."""
    stop = min(last, max(BLOCK, 2 * study.seeds))
    known, variants = study.known(precision), study.variants(precision, stop)
    if known and variants:
        stop = max(variants.values())
    stage = range(study.seeds, stop)
    with closing(games(study.lab, store, stage, variants, jobs, scheduler)) as seeds:
        for seed in seeds:
            with defer_interrupts():
                study.add(seed)
            yield study.seeds
            if study.seeds % BLOCK == 0 and (
                study.enough(precision) or study.known(precision) != known
            ):
                return
