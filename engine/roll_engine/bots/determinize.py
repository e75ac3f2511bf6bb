"""Sampled games that fit a player's view, with all hidden tiles and dice drawn at random.

Nothing that the player cannot see influences the result, except for the tiles and dice that
`InformationSet.true_cards` counts. Other players' decisions behind their screens are made again, by
bots that see the new dice.
"""

from __future__ import annotations

from functools import partial
from math import exp
from random import Random
from typing import Final

from gamekit.chance import Chance, Rolls
from gamekit.decisions import Amounts, Answer, Choice, Decision, IllegalAnswer, Subset
from gamekit.driver import Driver
from roll_engine import asks, steps
from roll_engine.bots import LEVELS, Bot, expert_model, knowledge_of, make_bot
from roll_engine.bots.view_state import ViewState
from roll_engine.cards.table import Table
from roll_engine.rules import FACES, NUMBER_OF_COLOURS, SIDES
from roll_engine.state import Player, State
from roll_engine.view import View, dice_behind_screen, view_of

MAX_ATTEMPTS: Final = 8
"""Maximum number of attempts to sample a game, before the true tiles and dice are used."""
_OPEN_SHUFFLES: Final = 2
"""Shuffles at the start of a game that everybody sees: faction tiles and home worlds."""
_SPREAD: Final = 8.0
"""Points of an expected lead that raise the odds of a win by a factor of e."""


def win_chance(table: Table, view: View) -> float:
    """Return the chance of a view's owner to win, as that player estimates it."""
    state = ViewState(knowledge_of(table), expert_model(), view)
    lead = state.value_mid_round(state.own_player)
    return 1.0 / (1.0 + exp(max(-30.0, min(30.0, -lead / _SPREAD))))


def shuffle_unknown(state: State, chance: Chance) -> State:
    """Return a copy of the state with the bag shuffled."""
    shuffled = state.copy()
    shuffled.bag = chance.shuffle(shuffled.bag, -1)
    return shuffled


class InformationSet:
    """Everything that a player knows at a decision. The game must be forkable.

    seat: the player. chance: that of the game. true_cards: number of sampled games with the true
    tiles and dice.
    """

    def __init__(self, game: Driver[State], table: Table, chance: Rolls, seat: int) -> None:
        self.seat: Final = seat
        self.true_cards = 0
        self._game: Final = game
        self._table: Final = table
        self._view: Final = view_of(game.state, seat)
        self._own_decision: Final = _decision_of(game, seat)
        self._is_screened: Final = game.step == steps.ASSIGN
        self._chance: Final = _KnownChance(chance)
        self._own_answers: Final[list[Answer]] = []
        self._groups: Final[list[tuple[list[Decision], list[Answer]]]] = []
        seen = self._replay()
        hidden = _hidden_tiles(game.state, seat) - seen
        if game.step != steps.SETUP:
            hidden &= _hidden_tiles(game.start, seat)
        self._hidden: Final = sorted(hidden)

    def _replay(self) -> set[int]:
        """Repeat the step, to note its chance and answers; return the tiles that were shown."""
        game = self._game
        replay = Driver(game.flow.with_chance(self._chance), game.start.copy())
        seen: set[int] = set()
        for answers in game.answers_this_step:
            decisions = replay.current_decisions
            self._groups.append((decisions, answers))
            for decision, answer in zip(decisions, answers, strict=True):
                if decision.player == self.seat:
                    seen |= _named_tiles(decision)
                    if decision.is_free():
                        self._own_answers.append(answer)
                if decision.is_free():
                    replay.answer(decision.player, answer)
        if self._own_decision is not None:
            seen |= _named_tiles(self._own_decision)
        return seen

    def sample_game(self, seed: str) -> Driver[State]:
        """Return a game in the same position, as far as the player can tell.

        Each seed always produces the same game. The game cannot be forked: sample it again instead.
        """
        for attempt in range(MAX_ATTEMPTS):
            game = self._try_sample(f"{seed}/{attempt}", self._hidden, self._is_screened)
            if game is not None:
                return game
        self.true_cards += 1
        game = self._try_sample(seed, [], False)
        assert game is not None, "the true tiles of a step do not fit it"
        return game

    def _try_sample(self, seed: str, hidden: list[int], rolls_again: bool) -> Driver[State] | None:
        """Return one attempt, or None if the answers of the step do not fit the new tiles."""
        chance = Chance(seed)
        names = list(range(len(self._table.tiles)))
        for tile, other in zip(hidden, chance.shuffle(hidden, -1), strict=True):
            names[tile] = other
        start = self._game.start.copy()
        _rename_tiles(start, names)
        random = Random(f"{seed}/dice")
        if rolls_again:
            for player in start.players:
                if player.seat != self.seat:
                    _roll_again(player, random)
        public = _OPEN_SHUFFLES if self._game.step == steps.SETUP else 0
        sampled = self._chance.renamed(names, public, chance)
        game = Driver(self._game.flow.with_chance(sampled), start, None, False, False)
        try:
            if rolls_again:
                self._repeat_own_answers(game, seed)
            else:
                self._repeat_answers(game, names)
        except IllegalAnswer:
            return None
        own = _decision_of(game, self.seat)
        if own != self._own_decision or view_of(game.state, self.seat) != self._view:
            return None
        return game

    def _repeat_answers(self, game: Driver[State], names: list[int]) -> None:
        """Repeat all answers of the step. Raise IllegalAnswer if one does not fit."""
        for decisions, answers in self._groups:
            current = game.current_decisions
            if [one.kind for one in current] != [one.kind for one in decisions]:
                raise IllegalAnswer("the decisions differ")
            for decision, answer in zip(current, answers, strict=True):
                if decision.is_free():
                    game.answer(decision.player, _renamed(decision, answer, names))

    def _repeat_own_answers(self, game: Driver[State], seed: str) -> None:
        """Repeat the player's answers; bots answer for the others behind their new dice."""
        bots: dict[int, Bot] = {}
        count = 0
        while not game.over and game.step == steps.ASSIGN:
            own = _decision_of(game, self.seat)
            if own is not None and count == len(self._own_answers):
                return
            for decision in game.pending:
                seat = decision.player
                if seat == self.seat:
                    game.answer(seat, self._own_answers[count])
                    count += 1
                    continue
                bot = bots.get(seat)
                if bot is None:
                    bot = bots[seat] = make_bot(LEVELS[0], self._table, f"{seed}/bot {seat}")
                game.answer(seat, bot.choose(decision, partial(view_of, game.state, seat)))


