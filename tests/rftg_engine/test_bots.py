"""Bots: legal answers from a view alone, on cards they have never seen too."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from gamekit.decisions import Answer
from rftg_dev.soak.race import permute_hidden
from rftg_engine import Decision, Options, Side, Table, View, new_game, view_of
from rftg_engine.bots import LEVELS, Bot, make_bot, play_out
from rftg_engine.state import State
from tests.game import FIRST, Game, table_of, table_with

FEW = 2
"""Games that a master imagines: how well it plays is not asked here."""
FRONTIER = Path(__file__).parents[2] / "examples" / "frontier.yaml"


class Watched:
    """A bot, every answer of which is looked at."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.kinds: set[str] = set()

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        answer = self.bot.choose(decision, look)
        assert decision.refusal(answer) is None
        self.kinds.add(decision.kind)
        return answer


def frontier() -> Table:
    return table_of("base", str(FRONTIER))


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_gives_legal_answers_to_every_kind_of_decision(level: str) -> None:
    table, kinds = table_with(), set()
    legal_setups = (Options(2), Options(3), Options(4), Options(2, experienced=True))
    for number in range(4):
        options = legal_setups[number]
        bots = [
            Watched(make_bot(level, table, f"{number}/{s}", FEW)) for s in range(options.players)
        ]
        game = new_game(table, options, f"bots {number}")
        play_out(game, list(bots), 500)
        assert game.over
        kinds |= set().union(*(bot.kinds for bot in bots))
    common = {"starting hand", "action", "explore", "place world", "pay for world", "windfall"}
    assert common <= kinds


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_gives_legal_answers_under_all_rules_of_the_arc(level: str) -> None:
    table, kinds = table_of("brink-of-war"), set()
    for number in (2, 6) if level == "master" else (0, 2, 4, 8):
        players = 2 + number % 5
        switches = {"experienced": players == 2, "draft": number % 3 == 2}
        options = Options(players, goals=True, takeovers=True, **switches)
        bots = [Watched(make_bot(level, table, f"{number}/{seat}", FEW)) for seat in range(players)]
        game = new_game(table, options, f"arc {number}")
        play_out(game, list(bots), 500)
        assert game.over
        kinds |= set().union(*(bot.kinds for bot in bots))
    assert {"start world", "draft", "pay for world"} <= kinds


def score_of_first(table: Table, games: int, bots: tuple[str, str]) -> float:
    from rftg_engine import result

    wins = 0.0
    for number in range(games):
        seat = number % 2
        levels = bots if seat == 0 else bots[::-1]
        game = new_game(table, Options(2), f"match {number}")
        play_out(game, [make_bot(one, table, f"{number}/{one}") for one in levels], 500)
        ended = result(table, game.state)
        wins += (seat in ended.winners) / len(ended.winners)
    return wins


def test_the_greedy_bot_beats_the_random_bot_clearly() -> None:
    assert score_of_first(table_with(), 30, ("greedy", "random")) >= 28


def test_the_greedy_bot_plays_cards_it_has_never_seen() -> None:
    assert score_of_first(frontier(), 20, ("greedy", "random")) >= 18


NEW_WORLD = """
  - title: Treasury
    world: 1
    vp: 9
"""


@pytest.mark.parametrize("level", ["master", "expert", "greedy"])
def test_a_bot_places_a_new_card_that_is_clearly_the_best(level: str) -> None:
    game = Game(Side("New Sparta", "Treasury, Gem World, Outlaw World, 3 cards"), cards=NEW_WORLD)
    game.choose("settle")
    bot = make_bot(level, game.table, "")
    answer = bot.choose(game.decision(FIRST), lambda: view_of(game.state, FIRST))
    assert [game.table.titles[card] for card in answer] == ["Treasury"]


@pytest.mark.parametrize("level", ["master", "expert", "greedy"])
def test_a_bot_answers_alike_when_only_hidden_things_differ(level: str) -> None:
    """Compare the first decisions of each kind and a few later ones, in games that go random
    ways, so that all kinds come up."""
    table, rng = table_of("brink-of-war"), Random(5)
    seen, compared = Counter[str](), Counter[str]()
    for number in range(24):
        options = Options(2 + number % 3, goals=True, takeovers=True, draft=number % 4 == 3)
        game = new_game(table, options, f"hidden {number}")
        while not game.over:
            for decision in game.pending:
                seen[decision.kind] += 1
                if seen[decision.kind] <= 6 or seen.total() % 50 == 0:
                    bots = [make_bot(level, table, "1", FEW) for _nth in range(2)]
                    assert_alike(bots, decision, game.state, rng)
                    compared[decision.kind] += 1
                game.answer(decision.player, decision.sample(rng))
    assert {"action", "draft", "search category", "search keep", "pay for world"} <= set(compared)
    assert {"trade", "consume power", "windfall", "ante", "save", "takeover"} <= set(compared)


def assert_alike(bots: list[Bot], decision: Decision, state: State, rng: Random) -> None:
    """Two bots of a kind answer alike when all that they may not see is another for the second."""
    seat = decision.player
    states = (state, permute_hidden(state, seat, rng))
    one, other = (
        bot.choose(decision, partial(view_of, seen, seat))
        for bot, seen in zip(bots, states, strict=True)
    )
    assert one == other, decision.kind


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_is_the_same_game(level: str) -> None:
    table, ends = table_with(), []
    for _nth in range(2):
        game = new_game(table, Options(2), "twice")
        bots = [make_bot(level, table, f"{seat}", FEW) for seat in range(2)]
        ends.append((play_out(game, bots, 500), game.state.digest()))
    assert ends[0] == ends[1]


def test_the_random_bot_looks_at_nothing() -> None:
    def nothing() -> View:
        raise AssertionError("the random bot has looked")

    game = Game(Side("New Sparta"))
    decision = game.decision(FIRST)
    assert decision.refusal(make_bot("random", game.table, "1").choose(decision, nothing)) is None


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        ValueError, match="no bot 'clever'; there are: master, expert, greedy, random"
    ):
        make_bot("clever", table_with(), "")
