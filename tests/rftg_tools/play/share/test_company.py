"""The people of a shared table: who is there, and a pace that all must have agreed to."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.game_session import ActionRefused, BotThreads
from rftg_tools.play.rooms import Room, Tab
from rftg_tools.play.share import company, links
from rftg_tools.web.images import Images
from tests.rftg_tools.play import ANN, BOB, Data, form
from tests.rftg_tools.play.share.tables import Seat, Table


@pytest.fixture(scope="module")
def images() -> Iterator[Images]:
    images = Images(DEFAULT)
    yield images
    images.close()


@pytest.fixture(params=["base", "roll"])
def table(
    tmp_path: Path, images: Images, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Table]:
    """A table of two, at which a second is a pace."""
    monkeypatch.setattr(links, "MIN_PACE", 1)
    monkeypatch.setattr(company, "_TICK", 0.01)
    asked = form(ANN, BOB, sets=(request.param,))
    if request.param == "roll":
        asked = {**asked, "game": "roll"}
        del asked["options"]
    with Table(tmp_path, images, asked) as table:
        yield table


def people(seat: Seat, **wanted: object) -> Data:
    """The next news of the people in which the pace is as wanted."""
    while True:
        news = seat.people()
        if all(news["pace"][name] == value for name, value in wanted.items()):
            return news


def test_who_is_there_is_told_as_they_come_and_go(table: Table) -> None:
    key = table.key(1)
    with table.at_screen() as host:
        assert host.people()["people"][1]["here"] == 0
        with table.by_key(key), table.by_key(key):
            while host.people()["people"][1]["here"] != 2:
                pass
        while host.people()["people"][1]["here"] != 0:
            pass


def test_only_the_host_is_told_of_links(table: Table) -> None:
    with table.at_screen() as host, table.by_key(table.key(1)) as bob:
        assert "links" in host.people()
        assert not {"links", "address"} & bob.people().keys()


def test_who_is_asked_is_reminded_once_and_no_other(table: Table) -> None:
    with table.by_key(table.key(0)) as ann, table.by_key(table.key(1)) as bob:
        bob.say("pace", remind=1, stand_in=0)
        for number, seat in enumerate((ann, bob)):
            assert seat.until("remind")["seat"] == number


def test_a_bot_answers_only_when_all_have_agreed(table: Table) -> None:
    with table.by_key(table.key(0)) as ann, table.by_key(table.key(1)) as bob:
        turn = ann.frame()["turn"]
        ann.say("pace", remind=1, stand_in=1)
        assert not people(ann, stand_in=1)["pace"]["on"]
        bob.until("remind")
        bob.say("see", seat=1, log=0)
        assert bob.frame()["turn"] == turn
        bob.say("agree", on=True)
        assert people(bob, on=True)["people"][0]["agrees"]
        while not any(note["what"] == "stood in" for note in ann.people()["notes"]):
            pass
        assert ann.frame()["turn"] > turn


def test_another_pace_has_to_be_agreed_to_anew_and_anybody_can_withdraw(table: Table) -> None:
    with table.by_key(table.key(0)) as ann, table.by_key(table.key(1)) as bob:
        ann.say("pace", remind=0, stand_in=600)
        people(bob, stand_in=600)
        bob.say("agree", on=True)
        people(ann, on=True)
        bob.say("pace", remind=0, stand_in=700)
        assert not people(ann, stand_in=700)["pace"]["on"]
        ann.say("agree", on=True)
        people(bob, on=True)
        ann.say("agree", on=False)
        people(bob, on=False, stand_in=700)


def test_who_proposes_what_was_proposed_agrees_to_it(table: Table) -> None:
    with table.by_key(table.key(0)) as ann, table.by_key(table.key(1)) as bob:
        ann.say("pace", remind=0, stand_in=600)
        people(bob, stand_in=600)
        bob.say("pace", remind=0, stand_in=600)
        assert people(ann, on=True)["pace"]["stand_in"] == 600


def test_the_host_agrees_for_the_seats_at_the_screen_and_for_no_other(table: Table) -> None:
    with table.at_screen() as host, table.by_key(table.key(1)):
        host.say("pace", remind=0, stand_in=600)
        agreed = [one["agrees"] for one in people(host, stand_in=600)["people"]]
        assert agreed == [True, False]


class Slow:
    """A room of two that are asked, where both are asked anew as soon as a bot has stood in."""

    def __init__(self) -> None:
        self.stood_in: list[int] = []
        self.tabs = {Tab(None)}
        self.session = SimpleNamespace(
            humans=(0, 1),
            seats=(SimpleNamespace(name="Ann"), SimpleNamespace(name="Bob")),
            asked_since=1,
            decision_for=lambda _seat: "something",
        )
        self.participants: company.Participants | None = None

    async def stand_in(self, seat: int, may: Callable[[], bool]) -> None:
        assert may()
        self.stood_in.append(seat)
        self.session.asked_since += 1
        assert self.participants is not None
        self.participants.on_change()

    async def wait_until_idle(self) -> None:
        return


def test_who_was_asked_anew_while_a_bot_stood_in_for_another_has_all_the_time_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(company, "_TICK", 0.001)
    monkeypatch.setattr(company, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    kept = links.Links(tmp_path)
    kept.agree("game", links.Pace(0, 60), frozenset({0, 1}))

    async def run() -> list[int]:
        room = Slow()
        room.participants = company.Participants(cast(Room, room), "game", kept, "http://a.example")
        room.participants.on_change()
        clock[0] = 61.0
        async with asyncio.timeout(60):
            while not room.stood_in:
                await asyncio.sleep(0.001)
        for _ in range(20):
            await asyncio.sleep(0.001)
        await room.participants.close()
        return room.stood_in

    assert asyncio.run(run()) == [0]


def test_a_bot_does_not_answer_where_that_was_taken_back_while_it_thought(table: Table) -> None:
    with table.at_screen() as host:
        turn = host.frame()["turn"]

        async def stand_in() -> str:
            room = await table.lobby.room(table.game)
            with pytest.raises(ActionRefused) as refused:
                await room.stand_in(0, lambda: False)
            return str(refused.value)

        assert table.host.portal is not None
        assert table.host.portal.call(stand_in).endswith("wants a bot to answer.")
        host.say("see", seat=0, log=0)
        assert host.frame(seat=0)["turn"] == turn


def test_a_bot_that_fails_is_no_end_of_the_clock(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_args: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(BotThreads, "run", fail)
    with table.at_screen():

        async def stand_in() -> None:
            room = await table.lobby.room(table.game)
            with pytest.raises(ActionRefused, match="The bot failed"):
                await room.stand_in(0, lambda: True)

        assert table.host.portal is not None
        table.host.portal.call(stand_in)


def test_guests_are_not_told_where_the_hosts_files_are(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OSError(28, "No space left on device", "/home/host/games/one.links")

    monkeypatch.setattr(links.Links, "agree", fail)
    with table.by_key(table.key(1)) as bob:
        bob.say("agree", on=True)
        why = bob.until("refused")["why"]
    assert why == "This couldn't be saved: No space left on device"
