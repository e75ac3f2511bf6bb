"""What the options of one decision of a recorded game are worth: the chance to win after each.

All that its player could not see is imagined, and the same imagined games serve all options.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import Any, Final

from gamekit.decisions import Answer, Decision
from gamekit.driver import Driver
from rftg_engine.bots import make_bot
from rftg_engine.bots.determinize import Moment
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.balance.statistics import FALSE_SHARE, Moments, two_sided
from rftg_tools.intervals import Z, wilson
from rftg_tools.review.candidates import candidates
from rftg_tools.review.plan import Plan, moment_of, outlook, shares
from rftg_tools.review.trials import Trials, finalists_of, mean, try_out

DRAFTED: Final = "nobody knows what the others have picked"
"""Why decisions of a drafted set-up have no figures."""
ALIKE: Final = "all answers come to the same"
"""Why others have none."""


@dataclass(frozen=True, slots=True)
class Rated:
    """An answer to a decision. win: the chance to win after it, from low to high; games: seen."""

    answer: Answer
    win: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class Behind:
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
    options: tuple[Rated, ...]
    taken: int
    bot: int
    legal: int
    behind: Behind | None
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
        options = tuple(Rated(tuple(answer), *rest) for answer, *rest in data["options"])
        behind = Behind(*data["behind"]) if data["behind"] else None
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
    moment = Moment(game, decision.player)
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


def why_not(plan: Plan, round_: int) -> str:
    """Return why a decision of a round is one that is not rated."""
    return DRAFTED if _is_draft(plan, round_) else ALIKE


def _is_draft(plan: Plan, round_: int) -> bool:
    return plan.options.draft and not round_


def bot_answer(plan: Plan, game: Driver[State], decision: Decision) -> Answer:
    """Return what the bot of the plan would do."""
    bot = make_bot(plan.level, plan.table, "review")
    return bot.choose(decision, partial(view_of, game.state, decision.player))


def _ranking(plan: Plan, moment: Moment, answers: list[Answer], seed: str) -> list[int]:
    """Return the options, the most promising first, by a glance at what they come to."""
    promises = []
    for answer in answers:
        seen = []
        for nth in range(plan.glances):
            game = moment.imagined(f"{seed}/{nth}")
            game.answer(moment.seat, answer)
            seen.append(outlook(plan, game, moment.seat, f"{seed}/{nth}"))
        promises.append(mean(seen))
    return sorted(range(len(answers)), key=lambda option: (-promises[option], option))


def _play(
    plan: Plan, moment: Moment, answers: list[Answer], seed: str, option: int, nth: int
) -> float:
    """Return what an option wins in one imagined game."""
    name = f"{seed}/{nth}"
    game = moment.imagined(name)
    game.answer(moment.seat, answers[option])
    return shares(plan, game, name)[moment.seat]


def _rated(answer: Answer, won: tuple[float, ...]) -> Rated:
    total = sum(won)
    return Rated(answer, total / len(won), *wilson(total, len(won)), len(won))


def behind_best(trials: Trials, taken: int) -> Behind | None:
    """Return how far a finalist is behind the best one; None where it is the best itself."""
    best = trials.best()
    if best == taken:
        return None
    pairs = trials.difference(best, taken)
    rivals = len(trials.finalists) - 1
    p_value = min(1.0, rivals * two_sided(pairs.mean / pairs.error**0.5))
    return Behind(pairs.mean, _half(pairs, rivals), pairs.count, p_value)


def _half(pairs: Moments, rivals: int) -> float:
    """Return half of the interval of a difference from the best of some rivals.

    Whichever of them had won most would have been the best (Bonferroni's rule).
    """
    wider = NormalDist().inv_cdf(1 - FALSE_SHARE / 2 / rivals) / Z
    return min(1.0, wider * pairs.estimate().half)


def is_enough(taken: int, precision: float, trials: Trials) -> bool:
    """Return whether the chance after the answer taken, and all differences from it, are known.

    This goes by how wide the intervals are, and not by what lies in them (Chow & Robbins 1965).
    """
    won = trials.shares[taken]
    low, high = wilson(sum(won), len(won))
    rivals = [one for one in trials.finalists if one != taken]
    halves = [_half(trials.difference(one, taken), len(rivals)) for one in rivals]
    return max((high - low) / 2, *halves) <= precision
