"""Reads a frame for what its reader may not see: numbers, titles and faces of cards, and the seed.

Every number of a frame is looked at: a member that is not known to hold counts must name cards
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

Path = tuple[str, ...]
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
"""Members whose numbers are no cards."""
OFFERED: Final = frozenset(["asks.options.answer", "asks.suggest"])
"""Members whose numbers are those of the decision that is asked."""
_TOLD_BEFORE: Final = ("log", "over", "last_round")
"""Members that may name what the reader has seen before."""
_SAID: Final = frozenset(
    [
        "cards.alt",
        "parts.goals.tiles.says",
        "parts.goals.tiles.name",
        "parts.goals.held",
        "sets",
        "over.scores.lines.label",
    ]
)
"""Texts in which titles are no secret: what a card says that is shown, or a goal; a set."""
_FACE: Final = "/faces/"


class LeakReader:
    """Reads the frames of the games of one table. faces: what names the images of its cards."""

    def __init__(self, table: Table, faces: Faces) -> None:
        self._table = table
        self._faces = faces

    @cached_property
    def _title_of_face(self) -> dict[str, str]:
        """The title on each face, by the address of its image."""
        cards = range(len(self._table.cards))
        found = {self._faces.data(card)["face"]: self._table.titles[card] for card in cards}
        return {face: title for face, title in found.items() if face}

    def leaks(self, text: str, rights: Permissions) -> list[str]:
        """Return what a frame tells that it must not, in words; nothing where it is well."""
        frame = json.loads(text)
        found = list(self._numbers(frame, rights))
        found += self._cards(frame, rights)
        found += self._texts(frame, rights)
        shown = tuple(len(player["actions"]) for player in frame["players"])
        if any(ours > theirs for ours, theirs in zip(shown, rights.actions, strict=True)):
            found.append("actions that are not revealed")
        if rights.seed and rights.seed in text:
            found.append("the seed")
        return found

    def _numbers(self, frame: Any, rights: Permissions) -> Iterator[str]:
        for path, number in _numbers_in(frame):
            name = ".".join(path)
            known = rights.ever if path[0] in _TOLD_BEFORE else rights.here
            if name in COUNTS or path[0] == "cards":
                continue
            if number in known or (name in OFFERED and number in rights.numbers):
                continue
            yield f"{name}: {number}{self._title(number)}"

    def _cards(self, frame: Any, rights: Permissions) -> Iterator[str]:
        """Yield the facts of cards: only of those that the rest of the frame names."""
        named = {number for path, number in _numbers_in(frame) if path[0] != "cards"}
        for key, facts in frame["cards"].items():
            card = int(key)
            if card not in rights.ever or card not in named:
                yield f"cards: {card}{self._title(card)}"
            elif facts["title"] != self._table.titles[card]:
                yield f"cards: {card} is called {facts['title']!r}"
            elif facts["face"] and self._title_of_face[facts["face"]] != facts["title"]:
                yield f"cards: {card} has the face of another card"

    def _texts(self, frame: Any, rights: Permissions) -> Iterator[str]:
        texts = [text for path, text in _texts_in(frame) if ".".join(path) not in _SAID]
        seen = {self._table.titles[card] for card in rights.ever}
        for text in texts:
            if _FACE in text and self._title_of_face.get(text) not in seen:
                yield f"a face: {text}"
        whole = "\n".join(texts)
        hidden = [title for title in set(self._table.titles) - seen if title in whole]
        if hidden:  # a title can be part of another one
            for title in sorted(seen, key=len, reverse=True):
                whole = whole.replace(title, "")
            yield from (f"the title {title!r}" for title in sorted(hidden) if title in whole)

    def _title(self, number: int) -> str:
        known = 0 <= number < len(self._table.titles)
        return f" ({self._table.titles[number]})" if known else ""


def _numbers_in(value: Any, path: Path = ()) -> Iterator[tuple[Path, int]]:
    """Yield every whole number with the names that lead to it; keys that are numbers too."""
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


def _texts_in(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield every text with the names that lead to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _texts_in(part, path if key.isdecimal() else (*path, key))
    elif isinstance(value, list):
        for part in value:
            yield from _texts_in(part, path)
