"""Search of a frame for numbers, titles, faces and a seed that its reader may not see.

Every number in a frame is checked: unless its member is known to hold counts, it must be a card
that the reader sees. The cards that each player can have seen are followed through a game by its
state and decisions alone, so that no mistake is shared with the code that makes frames.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import asks
from rftg_engine.cards.table import Table
from rftg_engine.state import State
from rftg_tools.play.cards import Faces
from rftg_tools.play.sessions import RaceSession

KeyPath = tuple[str, ...]
COUNTS: Final = frozenset(
    """turn undo_round seat round pool deck discard players.seat players.hand players.vp
    players.prestige players.score players.military players.order players.tableau.saved can_see.seat
    log_from log.round log.seat asks.seat asks.since asks.least asks.most asks.groups
    asks.ways.price asks.ways.most parts.goals.tiles.points parts.goals.tiles.held_by
    parts.goals.tiles.amounts over.winners over.course
    over.scores.seat over.scores.total over.scores.chips over.scores.cards
    over.scores.goals over.scores.prestige over.scores.tie_break over.scores.lines.points
    cards.cost cards.vp parts.robot.seat parts.robot.credit parts.robot.economy parts.robot.stack
    parts.robot.counters_left parts.robot.counters_placed last_round.round
    last_round.players.seat last_round.players.vp
    last_round.players.prestige last_round.players.cards last_round.players.goods
    parts.invasion.first_round parts.invasion.next.wave parts.invasion.next.nth
    parts.invasion.next.of parts.invasion.next.cards.copies parts.invasion.now.wave
    parts.invasion.now.nth parts.invasion.now.of parts.invasion.military parts.invasion.repulse
    parts.invasion.bunker parts.invasion.award parts.invasion.rewards parts.invasion.shaken
    parts.invasion.track.military parts.invasion.track.seats parts.invasion.players.military
    parts.invasion.players.defense parts.invasion.players.attack.strength
    parts.invasion.players.contributed parts.invasion.players.points over.scores.invasion""".split()
)
"""Members whose numbers are not cards."""
OFFERED: Final = frozenset(["asks.options.answer", "asks.suggest", "chosen.option.answer"])
"""Members whose numbers are those of the current decision, or of an answer that waits."""
_PAST_MEMBERS: Final = ("log", "over", "last_round")
"""Members that may contain cards the reader saw earlier."""
_PUBLIC_TEXTS: Final = frozenset(
    [
        "cards.alt",
        "parts.goals.tiles.says",
        "parts.goals.tiles.name",
        "parts.goals.held",
        "sets",
        "over.scores.lines.label",
    ]
)
"""Texts that may contain any title: of visible cards, goals and sets."""
_FACE: Final = "faces/"


class LeakReader:
    """Checker of the frames of games at one table. faces: gives the addresses of card images."""

    def __init__(self, table: Table, faces: Faces) -> None:
        self._table = table
        self._faces = faces

    @cached_property
    def _title_of_face(self) -> dict[str, str]:
        """Title by the address of a card's image."""
        cards = range(len(self._table.cards))
        titles = {self._faces.data(card)["face"]: self._table.titles[card] for card in cards}
        return {face: title for face, title in titles.items() if face}

    def leaks(self, text: str, rights: Permissions) -> list[str]:
        """Return the secrets that a frame reveals to its reader."""
        frame = json.loads(text)
        leaks = list(self._leaked_numbers(frame, rights))
        leaks += self._leaked_cards(frame, rights)
        leaks += self._leaked_texts(frame, rights)
        revealed = tuple(len(player["actions"]) for player in frame["players"])
        if any(count > allowed for count, allowed in zip(revealed, rights.actions, strict=True)):
            leaks.append("actions that are not revealed")
        if rights.seed and rights.seed in text:
            leaks.append("the seed")
        return leaks

    def _leaked_numbers(self, frame: Any, rights: Permissions) -> Iterator[str]:
        for path, value in _numbers_in(frame):
            name = ".".join(path)
            allowed = rights.ever if path[0] in _PAST_MEMBERS else rights.here
            if name in COUNTS or path[0] == "cards":
                continue
            if value in allowed or (name in OFFERED and value in rights.numbers):
                continue
            yield f"{name}: {value}{self._title(value)}"

    def _leaked_cards(self, frame: Any, rights: Permissions) -> Iterator[str]:
        """Yield facts about cards that the rest of the frame does not mention."""
        mentioned = {value for path, value in _numbers_in(frame) if path[0] != "cards"}
        for key, facts in frame["cards"].items():
            card = int(key)
            if card not in rights.ever or card not in mentioned:
                yield f"cards: {card}{self._title(card)}"
            elif facts["title"] != self._table.titles[card]:
                yield f"cards: {card} is called {facts['title']!r}"
            elif facts["face"] and self._title_of_face[facts["face"]] != facts["title"]:
                yield f"cards: {card} has the face of another card"

    def _leaked_texts(self, frame: Any, rights: Permissions) -> Iterator[str]:
        texts = [text for path, text in _texts_in(frame) if ".".join(path) not in _PUBLIC_TEXTS]
        seen_titles = {self._table.titles[card] for card in rights.ever}
        for text in texts:
            if _FACE in text and self._title_of_face.get(text) not in seen_titles:
                yield f"a face: {text}"
        combined = "\n".join(texts)
        hidden = [title for title in set(self._table.titles) - seen_titles if title in combined]
        if hidden:  # a title can be part of another
            for title in sorted(seen_titles, key=len, reverse=True):
                combined = combined.replace(title, "")
            yield from (f"the title {title!r}" for title in sorted(hidden) if title in combined)

    def _title(self, card: int) -> str:
        is_card = 0 <= card < len(self._table.titles)
        return f" ({self._table.titles[card]})" if is_card else ""


