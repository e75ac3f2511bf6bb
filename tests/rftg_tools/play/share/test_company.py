"""The people of a shared table: who is there, and a pace that all must have agreed to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rftg_tools.faces.theme import DEFAULT
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
    monkeypatch.setattr(links, "SHORTEST", 1)
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


def test_the_host_agrees_for_the_seats_at_the_screen_and_for_no_other(table: Table) -> None:
    with table.at_screen() as host, table.by_key(table.key(1)):
        host.say("pace", remind=0, stand_in=600)
        agreed = [one["agrees"] for one in people(host, stand_in=600)["people"]]
        assert agreed == [True, False]
