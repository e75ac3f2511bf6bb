"""Sampled games: states that fit a player's view, with all hidden cards dealt at random.

`SampledGame` starts from a view at the beginning of a round. `InformationSet` starts from any
point of a game. In both, nothing that the player cannot see influences the result, except for the
cards that `InformationSet.true_cards` counts.
"""

from __future__ import annotations

from random import Random
from typing import Final

from gamekit.chance import Chance, Shuffles
from gamekit.decisions import Answer, Choice, Decision, IllegalAnswer, Payment, Subset
from gamekit.driver import Driver
from gamekit.work import Work
from rftg_engine import asks, steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot import SEAT as ROBOT_SEAT
from rftg_engine.modules.robot_state import robot_in, robot_seen
from rftg_engine.options import Options
from rftg_engine.race import Race
from rftg_engine.rules import find_module
from rftg_engine.state import Part, Player, State, Supply
from rftg_engine.view import View, cards_seen, view_of


class SampledGame:
    """A game that fits a view in which all players are about to choose actions.

    seed: decides where unseen cards are. experienced: whether each player chooses two actions.
    work: budget for the steps of all games that are started here.
    """

    def __init__(self, table: Table, view: View, seed: str, experienced: bool, work: Work) -> None:
        self._state: Final = _state(table, view, seed)
        self._state.work = work
        options = Options(
            len(view.seats),
            experienced=experienced,
            goals=bool(view.goals),
            takeovers=view.takeovers,
            robot=_any_level(table, view),
            modules=tuple(self._state.parts),
        )
        self._race: Final = Race(table, options, Chance(seed))

    def begin(self) -> Driver[State]:
        """Return a new copy of the game, at its start."""
        state = self._state.copy()
        state.work = self._state.work
        return Driver(self._race, state, forkable=False)


def _state(table: Table, view: View, seed: str) -> State:
    unseen = unseen_cards(table, view)
    _shuffle(unseen, Random(seed))
    players = [_player(table, view, seat_index, unseen) for seat_index in range(len(view.seats))]
    for seat_index, player in enumerate(players):
        seat = view.seats[seat_index]
        if seat_index == view.me:
            player.hand = list(view.hand)
            player.saved = {card: list(cards) for card, cards in view.saved}
        else:
            player.hand = _take(unseen, seat.hand_count)
            player.saved = {card: _take(unseen, count) for card, count in seat.saved}
    state = State(players)
    state.drafted = view.drafted
    if view.drafted:
        _deal_supplies(view, players, unseen)
    else:
        state.deck = unseen[: view.deck_count]
        state.discard = unseen[view.deck_count :]
    state.order = list(view.order)
    state.pending_steps = [steps.CHOOSE]
    state.round = view.round - 1
    state.pool = view.pool
    state.goals = list(view.goals)
    state.takeovers = view.takeovers
    state.parts = _parts(view)
    robot = robot_seen(view)
    if robot is not None:
        state.players[robot.seat].start_world = robot.start_world
    return state


def _deal_supplies(view: View, players: list[Player], unseen: list[int]) -> None:
    """Give each player a supply as large as that of the owner of the view.

    Cards that other players have discarded go into their decks. The cards left over are out of the
    game.
    """
    owner = players[view.me]
    owner.deck, owner.discard = _take(unseen, view.deck_count), _take(unseen, view.discard_count)
    total = len(owner.deck) + len(owner.discard) + _cards_of(owner)
    for player in players:
        if player is not owner:
            player.deck = _take(unseen, max(0, min(len(unseen), total - _cards_of(player))))


def _cards_of(player: Player) -> int:
    """Return the number of a player's cards outside the supply."""
    saved = sum([len(cards) for cards in player.saved.values()])
    return len(player.hand) + len(player.tableau) + len(player.goods) + saved


def _any_level(table: Table, view: View) -> str:
    """Return any level of the robot if it plays, else "". The level matters only during set-up."""
    if robot_seen(view) is None or table.robot is None:
        return ""
    return min(table.robot.levels)


def _shuffle(cards: list[int], rng: Random) -> None:
    """Shuffle cards as Random.shuffle does, but without a Python call for each card."""
    bits = rng.getrandbits
    for index in range(len(cards) - 1, 0, -1):
        length = (index + 1).bit_length()
        swap_index = bits(length)
        while swap_index > index:
            swap_index = bits(length)
        cards[index], cards[swap_index] = cards[swap_index], cards[index]


