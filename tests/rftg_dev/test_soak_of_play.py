"""The soak test of play: no frame contains secrets, and malformed messages are refused."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rftg_dev.soak.__main__ import main
from rftg_dev.soak.play.games import KINDS, PlayApp, TableKind, play_games
from rftg_dev.soak.play.leaks import KnownCards, LeakReader, Permissions
from rftg_dev.soak.play.messages import KINDS as KINDS_OF_MESSAGES
from rftg_dev.soak.play.messages import send_malformed
from rftg_dev.soak.play.wire import Closed, Wire
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.frames import RaceFrames
from rftg_tools.play.saves import Saves
from rftg_tools.play.sessions import RaceSession
from rftg_tools.web.images import Images

Data = dict[str, Any]
SEED = "a secret seed"


@pytest.mark.soak
def test_frames_of_every_kind_of_game_contain_no_secrets() -> None:
    tally = play_games(range(len(KINDS)), 1)
    assert tally.failures == []
    assert tally.counts["games"] == len(KINDS)
    assert tally.counts["frames"] > 100 * len(KINDS)
    assert tally.counts["answers taken back"] > 0


def test_a_server_that_does_not_save_games_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Saves.write

    def only_once(saves: Saves, game_id: str, record: Data) -> None:
        if not (saves.folder / saves.file_name(game_id)).exists():
            write(saves, game_id, record)

    monkeypatch.setattr(Saves, "write", only_once)
    failures = play_games(range(2), 1).failures
    assert len(failures) == 2
    assert all("the saved game is not the one that was played" in failure for failure in failures)


@pytest.mark.soak
def test_malformed_messages_are_refused_and_change_nothing() -> None:
    tally = send_malformed(10_000, 1)
    assert tally.failures == []
    assert tally.counts.total() == 10_000
    assert all(tally.counts[f"messages, {name}"] > 300 for name in KINDS_OF_MESSAGES)


def test_the_command_counts_games_and_messages(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--count", "1", "--messages", "30", "--jobs", "1", "--json"]
    assert main(["play", *arguments]) == 0
    counts = json.loads(capsys.readouterr().out)["counts"]
    assert counts["games"] == 1
    assert sum(number for name, number in counts.items() if name.startswith("messages")) == 30


# --- frames with a planted secret


class FirstFrame:
    """A frame of the first player, who chooses an action, and that player's permissions."""

    def __init__(self, session: RaceSession, frames: RaceFrames) -> None:
        known_cards = KnownCards(session)
        for _player in range(2):  # both discard cards of the starting hand
            decision = session.game.pending[0]
            session.take(decision.player, decision.first())
        self.session = session
        self.reader = LeakReader(session.table, frames._faces)
        self.rights: Permissions = known_cards.rights(0)
        self.frame: Data = frames.frame(0)[0]
        self.hidden = session.state.players[1].hand[0]
        self.title = session.table.titles[self.hidden]
        self.face = frames._faces.data(self.hidden)["face"]

    def leaks(self, spoil: Callable[[Data], object] = lambda _frame: None) -> list[str]:
        """Return the leaks that are detected after the frame was changed."""
        frame = json.loads(json.dumps(self.frame))
        spoil(frame)
        return self.reader.leaks(json.dumps(frame), self.rights)


@pytest.fixture(scope="module")
def images() -> Any:
    images = Images(DEFAULT)
    yield images
    images.close()


@pytest.fixture
def shown(tmp_path: Path, images: Images) -> FirstFrame:
    async def start() -> FirstFrame:
        _game, room = await PlayApp(tmp_path, images).start_game(
            TableKind(("base",), 2, 0).form(SEED)
        )
        return FirstFrame(room.session, room.frames)

    return asyncio.run(start())


def test_the_original_frame_has_no_leaks(shown: FirstFrame) -> None:
    assert shown.leaks() == []


