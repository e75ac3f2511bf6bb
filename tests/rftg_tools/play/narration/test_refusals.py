"""Refusals: what was wrong with an answer, in words, and where the rule stands."""

from __future__ import annotations

from random import Random

import pytest

from rftg_dev.soak.games import illegal_answers
from rftg_engine import Decision, IllegalAnswer, Options, new_game, view_of
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.narration import ask_of, describe_refusal
from rftg_tools.simulation.race import table_of

NAMES = ("Ann", "Bob", "Cleo")


def ask(form: str, **facts: object) -> dict[str, object]:
    known = {"form": form, "rule": "base rulebook, Settle", "why_not": {}, "all_or_none": False}
    return known | {"alike": False} | facts


@pytest.mark.parametrize(
    ("asked", "answer", "why"),
    [
        (ask("choice"), (9,), "That is not one of the options."),
        (ask("choice"), (), "One of the options must be taken."),
        (ask("subset", cards=[1, 2, 3], least=2, most=2), (1,), "2 cards can be picked, not 1."),
        (
            ask("subset", cards=[1, 2], least=0, most=2, all_or_none=True),
            (1,),
            "2 cards or none can be picked, not 1.",
        ),
        (
            ask("subset", cards=[1, 2, 3], least=1, most=2),
            (1, 1),
            "A card can be picked only once.",
        ),
        (
            ask("subset", cards=[1, 2], least=1, most=1),
            (7,),
            "One of the cards is not among those to pick from.",
        ),
        (
            ask("payment", cards=[1, 2], ways=[{"price": 2, "most": 2}]),
            (0, 1),
            "The price is 2 cards, not 1.",
        ),
        (
            ask("payment", cards=[1, 2], ways=[{"price": 1, "most": 1}]),
            (4, 1),
            "That is not one of the ways to pay.",
        ),
    ],
)
def test_a_refusal_says_what_was_wrong(
    asked: dict[str, object], answer: tuple[int, ...], why: str
) -> None:
    assert describe_refusal(asked, answer, []) == {"why": why, "rule": "base rulebook, Settle"}


def test_who_is_not_asked_is_told_so() -> None:
    assert describe_refusal(None, (1,), []) == {
        "why": "You are not asked anything now.",
        "rule": None,
    }


def test_a_card_that_is_not_offered_is_refused_with_its_reason() -> None:
    reason = {"why": ["Its defense is 4, and your military against it is 2."], "rule": "the rule"}
    asked = ask("choice", why_not={"0": reason})
    told = describe_refusal(asked, (0,), ["Rebel Base"])
    assert told["why"] == "Rebel Base: Its defense is 4, and your military against it is 2."
    assert told["rule"] == "the rule"


def test_whatever_the_engine_refuses_has_words() -> None:
    table, event_log, rng = table_of(("base",)), EventLog(), Random(5)
    game = new_game(table, Options(3), "refused", observers=(event_log,))
    while not game.over:
        for decision in game.pending:
            asked = ask_of(table, view_of(game.state, decision.player), decision, NAMES, event_log)
            for answer in wrong(decision, len(table.cards), rng):
                with pytest.raises(IllegalAnswer):
                    game.answer(decision.player, answer)
                assert describe_refusal(asked, answer, table.titles)["why"].endswith(".")
            game.answer(decision.player, decision.sample(rng))


def wrong(decision: Decision, cards: int, rng: Random) -> list[tuple[int, ...]]:
    """Illegal answers of whole numbers, by the player who is asked."""
    possible = [
        one for one in illegal_answers(decision, 3, cards, rng) if one[1] == decision.player
    ]
    answers = [answer for _name, _seat, answer in possible if isinstance(answer, tuple)]
    return [one for one in answers if all(type(part) is int for part in one)]
