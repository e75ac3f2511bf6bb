"""Rooms: tabs agree, slow ones hold nobody up, and nothing is shown that is not on the disk."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gamekit.decisions import Answer
from gamekit.work import DECISION_LIMIT, RECORD_LIMIT, TooMuchWork
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.cards import Faces
from rftg_tools.play.frames import RaceFrames
from rftg_tools.play.game_session import (
    BOT,
    HUMAN,
    MAX_BOT_THREADS,
    BotThreads,
    SeatConfig,
    bot_answer,
)
from rftg_tools.play.marking import MarkService
from rftg_tools.play.rooms import Room, Tab
from rftg_tools.play.sessions import RaceSession
from rftg_tools.play.share.company import Participants
from rftg_tools.play.share.links import Links
from rftg_tools.playtests.marks import Marks
from rftg_tools.simulation.race import table_of
from rftg_tools.web.images import Images
from tests.rftg_tools.play import Data

ANN, BOB = SeatConfig(HUMAN, "Ann"), SeatConfig(HUMAN, "Bob")
GREEDY, MASTER = SeatConfig(BOT, "Hal", "greedy"), SeatConfig(BOT, "Deep", "master")
Make = Callable[..., Room]


@pytest.fixture(scope="module")
def faces() -> Iterator[Faces]:
    images = Images(DEFAULT)
    yield Faces(table_of(("base",)), images, {})
    images.close()


@pytest.fixture
def make(faces: Faces, tmp_path: Path) -> Make:
    thinkers = BotThreads()

    def room(
        *seats: SeatConfig, seed: str = "1", save: Callable[[Data], None] = lambda _record: None
    ) -> Room:
        session = RaceSession(table_of(("base",)), Options(len(seats)), seed, seats)
        frames = RaceFrames("x", session, faces, "x.json")
        marking = MarkService("x", session, session.table.cards, Marks(tmp_path))

        def gather(room: Room) -> Participants:
            return Participants(room, "x", Links(tmp_path), None)

        return Room(session, frames, save, thinkers, gather, marking)

    return room


class Eyes:
    """A tab, and what was sent to it. Where it is slow it takes nothing for now."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.tab: Tab = room.join()
        self.got: list[Data] = []
        self.takes = asyncio.Event()
        self.takes.set()
        self._feeding = asyncio.create_task(room.send_updates(self.tab, self._take))

    async def _take(self, text: str) -> None:
        await self.takes.wait()
        self.got.append(json.loads(text))

    async def say(self, **message: object) -> None:
        await self.room.hear(self.tab, json.dumps(message))

    async def answer(self, seat: int) -> None:
        session = self.room.session
        decision = session.decision_for(seat)
        assert decision is not None
        if self.tab.seat != seat:
            await self.say(do="see", seat=seat, log=0)
        await self.say(do="answer", seat=seat, turn=session.turn, answer=decision.first())

    async def until(self, holds: Callable[[Data], bool]) -> Data:
        """The first thing sent that is as wanted."""
        seen = 0
        async with asyncio.timeout(20):
            while True:
                for one in self.got[seen:]:
                    if holds(one):
                        return one
                seen = len(self.got)
                await asyncio.sleep(0.001)

    async def newest(self) -> Data:
        """The frame of the present turn."""
        return await self.until(lambda one: one.get("turn") == self.room.session.turn)


