"""Questions and refusals: every one has words, which name nothing that the player may not see."""

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gamekit.decisions import Choice
from rftg_dev.soak.games import illegal_answers
from rftg_dev.soak.race import legal_setups
from rftg_engine import (
    Decision,
    Driver,
    IllegalAnswer,
    Options,
    State,
    Table,
    asks,
    new_game,
    view_of,
)
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.narration import ask_of, cards_of_ask, describe_refusal, moment_of
from rftg_tools.play.narration.asks import _ACTIVITIES
from rftg_tools.play.narration.choices import CHOICES, choice_of_power
from rftg_tools.play.narration.questions import Question
from rftg_tools.play.narration.selections import PAYMENTS, SUBSETS
from rftg_tools.play.narration.texts import plain_text
from rftg_tools.simulation.race import table_of
from tests import invasions

ENGINE = Path(__file__).parents[4] / "engine" / "rftg_engine"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
SETS = (
    ("base",),
    ("xeno-invasion",),
    ("base", "gathering-storm", "rebel-vs-imperium", "brink-of-war"),
)
WORDS = {"Choice": CHOICES, "Subset": SUBSETS, "Payment": PAYMENTS}


def kinds_in_source() -> Iterator[tuple[str, str]]:
    """The form and kind of every decision that stands in the engine's source."""
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=form), args=[_seat, kind, *_rest]) if form in WORDS:
                    for name in kinds_of_asks(kind):
                        yield form, name


def kinds_of_asks(kind: ast.expr) -> list[str]:
    """The kinds of `asks` that an expression may be: one, or those of `a if ... else b`."""
    match kind:
        case ast.Attribute(value=ast.Name(id="asks")):
            return [getattr(asks, kind.attr)]
        case ast.IfExp():
            return kinds_of_asks(kind.body) + kinds_of_asks(kind.orelse)
    return []


def test_every_kind_of_decision_in_the_engine_has_words() -> None:
    found = set(kinds_in_source())
    assert len(found) > 25
    for form, kind in found:
        assert kind in WORDS[form], f"{form} {kind!r} has no words"


def test_every_kind_of_decision_has_a_name_for_going_back_to_it() -> None:
    worded = {kind for rows in WORDS.values() for kind in rows}
    assert set(_ACTIVITIES) == worded - invasions.ASKED


def test_no_words_are_left_for_what_is_never_asked() -> None:
    called_by_name = {("Payment", asks.PAY_FOR_TAKEOVER), ("Payment", asks.DEFEND)}
    asked = set(kinds_in_source()) | called_by_name
    assert {(form, kind) for form, rows in WORDS.items() for kind in rows} == asked


def test_a_choice_of_a_power_without_words_of_its_own_has_plain_ones() -> None:
    decision = Choice(0, asks.KEEP_ONE, 0, ((1,), (2,)))
    table = table_of(("base",))
    game = new_game(table, Options(2), "plain")
    powers = table.powers(game.state.players[0].tableau)
    question = Question(table, view_of(game.state, 0), decision, ("Ann", "Bob"), powers)
    words = choice_of_power(asks.KEEP_ONE)
    assert plain_text(words.prompt(question), table.titles) == "Which card to keep?"
    assert words.make_option(question, (1,)).cards == (1,)


Asked = tuple[Driver[State], Decision, EventLog]


def decisions(table: Table, options: Options, seed: str) -> Iterator[Asked]:
    """The decisions of a random game, each before it is answered."""
    rng = Random(seed)
    event_log = EventLog()
    game = new_game(table, options, seed, forkable=False, observers=(event_log,))
    while not game.over:
        for decision in game.pending:
            yield game, decision, event_log
            game.answer(decision.player, decision.sample(rng))


@pytest.mark.parametrize("sets", SETS, ids=len)
@pytest.mark.slow
def test_whole_games_are_asked_in_words(sets: tuple[str, ...]) -> None:
    table = table_of(sets)
    for number, options in enumerate(legal_setups(table)):
        for game, decision, event_log in decisions(table, options, str(number)):
            view = view_of(game.state, decision.player)
            ask = ask_of(table, view, decision, NAMES, event_log)
            assert ask["prompt"]
            assert ask["rule"]
            assert "{" not in moment_of(table, decision)
            hidden = {*game.state.deck, *game.state.discard}.difference(visible(decision))
            for seat, player in enumerate(game.state.players):
                hidden |= {*player.goods.values(), *player.deck}
                hidden |= set() if seat == decision.player else {*player.hand}
            assert not hidden & cards_of_ask(ask), ask


