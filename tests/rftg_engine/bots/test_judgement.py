"""Cards that nobody has seen are judged by what their powers do, and by the cards in use."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from gamekit.decisions import Choice
from rftg_dsl.sets.robot import shipped_robot
from rftg_engine import Options, State, Table, asks, view_of
from rftg_engine.bots import features, habits, make_bot, networks
from rftg_engine.bots.choices import placement
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.habits import CONSUME, DEVELOP, EXPLORE, PHASES, PRODUCE, SETTLE
from rftg_engine.bots.hand import UNAFFORDABLE
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.rivals import COUNTER_POINTS, CREDIT_POINTS, ECONOMY_POINTS, RobotModel
from rftg_engine.bots.seats import stage_number
from rftg_engine.bots.situation import rivals_of
from rftg_engine.game import new_game
from rftg_engine.view import View
from tests.game import table_of, table_with
from tests.solitaire import Solitaire, changed
from tests.solitaire import table_of as robot_table

PAIRS: Final = 200
PAIRS_OF_A_SET: Final = 25
"""Pairs that come into one deck; with many more it would be another game."""
ROUNDS: Final = (1, 3, 5, 8, 11, 14)
"""At whose start a game is looked at: early, in the middle, late."""
ROUNDING: Final = 1e-9
DEAREST: Final = 5
"""At 6 a development can gain by its cost: cards of the base set count 6-cost developments."""
KINDS: Final = ("novelty", "rare", "genes", "alien")
MATCHING: Final = (0, 1, 3, 10)
"""How many worlds of the deck have the keyword that powers ask for."""
HELPING: Final = (
    "explore: draw N",
    "explore: keep N",
    "develop: draw N",
    "develop: cost -N",
    "develop: after placing a development, draw N",
    "settle: military +N",
    "settle: military +N against rebel military worlds",
    "settle: cost -N",
    "settle: cost -N for KIND worlds",
    "settle: after placing a world, draw N",
    "settle: draw N per world placed",
    "develop: N vp if you placed no developments",
    "consume: draw N if you consumed the most goods",
    "trade: price +N",
    "trade: price +N for KIND goods",
    "consume: draw N",
    "produce: draw N",
    "produce: draw N per KIND world",
    "produce: draw N per KIND good produced",
    "score: N per development",
    "score: N per KIND production world",
    "score: N per military world",
    "score: N per 3 vp chips",
)
"""Lines that harm nobody who has them, and help the more the larger N is."""
SPENDING: Final = (
    "consume: 1 good -> N vp",
    "consume: 1 good -> draw N",
    "consume: up to N KIND goods -> 1 vp each",
)
"""Lines that a card is not always better for, as they take goods; of these too a larger N helps."""
FOR_A_KEYWORD: Final = (
    "settle: cost -2 for tried worlds",
    "settle: military +2 against tried military worlds",
    "settle: after placing a tried world, draw 1",
    "settle: draw 1 per tried world placed",
    "settle: 1 vp if you placed a tried world",
    "explore: draw 1 per tried world",
    "produce: draw 1 per tried world",
    "consume: draw 2 if you have a tried world",
    "trade: price +3 for goods of tried worlds",
    "score: 2 per tried world",
)
"""Powers for cards with the keyword `tried`, which no card of the base set has."""


@dataclass(frozen=True)
class Line:
    """A power line whose N is `amount`."""

    text: str
    amount: int

    def __str__(self) -> str:
        return self.text.replace("N", str(self.amount))


@dataclass(frozen=True)
class Card:
    """A card of a card file. sort: development, world, military world. good: `windfall: rare`."""

    sort: str
    cost: int
    vp: int = 0
    good: str = ""
    lines: tuple[Line, ...] = ()
    keywords: str = ""

    def written(self, title: str) -> str:
        """Return it as an item of a card file."""
        powers = [str(line) for line in self.lines]
        powers += ["produce: good"] if self.good.startswith("produces") else []
        scores = any(one.startswith("score") for one in powers)
        items = [f"title: {title}", f"{self.sort}: {self.cost}"]
        items += [f"vp: {'variable' if scores else self.vp}"]
        items += [self.good] if self.good else []
        items += [f"keywords: [{self.keywords}]"] if self.keywords else []
        items += ["powers: |", *(f"  {one}" for one in powers)] if powers else []
        return "  - " + "\n    ".join(items) + "\n"


@dataclass(frozen=True)
class Pair:
    """A card that strictly dominates another, and why."""

    better: Card
    worse: Card
    why: str


def any_line(rng: Random, texts: Sequence[str]) -> Line:
    return Line(rng.choice(texts).replace("KIND", rng.choice(KINDS)), rng.randint(1, 2))


def any_card(rng: Random, texts: Sequence[str] = HELPING + SPENDING) -> Card:
    sort = rng.choice(("development", "world", "military world"))
    lines = tuple(any_line(rng, texts) for _line in range(rng.randint(0, 2)))
    if any(line.text.startswith("score") for line in lines):
        sort, lines = "development", lines[:1]
    good = ""
    if sort != "development" and rng.random() < 0.6:
        good = f"{rng.choice(('windfall', 'produces'))}: {rng.choice(KINDS)}"
    vp = 0 if any(line.text.startswith("score") for line in lines) else rng.randint(0, 3)
    return Card(sort, rng.randint(1, DEAREST), vp, good, lines)


def cheaper(_rng: Random, card: Card) -> Card | None:
    return replace(card, cost=card.cost - 1)


def more_points(rng: Random, card: Card) -> Card | None:
    scores = any(line.text.startswith("score") for line in card.lines)
    return None if scores else replace(card, vp=card.vp + rng.randint(1, 2))


def one_more_line(rng: Random, card: Card) -> Card | None:
    line = any_line(rng, HELPING)
    if any(one.text == line.text for one in card.lines):
        return None
    if line.text.startswith("score") and (card.vp or card.sort != "development"):
        return None
    return replace(card, lines=(*card.lines, line))


def larger_amount(_rng: Random, card: Card) -> Card | None:
    if not card.lines:
        return None
    first, *others = card.lines
    return replace(card, lines=(replace(first, amount=first.amount + 1), *others))


def pairs() -> Iterator[Pair]:
    """Yield pairs in turn by cost, points, lines and amounts, the same each time."""
    rng = Random("judgement")
    for number in range(PAIRS):
        better = (cheaper, more_points, one_more_line, larger_amount)[number % 4]
        found = None
        while found is None:
            card = any_card(rng)
            found = better(rng, card)
        yield Pair(found, card, better.__name__)


@cache
def states() -> tuple[tuple[State, int], ...]:
    """Games between bots, of the base set, at the start of some rounds; each with each seat.

    Cards of another set have higher numbers, so these games might have been played with it.
    """
    return tuple(
        (state, seat) for players in (2, 3) for state in played(players) for seat in range(players)
    )


@cache
def positions() -> tuple[View, ...]:
    """What each player sees of them."""
    return tuple(view_of(state, seat) for state, seat in states())


def played(players: int) -> Iterator[State]:
    table = table_of("base")
    game = new_game(table, Options(players), "judgement")
    bots = [make_bot("greedy", table, str(seat)) for seat in range(players)]
    rounds = list(ROUNDS)
    while not game.over:
        if rounds and game.state.round == rounds[0] and game.pending[0].kind == asks.ACTION:
            del rounds[0]
            yield game.state.copy()
        for decision in game.pending:
            seat = decision.player
            look = lambda seat=seat: view_of(game.state, seat)  # noqa: E731
            game.answer(seat, bots[seat].choose(decision, look))


def changes(evaluator: Evaluator, card: int) -> list[float]:
    """Return what placing a card changes in each input of the value, without its price."""
    placed = evaluator.candidate(card).placement_value
    evaluator.tableau_value.change(placed)
    found = [0.0] * features.INPUT_COUNT
    for indices, amounts in (
        (placed.features, placed.amounts),
        evaluator.open_changes(placed.facts),
    ):
        for index, amount in zip(indices, amounts, strict=True):
            found[index] += amount
    return found


def lowered(table: Table, better: int, worse: int, view: View) -> list[str]:
    """Return the inputs that a better card raises less, though more of them never harms."""
    evaluator = Evaluator(knowledge_of(table), view)
    more, less = changes(evaluator, better), changes(evaluator, worse)
    for found in (more, less):  # points that a line gives now, it may not give later
        found[features.SCORE_GROWTH] += found[features.SCORE]
    return [
        features.INPUT_NAMES[index]
        for index in features.NEVER_HARMFUL
        if more[index] < less[index] - ROUNDING
    ]


def judged(table: Table, card: int, view: View) -> tuple[float, float]:
    """Return the worth of a card in a position, and its potential."""
    evaluator = Evaluator(knowledge_of(table), view)
    one = evaluator.candidate(card)
    return evaluator.worth(one), evaluator.potential(one)


def number_of(table: Table, title: str) -> int:
    return table.titles.index(title)


def test_positions_are_early_in_the_middle_and_late_and_of_all_seats() -> None:
    rounds = {view.round for view in positions()}
    assert rounds >= {1, 5}
    assert max(rounds) > 5
    assert {(len(view.seats), view.me) for view in positions()} == {
        (players, seat) for players in (2, 3) for seat in range(players)
    }


def deck_from(first: int) -> tuple[Table, list[tuple[int, Pair, int, int]]]:
    """Return a table of the pairs from a number, and each with its number and its cards' numbers.

    The better card comes first.
    """
    some = list(pairs())[first : first + PAIRS_OF_A_SET]
    table = table_with(
        "".join(
            one.better.written(f"Better {number}") + one.worse.written(f"Worse {number}")
            for number, one in enumerate(some)
        )
    )
    return table, [
        (
            first + number,
            pair,
            number_of(table, f"Better {number}"),
            number_of(table, f"Worse {number}"),
        )
        for number, pair in enumerate(some)
    ]


@pytest.mark.parametrize("first", range(0, PAIRS, PAIRS_OF_A_SET))
def test_a_card_that_dominates_another_is_never_valued_below_it(first: int) -> None:
    table, some = deck_from(first)
    wrong = []
    for number, pair, better, worse in some:
        for view in positions():
            values = zip(judged(table, better, view), judged(table, worse, view), strict=True)
            for what, (more, less) in zip(("worth", "potential"), values, strict=True):
                if more < less - ROUNDING:
                    wrong.append((number, what, view.round, more - less, pair))
    assert not wrong


@pytest.mark.parametrize("first", range(0, PAIRS, PAIRS_OF_A_SET))
def test_a_card_that_dominates_another_lowers_no_input_that_does_no_harm(first: int) -> None:
    """So the value need not have learned how much each input is worth."""
    table, some = deck_from(first)
    wrong = []
    for number, pair, better, worse in some:
        for view in positions():
            if found := lowered(table, better, worse, view):
                wrong.append((number, found, view.round, pair))
    assert not wrong


@pytest.mark.parametrize("first", range(0, PAIRS, PAIRS_OF_A_SET))
def test_of_two_cards_in_hand_the_one_that_dominates_the_other_is_placed(first: int) -> None:
    table, some = deck_from(first)
    wrong = []
    for number, pair, *cards in some:
        kind = asks.PLACE_WORLD if table.is_world[cards[0]] else asks.PLACE_DEVELOPMENT
        for state, seat in states():
            held = state.copy()
            held.players[seat].hand += cards
            evaluator = Evaluator(knowledge_of(table), view_of(held, seat))
            if any(
                evaluator.price(evaluator.candidate(card), 0).cards == UNAFFORDABLE
                for card in cards
            ):
                continue
            choice = Choice(seat, kind, -1, tuple((card,) for card in cards))
            if placement(evaluator, choice) != (cards[0],):
                wrong.append((number, state.round, seat, pair))
    assert not wrong


def beside_worlds(line: str, matching: int) -> Table:
    """Return a table with a card that has a line, a blank one, and ten worlds.

    matching: how many of the worlds have the keyword that the line asks for.
    """
    asked = Card("development", 2, lines=(Line(line, 0),))
    cards = [asked.written("Asked About"), Card("development", 2).written("Blank")]
    for number in range(10):
        sort = "world" if number % 2 else "military world"
        keywords = "tried" if number < matching else ""
        world = Card(sort, 1 + number // 2, 1, "windfall: rare", keywords=keywords)
        cards.append(world.written(f"World {number}"))
    return table_with("".join(cards))


def counts_one(table: Table, view: View, card: int, other: int) -> bool:
    """Return whether the owner of a view scores for one of two cards and not for the other."""
    lines = knowledge_of(table).tableau_value(view.seats[view.me].tableau).lines
    return any((line.mask >> card ^ line.mask >> other) & 1 for line in lines)


@pytest.mark.parametrize("line", FOR_A_KEYWORD)
def test_a_power_for_cards_that_match_nothing_in_the_deck_is_worth_nothing(line: str) -> None:
    table = beside_worlds(line, 0)
    asked, blank = number_of(table, "Asked About"), number_of(table, "Blank")
    for view in positions():
        if counts_one(table, view, asked, blank):
            continue  # New Economy counts a card with a consume power, whatever the power does
        assert judged(table, asked, view) == pytest.approx(judged(table, blank, view)), view.round


@pytest.mark.parametrize("line", FOR_A_KEYWORD)
def test_a_power_is_worth_the_more_the_more_cards_of_the_deck_match(line: str) -> None:
    tables = [beside_worlds(line, matching) for matching in MATCHING]
    asked = number_of(tables[0], "Asked About")
    rises = 0
    for view in positions():
        found = [judged(table, asked, view) for table in tables]
        for values in zip(*found, strict=True):
            assert list(values) == sorted(values), (view.round, view.me)
        rises += found[-1] > found[0]
    assert rises > len(positions()) // 2


@pytest.mark.parametrize("sort", ["development", "world"])
@pytest.mark.parametrize("cost", range(1, DEAREST + 1))
def test_a_blank_card_comes_last_among_cards_of_its_cost(sort: str, cost: int) -> None:
    rng = Random(f"{sort}/{cost}")
    cards = [replace(any_card(rng, HELPING), sort=sort, cost=cost) for _card in range(20)]
    cards = [replace(card, good="") if sort == "development" else card for card in cards]
    blank, others = Card(sort, cost), [card for card in cards if card != Card(sort, cost)]
    table = table_with(
        blank.written("Blank")
        + "".join(one.written(f"Other {number}") for number, one in enumerate(others))
    )
    wrong = []
    for view in positions():
        least = judged(table, number_of(table, "Blank"), view)
        for number, one in enumerate(others):
            values = judged(table, number_of(table, f"Other {number}"), view)
            if any(value < low - ROUNDING for value, low in zip(values, least, strict=True)):
                wrong.append((view.round, values, least, one))
    assert not wrong


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("good", ["windfall", "produces"])
def test_a_world_with_a_good_lowers_no_input_that_does_no_harm(good: str, kind: str) -> None:
    world = Card("world", 2, 1)
    table = table_with(
        world.written("Blank") + replace(world, good=f"{good}: {kind}").written("Rich")
    )
    blank, rich = number_of(table, "Blank"), number_of(table, "Rich")
    assert not [found for view in positions() if (found := lowered(table, rich, blank, view))]


VALUES: Final = (networks.VALUE_FILE, networks.INVASION_VALUE_FILE)


@pytest.mark.parametrize("path", VALUES, ids=lambda path: path.stem)
def test_a_shipped_value_never_falls_with_an_input_that_does_no_harm(path: Path) -> None:
    network = networks.read_value(path)
    for nth in features.NEVER_HARMFUL:
        assert network.direct[nth] >= 0, features.INPUT_NAMES[nth]
        for row, outer in zip(network.rows, network.outer, strict=True):
            assert row[nth] * outer >= 0, features.INPUT_NAMES[nth]


@pytest.mark.parametrize("path", VALUES, ids=lambda path: path.stem)
def test_one_more_card_in_hand_never_lowers_a_shipped_value(path: Path) -> None:
    network = networks.read_value(path)
    many = (features.HAND, features.HAND_OVER_4, features.HAND_OVER_8)
    few = ((features.HAND, 1), (features.HAND_UNDER_3, -1))
    for row, outer in ((network.direct, 1.0), *zip(network.rows, network.outer, strict=True)):
        assert sum(row[nth] for nth in many) * outer >= -ROUNDING
        assert sum(row[nth] * sign for nth, sign in few) * outer >= -ROUNDING


def test_no_shipped_habit_turns_what_a_card_may_bring_into_its_opposite() -> None:
    learned = habits.read().habits
    for nth in habits.NEVER_NEGATIVE:
        assert min(learned[nth]) >= 0, habits.NAMES[nth]


DICE = (
    ("explore", "develop", "settle", "consume-trade", "produce", "match"),
    ("develop", "settle", "consume-x2", "match", "robot", "robot"),
)


def rival(world: str = "Old Earth", **situation: Any) -> RobotModel:
    game = Solitaire(world, **situation)
    (found,) = rivals_of(Evaluator(knowledge_of(game.table), view_of(game.driver.state, 0)))
    assert isinstance(found, RobotModel)
    return found


def test_the_robot_is_the_one_rival_that_is_reckoned_by_its_mat() -> None:
    table = robot_table(("base",), shipped_robot())
    game = new_game(table, Options(2, experienced=True), "1")
    evaluator = Evaluator(knowledge_of(table), view_of(game.state, 0))
    assert not isinstance(rivals_of(evaluator)[0], RobotModel)
    assert rival().robot.seat == 1


def test_a_phase_is_called_as_often_as_the_dice_show_it() -> None:
    dice = [" ".join(die) for die in DICE]
    table = robot_table(("base",), changed(dice=DICE))
    opening = ((), ("Old Earth",))
    game = new_game(table, Options(2, True, robot="easy", opening=opening), "1")
    game.answer(0, game.pending[0].first())
    (found,) = rivals_of(Evaluator(knowledge_of(table), view_of(game.state, 0)))
    called = found.call_chances(2)
    assert "robot robot" in dice[1]
    assert called[PHASES.index("explore")] == pytest.approx(1 / 6)
    assert called[PHASES.index("develop")] == pytest.approx(1 - (5 / 6) ** 2)
    # Old Earth reads its two robot faces as Consume: Trade.
    assert called[PHASES.index("consume")] == pytest.approx(1 - 5 / 6 * 3 / 6)
    assert called[PHASES.index("produce")] == pytest.approx(1 / 6)


def test_when_the_dice_are_rolled_the_phases_are_known() -> None:
    game = Solitaire(dice="develop, produce", hand="Public Works, Gem World")
    game.choose("settle", "consume: trade")
    (found,) = rivals_of(Evaluator(knowledge_of(game.table), view_of(game.driver.state, 0)))
    assert found.call_chances(2)[DEVELOP] == found.call_chances(2)[PRODUCE] == 1.0
    assert found.call_chances(2)[SETTLE] == 0.0


def test_what_it_gains_follows_from_its_mat_its_tracks_and_its_counters() -> None:
    """Without a match on the dice only the lower rows count for what the player calls."""
    gains = rival(dice="explore, produce", credit=3, economy=2, left=1).phase_gains()
    assert gains[CONSUME] == 2
    assert gains[PRODUCE] == 0
    assert gains[DEVELOP] == COUNTER_POINTS + 6 - CREDIT_POINTS * 3
    poor = rival(dice="explore, produce", credit=0).phase_gains()
    assert poor[DEVELOP] == poor[SETTLE] == 0
    assert poor[EXPLORE] > 0


def test_matches_bring_it_the_upper_rows() -> None:
    always = rival(dice="match, match", credit=0, economy=2)
    assert always.match_chance == 1.0
    assert always.phase_gains()[PRODUCE] == ECONOMY_POINTS
    assert rival(dice="match, match", credit=4, economy=5).phase_gains()[PRODUCE] == 0


def test_a_tile_of_its_start_world_is_reckoned_with() -> None:
    finds = rival("Alien Research Team", dice="match, match", economy=1, tableau="Gem World")
    with_alien = rival("Alien Research Team", dice="match, match", tableau="Lost Alien Warship")
    assert finds.phase_gains()[CONSUME] > 0
    assert with_alien.phase_gains()[SETTLE] > 0
    assert rival("Epsilon Eridani", dice="explore, produce", credit=0).phase_gains()[SETTLE] > 0


def test_its_counters_bring_the_end_nearer() -> None:
    game = Solitaire(tableau="Gem World, Comet Zone")
    before = stage_number(view_of(game.driver.state, 0))
    game.robot.placed = 6
    assert stage_number(view_of(game.driver.state, 0)) > before