def test_the_hand_of_an_opponent_is_detected(shown: FirstFrame) -> None:
    assert shown.leaks(lambda frame: frame["hand"].append(shown.hidden)) == [
        f"hand: {shown.hidden} ({shown.title})"
    ]


def test_a_card_of_the_deck_is_detected_everywhere(shown: FirstFrame) -> None:
    card = shown.session.state.deck[0]
    places: list[Callable[[Data], object]] = [
        lambda frame: frame["players"][1]["tableau"].append({"card": card, "good": None}),
        lambda frame: frame["players"][1].update(good_is=card),
        lambda frame: frame["saved"].update({str(card): []}),
        lambda frame: frame["asks"][0].update(about=card),
        lambda frame: frame["asks"][0].update(why_not={str(card): {"why": "", "rule": None}}),
        lambda frame: frame["log"].append({"round": 1, "text": [{"card": card}]}),
        lambda frame: frame.update(deck_top=card),
    ]
    for spoil in places:
        (leak,) = shown.leaks(spoil)
        assert f": {card} (" in leak


def test_the_facts_of_a_hidden_card_are_detected(shown: FirstFrame) -> None:
    facts = {"title": shown.title, "face": shown.face, "alt": ""}
    leaks = shown.leaks(lambda frame: frame["cards"].update({str(shown.hidden): facts}))
    assert f"cards: {shown.hidden} ({shown.title})" in leaks
    assert f"a face: {shown.face}" in leaks
    assert f"the title {shown.title!r}" in leaks


def test_the_facts_of_a_card_that_is_not_mentioned_are_detected(shown: FirstFrame) -> None:
    used = next(iter(shown.session.state.players[0].hand))

    def spoil(frame: Data) -> None:
        frame["hand"].remove(used)
        frame["log"].clear()

    spoiled = shown.leaks(spoil)
    assert any(leak.startswith(f"cards: {used}") for leak in spoiled)


def test_a_title_inside_a_sentence_is_detected(shown: FirstFrame) -> None:
    entry = {"round": 1, "text": [f"Ann draws {shown.title} with joy"]}
    assert shown.leaks(lambda frame: frame["log"].append(entry)) == [f"the title {shown.title!r}"]


def test_the_face_of_another_card_is_detected(shown: FirstFrame) -> None:
    used = str(shown.session.state.players[0].hand[0])
    leaks = shown.leaks(lambda frame: frame["cards"][used].update(face=shown.face))
    assert f"cards: {used} has the face of another card" in leaks


def test_the_seed_is_detected(shown: FirstFrame) -> None:
    assert shown.leaks(lambda frame: frame.update(seed=SEED)) == ["the seed"]


def test_unrevealed_actions_are_detected(shown: FirstFrame) -> None:
    spoiled = shown.leaks(lambda frame: frame["players"][1].update(actions=["settle"]))
    assert spoiled == ["actions that are not revealed"]


# --- permissions


def test_discarded_cards_are_known_only_to_their_player(shown: FirstFrame) -> None:
    state = shown.session.state
    first_player = state.players[0]
    discarded = [card for card in state.discard if card in shown.rights.ever]
    assert len(discarded) == 2
    assert shown.rights.here >= set(first_player.hand)
    assert not shown.rights.here & set(discarded)
    hidden = {*state.deck, *state.players[1].hand, *state.discard} - set(discarded)
    assert not shown.rights.ever & hidden


# --- the client


def test_a_websocket_of_an_unknown_game_is_closed(tmp_path: Path, images: Images) -> None:
    async def ask() -> None:
        async with Wire(PlayApp(tmp_path, images).app, "/games/none/socket") as wire:
            await wire.receive()

    with pytest.raises(Closed) as closed:
        asyncio.run(ask())
    assert closed.value.code == 4404


def test_a_refused_form_starts_no_game(tmp_path: Path, images: Images) -> None:
    with pytest.raises(RuntimeError, match="the server refuses"):
        asyncio.run(
            PlayApp(tmp_path, images).start_game(TableKind(("base",), 9, 0).form(str(Random(1))))
        )
