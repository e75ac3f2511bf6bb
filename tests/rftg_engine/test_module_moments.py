"""The moments of modules of rules, each used by a small one: raids on worlds at the end of rounds.

Settle takes place in the first round; before Produce players muster Military; at the end of each
round who has none sets a world aside, which counts for nothing but the size of the
tableau, until the bonus of Produce takes it back. Who mustered the most has 5 points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import pytest

from gamekit.decisions import Answer, Choice
from gamekit.driver import Asking
from gamekit.work import Work
from rftg_dev.soak.invariants import find_violations
from rftg_engine import Options, Side, new_game, replay, steps, view_of
from rftg_engine.asks import ASKS, Meaning, add_ask
from rftg_engine.bots import LEVELS, make_bot
from rftg_engine.bots.choices import CHOICE_VALUES
from rftg_engine.bots.determinize import InformationSet, SampledGame
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.cards.table import Table
from rftg_engine.game import RACE
from rftg_engine.options import ModuleOption
from rftg_engine.phases.rounds import end_reasons, tableau_size
from rftg_engine.phases.scoring import score
from rftg_engine.rules import Rules, Step, register, unregister
from rftg_engine.state import Part, State
from rftg_engine.turns.turn import PlayerTurn, ProduceModule
from rftg_engine.view import cards_seen
from tests.game import FIRST, SECOND, Game, table_of

NAME: Final = "raids"
RAIDED: Final = "raided world"
MUSTER: Final = "muster"
REBUILD: Final = "rebuild"
MOST: Final = 12
"""So many rounds in which all are raided end the game."""
BASE = table_of("base")
OPTIONS = Options(2, modules=(NAME,))
OLD, SPARTA = "Old Earth, Contact Specialist, Gem World", "New Sparta, Space Marines"


class Raided(Part):
    """What lies aside and what has been mustered, by seat, and how often all were raided."""

    def __init__(self, aside: list[list[int]], mustered: list[int], lost: int) -> None:
        self.aside, self.mustered, self.lost = aside, mustered, lost

    def copy(self) -> Raided:
        return Raided([cards[:] for cards in self.aside], self.mustered[:], self.lost)

    def dump(self) -> Any:
        return [self.aside, self.mustered, self.lost]

    def visible_to(self, state: State, seat: int) -> object:
        return tuple(tuple(cards) for cards in self.aside), tuple(self.mustered), self.lost

    def cards(self) -> list[int]:
        return [card for cards in self.aside for card in cards]


def part_of(state: State) -> Raided:
    part = state.parts[NAME]
    assert isinstance(part, Raided)
    return part


class Raids(ProduceModule):
    """See above."""

    def sample_part(self, seen: Any) -> Part | None:
        aside, mustered, lost = seen
        return Raided([list(cards) for cards in aside], list(mustered), lost)

    def begin(self, state: State) -> None:
        nothing: list[list[int]] = [[] for _player in state.players]
        state.parts[NAME] = Raided(nothing, [0] * len(nothing), 0)

    def steps(self) -> dict[str, Step]:
        return {MUSTER: _muster}

    def phases(self, rules: Rules, state: State) -> list[str]:
        return [steps.SETTLE] if state.round == 1 else []

    def before_phase(self, rules: Rules, state: State, phase: str) -> list[str]:
        return [MUSTER] if phase == steps.PRODUCE else []

    def after_hand_limit(self, rules: Rules, state: State) -> Asking[None]:
        yield from super().after_hand_limit(rules, state)
        weak = [seat for seat in state.order if state.players[seat].powers.military < 1]
        for seat in weak:
            worlds = [one for one in state.players[seat].tableau if rules.table.is_world[one]]
            if worlds:
                options: tuple[Answer, ...] = tuple((world,) for world in worlds)
                ((world,),) = yield [Choice(seat, RAIDED, -1, options)]
                rules.moves.remove_from_tableau(state.players[seat], world)
                if world in state.players[seat].goods:
                    rules.moves.take_good(state, state.players[seat], world)
                part_of(state).aside[seat].append(world)
        part_of(state).lost += len(weak) == len(state.players)

    def in_place_of_bonus(self, turn: PlayerTurn) -> Asking[bool]:
        aside = part_of(turn.state).aside[turn.seat]
        if not aside:
            return False
        options: tuple[Answer, ...] = (*[(world,) for world in aside], ())
        (answer,) = yield [Choice(turn.seat, REBUILD, -1, options)]
        for world in answer:
            aside.remove(world)
            turn.moves.add_to_tableau(turn.player, world)
        return bool(answer)

    def end_reasons(self, state: State) -> list[str]:
        return [NAME] if NAME in state.parts and part_of(state).lost >= MOST else []

    def counts_as_cards(self, state: State, seat: int) -> int:
        return len(part_of(state).aside[seat]) if NAME in state.parts else 0

    def points(self, table: Table, state: State, seat: int) -> int:
        if NAME not in state.parts:
            return 0
        mustered = part_of(state).mustered
        return 5 if mustered[seat] == max(mustered) > 0 else 0


def _muster(rules: Rules, state: State, _name: str) -> Asking[None]:
    for seat in state.order:
        part_of(state).mustered[seat] += max(0, state.players[seat].powers.military)
    yield from ()


def _least(evaluator: Evaluator, _decision: Choice, option: Answer) -> float:
    return -float(evaluator.table.vp[option[0]])


@pytest.fixture(autouse=True)
def raids() -> Iterator[None]:
    module = Raids(NAME, option=ModuleOption("Raids", "Worlds are raided.", needs_set=False))
    register(module)
    add_ask(RAIDED, Meaning.NOTHING, (Meaning.WORLD,), "which world is raided")
    add_ask(REBUILD, Meaning.NOTHING, (Meaning.OPEN_CARD,), "which world is taken back")
    CHOICE_VALUES[RAIDED] = _least
    yield
    unregister(module)
    del ASKS[RAIDED], ASKS[REBUILD], CHOICE_VALUES[RAIDED]


def raided_game(*sides: Side, **others: Any) -> Game:
    return Game(*sides, modules=(NAME,), **others)


def test_a_phase_takes_place_that_nobody_has_chosen() -> None:
    game = new_game(BASE, OPTIONS, "1")
    bots = [make_bot("random", BASE, str(seat)) for seat in range(2)]
    told: list[str] = []
    while game.pending and game.state.round < 2:
        seat = game.pending[0].player
        game.answer(seat, bots[seat].choose(game.pending[0], partial(view_of, game.state, seat)))
        told += [game.state.pending_steps[0]] if game.state.pending_steps else []
    assert steps.SETTLE in told


def test_a_step_goes_before_a_phase() -> None:
    game = raided_game(Side(OLD), Side(SPARTA))
    game.choose("produce")
    assert part_of(game.state).mustered == [0, 4]
    with_them = [score(game.table, game.state, seat) for seat in (FIRST, SECOND)]
    part_of(game.state).mustered = [0, 0]
    assert [score(game.table, game.state, seat) for seat in (FIRST, SECOND)] == [
        with_them[FIRST],
        with_them[SECOND] - 5,
    ]


def raided_end() -> Game:
    """The first player, at the end of a round, is asked which world is raided."""
    sides = (Side("Old Earth, Gem World, Comet Zone", goods="Gem World"), Side(SPARTA))
    return raided_game(*sides, step=steps.ROUND_END)


def test_what_lies_aside_counts_for_the_size_alone() -> None:
    game = raided_end()
    before = game.points(FIRST)
    game.pick(FIRST, "Gem World")
    state = game.state
    (gem,) = part_of(state).aside[FIRST]
    assert game.table.titles[gem] == "Gem World"
    assert gem not in state.players[FIRST].goods
    assert game.points(FIRST) == before - 1
    assert tableau_size(state, FIRST) == 3
    assert not state.players[FIRST].powers.mask >> gem & 1
    assert all(gem in cards_seen(view_of(state, seat)) for seat in (FIRST, SECOND))


@pytest.mark.parametrize("rebuilds", [True, False])
def test_the_bonus_of_a_phase_can_be_replaced(rebuilds: bool) -> None:
    sides = (Side("Old Earth, Plague World, Radioactive World"), Side(SPARTA))
    game = raided_game(*sides, step=steps.CHOOSE)
    state = game.state
    player = state.players[FIRST]
    (world,) = (one for one in player.tableau if game.table.titles[one] == "Plague World")
    player.tableau.remove(world)
    player.powers = game.table.powers(player.tableau)
    part_of(state).aside[FIRST].append(world)
    game.choose("produce", "develop")
    game.pick(FIRST, *(["Plague World"] if rebuilds else []))
    assert (world in game.state.players[FIRST].tableau) is rebuilds
    assert len(game.state.players[FIRST].goods) == (not rebuilds)


def test_a_game_ends_by_the_module() -> None:
    state = new_game(BASE, OPTIONS, "1").state
    part_of(state).lost = MOST
    assert NAME in end_reasons(BASE, state)


@pytest.mark.parametrize("level", [*LEVELS])
def test_bots_of_all_levels_play_with_it(level: str) -> None:
    assert sum(_raids_in_a_game(level, seed) for seed in ("a", "b", "c", "raids"))


def _raids_in_a_game(level: str, seed: str) -> int:
    """Play a game in which all holds after each step; return how often a world was chosen."""
    recorder = RACE.recorder(BASE, OPTIONS, seed)
    game = recorder.game
    bots = [make_bot(level if seat else "greedy", BASE, str(seat), 2) for seat in range(2)]
    raided = 0
    while game.pending and game.state.round < 60:
        seat = game.pending[0].player
        raided += game.pending[0].kind == RAIDED
        game.answer(seat, bots[seat].choose(game.pending[0], partial(view_of, game.state, seat)))
        if game.step == steps.CHOOSE and not game.pending_answers:
            assert list(find_violations(BASE, OPTIONS, game.state, game.step)) == []
    assert replay(BASE, recorder.record(["Ann", "Bob"])).steps == recorder.steps
    return raided


def test_imagined_games_have_what_lies_aside() -> None:
    game = raided_end()
    game.pick(FIRST, "Gem World")
    view = view_of(game.state, SECOND)
    twin = SampledGame(game.table, view, "1", False, Work()).begin()
    assert part_of(twin.state).aside == part_of(game.state).aside
    again = InformationSet(game.driver, SECOND).sample_game("1")
    assert again is not None
    assert view_of(again.state, SECOND).module_cards == view.module_cards
