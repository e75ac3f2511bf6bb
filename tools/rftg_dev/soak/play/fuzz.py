"""Messages that must change nothing: each is refused, whoever sends it, in whatever position."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from gamekit.decisions import Decision
from rftg_dev.soak.play.games import House, Kind
from rftg_dev.soak.play.wire import Wire
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.rooms import Room
from rftg_tools.play.session import Session
from rftg_tools.web.images import Images

Data = dict[str, Any]
Message = str | bytes
KIND: Final = Kind(("brink-of-war",), 2, 1, ("goals", "takeovers"))
"""The game: two people at the tabs, so that there is always somebody whose turn it is not."""
PATIENCE: Final = 10.0
"""Seconds after which a message counts as not answered."""
AT_ONE_POSITION: Final = 250
"""Messages before the game goes on."""
STEPS: Final = 8
"""Answers by which it goes on then."""
_ODD: Final[tuple[Any, ...]] = (
    None, True, False, -1, 0.5, 1.0, 1e300, 2**53 + 1, 2**64, 10**40, -(10**40), "", "0", "x" * 500,
    "\ud800", "\u0000", [], [[]], [None], {}, {"a": 1}, [0.0], [True], ["1"], [10**40], "NaN",
)  # fmt: skip
"""Values that stand in place of what a member should be."""


@dataclass(slots=True)
class Fuzzed:
    """What was sent, by kind, and what did more than to be refused."""

    sent: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


class Fuzz:
    """One game that is fuzzed at many of its positions."""

    def __init__(self, room: Room, chance: Random, found: Fuzzed) -> None:
        assert isinstance(room.session, Session)
        self._session = room.session
        self._chance, self._found = chance, found

    async def bother(self, wire: Wire, seat: int, count: int) -> None:
        """Send so many messages over a tab that shows the view of a seat."""
        kinds = list(_KINDS.items())
        for _nth in range(count):
            name, make = self._chance.choice(kinds)
            message = make(self, seat)
            if message is None:
                continue
            before = self._position()
            await wire.say(message)
            self._found.sent[name] += 1
            why = await _refusal(wire)
            self._found.refusals[re.sub(r"[\d,]+", "n", why)[:50]] += 1
            if not why or self._position() != before:
                self._found.failures.append(f"{name}: {message!r:.200} is answered {why!r}")
                return

    def _position(self) -> tuple[Any, ...]:
        """Return all that a message could change."""
        session, game = self._session, self._session.game
        waiting = [(one.decision, one.answer) for one in session.moves]
        return session.turn, session.state.digest(), game.pending, game.step, waiting

    # --- messages; None where there is none of the kind now

    def legal(self, seat: int) -> Data | None:
        """Return what would be taken, of whoever is asked."""
        asked = self._session.asked_of(seat)
        if asked is None:
            return None
        answer = list(asked.sample(self._chance))
        return {"do": "answer", "seat": seat, "turn": self._session.turn, "answer": answer}

    def any_message(self, seat: int) -> Data:
        """Return a message of the right form."""
        turn = self._session.turn
        return self.legal(seat) or {"do": "undo", "turn": turn}

    def garbage(self, _seat: int) -> Message:
        """Return bytes, or a text of any characters."""
        size = self._chance.randrange(300)
        data = bytes(self._chance.randrange(256) for _byte in range(size))
        return data if self._chance.random() < 0.5 else data.decode("latin-1")

    def cut(self, seat: int) -> Message:
        text = json.dumps(self.any_message(seat))
        at = self._chance.randrange(len(text))
        return text[:at] if self._chance.random() < 0.7 else text + text[at:]

    def literal(self, _seat: int) -> Message:
        texts = (
            "",
            " ",
            "null",
            "NaN",
            "Infinity",
            "1e999",
            "9" * 4_000,
            '"do"',
            "[]",
            "{}",
            "\ufeff{}",
        )
        return self._chance.choice(texts)

    def nested(self, seat: int) -> Message:
        deep = self._chance.randrange(20, 2_000)
        inner = "[" * deep + "]" * deep
        if self._chance.random() < 0.5:
            return "[" * deep * 2
        return json.dumps(self.any_message(seat) | {"answer": "X"}).replace('"X"', inner)

    def oversized(self, seat: int) -> Message:
        text = json.dumps(self.any_message(seat)) + " " * self._chance.choice(
            (4_096, 9_000, 60_000)
        )
        return text if self._chance.random() < 0.5 else text.encode()

    def wrong_type(self, seat: int) -> Message | None:
        message = self.any_message(seat)
        member = self._chance.choice(list(message))
        odd = self._chance.choice(_ODD)
        if member == "answer" and odd == []:
            return None  # that can be an answer
        return json.dumps(message | {member: odd})

    def other_members(self, seat: int) -> Message:
        message = self.any_message(seat)
        if self._chance.random() < 0.5:
            del message[self._chance.choice(list(message))]
        else:
            message[self._chance.choice(("seed", "Do", "", "seats", "\ud800"))] = 1
        return json.dumps(message)

    def unknown_do(self, seat: int) -> Message:
        do = self._chance.choice(("", "Answer", "cheat", "save", "answer ", "__class__"))
        return json.dumps(self.any_message(seat) | {"do": do})

    def other_turn(self, seat: int) -> Message | None:
        message = self.legal(seat)
        if message is None:
            return None
        later, earlier = self._session.turn + 1, self._session.asked_since - 1
        steps = self._chance.choice((0, 1, 5, 10**6))
        turn = self._chance.choice((later + steps, max(0, earlier - steps)))
        return json.dumps(message | {"turn": turn})

    def other_seat(self, seat: int) -> Message | None:
        pending = {decision.player for decision in self._session.game.pending}
        players = len(self._session.seats)
        others = [one for one in (*range(players), players, 99, 2**53) if one not in pending]
        bots = [decision for decision in pending if decision not in self._session.humans]
        message = self.any_message(seat) | {"do": "answer", "answer": [0]}
        return json.dumps({**message, "seat": self._chance.choice([*others, *bots])})

    def view_of_others(self, _seat: int) -> Message:
        taken = range(len(self._session.seats))
        seats = [one for one in (*taken, 7, 2**53) if one not in self._session.humans]
        return json.dumps({"do": "see", "seat": self._chance.choice(seats), "log": 0})

    def illegal_answer(self, seat: int) -> Message | None:
        message, asked = self.legal(seat), self._session.asked_of(seat)
        if message is None or asked is None:
            return None
        answer = self._spoiled(asked, tuple(message["answer"]))
        if asked.refusal(answer) is None:
            return None
        return json.dumps(message | {"answer": list(answer)})

    def _spoiled(self, asked: Decision, answer: tuple[int, ...]) -> tuple[int, ...]:
        cards = len(self._session.table.cards)
        numbers = [self._chance.choice((-1, 0, 1, cards, 2**53, self._chance.randrange(cards)))]
        spoiled = [*answer, *numbers]
        self._chance.shuffle(spoiled)
        return self._chance.choice((tuple(spoiled), answer * 2, answer[1:], (), tuple(numbers)))

    def undo_of_nothing(self, seat: int) -> Message | None:
        turn = self._session.turn
        if self._session.undoable(seat) is not None:
            turn += self._chance.choice((1, 2, 10**6))
        return json.dumps({"do": "undo", "turn": turn})


_KINDS: Final[dict[str, Callable[[Fuzz, int], Message | None]]] = {
    "garbage": Fuzz.garbage,
    "cut or doubled": Fuzz.cut,
    "a literal": Fuzz.literal,
    "nested": Fuzz.nested,
    "oversized": Fuzz.oversized,
    "wrong type": Fuzz.wrong_type,
    "other members": Fuzz.other_members,
    "unknown `do`": Fuzz.unknown_do,
    "other turn": Fuzz.other_turn,
    "other seat": Fuzz.other_seat,
    "view of others": Fuzz.view_of_others,
    "illegal answer": Fuzz.illegal_answer,
    "nothing to undo": Fuzz.undo_of_nothing,
}


async def _refusal(wire: Wire) -> str:
    """Return why a message is refused; "" where it is not.

    Frames that are still on their way pass by.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while True:
                heard = json.loads(await wire.hear())
                if heard["is"] == "refused":
                    return str(heard["why"])
    return ""