def _numbers_in(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, int]]:
    """Yield every integer with the path of names to it, including numeric keys."""
    if type(value) is int:
        yield path, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if key.isdecimal():
                yield path, int(key)
                yield from _numbers_in(part, path)
            else:
                yield from _numbers_in(part, (*path, key))
    elif isinstance(value, list):
        for part in value:
            yield from _numbers_in(part, path)


def _texts_in(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Yield every string with the path of names to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _texts_in(part, path if key.isdecimal() else (*path, key))
    elif isinstance(value, list):
        for part in value:
            yield from _texts_in(part, path)


_PRIVATE_KINDS: Final = (asks.START_WORLD, asks.DRAFT, asks.SAVE)
"""Kinds of decision about cards outside hands that only the deciding player sees."""
_SEARCH_KINDS: Final = (asks.SEARCH_CATEGORY, asks.SEARCH_KEEP)


@dataclass(frozen=True, slots=True)
class Permissions:
    """Information that a reader may see at one moment.

    here: cards that the reader sees now. ever: these and the cards seen earlier. numbers: numbers
    of the decision that the reader is asked, and of the reader's answer that waits for others.
    actions: revealed actions per player. seed: secret until the game is over, then "".
    """

    here: frozenset[int]
    ever: frozenset[int]
    numbers: frozenset[int]
    actions: tuple[int, ...]
    seed: str


class KnownCards:
    """Observer of a game from its start, answer by answer."""

    def __init__(self, session: RaceSession) -> None:
        self.session = session
        self.table: Table = session.table
        self._open: set[int] = set()
        self._own: list[set[int]] = [set() for _seat in session.seats]
        self._category: dict[int, int] = {}
        self._record()
        self._take = session._take
        session.__dict__["_take"] = self._watched_take

    def _watched_take(self, seat: int, answer: Answer, turn: int, stand_in: bool) -> None:
        """Replace the method of the session that passes an answer to the game."""
        decision = self.session.decision_for(seat)
        piles = self._piles()
        self._held = _held(self.session.state, seat)
        self._stack = self.session.state.players[-1].hand[:]
        self._take(seat, answer, turn, stand_in)
        if decision is not None:
            pile = piles[seat]
            self._open |= self._turned_up(decision, answer, pile) | self._flipped(pile)
        self._record()

    def rights(self, seat: int | None) -> Permissions:
        """Return what a reader may see now. seat: None for a spectator."""
        game, state = self.session.game, self.session.state
        here = {card for player in state.players for card in player.tableau} | self._revealed()
        here.update(card for part in state.parts.values() for card in part.cards())
        numbers: set[int] = set()
        if seat is not None:
            here |= _held(state, seat)
            decision = self.session.decision_for(seat)
            if decision is not None:
                here |= _dealt(decision)
                numbers = {decision.about, *_offered(decision)}
            for move in self.session.waiting:
                if move.seat == seat:
                    numbers.update(move.answer)
        ever = self._open | here | (self._own[seat] if seat is not None else set())
        actions = tuple(len(player.actions) for player in state.players)
        seed = "" if game.over else self.session.seed
        return Permissions(frozenset(here), frozenset(ever), frozenset(numbers), actions, seed)

    def _record(self) -> None:
        """Record the cards that each player sees now."""
        state = self.session.state
        for seat, player in enumerate(state.players):
            self._own[seat] |= _held(state, seat)
            if state.drafted:  # the last card of a pack is taken without a decision
                self._own[seat].update(player.deck, player.discard)
            self._open.update(player.tableau)
        for decision in self.session.game.current_decisions:
            self._own[decision.player] |= _dealt(decision)
        self._open |= self._revealed()

    def _revealed(self) -> set[int]:
        """Return the open cards of current decisions: turned up in a search, or for an ante."""
        revealed: set[int] = set()
        for decision in self.session.game.current_decisions:
            if decision.kind == asks.SEARCH_KEEP:
                revealed |= self._unplaced()
            elif decision.kind == asks.KEEP_ONE:
                revealed |= set(_offered(decision))
        return revealed

    def _piles(self) -> list[list[int]]:
        """Return the supply of each player, top card first."""
        state = self.session.state
        return [state.supply(player).deck[::-1] for player in state.players]

    def _turned_up(self, decision: Decision, answer: Answer, pile: list[int]) -> set[int]:
        """Return the cards that an answer reveals to everybody. pile: the supply before it.

        If the supply runs out, this includes all discarded cards and all new cards in the hand.
        """
        count = 0
        if decision.kind == asks.GUESS:
            count = 1
        elif decision.kind == asks.ANTE and answer:
            count = self.table.cost[answer[0]]
        elif decision.kind in _SEARCH_KINDS:
            count = self._searched(decision, answer, pile)
        beyond_pile: set[int] = set()
        if count > len(pile):
            new_cards = _held(self.session.state, decision.player) - self._held
            beyond_pile = self._discards() | new_cards
        return set(pile[:count]) | beyond_pile

    def _flipped(self, pile: list[int]) -> set[int]:
        """Return the cards that the robot flipped from the supply (`pile`) or its stack."""
        if not self.session.options.robot:
            return set()
        return {*pile, *self._stack} & self._discards()

    def _searched(self, decision: Decision, answer: Answer, pile: list[int]) -> int:
        """Return the number of cards that are turned up until one of the category appears."""
        if decision.kind == asks.SEARCH_CATEGORY:
            self._category[decision.player] = self.table.search_masks[answer[0]]
        elif answer[0]:
            return 0
        mask = self._category[decision.player]
        for count, card in enumerate(pile, 1):
            if mask >> card & 1:
                return count
        return len(pile) + 1

    def _unplaced(self) -> set[int]:
        """Return the cards that are in no place: the cards revealed by a search."""
        state = self.session.state
        placed = {*state.deck, *state.discard}
        for seat, player in enumerate(state.players):
            placed |= _held(state, seat) | {*player.deck, *player.discard, *player.tableau}
            placed.update(player.goods.values())
        return set(range(len(self.table.cards))) - placed

    def _discards(self) -> set[int]:
        state = self.session.state
        return {card for player in state.players for card in state.supply(player).discard}


def _held(state: State, seat: int) -> set[int]:
    """Return a player's hand and saved cards."""
    player = state.players[seat]
    return {*player.hand, *(card for cards in player.saved.values() for card in cards)}


def _dealt(decision: Decision) -> set[int]:
    return set(_offered(decision)) if decision.kind in _PRIVATE_KINDS else set()


def _offered(decision: Decision) -> Iterable[int]:
    """Yield every number that an answer to a decision may contain."""
    if isinstance(decision, Choice):
        for option in decision.options:
            yield from option
    elif isinstance(decision, Subset):
        yield from decision.cards
        yield from decision.groups
    elif isinstance(decision, Payment):
        yield from decision.cards
        yield from range(len(decision.options))
