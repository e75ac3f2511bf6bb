"""What a player may not see never leaves the server; what cannot be taken is refused."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rftg_dev.soak.__main__ import main
from rftg_dev.soak.play.games import KINDS, PlayApp, TableKind, read_games
from rftg_dev.soak.play.leaks import LeakReader
from rftg_dev.soak.play.messages import KINDS as KINDS_OF_MESSAGES
from rftg_dev.soak.play.messages import send_wrong
from rftg_dev.soak.play.seen import KnownCards, Permissions
from rftg_dev.soak.play.wire import Closed, Wire
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.frames import RaceFrames
from rftg_tools.play.saves import Saves
from rftg_tools.play.session import RaceSession
from rftg_tools.web.images import Images

Data = dict[str, Any]
SEED = "a secret seed"


@pytest.mark.soak
def test_no_frame_of_a_game_of_each_kind_tells_what_its_reader_may_not_see() -> None:
    tally = read_games(range(len(KINDS)), 1)
    assert tally.failures == []
    assert tally.counts["games"] == len(KINDS)
    assert tally.counts["frames"] > 100 * len(KINDS)
    assert tally.counts["answers taken back"] > 0


def test_a_server_that_keeps_no_games_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Saves.write

    def only_once(saves: Saves, game_id: str, record: Data) -> None:
        if not (saves.folder / saves.file_name(game_id)).exists():
            write(saves, game_id, record)

    monkeypatch.setattr(Saves, "write", only_once)
    failures = read_games(range(2), 1).failures
    assert len(failures) == 2
    assert all("the game on the disk is not the one played" in failure for failure in failures)


@pytest.mark.soak
def test_ten_thousand_wrong_messages_are_refused_and_change_nothing() -> None:
    tally = send_wrong(10_000, 1)
    assert tally.failures == []
    assert tally.counts.total() == 10_000
    assert all(tally.counts[f"messages, {name}"] > 300 for name in KINDS_OF_MESSAGES)


def test_the_command_counts_games_and_messages(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--count", "1", "--messages", "30", "--jobs", "1", "--json"]
    assert main(["play", *arguments]) == 0
    counts = json.loads(capsys.readouterr().out)["counts"]
    assert counts["games"] == 1
    assert sum(number for name, number in counts.items() if name.startswith("messages")) == 30


# --- a frame, with something in it that does not belong there


class Shown:
    """A frame of the first player, who is asked for an action, and what that player may be told."""

    def __init__(self, session: RaceSession, frames: RaceFrames) -> None:
        seen = KnownCards(session)
        for _nth in range(2):  # both give up cards of the starting hand
            asked = session.game.pending[0]
            session.take(asked.player, asked.first())
        self.session = session
        self.reader = LeakReader(session.table, frames._faces)
        self.rights: Permissions = seen.rights(0)
        self.frame: Data = frames.frame(0)[0]
        self.theirs = session.state.players[1].hand[0]
        self.title = session.table.titles[self.theirs]
        self.face = frames._faces.data(self.theirs)["face"]

    def found(self, spoil: Callable[[Data], object] = lambda _frame: None) -> list[str]:
        """What is found in the frame after it has been spoiled."""
        frame = json.loads(json.dumps(self.frame))
        spoil(frame)
        return self.reader.leaks(json.dumps(frame), self.rights)


@pytest.fixture(scope="module")
def images() -> Any:
    images = Images(DEFAULT)
    yield images
    images.close()


@pytest.fixture
def shown(tmp_path: Path, images: Images) -> Shown:
    async def begun() -> Shown:
        _game, room = await PlayApp(tmp_path, images).begin(TableKind(("base",), 2, 0).form(SEED))
        return Shown(room.session, room.frames)

    return asyncio.run(begun())


def test_a_frame_as_it_is_tells_nothing(shown: Shown) -> None:
    assert shown.found() == []


def test_the_hand_of_another_player_is_found(shown: Shown) -> None:
    assert shown.found(lambda frame: frame["hand"].append(shown.theirs)) == [
        f"hand: {shown.theirs} ({shown.title})"
    ]


def test_a_card_of_the_deck_is_found_wherever_it_stands(shown: Shown) -> None:
    card = shown.session.state.deck[0]
    where: list[Callable[[Data], object]] = [
        lambda frame: frame["players"][1]["tableau"].append({"card": card, "good": None}),
        lambda frame: frame["players"][1].update(good_is=card),
        lambda frame: frame["saved"].update({str(card): []}),
        lambda frame: frame["asks"][0].update(about=card),
        lambda frame: frame["asks"][0].update(why_not={str(card): {"why": "", "rule": None}}),
        lambda frame: frame["log"].append({"round": 1, "text": [{"card": card}]}),
        lambda frame: frame.update(deck_top=card),
    ]
    for spoil in where:
        (found,) = shown.found(spoil)
        assert f": {card} (" in found


def test_the_facts_of_a_hidden_card_are_found(shown: Shown) -> None:
    facts = {"title": shown.title, "face": shown.face, "alt": ""}
    found = shown.found(lambda frame: frame["cards"].update({str(shown.theirs): facts}))
    assert f"cards: {shown.theirs} ({shown.title})" in found
    assert f"a face: {shown.face}" in found
    assert f"the title {shown.title!r}" in found


def test_the_facts_of_a_card_that_is_not_named_are_found(shown: Shown) -> None:
    used = next(iter(shown.session.state.players[0].hand))

    def spoil(frame: Data) -> None:
        frame["hand"].remove(used)
        frame["log"].clear()

    spoiled = shown.found(spoil)
    assert any(one.startswith(f"cards: {used}") for one in spoiled)


def test_a_title_in_the_middle_of_a_sentence_is_found(shown: Shown) -> None:
    said = {"round": 1, "text": [f"Ann draws {shown.title} with joy"]}
    assert shown.found(lambda frame: frame["log"].append(said)) == [f"the title {shown.title!r}"]


def test_the_face_of_another_card_is_found(shown: Shown) -> None:
    used = str(shown.session.state.players[0].hand[0])
    found = shown.found(lambda frame: frame["cards"][used].update(face=shown.face))
    assert f"cards: {used} has the face of another card" in found


def test_the_seed_is_found(shown: Shown) -> None:
    assert shown.found(lambda frame: frame.update(seed=SEED)) == ["the seed"]


def test_actions_that_are_not_revealed_are_found(shown: Shown) -> None:
    spoiled = shown.found(lambda frame: frame["players"][1].update(actions=["settle"]))
    assert spoiled == ["actions that are not revealed"]


# --- who has seen what


def test_what_is_given_up_stays_known_to_its_player_and_to_nobody_else(shown: Shown) -> None:
    state = shown.session.state
    mine = state.players[0]
    given_up = [card for card in state.discard if card in shown.rights.ever]
    assert len(given_up) == 2
    assert shown.rights.here >= set(mine.hand)
    assert not shown.rights.here & set(given_up)
    hidden = {*state.deck, *state.players[1].hand, *state.discard} - set(given_up)
    assert not shown.rights.ever & hidden


# --- the wire


def test_a_websocket_of_a_game_that_is_not_there_is_closed(tmp_path: Path, images: Images) -> None:
    async def ask() -> None:
        async with Wire(PlayApp(tmp_path, images).app, "/games/none/socket") as wire:
            await wire.hear()

    with pytest.raises(Closed) as closed:
        asyncio.run(ask())
    assert closed.value.code == 4404


def test_a_form_that_is_refused_begins_no_game(tmp_path: Path, images: Images) -> None:
    with pytest.raises(RuntimeError, match="is refused"):
        asyncio.run(
            PlayApp(tmp_path, images).begin(TableKind(("base",), 9, 0).form(str(Random(1))))
        )
