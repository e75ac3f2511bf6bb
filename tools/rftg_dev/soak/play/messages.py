"""Malformed messages to a table of play, which must be refused and change nothing."""

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
from rftg_tools.play.sessions import RaceSession
from rftg_tools.web.images import Images

Message = str | bytes
KIND: Final = TableKind(("brink-of-war",), 2, 1, ("goals", "takeovers"))
"""The game, with two people, so that one of them never has to decide."""
ANSWER_TIMEOUT: Final = 10.0
"""Seconds after which a message counts as unanswered."""
AT_ONE_POSITION: Final = 250
"""Messages before the game continues."""
STEPS: Final = 8
"""Answers by which the game continues."""
ODD: Final[tuple[Any, ...]] = (
    None, True, False, -1, 0.5, 1.0, 1e300, 2**53 + 1, 2**64, 10**40, -(10**40), "", "0", "x" * 500,
    "\ud800", "\u0000", [[]], [None], {}, {"a": 1}, [0.0], [True], ["1"], [10**40], "NaN",
)  # fmt: skip
"""Values to replace a member of a message."""
LITERALS: Final = (
    "", " ", "null", "NaN", "Infinity", "1e999", "9" * 4_000, '"do"', "[]", "{}", "\ufeff{}",
)  # fmt: skip


class Sender:
    """Sender of malformed messages to one game."""

    def __init__(self, session: RaceSession, chance: Random, tally: Tally) -> None:
        self._session, self._chance, self._tally = session, chance, tally

    async def send(self, wire: Wire, seat: int, count: int) -> None:
        """Send malformed messages through a tab that shows a seat's view."""
        kinds = list(KINDS.items())
        for _message in range(count):
            name, make = self._chance.choice(kinds)
            message = make(self, seat)
            if message is None:
                continue
            position = self._position()
            await wire.send(message)
            self._tally.counts[f"messages, {name}"] += 1
            reason = await _refusal(wire)
            if not reason or self._position() != position:
                self._tally.failures.append(f"{name}: {message!r:.200} is answered {reason!r}")
                return

    def _position(self) -> tuple[Any, ...]:
        """Return everything that a message could change."""
        session, game = self._session, self._session.game
        waiting = [(move.decision, move.answer) for move in session.moves]
        return session.turn, session.state.digest(), game.pending, game.step, waiting

    def _legal(self, seat: int) -> Data | None:
        """Return a message that would be accepted from a player with a decision."""
        decision = self._session.decision_for(seat)
        if decision is None:
            return None
        answer = list(decision.sample(self._chance))
        return {"do": "answer", "seat": seat, "turn": self._session.turn, "answer": answer}

    def _well_formed(self, seat: int) -> Data:
        return self._legal(seat) or {"do": "undo", "turn": self._session.turn}

    # --- malformed messages; None if the kind is impossible in this position

    def garbage(self, seat: int) -> Message:
        """Return random bytes or characters, a literal, or a part of a message, perhaps doubled."""
        pick, text = self._chance.choice, json.dumps(self._well_formed(seat))
        data = self._chance.randbytes(self._chance.randrange(300))
        cut = self._chance.randrange(len(text))
        return pick((data, data.decode("latin-1"), pick(LITERALS), text[:cut], text + text[cut:]))

    def too_large(self, seat: int) -> Message:
        """Return a deeply nested or padded message."""
        text, depth = json.dumps(self._well_formed(seat)), self._chance.randrange(20, 2_000)
        padded = text + " " * self._chance.choice((4_096, 9_000, 60_000))
        nested = json.dumps(self._well_formed(seat) | {"answer": "X"})
        nested = nested.replace('"X"', "[" * depth + "]" * depth)
        return self._chance.choice((padded, padded.encode(), nested, "[" * depth))

    def wrong_member(self, seat: int) -> Message | None:
        """Return a message with a wrong type, or with an additional or missing member."""
        message, pick = self._well_formed(seat), self._chance.choice
        member = pick(list(message))
        added = {pick(("seed", "Do", "", "seats", "\ud800")): 1}
        without = {key: value for key, value in message.items() if key != member}
        do = {"do": pick(("", "Answer", "cheat", "save", "answer ", "__class__"))}
        wrong_type = message | {member: pick(ODD)}
        return json.dumps(pick((wrong_type, message | added, without, message | do)))

    def other_turn(self, seat: int) -> Message | None:
        message = self._legal(seat)
        if message is None:
            return None
        later, earlier = self._session.turn + 1, self._session.asked_since - 1
        steps = self._chance.choice((0, 1, 5, 10**6))
        return json.dumps(message | {"turn": self._chance.choice((later + steps, earlier - steps))})

    def other_seat(self, seat: int) -> Message | None:
        """Return an answer of a player without a decision, or a request for a bot's view."""
        pending = {decision.player for decision in self._session.game.pending}
        players = len(self._session.seats)
        seats = [number for number in (*range(players), 99, 2**53) if number not in pending]
        answer = self._well_formed(seat) | {"do": "answer", "answer": [0]}
        bots = [number for number in (*range(players), 7) if number not in self._session.humans]
        request = {"do": "see", "seat": self._chance.choice(bots), "log": 0}
        return json.dumps(
            self._chance.choice(({**answer, "seat": self._chance.choice(seats)}, request))
        )

    def illegal_answer(self, seat: int) -> Message | None:
        message, decision = self._legal(seat), self._session.decision_for(seat)
        if message is None or decision is None:
            return None
        cards = len(self._session.table.cards)
        wrong_card = self._chance.choice((-1, 0, 1, cards, 2**53, self._chance.randrange(cards)))
        legal = tuple(message["answer"])
        answer = self._chance.choice(
            ((*legal, wrong_card), legal * 2, legal[1:], (), (wrong_card,))
        )
        if decision.refusal(answer) is None:
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
    """Return the reason for a refusal, or "" if there is none; skip earlier frames."""
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWER_TIMEOUT):
            while True:
                reply = json.loads(await wire.receive())
                if reply["is"] == "refused":
                    return str(reply["why"])
    return ""


