"""Figures of one card: results of its first drawers, with the card and without.

In a pair of games of one seed, the same player draws a card: in one game the tested card, in the
other an official card in its place. The difference is the effect of the card. Intervals assume that
seeds are independent. The seeds of a run share the replacement card, but that widens the true
intervals by only a few percent, because all peers take turns.

For each other card, the win shares of players with and without it in their tableau are compared:
among players of the tested card, and among players of official cards in its place. The difference
of the two comparisons does not include the general strength of the other card. It is a partner if
it helps the owner of the tested card more.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import hypot, isfinite, sqrt
from typing import Final

from rftg_dsl.model import Card
from rftg_tools.balance.bots import FORCED_POLICIES, LEAVE, PLACE
from rftg_tools.balance.effect import Effect
from rftg_tools.balance.experiment import PEER_PLACED, SEEDS_PER_RUN, Subject, variant_of
from rftg_tools.balance.games import Game, Seat
from rftg_tools.balance.official import Calibration
from rftg_tools.balance.outcome import credits_of
from rftg_tools.balance.playing import SeedGames
from rftg_tools.balance.statistics import (
    FEWEST,
    Estimate,
    Moments,
    benjamini_hochberg,
    simultaneous_z,
    two_sided,
)
from rftg_tools.intervals import Z

NOBODY: Final = -1
RARELY_PLAYED: Final = 0.1
"""Share of draws below which a card's effect does not show its strength."""
RELATIVE_MARGIN: Final = 1 / 8
"""Margin of error, relative to the effect, that is precise enough for large effects."""
RELATIVE_GAIN_MARGIN: Final = 3.0
"""Margin for the gain of a forced policy, relative to the margin for the effect."""
RELATIVE_FORCED_MARGIN: Final = 2.5
"""Margin for the effect of a card by forced play, relative to the margin for others."""
MIN_FORCED_GAMES: Final = 60
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
        self.gain.add(credits_of(game)[seat] - credits_of(original)[seat])
        self.calibration.add(game, numbers)
        is_placed = any(card in numbers and player == seat for card, player, *_ in game.placed)
        self.played.add(is_placed)


class MeasuredEffect:
    """Effect of a card on its drawer's win share, and its margin of error."""

    effect: Effect

    @property
    def margin(self) -> float:
        """Margin of error of the strength, as a win share."""
        return self.strength.margin

    @property
    def strength(self) -> Estimate:
        """The effect that shows how strong the card is."""
        return self.effect.estimate()

    @property
    def compared(self) -> Estimate:
        """The effect to compare with those of official cards."""
        return self.strength

    def is_known(self, precision: float) -> bool:
        """Return whether the margin is at most `precision`, or small relative to the effect."""
        return self.margin <= self.target_margin(precision)

    def target_margin(self, precision: float) -> float:
        """Return the margin of error to reach."""
        return max(precision, RELATIVE_MARGIN * abs(self.strength.mean))


