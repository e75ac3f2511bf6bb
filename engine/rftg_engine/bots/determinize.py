"""Imagined games: a state that fits a view, with all that the view hides dealt at random.

It is made of the view alone, so nothing hidden can show in what comes of it.

A moment of a game as one player sees it, and games that might be the true one for all they know.

Every hidden card is dealt anew to where a card lies hidden at the start of the present step, and
what was answered in the step is told again with the cards renamed. What comes of a moment is
a function of what its player has seen: which cards are hidden where has no part in it, but for
those that `true_cards` counts.
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
from rftg_engine.modules.robot.state import robot_seen
from rftg_engine.options import Options
from rftg_engine.race import Race
from rftg_engine.rules import find_module
from rftg_engine.state import Part, Player, State, Supply
from rftg_engine.view import View, cards_seen, view_of


class ImaginedGame:
    """A game in which all players are about to choose actions, as a view has it.

    seed: by which the cards that are not seen are dealt. experienced: two actions are chosen. work:
    where all games that are begun take their steps from.
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
        """Return the game from its start."""
        state = self._state.copy()
        state.work = self._state.work
        return Driver(self._race, state, forkable=False)


def _state(table: Table, view: View, seed: str) -> State:
    unseen = unseen_cards(table, view)
    _shuffle(unseen, Random(seed))
    players = [_player(table, view, number, unseen) for number in range(len(view.seats))]
    for number, player in enumerate(players):
        seat = view.seats[number]
        if number == view.me:
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
    state.todo = [steps.CHOOSE]
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
    """Give each player a supply, of as many cards as the owner of the view has drafted.

    What the others have discarded lies in their decks; what is left over is out of the game.
    """
    mine = players[view.me]
    mine.deck, mine.discard = _take(unseen, view.deck_count), _take(unseen, view.discard_count)
    drafted = len(mine.deck) + len(mine.discard) + _cards_of(mine)
    for player in players:
        if player is not mine:
            player.deck = _take(unseen, max(0, min(len(unseen), drafted - _cards_of(player))))


def _cards_of(player: Player) -> int:
    """Return how many cards a player has beside the supply."""
    saved = sum([len(cards) for cards in player.saved.values()])
    return len(player.hand) + len(player.tableau) + len(player.goods) + saved


def _any_level(table: Table, view: View) -> str:
    """Return a level of the robot, if it plays: it decides nothing but how the robot began."""
    if robot_seen(view) is None or table.robot is None:
        return ""
    return min(table.robot.levels)


def _shuffle(cards: list[int], rng: Random) -> None:
    """Shuffle cards as Random.shuffle does, but without a call of Python code for each card."""
    bits = rng.getrandbits
    for place in range(len(cards) - 1, 0, -1):
        length = (place + 1).bit_length()
        other = bits(length)
        while other > place:
            other = bits(length)
        cards[place], cards[other] = cards[other], cards[place]


def _parts(view: View) -> dict[str, Part]:
    """Return what modules keep, where they can tell it from what is seen of it."""
    found: dict[str, Part] = {}
    for name, seen in view.parts:
        module = find_module(name)
        part = module.imagined(seen) if module is not None else None
        if part is not None:
            found[name] = part
    return found


def unseen_cards(table: Table, view: View) -> list[int]:
    """Return all cards that the owner of a view does not see."""
    hidden = [True] * len(table.cards)
    for card in cards_seen(view):
        hidden[card] = False
    return [card for card, is_hidden in enumerate(hidden) if is_hidden]


def _player(table: Table, view: View, number: int, unseen: list[int]) -> Player:
    """Return a player as the seat shows, with goods taken from `unseen`."""
    seat = view.seats[number]
    player = Player(number, table.powers(seat.tableau))
    player.tableau = list(seat.tableau)
    player.goods = {world: _take(unseen, 1)[0] for world in seat.goods}
    player.vp = seat.vp
    player.prestige = seat.prestige
    player.tokens = dict(seat.tokens)
    player.goals = list(seat.goals)
    player.special_used = seat.special_used
    return player


def _take(cards: list[int], count: int) -> list[int]:
    taken = cards[len(cards) - count :] if count else []
    del cards[len(cards) - count :]
    return taken


TRIES: Final = 40
"""Deals that are tried before the cards that the step has moved keep their places."""


