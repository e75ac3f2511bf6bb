"""Moments: games imagined in the middle of a step fit what a player has seen, and nothing more."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from gamekit.chance import Chance
from gamekit.decisions import Decision
from rftg_dev.soak.race import permute_hidden
from rftg_engine import Driver, Options, State, new_game, view_of
from rftg_engine.bots import make_bot
from rftg_engine.bots.determinize import InformationSet
from rftg_engine.cards.table import Table
from rftg_engine.race import Race
from rftg_engine.view import cards_seen
from tests.game import table_of

BASE = table_of("base")
ARC = table_of("brink-of-war")
GAMES = [
    (BASE, Options(2)),
    (BASE, Options(2, preset_hands=True)),
    (
        BASE,
        Options(
            3,
        ),
    ),
    (ARC, Options(2, experienced=True)),
    (ARC, Options(4, goals=True, takeovers=True)),
    (ARC, Options(2, goals=True, takeovers=True, scenario=True)),
]


def decided(game: Driver[State], seed: str) -> Iterator[Decision]:
    """Every decision of a game as it is put; half are answered at random, half by a bot."""
    rng = Random(seed)
    race = game.flow
    assert isinstance(race, Race)
    bot = make_bot("greedy", race.table, seed)
    while not game.over:
        for decision in game.pending:
            yield decision
            seat = decision.player
            if rng.random() < 0.5:
                game.answer(seat, decision.sample(rng))
            else:
                game.answer(seat, bot.choose(decision, partial(view_of, game.state, seat)))


@pytest.mark.parametrize(("table", "options"), GAMES)
def test_a_player_sees_the_same_in_an_imagined_game_and_is_asked_the_same(
    table: Table, options: Options
) -> None:
    kept = imagined = 0
    for seed in ("1", "2"):
        game = new_game(table, options, seed)
        for decision in decided(game, seed):
            moment = InformationSet(game, decision.player)
            twin = moment.sample_game("x")
            assert decision in twin.pending
            assert view_of(twin.state, decision.player) == moment.view
            imagined, kept = imagined + 1, kept + moment.true_cards
    assert imagined > 100
    assert kept <= imagined / 50


def test_an_imagined_game_can_be_played_to_its_end() -> None:
    rng = Random("end")
    game = new_game(ARC, Options(3, goals=True, takeovers=True), "end")
    for number, decision in enumerate(decided(game, "end")):
        if number % 10 == 0:
            twin = InformationSet(game, decision.player).sample_game("y")
            while not twin.over:
                for asked in twin.pending:
                    twin.answer(asked.player, asked.sample(rng))


def test_the_same_seed_imagines_the_same_game_and_another_one_another() -> None:
    game = new_game(BASE, Options(2), "same")
    for number, decision in enumerate(decided(game, "same")):
        if number > 30:
            break
        moment = InformationSet(game, decision.player)
        digests = [moment.sample_game(seed).state.digest() for seed in ("1", "1", "2")]
        assert digests[0] == digests[1] != digests[2]


def test_the_true_game_is_left_alone() -> None:
    game = new_game(BASE, Options(2), "calm")
    for decision in decided(game, "calm"):
        before = game.state.digest(), game.pending, list(game.answers)
        InformationSet(game, decision.player).sample_game("1")
        assert before == (game.state.digest(), game.pending, list(game.answers))


def test_what_is_hidden_has_no_part_in_what_is_imagined() -> None:
    """Two games that differ in hidden cards alone are one to the player."""
    compared = 0
    for seed in ("1", "2", "3"):
        game = new_game(BASE, Options(3), seed)
        for decision in decided(game, seed):
            seat = decision.player
            if game.answers_this_step or not game.state.round:
                continue
            other = permute_hidden(game.start, seat, Random(compared))
            assert isinstance(game.flow, Race)
            twin = Driver(game.flow.with_chance(Chance("other luck")), other)
            if decision not in twin.pending or view_of(twin.state, seat) != view_of(
                game.state, seat
            ):
                continue  # the step had drawn or turned something before
            moments = InformationSet(game, seat), InformationSet(twin, seat)
            first, second = (one.sample_game("7").state.dump() for one in moments)
            assert first == second
            compared += 1
    assert compared > 100


def test_hidden_cards_lie_everywhere_alike() -> None:
    """In the middle of Explore: what the other hand holds is any card that is not seen."""
    game = new_game(BASE, Options(2), "even")
    asked = iter(decided(game, "even"))
    decision = next(one for one in asked if one.kind == "explore")
    moment = InformationSet(game, decision.player)
    rival = game.state.players[1 - decision.player]
    found: Counter[int] = Counter()
    times = 3000
    for nth in range(times):
        found.update(moment.sample_game(str(nth)).state.players[1 - decision.player].hand)
    shown = cards_seen(moment.view)
    hidden = [card for card in range(len(BASE.cards)) if card not in shown]
    assert set(found) == set(hidden)
    mean = times * len(rival.hand) / len(hidden)
    assert sum((found[card] - mean) ** 2 / mean for card in hidden) < 2 * len(hidden)


def test_a_player_knows_what_the_own_discards_of_this_step_were() -> None:
    game = new_game(BASE, Options(2), "known")
    for decision in decided(game, "known"):
        if decision.kind == "starting hand":
            start = InformationSet(game, decision.player).sample_game("1").state
            assert set(start.players[decision.player].hand) == set(
                game.state.players[decision.player].hand
            )


def test_in_the_midst_of_a_draft_nothing_is_imagined_anew() -> None:
    game = new_game(ARC, Options(2, draft=True), "draft")
    moment = InformationSet(game, game.pending[0].player)
    assert moment.sample_game("1").pending == game.pending
    assert moment.true_cards == 1


def test_a_drafted_supply_stays_with_its_owner() -> None:
    game = new_game(ARC, Options(2, draft=True), "draft")
    for decision in decided(game, "draft"):
        if game.state.round == 3:
            own = game.state.players[decision.player]
            twin = (
                InformationSet(game, decision.player)
                .sample_game("1")
                .state.players[decision.player]
            )
            mine, theirs = ([*one.deck, *one.discard, *one.goods.values()] for one in (own, twin))
            assert sorted(mine) == sorted(theirs), "goods lie face down, and come from it too"
            assert own.deck != twin.deck
            return


def test_opening_hands_that_were_agreed_on_are_dealt_in_imagined_games_too() -> None:
    wanted = ("Contact Specialist", "New Sparta"), ("Alien Rosetta Stone World",)
    game = new_game(BASE, Options(2, opening=wanted), "opening")
    for decision in game.pending:
        moment = InformationSet(game, decision.player)
        twin = moment.sample_game("1")
        for player, titles in zip(twin.state.players, wanted, strict=True):
            held = [BASE.titles[card] for card in (*player.hand, *player.tableau)]
            assert set(titles) <= set(held)
        assert moment.true_cards == 0