class Tally(MeasuredEffect):
    """The figures of one card so far. cards: number of cards tested together.

    seeds: all games with the cards; drawn: games in which somebody drew it. effect: on the drawer's
    win share. pairs: the same from pairs of finished games only; score and rounds likewise.
    usual_rounds: length of games without it. drawers: results of all players who drew it;
    control_drawers: of those who drew replacement cards. placed: calibration of players who placed
    it. forced_play: results by forced policy. if_placed: effect if the drawer places the card, or
    the official card in its place, as soon as possible. same_drawer: pairs in which the same player
    drew the card first. endless: endless games in which it was drawn; broken_without: in the other
    games of pairs. paired: number of pairs, including endless games.
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
        self.if_placed = Moments(unit=1.0)
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
        share = None if other is None else credits_of(other)[seat]
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
        placed, peer_placed = (
            seed.forced_play.get(variant_of(self.subject.card.title, name))
            for name in (PLACE, PEER_PLACED)
        )
        if placed and peer_placed and placed.finished and peer_placed.finished:
            self.if_placed.add(credits_of(placed)[seat] - credits_of(peer_placed)[seat])

    def _add_pair(self, game: Game, other: Game, seat: int, title: str) -> None:
        ours, theirs = game.seats[seat], other.seats[seat]
        self.same_drawer += self.subject.drawer(other) == seat
        self.pairs.add(credits_of(game)[seat] - credits_of(other)[seat])
        self.score.add(ours.score - theirs.score)
        self.rounds.add(game.rounds - other.rounds)
        self.usual_rounds.add(other.rounds)
        if self.control_drawers.add(other, seat, self.subject.numbers, self._printed[title]):
            self.partners.control.add(theirs)

    @property
    def policy(self) -> str:
        """Forced policy that tests whether bots misjudge the card.

        "" for a start world, which is always in play, and if too few players have drawn the card.
        """
        if self.subject.card.start or self.drawers.drawn < FEWEST:
            return ""
        return PLACE if self.drawers.played_share < RARELY_PLAYED else LEAVE

    @property
    def is_forced(self) -> bool:
        """Whether forced play shows its strength, because bots rarely play it."""
        return self.policy == PLACE and isfinite(self.if_placed.estimate().margin)

    @property
    def strength(self) -> Estimate:
        return (self.if_placed if self.is_forced else self.effect).estimate()

    @property
    def compared(self) -> Estimate:
        """The effect to compare with those of official cards, which bots play as they choose.

        So forced play counts only for this card, and not also for the one in its place.
        """
        if not self.is_forced:
            return self.strength
        own, gain = self.effect.estimate(), self.forced_play[PLACE].gain.estimate()
        return Estimate(own.mean + gain.mean, hypot(own.margin, gain.margin), gain.count)

    def target_margin(self, precision: float) -> float:
        if self.is_forced:
            return RELATIVE_FORCED_MARGIN * precision
        return super().target_margin(precision)

    @property
    def forced_games(self) -> int:
        """Number of games with a forced policy."""
        results = self.forced_play.values()
        return self.if_placed.count + sum(result.gain.count for result in results)

    @property
    def forced_variants(self) -> tuple[str, ...]:
        """Variants that show whether bots misjudge the card, and what it does if it is played."""
        return (PLACE, PEER_PLACED) if self.policy == PLACE else (LEAVE,) if self.policy else ()

    def is_judged(self, precision: float) -> bool:
        """Return whether it is known if the forced policy wins more."""
        return not self.policy or self._test.estimate().margin <= self._clear(precision)

    def games_to_judge(self, precision: float) -> int:
        """Return about how many more games with the forced policy that takes."""
        if self._test.count < MIN_FORCED_GAMES or not precision:
            return MIN_FORCED_GAMES
        needed = Z * Z * self._test.variance / self._clear(precision) ** 2
        return max(SEEDS_PER_RUN, round(needed) - self._test.count)

    @property
    def _test(self) -> Moments:
        return self.if_placed if self.policy == PLACE else self.forced_play[LEAVE].gain

    def _clear(self, precision: float) -> float:
        """Return the margin at which the result of the forced policy is known.

        The test ends earlier if players who leave the card lose, because then they surely gain
        little. A gain is never accepted earlier.
        """
        if self.policy == PLACE:
            return RELATIVE_FORCED_MARGIN * precision
        return RELATIVE_GAIN_MARGIN * precision + max(0.0, -self._test.mean)

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


@dataclass(frozen=True, slots=True)
class Partner:
    """A card, and its additional effect on the win share in combination with the tested card."""

    title: str
    effect: Estimate


class Side:
    """Win shares of players who placed a card, by the other cards in their tableau."""

    def __init__(self, titles: list[str], numbers: tuple[int, ...]) -> None:
        self._titles = titles
        self._numbers = set(numbers)
        self.all = Moments()
        self.by_partner: dict[str, Moments] = {}

    def add(self, seat: Seat) -> None:
        """Add the result of a player who placed the card."""
        self.all.add(seat.share)
        for title in {self._titles[card] for card in seat.tableau if card not in self._numbers}:
            self.by_partner.setdefault(title, Moments()).add(seat.share)

    def gain(self, title: str) -> tuple[float, float, int] | None:
        """Return the gain in win share with another card, its variance, and the smaller group's
        size.

        None if a group is too small.
        """
        partner_seats = self.by_partner.get(title)
        if partner_seats is None:
            return None
        rest = self.all.count - partner_seats.count
        if min(partner_seats.count, rest) < FEWEST:
            return None
        mean, variance = _moments_of_rest(self.all, partner_seats)
        gain = partner_seats.mean - mean
        return gain, partner_seats.error + variance / rest, min(partner_seats.count, rest)


def _moments_of_rest(every: Moments, part: Moments) -> tuple[float, float]:
    """Return the mean and variance of the numbers that are not in a part."""
    count = every.count - part.count
    mean = (every.mean * every.count - part.mean * part.count) / count
    squares = every.squares - part.squares
    squares -= (part.mean - mean) ** 2 * part.count * count / every.count
    return mean, max(0.0, squares) / (count - 1)


class Partners:
    """Both groups for a tested card: its players, and players of cards in its place.

    titles: of all cards by number. numbers: of the card's copies.
    """

    def __init__(self, titles: list[str], numbers: tuple[int, ...]) -> None:
        self.tested = Side(titles, numbers)
        self.control = Side(titles, numbers)

    def significant(self) -> list[Partner]:
        """Return the cards that raise the owner's win share beyond chance, the best first."""
        titles = sorted(self.tested.by_partner.keys() & self.control.by_partner.keys())
        compared = [entry for title in titles if (entry := self._compared(title)) is not None]
        significant = benjamini_hochberg([two_sided(z) for _, z in compared])
        partners = [
            partner
            for (partner, _), is_significant in zip(compared, significant, strict=True)
            if is_significant and partner.effect.mean > 0
        ]
        return sorted(partners, key=lambda partner: -partner.effect.mean)

    def tested_count(self) -> int:
        """Return the number of cards that were frequent enough to compare."""
        return sum(self._compared(title) is not None for title in self.tested.by_partner)

    def _compared(self, title: str) -> tuple[Partner, float] | None:
        """Return a card with its effect, and the effect in standard errors."""
        gain, baseline = self.tested.gain(title), self.control.gain(title)
        if gain is None or baseline is None:
            return None
        effect, error = gain[0] - baseline[0], sqrt(gain[1] + baseline[1])
        if not error:
            return None
        estimate = Estimate(effect, Z * error, min(gain[2], baseline[2]))
        return Partner(title, estimate), effect / error


class Recount:
    """Change in the drawer's win share if each copy had one more point, or one fewer.

    It uses games that were played anyway, so it is precise. It does not include that bots would
    value the card slightly differently.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._numbers = frozenset(subject.numbers)
        self.more, self.less = Moments(), Moments()

    def add(self, game: Game) -> None:
        """Add a game; games in which nobody draws the card are ignored."""
        seat = self._subject.drawer(game)
        if seat < 0 or not game.finished or self._subject.card.vp is None:
            return
        copies = sum(card in self._numbers for card in game.seats[seat].tableau)
        self.more.add(_gain(game, seat, copies))
        self.less.add(_gain(game, seat, -copies))

    @property
    def worth(self) -> float:
        """Value of a point, as a win share, around the points that the card has."""
        return (self.more.mean - self.less.mean) / 2


def _gain(game: Game, seat: int, points: int) -> float:
    """Return the change in a player's win share with more points.

    Tie-breaks are not stored, so players who tie for the best score share the win.
    """
    if not points:
        return 0.0
    scores = [player.score for player in game.seats]
    scores[seat] += points
    best = max(scores)
    share = 1 / scores.count(best) if scores[seat] == best else 0.0
    return share - game.seats[seat].share
