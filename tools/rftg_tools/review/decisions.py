"""Ratings of decisions: the chance to win after each option, from sampled games.

What a player could not see is sampled, and all options are played in the same sampled games. A few
options are chosen for comparison by other games, so the comparison is fair to all of them, and it
ends as soon as the result is precise enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, islice
from math import fsum
from statistics import NormalDist
from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from gamekit.driver import Driver
from rftg_engine import asks
from rftg_engine.bots import make_bot
from rftg_engine.bots.determinize import InformationSet
from rftg_engine.cards.table import Table
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.balance.statistics import FALSE_SHARE, FEWEST, Moments, two_sided
from rftg_tools.intervals import Z, wilson
from rftg_tools.review.plan import Plan, moment_of, play_ahead, shares

LEAST: Final = 2
"""Minimum number of games of each option."""
MORE: Final = 10
"""Games of each finalist between two checks of the precision."""


@dataclass(frozen=True, slots=True)
class Trials:
    """Games of some options. shares: by option, its share of the win in each game.

    finalists: the options that were compared; the others have only a few games.
    """

    shares: tuple[tuple[float, ...], ...]
    finalists: tuple[int, ...]

    def mean(self, option: int) -> float:
        """Return the share of wins of an option."""
        return mean(self.shares[option])

    def best(self) -> int:
        """Return the finalist that won most."""
        return max(self.finalists, key=lambda option: (self.mean(option), -option))

    def difference(self, better: int, worse: int) -> Moments:
        """Return the differences between two finalists, game by game."""
        pairs = Moments(unit=1.0)
        for one, other in zip(self.shares[better], self.shares[worse], strict=True):
            pairs.add(one - other)
        return pairs


def mean(shares: Iterable[float]) -> float:
    """Return the mean of the shares; 0 for none."""
    taken = list(shares)
    return fsum(taken) / max(1, len(taken))


def finalists_of(ranking: Sequence[int], kept: set[int]) -> tuple[int, ...]:
    """Return the options to compare: those kept and the best of the others."""
    rival = next((option for option in ranking if option not in kept), None)
    return tuple(sorted(kept if rival is None else {*kept, rival}))


def try_out(
    play: Callable[[int, int], float],
    options: int,
    finalists: tuple[int, ...],
    games: int,
    enough: Callable[[Trials], bool],
) -> Trials:
    """Compare options. play: returns what an option wins in a game, both by number.

    games: maximum for all options together, unless some would have fewer than LEAST. enough:
    whether to stop; called from FEWEST games of each finalist on.
    """
    shares: list[list[float]] = [[] for _option in range(options)]
    for option in range(options):
        _play_on(play, shares, option, LEAST)
    left = games - LEAST * (options - len(finalists))
    most = max(LEAST, left // len(finalists))
    to = min(FEWEST, most)
    while True:
        for option in finalists:
            _play_on(play, shares, option, to)
        trials = Trials(tuple(tuple(won) for won in shares), finalists)
        if to == most or enough(trials):
            return trials
        to = min(most, to + MORE)


def _play_on(
    play: Callable[[int, int], float], shares: list[list[float]], option: int, to: int
) -> None:
    for game in range(len(shares[option]), to):
        shares[option].append(play(option, game))


MOST: Final = 16
"""Maximum number of answers that are rated."""
MOST_LISTED: Final = 2_000
"""Maximum number of answers that are considered."""
Key = tuple[object, ...]


def candidates(
    table: Table, decision: Decision, given: list[Answer]
) -> tuple[list[Answer], list[int]]:
    """Return the answers to rate, and the index of each of the `given` ones among them.

    If there are too many, those that differ most from the given ones are left out. Answers that
    differ only in copies of the same card count once.
    """
    answers: dict[Key, Answer] = {}
    for answer in given:
        answers.setdefault(_key(table, decision, answer), answer)
    near = list(answers.values())
    others: dict[Key, Answer] = {}
    beside = (answer for one in near for answer in neighbours(decision, one))
    for answer in islice(chain(beside, every(decision)), MOST_LISTED):
        others.setdefault(_key(table, decision, answer), answer)
    ranked = [key for key in others if key not in answers]
    ranked.sort(key=lambda key: min(_distance(others[key], one) for one in near))
    for key in ranked[: max(0, MOST - len(answers))]:
        answers[key] = others[key]
    keys = list(answers)
    return list(answers.values()), [keys.index(_key(table, decision, one)) for one in given]


def every(decision: Decision) -> Iterator[Answer]:
    """Yield all legal answers, cards in the order of the decision."""
    if isinstance(decision, Choice):
        yield from decision.options
    elif isinstance(decision, Subset):
        yield from _subsets(decision)
    elif isinstance(decision, Payment):
        for index, way in enumerate(decision.options):
            for size in range(way.min_cards, way.max_cards + 1):
                for cards in combinations(decision.cards, size):
                    yield (index, *cards)


def neighbours(decision: Decision, answer: Answer) -> Iterator[Answer]:
    """Yield the legal answers that differ by a card or the way to pay."""
    if isinstance(decision, Subset):
        found = _one_off(decision.cards, answer)
    elif isinstance(decision, Payment):
        ways = ((way, *answer[1:]) for way in range(len(decision.options)))
        paid = ((answer[0], *cards) for cards in _one_off(decision.cards, answer[1:]))
        found = chain(ways, paid)
    else:
        return
    for one in found:
        if one != answer and decision.refusal(one) is None:
            yield one


def _one_off(cards: Answer, chosen: Answer) -> Iterator[Answer]:
    """Yield the chosen cards with one added, removed or replaced, in the order of `cards`."""
    without = [card for card in cards if card not in chosen]
    for gone, added in chain(
        ((card, other) for card in chosen for other in without),
        ((card, -1) for card in chosen),
        ((-1, other) for other in without),
    ):
        yield tuple(one for one in cards if one == added or (one in chosen and one != gone))


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


def _key(table: Table, decision: Decision, answer: Answer) -> Key:
    """Return a key that equivalent answers share."""
    if isinstance(decision, Payment):
        return (answer[0], *sorted(table.titles[card] for card in answer[1:]))
    if isinstance(decision, Subset):
        # Goods lie on worlds of the tableau, which may differ though their titles do not.
        if decision.kind == asks.GOODS_FOR_POWER:
            return tuple(sorted(answer))
        return tuple(sorted(table.titles[card] for card in answer))
    if asks.names_cards(decision.kind):
        # What follows the card, a world of the tableau, may differ from others of its title.
        return (*(table.titles[card] for card in answer[:1]), *answer[1:])
    return answer


def _distance(one: Answer, other: Answer) -> int:
    """Return how many numbers only one of the answers has."""
    return len(set(one) ^ set(other))


DRAFTED: Final = "nobody knows what the others have picked"
"""Why decisions of a drafted set-up have no figures."""
INDISTINGUISHABLE: Final = "all answers come to the same"
"""Why others have none."""


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """An answer to a decision. win: the chance to win after it, from low to high; games: seen."""

    answer: Answer
    win: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class WinLoss:
    """How much less the answer taken wins than the best one, in shares of a win.

    The mean is of the option that won most in the same games, so it is rather too large. half: of
    the 95 % interval, the wider the more options could have been the best one; 1 where there are
    too few games. pairs: of games that it comes from. p_value: how probable it is to see so much
    by chance where there is no difference.
    """

    mean: float
    half: float
    pairs: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A decision of a recorded game. number: of its answer in the record.

    options: the best first. taken, bot: which of them the player and the bot took. legal: answers
    that there were. behind: None where the best option was taken. true_cards: imagined games that
    held cards where they truly lay.
    """

    number: int
    options: tuple[RatedAnswer, ...]
    taken: int
    bot: int
    legal: int
    behind: WinLoss | None
    true_cards: int

    def data(self) -> dict[str, Any]:
        """Return it as data of JSON."""
        behind = self.behind
        return {
            "number": self.number,
            "options": [
                [list(option.answer), option.win, option.low, option.high, option.games]
                for option in self.options
            ],
            "taken": self.taken,
            "bot": self.bot,
            "legal": self.legal,
            "behind": behind and [behind.mean, behind.half, behind.pairs, behind.p_value],
            "true_cards": self.true_cards,
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> Rating:
        """Return what `data` gave."""
        options = tuple(RatedAnswer(tuple(answer), *rest) for answer, *rest in data["options"])
        behind = WinLoss(*data["behind"]) if data["behind"] else None
        return cls(**data | {"options": options, "behind": behind})


def rate(plan: Plan, number: int) -> Rating | None:
    """Return the decision of answer `number`; None for one that is not rated (see `why_not`)."""
    game, decision = moment_of(plan, number)
    if _is_draft(plan, game.state.round):
        return None
    taken = plan.answers[number]
    estimated = bot_answer(plan, game, decision)
    answers, (mine, bots) = candidates(plan.table, decision, [taken, estimated])
    if len(answers) < 2:
        return None
    moment = InformationSet(game, decision.player)
    ranking = _ranking(plan, moment, answers, f"review/{number}/glance")
    finalists = finalists_of(ranking, {mine, bots})
    play = partial(_play, plan, moment, answers, f"review/{number}")
    enough = partial(is_enough, mine, plan.precision)
    trials = try_out(play, len(answers), finalists, plan.playouts, enough)
    ranking.sort(key=lambda one: (one != trials.best(), one not in finalists))
    rated = tuple(_rated(answers[one], trials.shares[one]) for one in ranking)
    own = ranking.index(mine), ranking.index(bots)
    behind = behind_best(trials, mine)
    return Rating(number, rated, *own, decision.count(), behind, moment.true_cards)


def unrated_reason(plan: Plan, round_: int) -> str:
    """Return why a decision of a round is one that is not rated."""
    return DRAFTED if _is_draft(plan, round_) else INDISTINGUISHABLE


def _is_draft(plan: Plan, round_: int) -> bool:
    return plan.options.draft and not round_


def bot_answer(plan: Plan, game: Driver[State], decision: Decision) -> Answer:
    """Return what the bot of the plan would do."""
    bot = make_bot(plan.level, plan.table, "review")
    return bot.choose(decision, partial(view_of, game.state, decision.player))


def _ranking(plan: Plan, moment: InformationSet, answers: list[Answer], seed: str) -> list[int]:
    """Return the options, the most promising first, by a glance at what they come to."""
    promises = []
    for answer in answers:
        seen = []
        for nth in range(plan.glances):
            game = moment.sample_game(f"{seed}/{nth}")
            game.answer(moment.seat, answer)
            seen.append(play_ahead(plan, game, moment.seat, f"{seed}/{nth}"))
        promises.append(mean(seen))
    return sorted(range(len(answers)), key=lambda option: (-promises[option], option))


def _play(
    plan: Plan, moment: InformationSet, answers: list[Answer], seed: str, option: int, nth: int
) -> float:
    """Return what an option wins in one imagined game."""
    name = f"{seed}/{nth}"
    game = moment.sample_game(name)
    game.answer(moment.seat, answers[option])
    return shares(plan, game, name)[moment.seat]


def _rated(answer: Answer, won: tuple[float, ...]) -> RatedAnswer:
    total = sum(won)
    return RatedAnswer(answer, total / len(won), *wilson(total, len(won)), len(won))


def behind_best(trials: Trials, taken: int) -> WinLoss | None:
    """Return how far a finalist is behind the best one; None where it is the best itself."""
    best = trials.best()
    if best == taken:
        return None
    pairs = trials.difference(best, taken)
    rivals = len(trials.finalists) - 1
    p_value = min(1.0, rivals * two_sided(pairs.mean / pairs.error**0.5))
    return WinLoss(pairs.mean, _half(pairs, rivals), pairs.count, p_value)


def _half(pairs: Moments, rivals: int) -> float:
    """Return half of the interval of a difference from the best of some rivals.

    Whichever of them had won most would have been the best (Bonferroni's rule).
    """
    wider = NormalDist().inv_cdf(1 - FALSE_SHARE / 2 / rivals) / Z
    return min(1.0, wider * pairs.estimate().margin)


def is_enough(taken: int, precision: float, trials: Trials) -> bool:
    """Return whether the chance after the answer taken, and all differences from it, are known.

    This goes by how wide the intervals are, and not by what lies in them (Chow & Robbins 1965).
    """
    won = trials.shares[taken]
    low, high = wilson(sum(won), len(won))
    rivals = [one for one in trials.finalists if one != taken]
    halves = [_half(trials.difference(one, taken), len(rivals)) for one in rivals]
    return max((high - low) / 2, *halves) <= precision
