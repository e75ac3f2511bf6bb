"""The soak test of an invasion: each check finds what it is for."""

from collections.abc import Callable

import pytest

from rftg_dev.soak.invariants import find_violations
from rftg_dev.soak.modules import watchers
from rftg_dev.soak.modules.invasion import Watch
from rftg_engine import Side, State
from rftg_engine.modules.invasion.state import invasion_of
from tests.game import FIRST
from tests.invasions import ALWAYS, NEVER, Invaded


def test_modules_with_a_file_are_looked_at() -> None:
    game = Invaded(Side("Old Earth"), Side("New Sparta"))
    assert [type(watcher) for watcher in watchers(game.race.modules)] == [Watch]


def attacked(met: str = ALWAYS, damaged: str = "") -> Invaded:
    """A game after an attack, or with damage before one."""
    side = Side("Alpha Centauri, Gem World, Space Port", goods="Gem World")
    game = Invaded(side, Side("New Sparta"), met=met, damaged={FIRST: damaged} if damaged else {})
    if not damaged:
        game.attack()
        game.settle_all()
    return game


def told(game: Invaded, spoil: Callable[[State], None], step: str = "settle") -> str:
    """What is found when a state has been spoiled since the step before."""
    watch, state = Watch(), game.state.copy()
    assert list(watch.find_violations(game.table, state, step)) == []
    spoil(state)
    return " / ".join(watch.find_violations(game.table, state, step))


def test_a_sound_game_has_nothing_broken() -> None:
    assert told(attacked(), lambda _state: None) == ""
    assert told(attacked(damaged="Gem World"), lambda _state: None) == ""


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("used", [0, 0], "cards used are [0, 0] of 10"),
        ("used", [10], "cards used are [10] of 10"),
        ("dealt", [3, 3], "cards dealt to 2 players are [3, 3] of 10"),
        ("dealt", [3], "cards dealt to 2 players are [3] of 10"),
        ("held", [True], "[True] held out"),
        ("discs", [1, 1], "the discs are [1, 1]"),
        ("discs", [0], "1 discs of 2 players"),
        ("met", 2, "wave 1 has come 2 times, not 1"),
        ("defeats", 3, "3 defeats"),
        ("defeats", 2, "the game goes on after the invasion is over"),
        ("repulsed", True, "does not repulse what takes that of all"),
        ("track", [9, 9], "track of the invasion has changed"),
        ("rewards", [9, 9], "rewards of the invasion has changed"),
        ("contributed", [0, 1], "player 1 contributed 1 goods out of turn"),
    ],
)
def test_what_cannot_be_of_an_invasion_is_noticed(name: str, value: object, said: str) -> None:
    def spoil(state: State) -> None:
        setattr(invasion_of(state), name, value)

    assert said in told(attacked(), spoil)


def test_damage_on_what_is_no_world_or_does_something_is_noticed() -> None:
    game = attacked()
    titles = game.table.titles

    def spoil(state: State) -> None:
        invasion_of(state).damaged[0] = [titles.index("Public Works"), *state.players[0].tableau]

    said = told(game, spoil)
    assert "Public Works is damaged, and no world" in said
    assert "Alpha Centauri of player 0 is damaged, and does something" in said
    assert "Gem World of player 0 is damaged, and has a good" in said
    assert "damage of player 0 has changed" in said


def test_more_damage_by_producing_is_noticed() -> None:
    def spoil(state: State) -> None:
        invasion_of(state).damaged[1] = [5]

    assert "player 1 has more damage by producing" in told(attacked(), spoil, "produce")


def test_a_reward_or_damage_that_does_not_fit_the_attack_is_noticed() -> None:
    game = attacked(NEVER)

    def spoil(state: State) -> None:
        invasion_of(state).rewards[0] += 1
        invasion_of(state).damaged[1] = []

    watch, before = Watch(), game.state.copy()
    invasion_of(before).defeats -= 1
    assert list(watch.find_violations(game.table, before, "settle")) == []
    after = game.state.copy()
    spoil(after)
    said = " / ".join(watch.find_violations(game.table, after, "round end"))
    assert "player 0 did not hold out, for 1 points and 0 damage" in said


def test_a_contribution_that_is_not_paid_for_is_noticed() -> None:
    def spoil(state: State) -> None:
        invasion_of(state).contributed[0] += 1

    assert "contributed 1 goods for 0 chips" in told(attacked(), spoil, "war effort")


def test_saved_cards_may_lie_under_a_damaged_world_and_it_is_counted_once() -> None:
    game = attacked(damaged="Gem World")
    state = game.state
    gem = invasion_of(state).cards()[0]
    player = game.player(FIRST)
    player.saved[gem] = [state.deck.pop()]
    state.pool = 24
    options = game.race.options
    assert list(find_violations(game.table, options, state, "settle")) == []
    state.discard.append(gem)
    assert "is in 2 places" in " / ".join(find_violations(game.table, options, state, "settle"))
