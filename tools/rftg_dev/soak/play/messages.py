"""Messages to a table of play that must be refused and change nothing, at many positions."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from rftg_dev.harness import Tally
from rftg_dev.soak.play.games import PlayApp, TableKind
from rftg_dev.soak.play.wire import Data, Wire
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.rooms import Room
from rftg_tools.play.session import RaceSession
from rftg_tools.web.images import Images

Message = str | bytes
KIND: Final = TableKind(("brink-of-war",), 2, 1, ("goals", "takeovers"))
"""The game: two people at the tabs, so that there is always somebody whose turn it is not."""
PATIENCE: Final = 10.0
"""Seconds after which a message counts as not answered."""
AT_ONE_POSITION: Final = 250
"""Messages before the game goes on."""
STEPS: Final = 8
"""Answers by which it goes on then."""
ODD: Final[tuple[Any, ...]] = (
    None, True, False, -1, 0.5, 1.0, 1e300, 2**53 + 1, 2**64, 10**40, -(10**40), "", "0", "x" * 500,
    "\ud800", "\u0000", [[]], [None], {}, {"a": 1}, [0.0], [True], ["1"], [10**40], "NaN",
)  # fmt: skip
"""Values in place of what a member should be."""
LITERALS: Final = (
    "", " ", "null", "NaN", "Infinity", "1e999", "9" * 4_000, '"do"', "[]", "{}", "\ufeff{}",
)  # fmt: skip


class Sender:
    """Sender of wrong messages to one game."""

    def __init__(self, session: RaceSession, chance: Random, tally: Tally) -> None:
        self._session, self._chance, self._tally = session, chance, tally

    async def send(self, wire: Wire, seat: int, count: int) -> None:
        """Send so many messages over a tab that shows the view of a seat."""
        kinds = list(KINDS.items())
        for _message in range(count):
            name, make = self._chance.choice(kinds)
            message = make(self, seat)
            if message is None:
                continue
            before = self._position()
            await wire.say(message)
            self._tally.counts[f"messages, {name}"] += 1
            why = await _refusal(wire)
            if not why or self._position() != before:
                self._tally.failures.append(f"{name}: {message!r:.200} is answered {why!r}")
                return

    def _position(self) -> tuple[Any, ...]:
        """Return all that a message could change."""
        session, game = self._session, self._session.game
        waiting = [(move.decision, move.answer) for move in session.moves]
        return session.turn, session.state.digest(), game.pending, game.step, waiting

    def _legal(self, seat: int) -> Data | None:
        """Return what would be accepted from a player who is asked."""
        asked = self._session.decision_for(seat)
        if asked is None:
            return None
        answer = list(asked.sample(self._chance))
        return {"do": "answer", "seat": seat, "turn": self._session.turn, "answer": answer}

    def _well_formed(self, seat: int) -> Data:
        return self._legal(seat) or {"do": "undo", "turn": self._session.turn}

    # --- wrong messages; None if there is none of the kind at this position

    def garbage(self, seat: int) -> Message:
        """Return any bytes or characters, a literal, or a part of a message, perhaps doubled."""
        pick, text = self._chance.choice, json.dumps(self._well_formed(seat))
        data = self._chance.randbytes(self._chance.randrange(300))
        at = self._chance.randrange(len(text))
        return pick((data, data.decode("latin-1"), pick(LITERALS), text[:at], text + text[at:]))

    def too_large(self, seat: int) -> Message:
        """Return a message that is nested or padded."""
        text, depth = json.dumps(self._well_formed(seat)), self._chance.randrange(20, 2_000)
        padded = text + " " * self._chance.choice((4_096, 9_000, 60_000))
        nested = json.dumps(self._well_formed(seat) | {"answer": "X"})
        nested = nested.replace('"X"', "[" * depth + "]" * depth)
        return self._chance.choice((padded, padded.encode(), nested, "[" * depth))

    def wrong_member(self, seat: int) -> Message | None:
        """Return a message with a member of a wrong type, one more or one less."""
        message, pick = self._well_formed(seat), self._chance.choice
        member = pick(list(message))
        more = {pick(("seed", "Do", "", "seats", "\ud800")): 1}
        less = {key: value for key, value in message.items() if key != member}
        do = {"do": pick(("", "Answer", "cheat", "save", "answer ", "__class__"))}
        return json.dumps(pick((message | {member: pick(ODD)}, message | more, less, message | do)))

    def other_turn(self, seat: int) -> Message | None:
        message = self._legal(seat)
        if message is None:
            return None
        later, earlier = self._session.turn + 1, self._session.asked_since - 1
        steps = self._chance.choice((0, 1, 5, 10**6))
        return json.dumps(message | {"turn": self._chance.choice((later + steps, earlier - steps))})

    def other_seat(self, seat: int) -> Message | None:
        """Return an answer of somebody who is not asked, or a look at a seat of a bot."""
        pending = {decision.player for decision in self._session.game.pending}
        players = len(self._session.seats)
        seats = [number for number in (*range(players), 99, 2**53) if number not in pending]
        answer = self._well_formed(seat) | {"do": "answer", "answer": [0]}
        bots = [number for number in (*range(players), 7) if number not in self._session.humans]
        look = {"do": "see", "seat": self._chance.choice(bots), "log": 0}
        return json.dumps(
            self._chance.choice(({**answer, "seat": self._chance.choice(seats)}, look))
        )

    def illegal_answer(self, seat: int) -> Message | None:
        message, asked = self._legal(seat), self._session.decision_for(seat)
        if message is None or asked is None:
            return None
        cards = len(self._session.table.cards)
        number = self._chance.choice((-1, 0, 1, cards, 2**53, self._chance.randrange(cards)))
        right = tuple(message["answer"])
        answer = self._chance.choice(((*right, number), right * 2, right[1:], (), (number,)))
        if asked.refusal(answer) is None:
            return None
        return json.dumps(message | {"answer": list(answer)})

    def undo_of_nothing(self, seat: int) -> Message | None:
        turn = self._session.turn
        if self._session.undoable(seat) is not None:
            turn += self._chance.choice((1, 2, 10**6))
        return json.dumps({"do": "undo", "turn": turn})


KINDS: Final[dict[str, Callable[[Sender, int], Message | None]]] = {
    "garbage": Sender.garbage,
    "too large": Sender.too_large,
    "wrong member": Sender.wrong_member,
    "other turn": Sender.other_turn,
    "other seat": Sender.other_seat,
    "illegal answer": Sender.illegal_answer,
    "nothing to undo": Sender.undo_of_nothing,
}


async def _refusal(wire: Wire) -> str:
    """Return why a message is refused, "" if it is not; skip frames that are still on their way."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while True:
                reply = json.loads(await wire.hear())
                if reply["is"] == "refused":
                    return str(reply["why"])
    return ""


