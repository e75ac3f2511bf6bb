"""Figures of one card: results of its first drawers, with the card and without.

In a pair of games of one seed, the same player draws a card: in one game the tested card, in the
other an official card in its place. The difference is the effect of the card. Intervals assume that
seeds are independent. The seeds of a run share the replacement card, but that widens the true
intervals by only a few percent, because all peers take turns.
"""

from __future__ import annotations

from collections import Counter
from math import isfinite, sqrt
from typing import Final

from rftg_dsl.model import Card
from rftg_tools.balance.calibration import Calibration
from rftg_tools.balance.effect import Effect
from rftg_tools.balance.experiment import SEEDS_PER_RUN, Subject, variant_of
from rftg_tools.balance.games import Game
from rftg_tools.balance.holders import FORCED_POLICIES, LEAVE, PLACE
from rftg_tools.balance.partners import Partners
from rftg_tools.balance.playing import SeedGames
from rftg_tools.balance.recount import Recount
from rftg_tools.balance.statistics import FEWEST, Moments, simultaneous_z
from rftg_tools.intervals import Z

NOBODY: Final = -1
RARELY_PLAYED: Final = 0.1
"""Share of draws below which a card's effect does not show its strength."""
RELATIVE_MARGIN: Final = 1 / 8
"""Margin of error, relative to the effect, that is precise enough for large effects."""
RELATIVE_GAIN_MARGIN: Final = 2.0
"""Margin for the gain of a forced policy, relative to the margin for the effect."""
RELATIVE_NO_GAIN_MARGIN: Final = 3.0
"""The same margin if the policy seems to gain nothing."""
MIN_FORCED_GAMES: Final = 100
"""Games with a forced policy before their required number is estimated."""


class DrawResults:
    """Results of the players who drew a card first, over finished games.

    shares: of the win. placer_shares: win shares of those who placed it. points: mean value of a
    copy in the tableau at the end. rounds, steps: times of the first placement.
    """

    def __init__(self) -> None:
        self.shares = Moments()
        self.placer_shares = Moments()
        self.points = Moments()
        self.rounds: Counter[int] = Counter()
        self.steps: Counter[str] = Counter()

    @property
    def drawn(self) -> int:
        """Number of games in which somebody drew the card."""
        return self.shares.count

    @property
    def played(self) -> int:
        """Number of games in which the first drawer placed it."""
        return self.placer_shares.count

    @property
    def played_share(self) -> float:
        """Share of first drawers who placed it."""
        return self.played / self.drawn if self.drawn else 0.0

    def add(self, game: Game, seat: int, numbers: tuple[int, ...], printed: int) -> bool:
        """Add a game and return whether the card was placed. printed: points on the card."""
        share = game.seats[seat].share
        self.shares.add(share)
        placed = next((p for p in game.placed if p[0] in numbers and p[1] == seat), None)
        if placed is None:
            return False
        self.placer_shares.add(share)
        self.rounds[placed[2]] += 1
        self.steps[placed[3]] += 1
        copies = [card for card in game.seats[seat].tableau if card in numbers]
        if copies:
            variable = dict(game.seats[seat].variable)
            points = sum(printed + variable.get(card, 0) for card in copies)
            self.points.add(points / len(copies))
        return True


class ForcedPlay:
    """Games in which the first drawer of a card follows a forced policy.

    gain: change in the win share. played: share of drawers who place the card. calibration: of
    their forecasts.
    """

    def __init__(self) -> None:
        self.gain = Moments(unit=1.0)
        self.played = Moments()
        self.calibration = Calibration()

    def add(self, game: Game, original: Game, seat: int, numbers: tuple[int, ...]) -> None:
        """Add a game, and the original game with the bot's own policy."""
        self.gain.add(game.seats[seat].share - original.seats[seat].share)
        self.calibration.add(game, numbers)
        is_placed = any(card in numbers and player == seat for card, player, *_ in game.placed)
        self.played.add(is_placed)


