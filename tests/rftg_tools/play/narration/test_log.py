"""The log of a game, and its scores."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gamekit import events as common
from gamekit.events import Event, SecretEvent, StepBegan
from rftg_dev.soak.race import legal_setups
from rftg_dsl.sets.robot import shipped_robot
from rftg_engine import Options, State, Table, events, new_game, result, view_of
from rftg_engine.events import CardPlaced, GoodPlaced, PowerDone, PowerUsed
from rftg_engine.modules import invasion_state as invasion
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.game_frames import first_change
from rftg_tools.play.narration import Log, cards_of_entries, cards_of_sums, round_sums, score_sheet
from rftg_tools.play.narration.sentences import _CONSEQUENCE_WORDS
from rftg_tools.play.narration.step_log import LINE_JOINERS, LINE_STARTERS
from rftg_tools.play.narration.texts import plain_text
from rftg_tools.simulation.race import table_of

ROOT = Path(__file__).parents[4]
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
BASE = ("base",)
XENO = ("xeno-invasion",)
ARC = ("base", "gathering-storm", "rebel-vs-imperium", "brink-of-war")


class Played:
    """A random game whose log is read after every answer."""

    def __init__(self, table: Table, options: Options, seed: str) -> None:
        self.table, self.event_log = table, EventLog()
        self.game = new_game(table, options, seed, forkable=False, observers=(self.event_log,))
        self.log = Log(table, NAMES, self.event_log)
        self.rng = Random(seed)

    def states(self) -> Iterator[State]:
        """The state before every answer, and at the end."""
        while not self.game.over:
            for decision in self.game.pending:
                yield self.game.state
                self.game.answer(decision.player, decision.sample(self.rng))
        yield self.game.state

    def told(self, viewer: int | None) -> list[str]:
        """The log as words."""
        return [plain_text(one["text"], self.table.titles) for one in self.log.entries(viewer)]


NOT_LOGGED = {
    StepBegan,  # begins a step
    events.StartWorldsDealt,
    events.TakeoverWeighed,
}


def test_every_event_of_the_engine_is_logged() -> None:
    members = [*vars(common).values(), *vars(events).values(), *vars(invasion).values()]
    kinds = {kind for kind in members if isinstance(kind, type) and issubclass(kind, Event)}
    assert {*LINE_STARTERS, *LINE_JOINERS} == kinds - {Event, SecretEvent, *NOT_LOGGED}


def test_every_kind_of_consequence_has_a_phrase() -> None:
    folder = ROOT / "tools/rftg_tools/play/narration"
    names = ("step_log.py", "modules.py")
    source = "".join((folder / name).read_text(encoding="utf-8") for name in names)
    calls = re.findall(r"""(?:line\.add|adds)\((.*?)[,)] """, source)
    assert set(_CONSEQUENCE_WORDS) == {
        kind for call in calls for kind in re.findall(r'"([a-z ]+)"', call)
    }


def open_cards(event: Event) -> set[int]:
    """The cards of an event that lie open."""
    named = [getattr(event, name, -1) for name in ("card", "world", "old", "by")]
    lists = [getattr(event, name, ()) for name in ("cards", "helpers", "turned_up")]
    return {*named, *(card for one in lists if isinstance(one, tuple) for card in one)}


@pytest.mark.parametrize("sets", [BASE, XENO, ARC])
@pytest.mark.slow
def test_a_log_names_no_card_that_its_reader_has_not_seen(sets: tuple[str, ...]) -> None:
    table = table_of(sets)
    for number, options in enumerate(legal_setups(table)):
        played = Played(table, options, f"log {number}")
        readers = [Reader(played, viewer) for viewer in (None, *range(options.players))]
        for state in played.states():
            for reader in readers:
                reader.look(state)
                if played.rng.random() < SOME:
                    assert cards_of_entries(played.log.entries(reader.seat)) <= reader.seen
        for reader in readers:
            assert cards_of_entries(played.log.entries(reader.seat)) <= reader.seen


SOME = 0.1
"""How often a log is compared with what its reader has seen."""
CAME = (events.CardsDrawn, events.CardsTaken, events.DiscardsTaken, events.CardDrafted)
"""Events whose own cards come to a player, who may discard them before anything is asked."""


class Reader:
    """All cards that one reader of a log has seen so far; seat None: what is open to all."""

    def __init__(self, played: Played, seat: int | None) -> None:
        self.event_log, self.seat = played.event_log, seat
        self.seen: set[int] = set()
        self.heard = 0

    def look(self, state: State) -> None:
        """Sees the tableaus, what was turned up, the own hand and what lies under own cards."""
        for player in state.players:
            self.seen.update(player.tableau)
        for event in self.event_log.events[self.heard :]:
            self.seen.update(open_cards(event))
            if event.seat == self.seat and isinstance(event, CAME):
                self.seen.update(event.own)
        self.heard = len(self.event_log.events)
        if self.seat is not None:
            view = view_of(state, self.seat)
            self.seen.update(view.hand, *(cards for _world, cards in view.saved))


@pytest.mark.parametrize("sets", [BASE, ARC], ids=len)
def test_others_hands_are_told_as_numbers(sets: tuple[str, ...]) -> None:
    played = Played(table_of(sets), Options(3), "numbers")
    hidden = 0
    for _state in played.states():
        open_to_all = {card for event in played.event_log.events for card in open_cards(event)}
        named = cards_of_entries(played.log.entries(None))
        assert named <= open_to_all
        hidden += sum(len(getattr(event, "own", ())) for event in played.event_log.events)
    assert hidden


def test_a_log_read_all_along_is_the_log_read_at_the_end() -> None:
    played = Played(table_of(ARC), Options(4, goals=True, takeovers=True), "along")
    before: dict[int | None, list[object]] = {None: [], 1: []}
    for _state in played.states():
        for viewer in (None, 1):
            entries = played.log.entries(viewer)
            same = first_change(before[viewer], entries)  # type: ignore[arg-type]
            assert before[viewer][:same] == entries[:same]
            before[viewer] = list(entries)
    late = Log(played.table, NAMES, played.event_log)
    assert late.entries(1) == before[1]
    assert late.entries(None) == before[None]


def test_a_game_of_the_base_set_reads_aloud() -> None:
    played = Played(table_of(BASE), Options(2), "aloud")
    for _state in played.states():
        pass
    told = played.told(0)
    assert told[0] in (
        "You go first when turn order matters.",
        "Bob goes first when turn order matters.",
    )
    assert any(line.startswith("You start with ") for line in told)
    assert any(line.startswith("Bob places ") for line in told)
    assert told[-1].startswith("Bob has ") or told[-1].startswith("You have ")
    for line in (*told, *played.told(None)):
        assert line.endswith((".", "!"))
        assert "  " not in line
        assert " ," not in line


def test_the_robot_is_told_by_what_all_can_see() -> None:
    table = table_of(BASE, shipped_robot())
    options = Options(2, experienced=True, robot="medium")
    played = Played(table, options, "robot")
    for state in played.states():
        robot = state.players[1]
        shown = {card for one in played.event_log.events for card in open_cards(one)}
        assert not cards_of_entries(played.log.entries(0)) & (set(robot.hand) - shown)
    told = played.told(0)
    assert any(line.startswith("Bob rolls ") for line in told)
    assert any(" flips over " in line for line in told)
    assert any("; its credit is " in line for line in told)
    assert any(line.startswith("Bob places ") for line in told)


def test_first_change_is_where_two_logs_part() -> None:
    one, two, three = ({"text": [text]} for text in "abc")
    assert first_change([], [one]) == 0
    assert first_change([one, two], [one, two, three]) == 2
    assert first_change([one, two], [one, three]) == 1


GAMES = (
    (("base",), Options(2)),
    (("brink-of-war",), Options(3, goals=True, takeovers=True)),
    (("brink-of-war",), Options(2, experienced=True)),
    (("xeno-invasion",), Options(3, modules=("invasion",))),
)


@pytest.mark.parametrize(("sets", "options"), GAMES)
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_rounds_add_up_to_what_each_player_has_in_the_end(
    sets: tuple[str, ...], options: Options, seed: str
) -> None:
    table, event_log, chance = table_of(sets), EventLog(), Random(seed)
    game = new_game(table, options, seed, observers=(event_log,))
    chosen: dict[tuple[int, int], int] = {}
    while not game.over:
        for seat, player in enumerate(game.state.players):
            if game.step != "choose":
                chosen[game.state.round, seat] = len(player.actions)
        decision = game.pending[0]
        game.answer(decision.player, decision.sample(chance))
    rounds = [
        round_sums(table, event_log.events, number, options.players)
        for number in range(game.state.round + 1)
    ]
    for seat, player in enumerate(game.state.players):
        own = [sums[seat] for sums in rounds]
        assert sum(one["vp"] for one in own) == player.vp
        assert sum(one["prestige"] for one in own) == player.prestige
        assert set(player.tableau) <= cards_of_sums(own)
        acted = [len(one["actions"]) for one in own]
        assert all(acted[number] == count for (number, who), count in chosen.items() if who == seat)
    powers: list[tuple[int, int, int]] = []
    for event in event_log.events:
        if isinstance(event, PowerUsed):
            powers.append((event.seat, event.card, event.power))
        elif isinstance(event, PowerDone):
            assert powers.pop() == (event.seat, event.card, event.power)
        elif isinstance(event, StepBegan):
            assert not powers


def test_a_good_that_comes_with_its_world_is_not_produced() -> None:
    table = table_of(("base",))
    alpha, ship = (table.titles.index(one) for one in ("Alpha Centauri", "Space Port"))
    events = [
        StepBegan(-1, 1, "settle"),
        CardPlaced(1, alpha),
        GoodPlaced(1, alpha, with_world=True),
        StepBegan(-1, 1, "produce"),
        GoodPlaced(1, ship),
    ]
    assert [sums["goods"] for sums in round_sums(table, events, 1, 2)] == [0, 1]


SEATS = ("Ann", "Bob", "Cleo", "Dan")


def ended(table: Table, options: Options, seed: str) -> State:
    game = new_game(table, options, seed, forkable=False)
    rng = Random(seed)
    while not game.over:
        for decision in game.pending:
            game.answer(decision.player, decision.sample(rng))
    return game.state


@pytest.mark.parametrize("seed", [str(number) for number in range(6)])
@pytest.mark.parametrize("sets", [BASE, ARC], ids=len)
def test_the_lines_of_a_sheet_add_up(sets: tuple[str, ...], seed: str) -> None:
    table = table_of(sets)
    state = ended(table, Options(4, goals="goals" in table.modules), seed)
    sheet = score_sheet(table, state, SEATS)
    assert tuple(one["total"] for one in sheet["scores"]) == result(table, state).scores
    assert sheet["winners"] == list(result(table, state).winners)
    for one in sheet["scores"]:
        parts = one["cards"] + one["chips"] + one["goals"] + one["prestige"]
        assert sum(line["points"] for line in one["lines"]) == parts == one["total"]


def test_the_end_is_told_with_who_brought_it() -> None:
    state = ended(table_of(BASE), Options(2), "end")
    (why, *_more) = score_sheet(table_of(BASE), state, SEATS)["why"]
    assert why == "The last VP chip is given out" or " has 12 cards " in why or " has 13 " in why