def _parts(view: View) -> dict[str, Part]:
    """Return the parts of modules that can be restored from the view."""
    parts: dict[str, Part] = {}
    for name, view_part in view.parts:
        module = find_module(name)
        part = module.sample_part(view_part) if module is not None else None
        if part is not None:
            parts[name] = part
    return parts


def unseen_cards(table: Table, view: View) -> list[int]:
    """Return all cards that the owner of a view does not see."""
    hidden_cards = [True] * len(table.cards)
    for card in cards_seen(view):
        hidden_cards[card] = False
    return [card for card, is_hidden in enumerate(hidden_cards) if is_hidden]


def _player(table: Table, view: View, index: int, unseen: list[int]) -> Player:
    """Return a player as the seat shows, with goods taken from `unseen`."""
    seat = view.seats[index]
    player = Player(index, table.powers(seat.tableau))
    player.tableau = list(seat.tableau)
    player.goods = {world: _take(unseen, 1)[0] for world in seat.goods}
    player.vp = seat.vp
    player.prestige = seat.prestige
    player.tokens = dict(seat.tokens)
    player.goals = list(seat.goals)
    player.special_used = seat.special_used
    return player


def _take(cards: list[int], count: int) -> list[int]:
    taken_cards = cards[len(cards) - count :] if count else []
    del cards[len(cards) - count :]
    return taken_cards


def shuffle_unknown(state: State, chance: Chance) -> State:
    """Return a copy of the state with all draw piles shuffled."""
    shuffled = state.copy()
    piles: list[Supply] = [shuffled, *shuffled.players]
    for index, supply in enumerate(piles):
        supply.deck = chance.shuffle(supply.deck, -1 - index)
    if robot_in(shuffled) is not None:
        # The robot's stack is stored as a player's hand.
        robot = shuffled.players[ROBOT_SEAT]
        robot.hand = chance.shuffle(robot.hand, -2 - len(shuffled.players))
    return shuffled


MAX_ATTEMPTS: Final = 40
"""Attempts to deal cards before cards that the step has moved keep their true places."""