async def _positions(room: Room, wire: Wire, chance: Random) -> AsyncIterator[int]:
    """Play on; yield the seat of the tab's view whenever only people are asked."""
    session = room.session
    while not session.game.over:
        await _wait_for_people(room, -1)
        seat = chance.choice(session.humans)
        await wire.send_json(do="see", seat=seat, log=0)
        yield seat
        for _step in range(STEPS):
            people = [
                decision for decision in session.game.pending if decision.player in session.humans
            ]
            if not people:
                break
            decision = chance.choice(people)
            answer, turn = list(decision.sample(chance)), session.turn
            await wire.send_json(do="see", seat=decision.player, log=0)
            await wire.send_json(do="answer", seat=decision.player, turn=turn, answer=answer)
            await _wait_for_people(room, turn)


async def _wait_for_people(room: Room, turn: int) -> None:
    """Wait until only people are asked, in another turn than `turn`."""
    while True:
        await asyncio.sleep(0.001)
        await room.wait_until_idle()
        if room.session.turn != turn and room.session.next_bot_decision() is None:
            return


def send_malformed(count: int, seed: int) -> Tally:
    """Send malformed messages in many positions of games."""
    with (
        tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder,
        closing(Images(DEFAULT)) as images,
    ):
        tally = Tally()
        asyncio.run(_send_to_games(PlayApp(Path(folder), images), count, seed, tally))
        return tally


async def _send_to_games(app: PlayApp, count: int, seed: int, tally: Tally) -> None:
    chance = Random(f"fuzz {seed}")
    number = 0
    while tally.counts.total() < count:
        number += 1
        game, room = await app.start_game(KIND.form(f"fuzz {seed} {number}"))
        assert isinstance(room.session, RaceSession)
        async with Wire(app.app, f"/games/{game}/socket") as wire:
            sender = Sender(room.session, chance, tally)
            async for seat in _positions(room, wire, chance):
                remaining = min(AT_ONE_POSITION, count - tally.counts.total())
                await sender.send(wire, seat, remaining)
                if tally.counts.total() >= count or tally.failures:
                    return