class Moment:
    """What `seat` knows where `game` stands; `imagined` games fit it.

    What is being asked at this moment is open again in them, to all players. A player does
    not remember what earlier steps have shown, as a view does not.
    """

    def __init__(self, game: Driver[State], seat: int) -> None:
        race = game.flow
        assert isinstance(race, Race)
        self.race: Final = race
        self.seat: Final = seat
        self.start: Final = game.start
        self.view: Final = view_of(game.state, seat)
        self.asked: Final = [one for one in game.pending if one.player == seat]
        self.true_cards = 0
        """Imagined games in which all that the step has moved lies where it truly does."""
        self._seen: Final = cards_seen(self.view) | cards_seen(view_of(game.start, seat))
        self._told: Final[list[list[Answer]]] = []
        heard = _RecordedShuffles(race.chance)
        again = race.with_chance(heard)
        self._recall(game, Driver(again, game.start.copy(), None, True, False))
        self._shuffles: Final = heard.shuffles
        for decision in self.asked:
            self._seen.update(_named(decision))
        if steps.SETUP in game.start.todo:
            self._seen.update(_agreed(race))
        once, now = _places(game.start), _places(game.state)
        # What has been turned up and lies nowhere yet, as in a search, lies open to all.
        self._seen.update([card for card in once if card not in now])
        self._moved: Final = {card for card in now if once.get(card) != now[card]}

    def imagined(self, seed: str) -> Driver[State]:
        """Return a game in the same position for all that the player knows.

        The same seed gives the same game.

        It cannot be forked: imagine it once more.
        """
        drafting = self.race.options.draft and steps.SETUP in self.start.todo
        for attempt in range(0 if drafting else TRIES):
            game = self._game(f"{seed}/{attempt}", self._seen)
            if game is not None:
                return game
        self.true_cards += 1
        everything = set(range(len(self.race.table.cards)))
        game = self._game(seed, everything if drafting else self._seen | self._moved)
        assert game is not None, "the true cards of a step do not fit it"
        return game

    def _recall(self, game: Driver[State], twin: Driver[State]) -> None:
        """Play the step again as it was, to note all answers and what the player was shown."""
        for answers in game.answers_this_step:
            while not game.ask_forced and not _any_free(twin):
                self._tell(twin, [decision.first() for decision in twin.pending])
            self._tell(twin, answers)
        while not game.ask_forced and not twin.over and not _any_free(twin):
            self._tell(twin, [decision.first() for decision in twin.pending])

    def _tell(self, twin: Driver[State], answers: list[Answer]) -> None:
        self._told.append(answers[:])
        for index, decision in enumerate(twin.pending):
            if decision.player == self.seat:
                self._seen.update(_named(decision))
            elif decision.kind == asks.SEARCH_KEEP:
                self._seen.add(decision.about)
            elif isinstance(decision, Choice) and asks.names_cards(decision.kind):
                self._seen.update(answers[index])
            twin.answer(decision.player, answers[index])

    def _game(self, seed: str, seen: set[int]) -> Driver[State] | None:
        """Return one attempt; None where what was answered does not fit the cards dealt."""
        start = self.start.copy()
        rules, in_step = self.race, len(self._shuffles)
        known = max([0, *[one.shuffles_seen(rules, start, in_step) for one in rules.modules]])
        anew = _Redeal(Chance(seed), self._shuffles, seen, len(self.race.table.cards), known)
        for nth, supplies in enumerate(_circles(start, self.seat)):
            anew.deal(supplies, nth)
        twin = Driver(self.race.with_chance(anew), start, None, True, False)
        try:
            for answers in self._told:
                _retell(twin, answers, anew.names)
        except IllegalAnswer:
            return None
        twin.ask_forced = False
        mine = [decision for decision in twin.pending if decision.player == self.seat]
        if mine != self.asked or view_of(twin.state, self.seat) != self.view:
            return None
        for decision in twin.pending:
            if not decision.is_free():
                twin.answer(decision.player, decision.first())
        return twin


class _RecordedShuffles:
    """Chance as it is, with its shuffles noted."""

    def __init__(self, chance: Shuffles) -> None:
        self.chance = chance
        self.shuffles: dict[int, list[int]] = {}

    def shuffle(self, items: list[int], nth: int) -> list[int]:
        """Shuffle as Shuffles says."""
        found = self.chance.shuffle(items, nth)
        self.shuffles[nth] = found[:]
        return found


