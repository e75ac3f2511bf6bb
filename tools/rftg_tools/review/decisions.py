"""Ratings of decisions: the chance to win after each option, from sampled games.

Hidden information is sampled, and all options are played in the same sampled games. Separate games
select the options to compare, so that the comparison is unbiased. It ends as soon as the result is
precise enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain, combinations, islice
from math import fsum
from statistics import NormalDist
from typing import Any, Final

from gamekit.decisions import Amounts, Answer, Choice, Decision, Payment, Subset
from gamekit.driver import Driver
from gamekit.game import Information
from rftg_tools.balance.statistics import FALSE_SHARE, FEWEST, Moments, two_sided
from rftg_tools.intervals import Z, wilson
from rftg_tools.review.plan import Plan, moment_of, play_ahead, shares
from rftg_tools.review.reviewer import Key

MIN_GAMES: Final = 2
"""Minimum number of games per option."""
BATCH: Final = 10
"""Games per finalist between two checks of the precision."""


@dataclass(frozen=True, slots=True)
class Trials:
    """Games played for each option. shares: by option, its share of the win in each game.

    finalists: compared options; other options have only a few games.
    """

    shares: tuple[tuple[float, ...], ...]
    finalists: tuple[int, ...]

    def mean(self, option: int) -> float:
        """Return the average share of the win of an option."""
        return mean(self.shares[option])

    def best(self) -> int:
        """Return the finalist with the highest average."""
        return max(self.finalists, key=lambda option: (self.mean(option), -option))

    def difference(self, better: int, worse: int) -> Moments:
        """Return the differences between two finalists, game by game."""
        pairs = Moments(unit=1.0)
        for better_share, worse_share in zip(self.shares[better], self.shares[worse], strict=True):
            pairs.add(better_share - worse_share)
        return pairs


def mean(shares: Iterable[float]) -> float:
    """Return the mean of the shares, or 0 if there are none."""
    values = list(shares)
    return fsum(values) / max(1, len(values))


def finalists_of(ranking: Sequence[int], kept: set[int]) -> tuple[int, ...]:
    """Return the options to compare: the kept options and the best other option."""
    challenger = next((option for option in ranking if option not in kept), None)
    return tuple(sorted(kept if challenger is None else {*kept, challenger}))


def try_out(
    play: Callable[[int, int], float],
    options: int,
    finalists: tuple[int, ...],
    games: int,
    is_precise: Callable[[Trials], bool],
) -> Trials:
    """Compare options. play: returns the result of an option in a game, both by index.

    games: maximum for all options together, but each option gets MIN_GAMES. is_precise: whether to
    stop; called after FEWEST games of each finalist.
    """
    shares: list[list[float]] = [[] for _option in range(options)]
    for option in range(options):
        _play_games(play, shares, option, MIN_GAMES)
    remaining = games - MIN_GAMES * (options - len(finalists))
    maximum = max(MIN_GAMES, remaining // len(finalists))
    count = min(FEWEST, maximum)
    while True:
        for option in finalists:
            _play_games(play, shares, option, count)
        trials = Trials(tuple(tuple(option_shares) for option_shares in shares), finalists)
        if count == maximum or is_precise(trials):
            return trials
        count = min(maximum, count + BATCH)


def _play_games(
    play: Callable[[int, int], float], shares: list[list[float]], option: int, count: int
) -> None:
    for game in range(len(shares[option]), count):
        shares[option].append(play(option, game))


MAX_RATED: Final = 16
"""Maximum number of rated answers per decision."""
MAX_CONSIDERED: Final = 2_000
"""Maximum number of answers that are considered."""


def candidates(
    key_of: Callable[[Decision, Answer], Key], decision: Decision, required: list[Answer]
) -> tuple[list[Answer], list[int]]:
    """Return the answers to rate, and the indices of the required answers.

    key_of: returns a key that is equal for equivalent answers, which count once. If there are too
    many answers, those that differ most from the required answers are omitted.
    """
    answers: dict[Key, Answer] = {}
    for answer in required:
        answers.setdefault(key_of(decision, answer), answer)
    centers = list(answers.values())
    others: dict[Key, Answer] = {}
    close = (answer for center in centers for answer in neighbours(decision, center))
    for answer in islice(chain(close, all_answers(decision)), MAX_CONSIDERED):
        others.setdefault(key_of(decision, answer), answer)
    ranked = [key for key in others if key not in answers]
    ranked.sort(key=lambda key: min(_distance(decision, others[key], center) for center in centers))
    for key in ranked[: max(0, MAX_RATED - len(answers))]:
        answers[key] = others[key]
    keys = list(answers)
    indices = [keys.index(key_of(decision, answer)) for answer in required]
    return list(answers.values()), indices


def all_answers(decision: Decision) -> Iterator[Answer]:
    """Yield all legal answers, with cards in the order of the decision."""
    if isinstance(decision, Choice):
        yield from decision.options
    elif isinstance(decision, Subset):
        yield from _subsets(decision)
    elif isinstance(decision, Amounts):
        yield from _amounts(decision.limits, decision.minimum, decision.maximum)
    elif isinstance(decision, Payment):
        for index, option in enumerate(decision.options):
            for size in range(option.min_cards, option.max_cards + 1):
                for cards in combinations(decision.cards, size):
                    yield (index, *cards)


def neighbours(decision: Decision, answer: Answer) -> Iterator[Answer]:
    """Yield the legal answers that differ by one card or by the payment option."""
    if isinstance(decision, Subset):
        nearby = _change_one_card(decision.cards, answer)
    elif isinstance(decision, Amounts):
        nearby = _change_one_amount(answer)
    elif isinstance(decision, Payment):
        other_options = ((index, *answer[1:]) for index in range(len(decision.options)))
        changed = _change_one_card(decision.cards, answer[1:])
        nearby = chain(other_options, ((answer[0], *cards) for cards in changed))
    else:
        return
    for neighbour in nearby:
        if neighbour != answer and decision.refusal(neighbour) is None:
            yield neighbour


def _change_one_card(cards: Answer, chosen: Answer) -> Iterator[Answer]:
    """Yield the chosen cards with one card added, removed or replaced, in the order of `cards`."""
    not_chosen = [card for card in cards if card not in chosen]
    for removed, added in chain(
        ((card, other) for card in chosen for other in not_chosen),
        ((card, -1) for card in chosen),
        ((-1, other) for other in not_chosen),
    ):
        yield tuple(card for card in cards if card == added or (card in chosen and card != removed))


def _subsets(decision: Subset) -> Iterator[Answer]:
    sizes = (
        [0, decision.maximum]
        if decision.all_or_none
        else range(decision.minimum, decision.maximum + 1)
    )
    for size in sizes:
        for cards in combinations(decision.cards, size):
            if decision.refusal(cards) is None:
                yield cards


def _amounts(limits: Sequence[int], minimum: int, maximum: int) -> Iterator[Answer]:
    """Yield all numbers of items within the limits whose sum lies in a range."""
    if not limits:
        if minimum <= 0 <= maximum:
            yield ()
        return
    rest = limits[1:]
    for count in range(max(0, minimum - sum(rest)), min(limits[0], maximum) + 1):
        for counts in _amounts(rest, minimum - count, maximum - count):
            yield (count, *counts)


def _change_one_amount(amounts: Answer) -> Iterator[Answer]:
    """Yield the amounts with one item exchanged, removed or added, within no limits."""
    indices = range(len(amounts))
    changes: Iterable[tuple[int, int]] = chain(
        ((removed, added) for removed in indices for added in indices if removed != added),
        ((removed, -1) for removed in indices),
        ((-1, added) for added in indices),
    )
    for removed, added in changes:
        yield tuple(
            amount - (index == removed) + (index == added) for index, amount in enumerate(amounts)
        )


def _distance(decision: Decision, first: Answer, second: Answer) -> int:
    """Return the number of elements that only one of the answers has."""
    if isinstance(decision, Amounts):
        return sum(abs(one - other) for one, other in zip(first, second, strict=True))
    return len(set(first) ^ set(second))


DRAFTED: Final = "other players' picks are unknown"
"""Why decisions of a draft are not rated."""
INDISTINGUISHABLE: Final = "all answers have the same effect"
"""Why other decisions are not rated."""


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """A rated answer. win: chance to win, with its interval (low, high). games: number played."""

    answer: Answer
    win: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class WinLoss:
    """Loss of the player's answer compared with the best answer, as a share of a win.

    The best answer is the winner in the same games, so the mean is slightly too large. margin:
    margin of error (95 %), larger with more options; 1 with too few games. pairs: number of pairs
    of games. p_value: probability of such a difference by chance.
    """

    mean: float
    margin: float
    pairs: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Rating:
    """Rating of a decision. number: index of its answer in the record.

    options: best first. taken, bot: indices of the options that the player and the bot chose.
    legal: number of legal answers. behind: None if the player chose the best option. true_cards:
    number of sampled games in which the hidden cards are where they really were.
    """

    number: int
    options: tuple[RatedAnswer, ...]
    taken: int
    bot: int
    legal: int
    behind: WinLoss | None
    true_cards: int

    def data(self) -> dict[str, Any]:
        """Return the rating as JSON data."""
        return asdict(self) | {
            "options": [
                [list(option.answer), option.win, option.low, option.high, option.games]
                for option in self.options
            ],
            "behind": self.behind and list(asdict(self.behind).values()),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Rating:
        """Return the rating of `data`."""
        options = tuple(RatedAnswer(tuple(answer), *rest) for answer, *rest in data["options"])
        behind = WinLoss(*data["behind"]) if data["behind"] else None
        return cls(**data | {"options": options, "behind": behind})


def rate(plan: Plan, number: int) -> Rating | None:
    """Rate the decision of answer `number`; return None if it can't be (see `unrated_reason`)."""
    game, decision = moment_of(plan, number)
    if plan.reviewer.is_draft(plan.options, game.state.round):
        return None
    taken = plan.answers[number]
    suggested = bot_answer(plan, game, decision)
    answers, (player_option, bot_option) = candidates(
        partial(plan.reviewer.key, plan.table), decision, [taken, suggested]
    )
    if len(answers) < 2:
        return None
    moment = plan.rules.information(game, decision.player)
    ranking = _ranking(plan, moment, answers, f"review/{number}/glance")
    finalists = finalists_of(ranking, {player_option, bot_option})
    play = partial(_play, plan, moment, answers, f"review/{number}")
    stop = partial(is_precise, player_option, plan.precision)
    trials = try_out(play, len(answers), finalists, plan.playouts, stop)
    ranking.sort(key=lambda option: (option != trials.best(), option not in finalists))
    return Rating(
        number,
        tuple(_rated(answers[option], trials.shares[option]) for option in ranking),
        taken=ranking.index(player_option),
        bot=ranking.index(bot_option),
        legal=decision.count(),
        behind=behind_best(trials, player_option),
        true_cards=moment.true_cards,
    )