class _KnownChance:
    """The chance of a game, with notes of what it has brought about in a step."""

    def __init__(self, chance: Rolls) -> None:
        self._chance = chance
        self._results: dict[int, list[int]] = {}

    def shuffle(self, items: list[int], index: int) -> list[int]:
        """Shuffle (see gamekit.chance.Shuffles), and note the order."""
        result = self._results[index] = self._chance.shuffle(items, index)
        return result[:]

    def roll(self, dice: int, sides: int, index: int) -> list[int]:
        """Roll (see gamekit.chance.Rolls), and note the numbers."""
        result = self._results[index] = self._chance.roll(dice, sides, index)
        return result[:]

    def renamed(self, names: list[int], public: int, later: Chance) -> _RenamedChance:
        """Return the same chance for other tiles."""
        return _RenamedChance(self._results, names, public, later)


class _RenamedChance:
    """What chance brought about in a step, with other tiles; then new results.

    results: by number. public: number of the first shuffles, which are not of tiles.
    """

    def __init__(
        self, results: dict[int, list[int]], names: list[int], public: int, later: Chance
    ) -> None:
        self._results, self._names, self._public = results, names, public
        self._later = later

    def shuffle(self, items: list[int], index: int) -> list[int]:
        """Shuffle (see gamekit.chance.Shuffles)."""
        known = self._results.get(index)
        if known is None:
            return self._later.shuffle(items, index)
        return known[:] if index < self._public else [self._names[tile] for tile in known]

    def roll(self, dice: int, sides: int, index: int) -> list[int]:
        """Roll (see gamekit.chance.Rolls)."""
        known = self._results.get(index)
        return self._later.roll(dice, sides, index) if known is None else known[:]


def _decision_of(game: Driver[State], seat: int) -> Decision | None:
    for decision in game.pending:
        if decision.player == seat:
            return decision
    return None


def _hidden_tiles(state: State, seat: int) -> set[int]:
    """Return the tiles whose place a player does not know."""
    hidden = {*state.bag, *state.abandoned}
    for player in state.players:
        if player.seat != seat:
            hidden.update(player.drawn)
            hidden.update(player.developments[1:])
            hidden.update(player.worlds[1:])
    return hidden


def _named_tiles(decision: Decision) -> set[int]:
    """Return the tiles that a decision shows to the player who makes it."""
    if isinstance(decision, Subset):
        return set(decision.cards)
    tiles: set[int] = set()
    if isinstance(decision, Choice):
        meanings = asks.ask_of(decision.kind).answer
        for option in decision.options:
            for number, meaning in zip(option, meanings, strict=False):
                if meaning is asks.Meaning.TILE:
                    tiles.add(number)
    return tiles


def _renamed(decision: Decision, answer: Answer, names: list[int]) -> Answer:
    """Return an answer with its tiles renamed."""
    if isinstance(decision, Amounts):
        return answer
    meanings = asks.ask_of(decision.kind).answer
    renamed: list[int] = []
    for index, number in enumerate(answer):
        is_tile = meanings[min(index, len(meanings) - 1)] is asks.Meaning.TILE
        if is_tile and not 0 <= number < len(names):
            raise IllegalAnswer("an answer to another decision")
        renamed.append(names[number] if is_tile else number)
    return tuple(renamed)


def _rename_tiles(state: State, names: list[int]) -> None:
    """Put other tiles into the places of all tiles."""
    piles = [state.bag, state.abandoned]
    for player in state.players:
        piles += [player.developments, player.worlds, player.drawn]
    for pile in piles:
        pile[:] = [names[tile] for tile in pile]


def _roll_again(player: Player, random: Random) -> None:
    """Roll all dice behind a player's screen again."""
    dice = dice_behind_screen(player)
    player.rolled = [0] * (SIDES * NUMBER_OF_COLOURS)
    for colour, count in enumerate(dice):
        for _die in range(count):
            side = FACES[colour][int(random.random() * float(SIDES))]
            player.rolled[side * NUMBER_OF_COLOURS + colour] += 1
