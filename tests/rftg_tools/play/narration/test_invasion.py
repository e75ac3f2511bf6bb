"""Invasions in words: what the log says of an attack, what players are asked, how points add up."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from gamekit.decisions import Choice, Decision, Subset
from gamekit.events import ChipsGained, Event, GameEnded, StepBegan
from rftg_engine import Driver, Options, State, asks, new_game, result, view_of
from rftg_engine.events import CardsDiscarded, GoodSpent, PowerUsed
from rftg_engine.modules.invasion_state import (
    BunkerUsed,
    EmpireShaken,
    InvasionCame,
    InvasionDefended,
    InvasionLost,
    InvasionMet,
    RepulseWeighed,
    WarEffortMade,
    WorldDamaged,
    WorldRepaired,
    invasion_in,
)
from rftg_engine.turns.gains import RepairWorlds
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.narration import ask_of, moment_of, round_sums, score_sheet
from rftg_tools.play.narration.sentences import Narrator
from rftg_tools.play.narration.step_log import StepLog
from rftg_tools.play.narration.texts import plain_text
from rftg_tools.simulation.race import table_of

TABLE = table_of(("xeno-invasion",))
NUMBER = {title: number for number, title in reversed(list(enumerate(TABLE.titles)))}
NAMES = ("Ann", "Bob", "Cleo")
ANN, BOB, CLEO = range(3)
POWER = next(
    power.number for power in TABLE.power_list if TABLE.titles[power.card] == "New Vinland"
)
WORLD = NUMBER["New Vinland"]


def told(step: str, *events: Event, viewer: int | None = None) -> list[str]:
    """The entries of a step in words."""
    log = StepLog(Narrator(TABLE, NAMES, viewer), step, 3)
    for one in events:
        log.add_event(one if one.seat == viewer else one.redacted())
    return [plain_text(entry["text"], TABLE.titles) for entry in log.entries()]


def test_an_attack_is_told_with_its_wave_and_who_could_repulse_it() -> None:
    assert told("round end", RepulseWeighed(-1, 12, 28), InvasionCame(-1, 2, 1)) == [
        "The Xenos are not repulsed: all players together have 12 Military of the 28 needed.",
        "The Xenos attack: wave 2, attack 1 of 2. "
        "The more Military you have, the higher your card.",
    ]
    (last,) = told("round end", InvasionCame(-1, 3, 4))
    assert last.startswith("The Xenos attack: wave 3, attack 4.")


def test_repulsed_invaders_end_the_game() -> None:
    assert told("round end", RepulseWeighed(-1, 28, 28), GameEnded(-1, "repulsed")) == [
        "The Xenos are repulsed: all players together have 28 Military of the 28 needed.",
        "The game ends: the invaders have been repulsed.",
    ]


def test_who_holds_out_is_told_with_what_and_for_how_many_points() -> None:
    met = InvasionMet(BOB, "5", 5, 4, 2, 8)
    assert told("round end", met, InvasionDefended(BOB, 6, 1)) == [
        "Bob meets an attack of 5 with 4 Military and 2 defense, and holds out with 6: 1 VP."
    ]
    assert told("round end", met, InvasionDefended(BOB, 6, 1), viewer=BOB) == [
        "You meet an attack of 5 with 4 Military and 2 defense, and hold out with 6: 1 VP."
    ]


def test_an_attack_above_the_own_military_says_so() -> None:
    met = InvasionMet(ANN, "own+4", 6, 2, 0, 4)
    assert told("round end", met, InvasionLost(ANN, 2)) == [
        "Ann meets an attack of 6 (own Military +4) with 2 Military, and cannot hold out."
    ]


def test_a_tie_is_lost_and_said_to_be() -> None:
    met = InvasionMet(ANN, "2", 2, 2, 0, 2)
    assert told("round end", met, InvasionLost(ANN, 2)) == [
        "Ann meets an attack of 2 with 2 Military, and cannot hold out: ties are lost."
    ]


def test_who_could_have_held_out_does_not() -> None:
    met = InvasionMet(ANN, "2", 2, 2, 0, 4)
    assert told("round end", met, InvasionLost(ANN, 2)) == [
        "Ann meets an attack of 2 with 2 Military, and fails to hold out."
    ]


def test_what_is_given_up_for_defense_has_a_line_of_its_own() -> None:
    met = InvasionMet(ANN, "5", 5, 2, 0, 7)
    power = (PowerUsed(ANN, WORLD, POWER), CardsDiscarded(ANN, 2, ()))
    bunker = (BunkerUsed(ANN, 2), CardsDiscarded(ANN, 1, (NUMBER["Old Earth"],)))
    attack = (met, *power, *bunker, InvasionDefended(ANN, 6, 2))
    assert told("round end", *attack, viewer=ANN) == [
        "You meet an attack of 5 with 2 Military.",
        "You use New Vinland: discard 2 cards.",
        "You use the bunker (+2 defense): discard Old Earth, and hold out with 6: 2 VP.",
    ]


def test_a_power_for_which_nothing_is_given_is_not_told() -> None:
    met = InvasionMet(ANN, "5", 5, 2, 0, 7)
    assert told("round end", met, PowerUsed(ANN, WORLD, POWER), InvasionLost(ANN, 2)) == [
        "Ann meets an attack of 5 with 2 Military.",
        "Ann fails to hold out.",
    ]


def test_the_good_of_a_damaged_world_is_lost_with_it() -> None:
    met = (InvasionMet(ANN, "3", 3, 0, 0, 2), InvasionLost(ANN, 0))
    assert told("round end", *met, GoodSpent(ANN, WORLD), WorldDamaged(ANN, WORLD)) == [
        "Ann meets an attack of 3 with 0 Military, and cannot hold out.",
        "Ann takes damage on New Vinland, losing its good.",
    ]
    assert told("round end", *met, WorldDamaged(ANN, WORLD))[1:] == [
        "Ann takes damage on New Vinland."
    ]


def test_the_empire_is_shaken_and_then_defeated() -> None:
    assert told("round end", EmpireShaken(-1, 1)) == [
        "Nobody holds out: the empire is shaken. If that happens again, it is defeated."
    ]
    assert told("round end", EmpireShaken(-1, 2), GameEnded(-1, "empire defeated")) == [
        "Nobody holds out again: the empire is defeated.",
        "The game ends: the empire has been defeated.",
    ]


def test_the_war_effort_is_told_with_what_it_takes_and_brings() -> None:
    effort = (WarEffortMade(BOB, 1, 27), GoodSpent(BOB, WORLD), ChipsGained(BOB, 1))
    assert told("war effort", *effort) == [
        "Bob contributes to the war effort: spends the Novelty good of New Vinland and gains 1 VP; "
        "repulsing the Xenos now takes 27 Military."
    ]


def test_a_repair_is_told_with_its_price_or_with_its_power() -> None:
    for_cards = (WorldRepaired(ANN, WORLD, -1), CardsDiscarded(ANN, 2, ()))
    assert told("produce", *for_cards) == ["Ann repairs New Vinland: discards 2 cards."]
    assert told("produce", WorldRepaired(ANN, WORLD, -1)) == ["Ann repairs New Vinland."]
    other = NUMBER["Old Earth"]
    by_power = (PowerUsed(ANN, other, REPAIRS), WorldRepaired(ANN, WORLD, REPAIRS))
    assert told("produce", *by_power) == ["Ann uses Old Earth to repair New Vinland."]


REPAIRS = next(
    power.number
    for power in TABLE.power_list
    if any(isinstance(gain, RepairWorlds) for gain in power.gains)
)


def test_the_sums_of_a_round_say_how_the_attack_went() -> None:
    events = [
        StepBegan(-1, 3, "round end"),
        InvasionDefended(ANN, 6, 2),
        InvasionLost(BOB, 1),
        WorldDamaged(BOB, WORLD),
        StepBegan(-1, 3, "choose"),
    ]
    ann, bob, _cleo = round_sums(TABLE, events, 3, 3)
    assert ann["notes"] == ["held out: 2 VP"]
    assert bob["notes"] == ["did not hold out", "New Vinland is damaged"]


# --- whole games

Asked = tuple[Driver[State], Decision, EventLog]


def decisions(players: int, seed: str) -> Iterator[Asked]:
    """The decisions of a random game, each before it is answered."""
    rng, log = Random(seed), EventLog()
    options = Options(players, modules=("invasion",))
    game = new_game(TABLE, options, seed, forkable=False, observers=(log,))
    while not game.over:
        for decision in game.pending:
            yield game, decision, log
            game.answer(decision.player, decision.sample(rng))


def asked_for(*kinds: str) -> Iterator[tuple[Decision, dict[str, object]]]:
    """The first decision of each kind in random games, with its words."""
    missing = set(kinds)
    for seed in range(40):
        for game, decision, log in decisions(3, str(seed)):
            if decision.kind in missing:
                missing.remove(decision.kind)
                view = view_of(game.state, decision.player)
                yield decision, ask_of(TABLE, view, decision, NAMES, log)
        if not missing:
            return
    raise AssertionError(f"never asked: {missing}")


def test_a_question_of_defense_says_what_is_met_and_what_can_be_had() -> None:
    ((decision, ask),) = asked_for(asks.BUNKER)
    assert isinstance(decision, Subset)
    assert ask["about"] is None, "the number that is missing is no card"
    said = plain_text(ask["prompt"], TABLE.titles)
    assert said.startswith("Discard a card in the bunker for 2 more defense? You need ")
    helped = plain_text(ask["help"], TABLE.titles)
    assert re.match("You .+ in Military|You have the most Military", helped), "why this card"
    assert "You meet an attack of " in helped
    assert helped.endswith("; you lose a tie. You can add 2 from the bunker.")
    assert (
        moment_of(TABLE, decision) == "before choosing which card to discard in the bunker, if any"
    )


def test_a_power_that_defends_says_what_it_brings() -> None:
    ((decision, ask),) = asked_for(asks.DEFENSE)
    assert isinstance(decision, Choice)
    assert ask["prompt"] == [f"Defend with a power? You need {decision.about} more to hold out."]
    (option, *_more) = ask["options"]
    assert plain_text(option["detail"], TABLE.titles).startswith("Adds ")
    assert option["cards"]


def test_damage_and_repairs_stand_on_the_worlds() -> None:
    kinds = (asks.DAMAGE, asks.REPAIR, asks.REPAIR_BY_BONUS)
    for _decision, ask in asked_for(*kinds, asks.REPAIR_FOR_CARDS):
        for option in ask.get("options", ()):
            assert option["cards"] == option["answer"]


def test_the_war_effort_says_what_a_good_does() -> None:
    ((_decision, ask),) = asked_for(asks.WAR_EFFORT)
    assert ask["verb"] == "contribute"
    assert "the Military needed to repulse the Xenos" in plain_text(ask["help"], TABLE.titles)


@pytest.mark.parametrize("players", range(2, 6))
def test_the_points_of_an_invasion_add_up(players: int) -> None:
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve")
    for seed in range(4):
        (*_all, (game, _last, _log)) = decisions(players, f"sheet {seed}")
        sheet = score_sheet(TABLE, game.state, names)
        assert {"name": "invasion", "title": "Invasion"} in sheet["columns"]
        assert tuple(one["total"] for one in sheet["scores"]) == result(TABLE, game.state).scores
        for one in sheet["scores"]:
            assert sum(line["points"] for line in one["lines"]) == one["total"]
        assert invasion_in(game.state)
        assert sheet["why"]


def test_moments_of_an_invasion_have_names() -> None:
    for kind in (asks.DAMAGE, asks.REPAIR, asks.WAR_EFFORT):
        assert "{" not in moment_of(TABLE, Subset(ANN, kind, -1, (1,), 0, 1))
    assert asks.ask_of(asks.BUNKER).about is asks.Meaning.NUMBER