def unrated_reason(plan: Plan, round_: int) -> str:
    """Return why a decision of a round is not rated."""
    return DRAFTED if plan.reviewer.is_draft(plan.options, round_) else INDISTINGUISHABLE


def bot_answer(plan: Plan, game: Driver[Any], decision: Decision) -> Answer:
    """Return the answer of the plan's bot."""
    bot = plan.rules.make_bot(plan.level, plan.table, "review")
    return bot.choose(decision, partial(plan.rules.view_of, game.state, decision.player))


def _ranking(plan: Plan, moment: Information, answers: list[Answer], seed: str) -> list[int]:
    """Return the options ranked by short sampled games, best first."""
    estimates = []
    for answer in answers:
        chances = []
        for index in range(plan.glances):
            game = moment.sample_game(f"{seed}/{index}")
            game.answer(moment.seat, answer)
            chances.append(play_ahead(plan, game, moment.seat, f"{seed}/{index}"))
        estimates.append(mean(chances))
    return sorted(range(len(answers)), key=lambda option: (-estimates[option], option))


def _play(
    plan: Plan, moment: Information, answers: list[Answer], seed: str, option: int, index: int
) -> float:
    """Return the share of the win of an option in one sampled game."""
    name = f"{seed}/{index}"
    game = moment.sample_game(name)
    game.answer(moment.seat, answers[option])
    return shares(plan, game, name)[moment.seat]