class Tally:
    """The figures of one card so far. cards: number of cards tested together.

    seeds: all games with the cards; drawn: games in which somebody drew it. effect: on the drawer's
    win share. pairs: the same from pairs of finished games only; score and rounds likewise.
    usual_rounds: length of games without it. drawers: results of all players who drew it;
    control_drawers: of those who drew replacement cards. placed: calibration of players who placed
    it. forced_play: results by forced policy. same_drawer: pairs in which the same player drew the
    card first. endless: endless games in which it was drawn; broken_without: in the other games of
    pairs. paired: number of pairs, including endless games.
    """

    def __init__(self, subject: Subject, titles: list[str], cards: int = 1) -> None:
        self.subject = subject
        self._cards = cards
        self.seeds = self.drawn = self.paired = self.same_drawer = 0
        self.endless = self.broken_without = 0
        self.effect = Effect(subject.numbers, _copies_of_peers(subject, titles))
        self.drawers, self.control_drawers = DrawResults(), DrawResults()
        self.pairs, self.score, self.rounds = (Moments(unit=1.0) for _figure in range(3))
        self.placed = Calibration()
        self.forced_play = {policy: ForcedPlay() for policy in FORCED_POLICIES}
        self.usual_rounds = Moments()
        self.partners = Partners(titles, subject.numbers)
        self.recount = Recount(subject)
        self._printed = {card.title: _printed(card) for card in subject.peers.cards}

    def add(self, seed: SeedGames) -> None:
        """Add the games of a seed."""
        self.seeds += 1
        self.recount.add(seed.game)
        title = self.subject.card.title
        seat = self.subject.drawer(seed.game)
        control, other = seed.controls.get(title, ("", None))
        self.drawn += seat != NOBODY
        self.endless += seat != NOBODY and not seed.game.finished
        if seed.game.finished:
            self.placed.add(seed.game, self.subject.numbers)
        if other is not None:
            self.paired += 1
            self.broken_without += not other.finished
        if not seed.game.finished or (other is not None and not other.finished):
            return
        share = None if other is None else other.seats[seat].share
        self.effect.add(seed.game, seat, title in seed.variants, share)
        if seat != NOBODY:
            self._add_drawn(seed, seat)
        if other is not None:
            self._add_pair(seed.game, other, seat, control)

    def _add_drawn(self, seed: SeedGames, seat: int) -> None:
        numbers, printed = self.subject.numbers, _printed(self.subject.card)
        if self.drawers.add(seed.game, seat, numbers, printed):
            self.partners.tested.add(seed.game.seats[seat])
        for policy, forced_play in self.forced_play.items():
            game = seed.forced_play.get(variant_of(self.subject.card.title, policy))
            if game is not None and game.finished:
                forced_play.add(game, seed.game, seat, numbers)

    def _add_pair(self, game: Game, other: Game, seat: int, title: str) -> None:
        ours, theirs = game.seats[seat], other.seats[seat]
        self.same_drawer += self.subject.drawer(other) == seat
        self.pairs.add(ours.share - theirs.share)
        self.score.add(ours.score - theirs.score)
        self.rounds.add(game.rounds - other.rounds)
        self.usual_rounds.add(other.rounds)
        if self.control_drawers.add(other, seat, self.subject.numbers, self._printed[title]):
            self.partners.control.add(theirs)

    @property
    def margin(self) -> float:
        """Margin of error of the effect, as a win share."""
        return self.effect.estimate().margin

    def is_known(self, precision: float) -> bool:
        """Return whether the margin is at most `precision`, or small relative to the effect."""
        return self.margin <= self.target_margin(precision)

    def target_margin(self, precision: float) -> float:
        """Return the margin of error to reach."""
        return max(precision, RELATIVE_MARGIN * abs(self.effect.estimate().mean))

    @property
    def policy(self) -> str:
        """Forced policy that tests whether bots misjudge the card.

        "" for a start world, which is always in play, and if too few players have drawn the card.
        """
        if self.subject.card.start or self.drawers.drawn < FEWEST:
            return ""
        return PLACE if self.drawers.played_share < RARELY_PLAYED else LEAVE

    def is_judged(self, precision: float) -> bool:
        """Return whether it is known if the forced policy wins more."""
        if not self.policy:
            return True
        gain = self.forced_play[self.policy].gain.estimate()
        return gain.high < 0 or gain.margin <= self._clear(precision)

    def games_to_judge(self, precision: float) -> int:
        """Return about how many more games with the forced policy that takes."""
        gain, clear = self.forced_play[self.policy].gain, self._clear(precision)
        if gain.count < MIN_FORCED_GAMES or not clear:
            return MIN_FORCED_GAMES
        return max(SEEDS_PER_RUN, round(Z * Z * gain.variance / clear**2) - gain.count)

    def _clear(self, precision: float) -> float:
        """Return the margin at which the gain of the forced policy is known.

        The test ends earlier if the policy seems to gain nothing, but a gain is never accepted
        earlier.
        """
        gains = self.forced_play[self.policy].gain.mean > 0
        return precision * (RELATIVE_GAIN_MARGIN if gains else RELATIVE_NO_GAIN_MARGIN)

    @property
    def misjudged(self) -> str:
        """Forced policy that wins more than the bots' own, or "" if there is none.

        Corrected for the number of cards: a false alarm for any card occurs in one of twenty
        reports.
        """
        gain = self.forced_play[self.policy].gain if self.policy else Moments()
        if not isfinite(gain.estimate().margin):
            return ""
        return self.policy if gain.mean > simultaneous_z(self._cards) * sqrt(gain.error) else ""

    @property
    def calibration(self) -> Calibration:
        """Calibration of players who placed the card; if few do, of the policy that forces it."""
        forced = self.forced_play[PLACE].calibration
        return forced if self.policy == PLACE and forced.bias.count else self.placed


def _copies_of_peers(subject: Subject, titles: list[str]) -> list[int]:
    """Return the number of one copy of each peer; none for a start world.

    The number and colour of a start world matter more than its text.
    """
    if subject.card.start:
        return []
    peers = {card.title for card in subject.peers.cards}
    return [titles.index(title) for title in sorted(peers & set(titles))]


def _printed(card: Card) -> int:
    return card.vp or 0
