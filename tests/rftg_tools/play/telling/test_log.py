"""The log tells all that is open and what its reader has seen, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rftg_engine import Options, State, Table, new_game, view_of
from rftg_engine.story import Story
from rftg_tools.play.telling import Log, cards_of_entries, first_change
from rftg_tools.play.telling.chapters import _BEGINS, _FOLLOWS
from rftg_tools.play.telling.lines import _FOLLOWED
from rftg_tools.play.telling.texts import plain
from rftg_tools.simulation import table_of
from rftg_tools.soak.kinds import kinds_of_game
from tests.rftg_engine.test_story import PAYMENTS, told_in_source

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
BASE = ("base",)
ARC = ("base", "gathering-storm", "rebel-vs-imperium", "brink-of-war")


class Played:
    """A random game whose log is read after every answer."""

    def __init__(self, table: Table, options: Options, seed: str) -> None:
        self.table, self.story = table, Story()
        self.game = new_game(table, options, seed, forkable=False, chronicle=self.story)
        self.log = Log(table, NAMES, self.story)
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
        return [plain(one["text"], self.table.titles) for one in self.log.entries(viewer)]


def test_every_event_of_the_engine_is_told() -> None:
    # A step begins a chapter.
    told = {*told_in_source(), *PAYMENTS} - {"step"}
    assert {*_BEGINS, *_FOLLOWS} == told


def test_whatever_follows_has_its_words() -> None:
    renamed = {"spend prestige", "over limit"}
    assert set(_FOLLOWED) - renamed == set(_FOLLOWS) - {"found", "lucky"}


@pytest.mark.parametrize("sets", [BASE, ARC], ids=len)
def test_a_log_names_no_card_that_its_reader_has_not_seen(sets: tuple[str, ...]) -> None:
    table = table_of(sets)
    for number, options in enumerate(kinds_of_game(table)):
        played = Played(table, options, f"log {number}")
        viewers: list[int | None] = [None, *range(options.players)]
        seen: dict[int | None, set[int]] = {viewer: set() for viewer in viewers}
        for state in played.states():
            for viewer in viewers:
                seen[viewer] |= visible(played, state, viewer)
                assert cards_of_entries(played.log.entries(viewer)) <= seen[viewer]


def visible(played: Played, state: State, viewer: int | None) -> set[int]:
    """What a viewer sees now: tableaus, the own hand, what a decision shows, what was turned up."""
    cards = {card for player in state.players for card in player.tableau}
    cards |= {card for event in played.story.events for card in (event.card, *event.cards)}
    if viewer is not None:
        view = view_of(state, viewer)
        cards |= {*view.hand, *(card for _world, under in view.saved for card in under)}
        cards |= drawn(played.story, viewer)
    return cards


def drawn(story: Story, viewer: int) -> set[int]:
    """The cards that came to a viewer, some of which are discarded before anything is asked."""
    came = ("draw", "take", "take discards", "pick")
    return {
        card
        for event in story.events
        if event.seat == viewer and event.what in came
        for card in event.own
    }


@pytest.mark.parametrize("sets", [BASE, ARC], ids=len)
def test_others_hands_are_told_as_numbers(sets: tuple[str, ...]) -> None:
    played = Played(table_of(sets), Options(3), "numbers")
    hidden = 0
    for _state in played.states():
        open_to_all = {card for event in played.story.events for card in (event.card, *event.cards)}
        named = cards_of_entries(played.log.entries(None))
        assert named <= open_to_all
        hidden += sum(len(event.own) for event in played.story.events)
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
    late = Log(played.table, NAMES, played.story)
    assert late.entries(1) == before[1]
    assert late.entries(None) == before[None]


def test_a_game_of_the_base_set_reads_aloud() -> None:
    played = Played(table_of(BASE), Options(2), "aloud")
    for _state in played.states():
        pass
    told = played.told(0)
    assert told[0] in ("You go first.", "Bob goes first.")
    assert any(line.startswith("You start with ") for line in told)
    assert any(line.startswith("Bob places ") for line in told)
    assert told[-1].startswith("Bob has ") or told[-1].startswith("You have ")
    for line in (*told, *played.told(None)):
        assert line.endswith((".", "!"))
        assert "  " not in line
        assert " ," not in line


def test_first_change_is_where_two_logs_part() -> None:
    one, two, three = ({"text": [text]} for text in "abc")
    assert first_change([], [one]) == 0
    assert first_change([one, two], [one, two, three]) == 2
    assert first_change([one, two], [one, three]) == 1