class InformationSet:
    """A player's knowledge at one point of a game, from which possible games can be sampled.

    In sampled games, the present decisions of all players are open again. As with views, a player
    does not remember anything shown in earlier steps.
    """

    def __init__(self, game: Driver[State], seat: int) -> None:
        race = game.flow
        assert isinstance(race, Race)
        self.race: Final = race
        self.seat: Final = seat
        self.start: Final = game.start
        self.view: Final = view_of(game.state, seat)
        self.own_decisions: Final = [
            pending_decision for pending_decision in game.pending if pending_decision.player == seat
        ]
        self.true_cards = 0
        """Number of sampled games that keep cards moved in this step in their true places."""
        self._seen_cards: Final = cards_seen(self.view) | cards_seen(view_of(game.start, seat))
        self._step_answers: Final[list[list[Answer]]] = []
        recorded = _RecordedShuffles(race.chance)
        recording_race = race.with_chance(recorded)
        self._replay_step(game, Driver(recording_race, game.start.copy(), None, True, False))
        self._shuffles: Final = recorded.shuffles
        for decision in self.own_decisions:
            self._seen_cards.update(_named_cards(decision))
        if steps.SETUP in game.start.pending_steps:
            self._seen_cards.update(_agreed_cards(race))
        places_before, places_now = _places(game.start), _places(game.state)
        # Cards that have been turned up but are not placed yet, as in a search, are open to all.
        self._seen_cards.update([card for card in places_before if card not in places_now])
        self._moved_cards: Final = {
            card for card in places_now if places_before.get(card) != places_now[card]
        }

    def sample_game(self, seed: str) -> Driver[State]:
        """Return a game in the same position, as far as the player can tell.

        Each seed always produces the same game. The game cannot be forked: sample it again instead.
        """
        drafting = self.race.options.draft and steps.SETUP in self.start.pending_steps
        for attempt in range(0 if drafting else MAX_ATTEMPTS):
            game = self._try_sample(f"{seed}/{attempt}", self._seen_cards)
            if game is not None:
                return game
        self.true_cards += 1
        all_cards = set(range(len(self.race.table.cards)))
        game = self._try_sample(
            seed, all_cards if drafting else self._seen_cards | self._moved_cards
        )
        assert game is not None, "the true cards of a step do not fit it"
        return game

    def _replay_step(self, game: Driver[State], replay: Driver[State]) -> None:
        """Replay the step to record all answers and everything that the player saw."""
        for answers in game.answers_this_step:
            while not game.ask_forced and not _has_free_decision(replay):
                self._answer_replay(replay, [decision.first() for decision in replay.pending])
            self._answer_replay(replay, answers)
        while not game.ask_forced and not replay.over and not _has_free_decision(replay):
            self._answer_replay(replay, [decision.first() for decision in replay.pending])

    def _answer_replay(self, replay: Driver[State], answers: list[Answer]) -> None:
        self._step_answers.append(answers[:])
        for index, decision in enumerate(replay.pending):
            if decision.player == self.seat:
                self._seen_cards.update(_named_cards(decision))
            elif decision.kind == asks.SEARCH_KEEP:
                self._seen_cards.add(decision.about)
            elif isinstance(decision, Choice) and asks.names_cards(decision.kind):
                self._seen_cards.update(answers[index])
            replay.answer(decision.player, answers[index])

    def _try_sample(self, seed: str, seen_cards: set[int]) -> Driver[State] | None:
        """Return one attempt, or None if the answers of the step do not fit the cards dealt."""
        start = self.start.copy()
        rules, in_step = self.race, len(self._shuffles)
        shuffles_seen = max(
            [0, *[module.shuffles_seen(rules, start, in_step) for module in rules.modules]]
        )
        redeal = _Redeal(
            Chance(seed), self._shuffles, seen_cards, len(self.race.table.cards), shuffles_seen
        )
        for index, supplies in enumerate(_supply_groups(start, self.seat)):
            redeal.deal(supplies, index)
        replay = Driver(self.race.with_chance(redeal), start, None, True, False)
        try:
            for answers in self._step_answers:
                _repeat_answers(replay, answers, redeal.names)
        except IllegalAnswer:
            return None
        replay.ask_forced = False
        own_decisions = [decision for decision in replay.pending if decision.player == self.seat]
        if own_decisions != self.own_decisions or view_of(replay.state, self.seat) != self.view:
            return None
        for decision in replay.pending:
            if not decision.is_free():
                replay.answer(decision.player, decision.first())
        return replay


class _RecordedShuffles:
    """Chance that records its shuffles."""

    def __init__(self, chance: Shuffles) -> None:
        self.chance = chance
        self.shuffles: dict[int, list[int]] = {}

    def shuffle(self, items: list[int], shuffle_index: int) -> list[int]:
        """Shuffle as described in Shuffles."""
        shuffled = self.chance.shuffle(items, shuffle_index)
        self.shuffles[shuffle_index] = shuffled[:]
        return shuffled


class _Redeal:
    """Chance that keeps the cards a player has seen in place and deals all others from a new seed.

    true_shuffles: shuffles of the step, by number. public_shuffles: number of shuffles at the start
    of the game that everyone has seen, of goals or dice. names: card that takes the place of each
    card, by card id.
    """

    def __init__(
        self,
        chance: Chance,
        true_shuffles: dict[int, list[int]],
        seen_cards: set[int],
        cards: int,
        public_shuffles: int,
    ) -> None:
        self.chance = chance
        self.true_shuffles = true_shuffles
        self.seen_cards = seen_cards
        self.public_shuffles = public_shuffles
        self.names = list(range(cards))

    def shuffle(self, items: list[int], shuffle_index: int) -> list[int]:
        """Shuffle as described in Shuffles. Numbers below 0 are not cards, and their order is open.

        Raise IllegalAnswer if the items are not those of the true shuffle.
        """
        true_order = self.true_shuffles.get(shuffle_index)
        if true_order is None:
            return self.chance.shuffle(items, shuffle_index)
        if shuffle_index < self.public_shuffles:
            return true_order[:]
        dealt = true_order[:]
        places = [
            place
            for place, card in enumerate(true_order)
            if card >= 0 and card not in self.seen_cards
        ]
        new_cards = [card for card in items if card >= 0 and card not in self.seen_cards]
        if len(items) != len(true_order) or len(new_cards) != len(places):
            raise IllegalAnswer("the shuffle has different cards")
        shuffled = self.chance.shuffle(sorted(new_cards), shuffle_index)
        for place, card in zip(places, shuffled, strict=True):
            self.names[dealt[place]] = card
            dealt[place] = card
        return dealt

    def deal(self, supplies: list[Supply], shuffle_index: int) -> None:
        """Deal all hidden cards of the supplies and of the players among them again."""
        piles = [pile for supply in supplies for pile in _piles(supply)]
        hidden_cards = [card for pile in piles for card in pile if card not in self.seen_cards]
        for supply in supplies:
            if isinstance(supply, Player):
                hidden_cards += [
                    good for good in supply.goods.values() if good not in self.seen_cards
                ]
        new_cards = self.chance.shuffle(sorted(hidden_cards), -1 - shuffle_index)
        for index, card in enumerate(hidden_cards):
            self.names[card] = new_cards[index]
        for pile in piles:
            pile[:] = [self.names[card] for card in pile]
        for supply in supplies:
            if isinstance(supply, Player):
                for world, good in supply.goods.items():
                    supply.goods[world] = self.names[good]