async def _positions(room: Room, wire: Wire, chance: Random) -> AsyncIterator[int]:
    """Play on; yield a seat whose view the tab has, whenever only people are waited for."""
    session = room.session
    while not session.game.over:
        await _only_people(room, -1)
        seat = chance.choice(session.humans)
        await wire.tell(do="see", seat=seat, log=0)
        yield seat
        for _nth in range(STEPS):
            people = [
                decision for decision in session.game.pending if decision.player in session.humans
            ]
            if not people:
                break
            asked = chance.choice(people)
            answer, turn = list(asked.sample(chance)), session.turn
            await wire.tell(do="see", seat=asked.player, log=0)
            await wire.tell(do="answer", seat=asked.player, turn=turn, answer=answer)
            await _only_people(room, turn)


async def _only_people(room: Room, turn: int) -> None:
    """Return when only people are waited for, in another position than that of a turn."""
    session = room.session
    while True:
        await asyncio.sleep(0.001)
        await room.settled()
        if session.turn != turn and session.next_bot() is None:
            return


def fuzz(count: int, seed: int) -> Fuzzed:
    """Send so many messages that are to be refused, at many positions of games."""
    with (
        tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder,
        closing(Images(DEFAULT)) as images,
    ):
        found = Fuzzed()
        asyncio.run(_fuzz_games(House(Path(folder), images), count, seed, found))
        return found


async def _fuzz_games(house: House, count: int, seed: int, counts: Fuzzed) -> None:
    chance = Random(f"fuzz {seed}")
    number = 0
    while counts.sent.total() < count:
        number += 1
        game, room = await house.begin(KIND.form(f"fuzz {seed} {number}"))
        async with Wire(house.app, f"/games/{game}/socket") as wire:
            one = Fuzz(room, chance, counts)
            async for seat in _positions(room, wire, chance):
                most = min(AT_ONE_POSITION, count - counts.sent.total())
                await one.bother(wire, seat, most)
                if counts.sent.total() >= count or counts.failures:
                    return