class _Redeal:
    """Chance that leaves what a player has seen where it came to lie, and all else to a new seed.

    heard: the true shuffles of the step, by number. known: how many of all shuffles all have
    seen, of goals or of dice. names: what each card is in the imagined game, by its number.
    """

    def __init__(
        self, chance: Chance, heard: dict[int, list[int]], seen: set[int], cards: int, known: int
    ) -> None:
        self.chance = chance
        self.heard = heard
        self.seen = seen
        self.known = known
        self.names = list(range(cards))

    def shuffle(self, items: list[int], nth: int) -> list[int]:
        """Shuffle as Shuffles says; numbers below 0 are no cards, and what they order lies open.

        Raises IllegalAnswer when it is not of the cards of the true one.
        """
        true = self.heard.get(nth)
        if true is None:
            return self.chance.shuffle(items, nth)
        if nth < self.known:
            return true[:]
        dealt = true[:]
        hidden = self._hidden(true)
        fresh = [card for card in items if card >= 0 and card not in self.seen]
        if len(items) != len(true) or len(fresh) != len(hidden):
            raise IllegalAnswer("a shuffle of other cards")
        self._put(dealt, hidden, self.chance.shuffle(sorted(fresh), nth))
        return dealt

    def deal(self, supplies: list[Supply], nth: int) -> None:
        """Deal all hidden cards of some supplies, and of the players among them, anew."""
        piles = [pile for supply in supplies for pile in _piles(supply)]
        hidden = [card for pile in piles for card in pile if card not in self.seen]
        for supply in supplies:
            if isinstance(supply, Player):
                hidden += [good for good in supply.goods.values() if good not in self.seen]
        fresh = self.chance.shuffle(sorted(hidden), -1 - nth)
        for index, card in enumerate(hidden):
            self.names[card] = fresh[index]
        for pile in piles:
            pile[:] = [self.names[card] for card in pile]
        for supply in supplies:
            if isinstance(supply, Player):
                for world, good in supply.goods.items():
                    supply.goods[world] = self.names[good]

    def _hidden(self, cards: list[int]) -> list[int]:
        """Return the places of those that the player has not seen."""
        return [place for place, card in enumerate(cards) if card >= 0 and card not in self.seen]

    def _put(self, dealt: list[int], places: list[int], fresh: list[int]) -> None:
        for index, place in enumerate(places):
            self.names[dealt[place]] = fresh[index]
            dealt[place] = fresh[index]


def _agreed(race: Race) -> list[int]:
    """Return the cards that a set-up deals to a seat for certain, as all know.

    -1 stands for a card that nobody knows of.
    """
    return [card for opening in race.openings for card in (*opening.hand, opening.world)]


def _named(decision: Decision) -> set[int]:
    """Return the cards that a decision shows to the player who makes it."""
    named: set[int] = set()
    if isinstance(decision, (Subset, Payment)):
        named.update(decision.cards)
    elif isinstance(decision, Choice) and asks.names_cards(decision.kind):
        for option in decision.options:
            named.update(option)
    if decision.kind == asks.SEARCH_KEEP:
        named.add(decision.about)
    return named


def _circles(state: State, seat: int) -> list[list[Supply]]:
    """Return the supplies whose cards may be exchanged for all that the player knows.

    A drafted supply is known to its owner, card for card.
    """
    others: list[Supply] = [state]
    mine = state.players[seat]
    for player in state.players:
        if player is not mine:
            others.append(player)
    if state.drafted:
        return [others, [mine]]
    return [[*others, mine]]


def _piles(supply: Supply) -> list[list[int]]:
    piles = [supply.deck, supply.discard]
    if isinstance(supply, Player):
        piles.append(supply.hand)
        piles += [supply.saved[card] for card in sorted(supply.saved)]
    return piles


def _places(state: State) -> dict[int, tuple[int, int]]:
    """Return where each card lies: the supply or player, and the pile.

    Cards of a deck lie together.
    """
    places: dict[int, tuple[int, int]] = {}
    supplies: list[Supply] = [state, *state.players]
    for owner, supply in enumerate(supplies):
        for number, pile in enumerate(_piles(supply)):
            for card in pile:
                places[card] = (owner, min(number, 3))
        if isinstance(supply, Player):
            for good in supply.goods.values():
                places[good] = (owner, 4)
            for card in supply.tableau:
                places[card] = (owner, 5)
    for part in state.parts.values():
        for card in part.cards():
            places[card] = (-1, 6)
    return places


def _any_free(game: Driver[State]) -> bool:
    return any(decision.is_free() for decision in game.pending)


def _retell(game: Driver[State], answers: list[Answer], names: list[int]) -> None:
    """Answer all that is asked as it was answered. Raises IllegalAnswer where it does not fit."""
    asked = game.pending
    if len(asked) != len(answers):
        raise IllegalAnswer("other decisions are asked")
    for index, decision in enumerate(asked):
        game.answer(decision.player, _renamed(decision, answers[index], names))


def _renamed(decision: Decision, answer: Answer, names: list[int]) -> Answer:
    """Return an answer with its hidden cards renamed; those that a choice names have been seen."""
    if isinstance(decision, Choice):
        return answer
    first = 1 if isinstance(decision, Payment) else 0
    # An answer that does not belong to this decision may hold any number.
    if any(not 0 <= card < len(names) for card in answer[first:]):
        raise IllegalAnswer("an answer to another decision")
    return (*answer[:first], *[names[card] for card in answer[first:]])