def _agreed_cards(race: Race) -> list[int]:
    """Return the cards that the set-up deals to certain seats, as everyone knows. Unknown cards
    are -1."""
    return [card for opening in race.openings for card in (*opening.hand, opening.world)]


def _named_cards(decision: Decision) -> set[int]:
    """Return the cards that a decision shows to the player who makes it."""
    cards: set[int] = set()
    if isinstance(decision, (Subset, Payment)):
        cards.update(decision.cards)
    elif isinstance(decision, Choice) and asks.names_cards(decision.kind):
        for option in decision.options:
            cards.update(option)
    if decision.kind == asks.SEARCH_KEEP:
        cards.add(decision.about)
    return cards


def _supply_groups(state: State, seat: int) -> list[list[Supply]]:
    """Return groups of supplies whose hidden cards the player cannot tell apart.

    Players know all cards of a supply that they drafted.
    """
    other_supplies: list[Supply] = [state]
    own_player = state.players[seat]
    for player in state.players:
        if player is not own_player:
            other_supplies.append(player)
    if state.drafted:
        return [other_supplies, [own_player]]
    return [[*other_supplies, own_player]]


def _piles(supply: Supply) -> list[list[int]]:
    piles = [supply.deck, supply.discard]
    if isinstance(supply, Player):
        piles.append(supply.hand)
        piles += [supply.saved[card] for card in sorted(supply.saved)]
    return piles


def _places(state: State) -> dict[int, tuple[int, int]]:
    """Return the place of each card: its supply or player, and the pile.

    The order within a pile does not matter.
    """
    places: dict[int, tuple[int, int]] = {}
    supplies: list[Supply] = [state, *state.players]
    for owner, supply in enumerate(supplies):
        for pile_index, pile in enumerate(_piles(supply)):
            for card in pile:
                places[card] = (owner, min(pile_index, 3))
        if isinstance(supply, Player):
            for good in supply.goods.values():
                places[good] = (owner, 4)
            for card in supply.tableau:
                places[card] = (owner, 5)
    for part in state.parts.values():
        for card in part.cards():
            places[card] = (-1, 6)
    return places


def _has_free_decision(game: Driver[State]) -> bool:
    return any(decision.is_free() for decision in game.pending)


def _repeat_answers(game: Driver[State], answers: list[Answer], names: list[int]) -> None:
    """Answer all pending decisions as recorded. Raise IllegalAnswer if an answer does not fit."""
    pending = game.pending
    if len(pending) != len(answers):
        raise IllegalAnswer("the decisions differ")
    for index, decision in enumerate(pending):
        game.answer(decision.player, _renamed(decision, answers[index], names))


def _renamed(decision: Decision, answer: Answer, names: list[int]) -> Answer:
    """Return an answer with its hidden cards renamed. Cards that a choice names are not hidden."""
    if isinstance(decision, Choice):
        return answer
    first = 1 if isinstance(decision, Payment) else 0
    # An answer to a different decision can contain any number.
    if any(not 0 <= card < len(names) for card in answer[first:]):
        raise IllegalAnswer("an answer to another decision")
    return (*answer[:first], *[names[card] for card in answer[first:]])
