"""Events and figures of a game, with nothing hidden in what others are told."""

from collections.abc import Sequence
from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest

from gamekit.events import ChipsGained, Event, SecretEvent, StepBegan
from rftg_engine import Options, State, Table, new_game
from rftg_engine.events import (
    CardPlaced,
    CardsDiscarded,
    CardsDrawn,
    CardsRecovered,
    CardsSaved,
    CardStaked,
    CardsTaken,
    DiscardsTaken,
    PrestigeChanged,
)
from rftg_engine.rules import Rules
from rftg_engine.steps import SETUP
from rftg_engine.turns.observers import EventLog, GameStats
from tests.game import table_of, table_with
from tests.rftg_engine.test_driver import play_on

ARC = table_of("brink-of-war")
BASE = table_with()
SET_UPS = [
    (BASE, Options(2)),
    (BASE, Options(2, experienced=True)),
    (ARC, Options(3, goals=True, takeovers=True)),
    (ARC, Options(2, draft=True)),
    (ARC, Options(2, scenario=True)),
]


def played(table: Table, options: Options, seed: str) -> tuple[EventLog, str]:
    """A random game with an event log, and the digest of its last state."""
    log = EventLog()
    game = new_game(table, options, seed, observers=(log,))
    play_on(game, Random(seed), 9_999)
    assert game.over
    return log, game.state.digest()


@pytest.mark.parametrize(("table", "options"), SET_UPS)
def test_a_game_with_a_story_is_the_same_game(table: Table, options: Options) -> None:
    game = new_game(table, options, "4")
    play_on(game, Random("4"), 9_999)
    assert played(table, options, "4")[1] == game.state.digest()


@pytest.mark.parametrize(("table", "options"), SET_UPS)
def test_chips_prestige_and_hands_add_up(table: Table, options: Options) -> None:
    log = EventLog()
    game = new_game(table, options, "sum", observers=(log,))
    play_on(game, Random(7), 9_999)
    for seat, player in enumerate(game.state.players):
        mine = [event for event in log.events if event.seat == seat]
        assert sum(one.points for one in mine if isinstance(one, ChipsGained)) == player.vp
        changes = [one.points for one in mine if isinstance(one, PrestigeChanged)]
        assert sum(changes) == player.prestige
        got = total(mine, CardsDrawn, CardsTaken, DiscardsTaken, CardsRecovered)
        placed = sum(isinstance(event, CardPlaced) for event in mine)
        begun = 1 if player.start_world >= 0 else 0
        saves = [event for event in mine if isinstance(event, CardsSaved)]
        saved = total([one for one in saves if not paid_for(one, log)], CardsSaved)
        gone = total(mine, CardsDiscarded) + placed - begun + saved
        assert got - gone == len(player.hand)


def total(events: Sequence[Event], *kinds: type[SecretEvent]) -> int:
    return sum(event.count for event in events if isinstance(event, kinds))


def paid_for(save: CardsSaved, log: EventLog) -> bool:
    """Whether a card was saved out of a payment, and so has left the hand before."""
    before = log.events[: log.events.index(save)]
    steps = [event.step for event in before if isinstance(event, StepBegan)]
    return steps[-1] != SETUP


def test_what_others_are_told_has_no_own_cards() -> None:
    log, _digest = played(ARC, Options(3, goals=True), "own")
    own = [event for event in log.events if isinstance(event, SecretEvent | CardStaked)]
    assert any(event.own for event in own)
    for event in own:
        told = event.redacted()
        assert told == replace(event, own=())
        assert type(told) is type(event)


def test_events_are_frozen_and_equal_when_they_say_the_same() -> None:
    event = CardPlaced(1, 7)
    assert event == CardPlaced(1, 7) != CardPlaced(0, 7)
    with pytest.raises(FrozenInstanceError):
        event.card = 8  # type: ignore[misc]


def test_hand_cards_that_a_module_discards_can_come_in_a_list() -> None:
    log = EventLog()
    game = new_game(BASE, Options(2), "listed", observers=(log,))
    assert isinstance(game.flow, Rules)
    player = game.state.players[1]
    hand = player.hand[:]
    game.flow.moves.discard_from_hand(game.state, player, hand[:2])
    assert player.hand == hand[2:]
    told = log.events[-1]
    assert isinstance(told, CardsDiscarded)
    assert told.own == tuple(hand[:2])


OBSERVED = [
    (BASE, Options(2)),
    (BASE, Options(4, preset_hands=True)),
    (ARC, Options(3, goals=True, takeovers=True)),
    (ARC, Options(2, draft=True)),
    (ARC, Options(2, scenario=True)),
]


@pytest.mark.parametrize(("table", "options"), OBSERVED)
def test_every_card_in_a_hand_was_drawn_and_every_card_of_a_tableau_placed(
    table: Table, options: Options
) -> None:
    stats = GameStats()

    def look(_step: str, state: State) -> None:
        drawn = {card for card, _, _ in stats.drawn}
        placed = {card for card, _, _, _ in stats.placed}
        for seat, player in enumerate(state.players):
            assert drawn.issuperset(player.hand)
            assert placed.issuperset(player.tableau)
            assert (seat, player.start_world) in stats.dealt

    game = new_game(table, options, "told", look, observers=(stats,))
    play_on(game, Random(5), 9_999)
    assert game.over
    rounds = [in_round for _, _, in_round, _ in stats.placed]
    assert rounds == sorted(rounds)
    assert rounds[0] == 0
    assert rounds[-1] <= game.state.round
    assert {step for _, _, _, step in stats.placed} >= {"setup", "develop", "settle"}


def test_a_game_with_statistics_is_the_same_game() -> None:
    digests = []
    for observers in ((), (GameStats(),)):
        game = new_game(ARC, Options(3, goals=True), "same", observers=observers)
        play_on(game, Random(3), 9_999)
        digests.append(game.state.digest())
    assert digests[0] == digests[1]


def test_cards_that_are_given_up_at_once_are_drawn_all_the_same() -> None:
    stats = GameStats()
    game = new_game(BASE, Options(2), "six", observers=(stats,))
    assert sorted(seat for _, seat, _ in stats.drawn) == [0] * 6 + [1] * 6
    assert {in_round for _, _, in_round in stats.drawn} == {0}
    assert not game.over


def test_a_fork_notes_nothing() -> None:
    stats = GameStats()
    game = new_game(BASE, Options(2), "fork", observers=(stats,))
    before = list(stats.drawn)
    twin = game.fork()
    play_on(twin, Random(1), 9_999)
    assert twin.over
    assert stats.drawn == before


def test_only_the_first_to_draw_and_to_place_a_card_is_noted() -> None:
    stats = GameStats()
    state = new_game(BASE, Options(2), "1").state
    for in_round, step, event in (
        (3, "explore", CardsDrawn(1, 1, (0,))),
        (5, "explore", CardsDrawn(0, 2, (0, 1))),
        (4, "settle", CardPlaced(1, 0)),
        (9, "develop", CardPlaced(0, 0)),
    ):
        state.round, state.pending_steps = in_round, [step]
        stats.see(event, state)
    assert stats.drawn == [(0, 1, 3), (1, 0, 5)]
    assert stats.placed == [(0, 1, 4, "settle")]
