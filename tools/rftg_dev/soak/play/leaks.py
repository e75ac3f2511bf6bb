"""Search of a frame for numbers, titles, faces and a seed that its reader may not see.

Every number in a frame is checked: unless its member is known to hold counts, it must be a card
that the reader sees.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from rftg_dev.soak.play.seen import Permissions
from rftg_engine.cards.table import Table
from rftg_tools.play.cards import Faces

KeyPath = tuple[str, ...]
COUNTS: Final = frozenset(
    """turn seat round pool deck discard players.seat players.hand players.vp players.prestige
    players.score players.military players.order players.tableau.saved can_see.seat
    log_from log.round log.seat asks.seat asks.since asks.least asks.most asks.groups
    asks.ways.price asks.ways.most parts.goals.tiles.points parts.goals.tiles.held_by
    parts.goals.tiles.amounts over.winners
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
OFFERED: Final = frozenset(["asks.options.answer", "asks.suggest"])
"""Members whose numbers are those of the current decision."""
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
_FACE: Final = "/faces/"


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