def _rated(answer: Answer, shares: tuple[float, ...]) -> RatedAnswer:
    total, games = sum(shares), len(shares)
    return RatedAnswer(answer, total / games, *wilson(total, games), games)


def behind_best(trials: Trials, taken: int) -> WinLoss | None:
    """Return the loss of a finalist compared with the best one, or None for the best one."""
    best = trials.best()
    if best == taken:
        return None
    pairs = trials.difference(best, taken)
    others = len(trials.finalists) - 1
    p_value = min(1.0, others * two_sided(pairs.mean / pairs.error**0.5))
    return WinLoss(pairs.mean, _margin(pairs, others), pairs.count, p_value)


def _margin(pairs: Moments, options: int) -> float:
    """Return the margin of error of a difference from the best of several options.

    Any of the options could have been the best (Bonferroni correction).
    """
    factor = NormalDist().inv_cdf(1 - FALSE_SHARE / 2 / options) / Z
    return min(1.0, factor * pairs.estimate().margin)


def is_precise(taken: int, precision: float, trials: Trials) -> bool:
    """Return whether the chance of the player's answer and all differences are precise enough.

    This depends only on the width of the intervals, not on their values (Chow & Robbins 1965).
    """
    shares = trials.shares[taken]
    low, high = wilson(sum(shares), len(shares))
    others = [option for option in trials.finalists if option != taken]
    margins = [_margin(trials.difference(option, taken), len(others)) for option in others]
    return max((high - low) / 2, *margins) <= precision