async def _positions(room: Room, wire: Wire, chance: Random) -> AsyncIterator[int]:
    """Play on; yield a seat whose view the tab has, whenever only people are waited for."""
    session = room.session
    while not session.game.over:
        await _only_people(room, -1)
        seat = chance.choice(session.humans)
        await wire.tell(do="see", seat=seat, log=0)
        yield seat
        for _step in range(STEPS):
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
    while True:
        await asyncio.sleep(0.001)
        await room.wait_until_idle()
        if room.session.turn != turn and room.session.next_bot_decision() is None:
            return


def send_wrong(count: int, seed: int) -> Tally:
    """Send so many messages that are to be refused, at many positions of games."""
    with (
        tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder,
        closing(Images(DEFAULT)) as images,
    ):
        tally = Tally()
        asyncio.run(_send_to_games(PlayApp(Path(folder), images), count, seed, tally))
        return tally


async def _send_to_games(house: PlayApp, count: int, seed: int, tally: Tally) -> None:
    chance = Random(f"fuzz {seed}")
    number = 0
    while tally.counts.total() < count:
        number += 1
        game, room = await house.begin(KIND.form(f"fuzz {seed} {number}"))
        assert isinstance(room.session, RaceSession)
        async with Wire(house.app, f"/games/{game}/socket") as wire:
            sender = Sender(room.session, chance, tally)
            async for seat in _positions(room, wire, chance):
                most = min(AT_ONE_POSITION, count - tally.counts.total())
                await sender.send(wire, seat, most)
                if tally.counts.total() >= count or tally.failures:
                    return