def visible(decision: Decision) -> set[int]:
    """The cards that the decision itself shows its player."""
    options = decision.options if isinstance(decision, Choice) else ()
    listed = {card for answer in options for card in answer}
    return {decision.about, *getattr(decision, "cards", ()), *listed}


@pytest.mark.parametrize("sets", SETS, ids=len)
def test_every_hand_card_that_cannot_be_placed_has_its_reason(sets: tuple[str, ...]) -> None:
    table = table_of(sets)
    for number in range(8):
        for game, decision, event_log in decisions(table, Options(4), f"why {number}"):
            view = view_of(game.state, decision.player)
            ask = ask_of(table, view, decision, NAMES, event_log)
            if decision.kind in ("place development", "place world", "explore"):
                offered = {card for one in ask.get("options", ()) for card in one["cards"]}
                offered |= set(ask.get("cards", ()))
                assert {int(card) for card in ask["why_not"]} == set(view.hand) - offered
            for card, reason in ask["why_not"].items():
                assert int(card) in {*view.hand, *view.seats[view.me].tableau}
                assert reason["why"]
                assert reason["rule"]


def ask(form: str, **facts: object) -> dict[str, object]:
    rest = {"why_not": {}, "all_or_none": False, "alike": False}
    return {"form": form, "rule": "base rulebook, Settle", **rest} | facts


@pytest.mark.parametrize(
    ("question", "answer", "why"),
    [
        (ask("choice"), (9,), "That is not one of the options."),
        (ask("choice"), (), "You must choose one of the options."),
        (ask("subset", cards=[1, 2, 3], least=2, most=2), (1,), "Pick 2 cards; you picked 1."),
        (
            ask("subset", cards=[1, 2], least=0, most=2, all_or_none=True),
            (1,),
            "Pick 2 cards or none; you picked 1.",
        ),
        (
            ask("subset", cards=[1, 2, 3], least=1, most=2),
            (1, 1),
            "You can pick each card only once.",
        ),
        (
            ask("subset", cards=[1, 2], least=1, most=1),
            (7,),
            "You can't pick one of these cards.",
        ),
        (
            ask("payment", cards=[1, 2], ways=[{"price": 2, "most": 2}]),
            (0, 1),
            "The price is 2 cards; you picked 1.",
        ),
        (
            ask("payment", cards=[1, 2], ways=[{"price": 1, "most": 1}]),
            (4, 1),
            "That is not one of the payment options.",
        ),
    ],
)
def test_a_refusal_says_what_was_wrong(
    question: dict[str, object], answer: tuple[int, ...], why: str
) -> None:
    assert describe_refusal(question, answer, []) == {"why": why, "rule": "base rulebook, Settle"}


def test_who_is_not_asked_is_told_so() -> None:
    assert describe_refusal(None, (1,), []) == {
        "why": "You have nothing to decide right now.",
        "rule": None,
    }


def test_a_card_that_is_not_offered_is_refused_with_its_reason() -> None:
    reason = {"why": ["Its defense is 4, and your military against it is 2."], "rule": "the rule"}
    question = ask("choice", why_not={"0": reason})
    told = describe_refusal(question, (0,), ["Rebel Base"])
    assert told["why"] == "Rebel Base: Its defense is 4, and your military against it is 2."
    assert told["rule"] == "the rule"


def test_whatever_the_engine_refuses_has_words() -> None:
    table, event_log, rng = table_of(("base",)), EventLog(), Random(5)
    game = new_game(table, Options(3), "refused", observers=(event_log,))
    while not game.over:
        for decision in game.pending:
            question = ask_of(
                table, view_of(game.state, decision.player), decision, NAMES, event_log
            )
            for answer in wrong(decision, len(table.cards), rng):
                with pytest.raises(IllegalAnswer):
                    game.answer(decision.player, answer)
                assert describe_refusal(question, answer, table.titles)["why"].endswith(".")
            game.answer(decision.player, decision.sample(rng))


def wrong(decision: Decision, cards: int, rng: Random) -> list[tuple[int, ...]]:
    """Illegal answers of whole numbers, by the player who is asked."""
    possible = [
        one for one in illegal_answers(decision, 3, cards, rng) if one[1] == decision.player
    ]
    answers = [answer for _name, _seat, answer in possible if isinstance(answer, tuple)]
    return [one for one in answers if all(type(part) is int for part in one)]