def run(play: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(30):
            await play()

    asyncio.run(bounded())


def test_all_tabs_of_a_game_agree_and_each_sees_with_its_own_eyes(make: Make) -> None:
    async def play() -> None:
        room = make(ANN, BOB)
        ann, bob, guest = Eyes(room), Eyes(room), Eyes(room)
        await ann.say(do="see", seat=0, log=0)
        await bob.say(do="see", seat=1, log=0)
        await ann.answer(0)
        turn = room.session.turn
        frames = [
            await eyes.until(lambda one, seat=seat: (one["turn"], one["seat"]) == (turn, seat))
            for eyes, seat in ((ann, 0), (bob, 1), (guest, None))
        ]
        assert frames[0]["players"] == frames[1]["players"] == frames[2]["players"]
        assert [bool(one["hand"]) for one in frames] == [True, True, False]
        assert [bool(one["asks"]) for one in frames] == [False, True, False]
        assert [bool(one["undo"]) for one in frames] == [True, False, False]

    run(play)


def test_a_tab_that_takes_nothing_for_a_while_gets_the_newest_and_holds_nobody_up(
    make: Make,
) -> None:
    async def play() -> None:
        room = make(ANN, BOB)
        slow, quick = Eyes(room), Eyes(room)
        await quick.newest()
        slow.takes.clear()
        for _round in range(3):
            for seat in (0, 1):
                if room.session.decision_for(seat):
                    await quick.answer(seat)
                    await quick.newest()
        before = len(slow.got)
        slow.takes.set()
        newest = await slow.newest()
        assert newest["players"] == quick.got[-1]["players"]
        assert len(slow.got) - before <= 2

    run(play)


def test_what_cannot_be_put_on_the_disk_is_refused_and_changes_nothing(make: Make) -> None:
    def fail(_record: Data) -> None:
        raise OSError(28, "No space left on device")

    async def play() -> None:
        room = make(ANN, BOB, save=fail)
        eyes = Eyes(room)
        before = room.session.record()
        await eyes.answer(0)
        refusal = await eyes.until(lambda one: one["is"] == "refused")
        assert refusal["why"] == "The game couldn't be saved: No space left on device"
        assert room.session.record() == before

    run(play)


def test_nothing_is_shown_before_it_is_on_the_disk(make: Make) -> None:
    written, going = threading.Event(), threading.Event()

    def wait(_record: Data) -> None:
        going.set()
        written.wait(10)

    async def play() -> None:
        room = make(ANN, BOB, save=wait)
        eyes = Eyes(room)
        turn = (await eyes.newest())["turn"]
        answering = asyncio.create_task(eyes.answer(0))
        await asyncio.to_thread(going.wait, 10)
        late = Eyes(room)
        await asyncio.sleep(0.05)
        assert [one["turn"] for one in eyes.got] == [turn]
        assert not late.got
        written.set()
        await answering
        assert (await late.newest())["turn"] > turn

    run(play)


def test_bots_go_on_by_themselves_also_slow_ones(make: Make) -> None:
    async def play() -> None:
        room = make(ANN, GREEDY, MASTER)
        eyes = Eyes(room)
        for _answer in range(6):
            frame = await eyes.until(lambda one: bool(one["asks"]) and one is not eyes.got[0])
            eyes.got.clear()
            await eyes.answer(frame["asks"][0]["seat"])
        await eyes.until(lambda one: not any(player["waiting"] for player in one["players"][1:]))

    run(play)


def test_bots_alone_play_while_they_are_watched(make: Make) -> None:
    async def play() -> None:
        room = make(GREEDY, GREEDY)
        room.run_bots()
        await asyncio.sleep(0.02)
        assert not room.session.moves
        eyes = Eyes(room)
        assert (await eyes.until(lambda one: one["over"] is not None))["seat"] is None

    run(play)


def test_bots_alone_are_on_the_disk_before_they_are_shown(make: Make) -> None:
    kept: list[int] = []

    async def play() -> None:
        room = make(GREEDY, GREEDY, save=lambda _record: kept.append(room.session.turn))
        first = room.session.turn
        eyes = Eyes(room)
        await eyes.until(lambda one: one["over"] is not None)
        assert len(eyes.got) > 20
        assert {one["turn"] for one in eyes.got} <= {first, *kept}

    run(play)


def test_whoever_sees_nobodys_cards_takes_nothing_back_and_nobody_sees_for_a_bot(
    make: Make,
) -> None:
    async def play() -> None:
        room = make(ANN, GREEDY)
        eyes = Eyes(room)
        await eyes.say(do="see", seat=1, log=0)
        assert "view" in (await eyes.until(lambda one: one["is"] == "refused"))["why"]
        eyes.got.clear()
        await eyes.say(do="answer", seat=1, turn=room.session.turn, answer=[])
        await eyes.until(lambda one: one["is"] == "refused")
        eyes.got.clear()
        await eyes.say(do="see", seat=None, log=0)
        await eyes.say(do="undo", turn=room.session.turn)
        await eyes.until(lambda one: one["is"] == "refused")

    run(play)


def test_nobody_answers_for_a_seat_without_its_eyes_nor_learns_of_its_cards(make: Make) -> None:
    async def play() -> None:
        room = make(ANN, BOB)
        eyes = Eyes(room)
        for seen in (None, 1):
            eyes.got.clear()
            await eyes.say(do="see", seat=seen, log=0)
            for card in range(5):
                turn = room.session.turn
                await eyes.say(do="answer", seat=0, turn=turn, answer=[card, card + 1])
                refusal = await eyes.until(lambda one: one["is"] == "refused")
                assert "view" in refusal["why"]
                eyes.got.clear()
        assert not room.session.moves

    run(play)


def test_an_answer_that_the_rules_forbid_is_refused_in_their_words(make: Make) -> None:
    async def play() -> None:
        room = make(ANN, BOB)
        eyes = Eyes(room)
        await eyes.say(do="see", seat=0, log=0)
        await eyes.say(do="answer", seat=0, turn=room.session.turn, answer=[])
        refusal = await eyes.until(lambda one: one["is"] == "refused")
        assert "2 cards" in refusal["why"]
        assert "Setup" in refusal["rule"]

    run(play)


def test_an_own_answer_that_waits_is_shown_to_its_player_alone(make: Make) -> None:
    room = make(ANN, BOB, GREEDY)
    decision = room.session.decision_for(0)
    assert decision is not None
    room.session.take(0, decision.first())
    chosen = room.frames.frame(0)[0]["chosen"]
    assert chosen["verb"] == "discard"
    assert chosen["cards"] == list(decision.first())
    assert all(room.frames.frame(eyes)[0]["chosen"] is None for eyes in (1, None))


def test_who_has_no_choice_looks_like_one_who_has_not_answered_yet(make: Make) -> None:
    hidden = 0
    for seed in ("1", "2", "3", "4"):
        room = make(ANN, BOB, seed=seed)
        session = room.session
        while not session.game.over:
            asked, pending = session.game.current_decisions, session.game.pending
            if len(asked) > len(pending) == 1 and not session.waiting:
                hidden += 1
                free, forced = pending[0].player, 1 - pending[0].player
                for eyes, done in ((free, []), (None, []), (forced, [forced])):
                    players = room.frames.frame(eyes)[0]["players"]
                    assert [one["seat"] for one in players if one["done"]] == done
                    assert players[free]["waiting"]
            session.take(pending[0].player, session.suggestion(pending[0]))
    assert hidden


def test_a_tab_that_does_not_listen_is_told_the_newest_refusals() -> None:
    tab = Tab(None)
    for turn in range(20):
        tab.refuse("no", turn)
    assert [one["turn"] for one in tab.outbox] == list(range(12, 20))


@pytest.mark.parametrize("other", [BOB, GREEDY])
def test_where_the_rules_fail_who_answered_is_told_and_the_game_goes_on_as_it_was(
    make: Make, monkeypatch: pytest.MonkeyPatch, other: SeatConfig
) -> None:
    def fail(*_arguments: object) -> None:
        raise KeyError("a mistake in the rules")

    async def play() -> None:
        room = make(ANN, other)
        eyes = Eyes(room)
        with monkeypatch.context() as patched:
            patched.setattr(RaceSession, "_note_effect", fail)
            for seat in room.session.humans:
                await eyes.answer(seat)
            refusal = await eyes.until(lambda one: one["is"] == "refused")
            assert "The rules failed: KeyError" in refusal["why"]
            async with room._lock:  # a bot may be trying once more
                assert [move.seat for move in room.session.moves] == [0]
                assert [seat for seat, _answer in room.session.game.pending_answers] == [0]
        if other is BOB:
            await eyes.answer(1)
        room.run_bots()
        session = room.session
        await eyes.until(lambda _one: len(session.game.answers) >= 2)
        async with room._lock:  # an answer may be half taken
            assert len(session.moves) - len(session.waiting) == len(session.game.answers)

    run(play)


def test_where_the_adviser_fails_nothing_is_suggested_and_the_game_is_shown(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError("a mistake in the bot")

    monkeypatch.setattr(RaceSession, "suggestion", fail)

    async def play() -> None:
        frame = await Eyes(make(ANN, BOB)).newest()
        assert frame["asks"] == []
        eyes = Eyes(make(ANN, GREEDY))
        frame = await eyes.until(lambda one: bool(one["asks"]))
        assert frame["asks"][0]["suggest"] is None

    run(play)


def blocked(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Have bots that are called Deep wait for an event before they answer."""
    going_on = threading.Event()

    def wait(rules: Any, table: Table, seat: SeatConfig, *rest: Any) -> Answer:
        if seat.name == MASTER.name:
            assert going_on.wait(20)
        return bot_answer(rules, table, seat, *rest)

    monkeypatch.setattr("rftg_tools.play.game_session.bot_answer", wait)
    return going_on


async def bot_has_answered(eyes: Eyes) -> None:
    """Wait for the bot in the second seat."""
    while not any(move.seat for move in eyes.room.session.moves):
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("level", ["master", "greedy"])
def test_a_bot_that_does_not_come_to_an_end_keeps_no_other_game_waiting(
    make: Make, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    going_on = blocked(monkeypatch)

    async def play() -> None:
        stuck = Eyes(make(ANN, SeatConfig(BOT, MASTER.name, level)))
        room = make(ANN, GREEDY)
        eyes = Eyes(room)
        for _answer in range(4):
            frame = await eyes.until(lambda one: bool(one["asks"]))
            eyes.got.clear()
            await eyes.answer(frame["asks"][0]["seat"])
        assert not any(move.seat for move in stuck.room.session.moves)
        going_on.set()
        await bot_has_answered(stuck)

    run(play)


def test_bots_that_take_all_threads_to_think_keep_people_from_nothing(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    going_on = blocked(monkeypatch)
    saved: list[Data] = []

    async def play() -> None:
        stuck = [Eyes(make(ANN, MASTER, seed=str(one))) for one in range(MAX_BOT_THREADS + 2)]
        await asyncio.sleep(0.05)
        room = make(ANN, BOB, save=saved.append)
        eyes = Eyes(room)
        await eyes.answer(0)
        await eyes.answer(1)
        await eyes.newest()
        assert len(saved) == 2
        going_on.set()
        for one in stuck:
            await bot_has_answered(one)

    run(play)


def test_a_bot_that_would_think_too_long_takes_the_first_answer_and_people_are_told(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_long(table: Table, seat: SeatConfig, *rest: Any) -> Answer:
        raise TooMuchWork("more than 200,000 steps of work")

    monkeypatch.setattr("rftg_tools.play.game_session.bot_answer", too_long)

    async def play() -> None:
        room = make(ANN, GREEDY)
        eyes = Eyes(room)
        told = await eyes.until(lambda one: one["is"] == "refused")
        assert (
            told["why"]
            == "Hal ran out of time and took the first option: more than 200,000 steps of work"
        )
        await bot_has_answered(eyes)
        move = room.session.moves[0]
        assert (move.seat, move.answer) == (1, move.decision.first())

    run(play)


def test_only_so_much_is_reckoned_over_one_decision_of_a_bot(make: Make) -> None:
    """The same for all threads and games: each decision has a budget of its own."""
    session = make(GREEDY, GREEDY).session
    views = [session._limited_view(seat) for seat in (0, 1, 1)]
    assert {view.work.limit for view in views} == {DECISION_LIMIT}
    assert len({id(view.work) for view in views}) == 3
    assert session.view(0).work.limit == RECORD_LIMIT
