"""Chapters: the sentences of a log, each from the events that it tells."""

from __future__ import annotations

import pytest

from rftg_engine.story import Event
from rftg_tools.play.telling.chapters import Chapter
from rftg_tools.play.telling.lines import Voice
from rftg_tools.play.telling.texts import plain
from rftg_tools.simulation import table_of

TABLE = table_of(("base", "gathering-storm", "rebel-vs-imperium", "brink-of-war"))
NUMBER = {title: number for number, title in reversed(list(enumerate(TABLE.titles)))}
ANN, BOB = 0, 1


def event(
    what: str,
    title: str = "",
    *numbers: int,
    cards: str = "",
    own: str = "",
    seat: int = ANN,
    word: str = "",
) -> Event:
    """An event with its cards by title."""
    number = NUMBER[title] if title else -1
    return Event(what, seat, number, numbers, cards_of(cards), cards_of(own), word)


def cards_of(titles: str) -> tuple[int, ...]:
    return tuple(NUMBER[title] for title in titles.split("/") if title)


def told(step: str, *events: Event, viewer: int | None = None) -> list[str]:
    """The entries of a step in words."""
    chapter = Chapter(Voice(TABLE, ("Ann", "Bob"), viewer), step, 3)
    for one in events:
        chapter.hear(one if one.seat == viewer else one.for_others())
    return [plain(entry["text"], TABLE.titles) for entry in chapter.entries()]


PAID = (
    event("place", "Contact Specialist"),
    event("pay for development", "Contact Specialist", 1),
    event("discard", "", 1, own="Spice World"),
)


def test_a_placement_is_told_with_its_price_to_all() -> None:
    assert told("develop", *PAID) == ["Ann places Contact Specialist for 1 card."]
    assert told("develop", *PAID, viewer=ANN) == ["You place Contact Specialist for 1 card."]


def test_what_two_players_place_together_is_one_line_each() -> None:
    other = (
        event("place", "Space Marines", seat=BOB),
        event("pay for development", "Space Marines", 2, seat=BOB),
    )
    events = (PAID[0], other[0], *PAID[1:], other[1])
    first, second = told("develop", *events)
    assert first == "Ann places Contact Specialist for 1 card."
    assert second == "Bob places Space Marines for 2 cards."


def test_draws_are_named_to_the_one_who_draws_only() -> None:
    drawn = (
        event("draw", "", 2, own="Spice World/Gem World"),
        event("discard", "", 1, own="Gem World"),
    )
    assert told("explore", *drawn) == ["Ann draws 2 cards and discards 1 card."]
    (mine,) = told("explore", *drawn, viewer=ANN)
    assert mine == "You draw Spice World and Gem World and discard Gem World."


def test_actions_are_one_entry() -> None:
    chosen = (event("actions", "", 4), event("actions", "", 0, 12, seat=BOB))
    assert told("choose", *chosen) == [
        "Ann chooses Settle; Bob chooses Explore +5 and Develop with prestige."
    ]


CONQUERED = (
    event("place", "Pirate World"),
    event("pay for world", "Pirate World", 1, cards="Space Mercenaries/New Military Tactics"),
    event("lose", "New Military Tactics"),
    event("discard", "", 1, own="Spice World"),
    event("conquer", "Pirate World", 4, 3),
    event("draw", "", 1, own="Gem World"),
)
SOLD = (
    event("spend good", "Gem World"),
    event("sell", "Gem World", 1, 3),
    event("draw", "", 3, own="Spice World/Old Earth/New Sparta"),
)
TAKEN = (
    event("declare", "Pirate World", BOB, cards="Imperium Seat"),
    event("pay for takeover", "Pirate World", 2, cards="Space Mercenaries"),
    event("defend", "Pirate World", 0, cards="New Military Tactics", seat=BOB),
    event("lose", "New Military Tactics", seat=BOB),
    event("takeover", "Pirate World", BOB, 6, 5, 1),
)


@pytest.mark.parametrize(
    ("step", "events", "lines"),
    [
        (
            "settle",
            CONQUERED,
            [
                "Ann conquers Pirate World with military 4 against 3 using Space Mercenaries and "
                "1 card by discarding New Military Tactics and draws 1 card."
            ],
        ),
        ("consume", SOLD, ["Ann sells the Novelty good of Gem World for 3 cards."]),
        (
            "settle",
            TAKEN,
            [
                "Ann declares a takeover of Bob's Pirate World with Imperium Seat.",
                "Ann calls up military against Pirate World using Space Mercenaries and 2 cards.",
                "Bob defends Pirate World by discarding New Military Tactics.",
                "Ann takes over Pirate World from Bob with military 6 against 5.",
            ],
        ),
        (
            "settle",
            (
                event("takeover", "Pirate World", BOB, 6, 5, 1),
                event("lose", "Pirate World", seat=BOB),
                event("spend good", "Pirate World", seat=BOB),
            ),
            ["Ann takes over Pirate World from Bob with military 6 against 5; it is destroyed."],
        ),
        (
            "settle",
            (event("takeover", "Pirate World", BOB, 4, 6, 0),),
            ["Ann fails to take over Pirate World from Bob with military 4 against 6."],
        ),
        (
            "consume",
            (
                event("guess", "", 3, cards="Gem World"),
                event("take", "", 1, own="Gem World"),
                event("ante", "", 3, cards="Spice World", own="Old Earth"),
                event("discard", "", 1, own="Old Earth"),
                event("ante", "", 3, cards="Spice World/Gem World", own="Old Earth"),
                event("take", "", 1, own="Gem World"),
                event("lucky", "Gem World"),
            ),
            [
                "Ann names 3, turns up Gem World and takes Gem World.",
                "Ann stakes a card of cost 3: turns up Spice World and loses the stake.",
                "Ann stakes a card of cost 3: turns up Spice World and Gem World and takes "
                "Gem World.",
            ],
        ),
        (
            "search",
            (
                event("search", "", 0),
                event("turn up", "Spice World"),
                event("turn up", "Space Marines"),
                event("take", "", 1, own="Space Marines"),
                event("found", "Space Marines"),
            ),
            [
                f"Ann searches for {TABLE.search[0].title}: turns up Spice World and Space Marines "
                "and takes Space Marines."
            ],
        ),
        (
            "produce",
            (
                event("good", "Spice World"),
                event("kind", "Gem World", 2),
                event("good", "Gem World"),
                event("chips", "", 1, seat=BOB),
            ),
            ["Ann produces goods on Spice World and Gem World (as Rare).", "Bob gains 1 VP."],
        ),
        (
            "round end",
            (event("discard", "", 2, own="Spice World/Gem World"),),
            ["Ann discards 2 cards to come down to the hand limit."],
        ),
        (
            "round start",
            (event("lead"), event("chips", "", 1), event("draw", "", 1, own="Gem World")),
            ["Ann has the most prestige: gains 1 VP and draws 1 card."],
        ),
        (
            "settle",
            (
                event("upgrade", "Spice World", cards="Gem World/Terraforming Engineers"),
                event("lose", "Gem World"),
                event("spend good", "Gem World"),
                event("place", "Spice World"),
                event("prestige", "", 1),
            ),
            [
                "Ann replaces Gem World with Spice World by Terraforming Engineers and gains "
                "1 prestige."
            ],
        ),
        (
            "round end",
            (
                event("end", seat=-1, word="chips"),
                event("score", "", 30, 2, 1),
                event("score", "", 20, 2, 0, seat=BOB),
            ),
            [
                "The game ends: the last VP chip is given out.",
                "Ann has 30 VP and wins.",
                "Bob has 20 VP.",
            ],
        ),
    ],
)
def test_deeds_are_told_in_sentences(
    step: str, events: tuple[Event, ...], lines: list[str]
) -> None:
    assert told(step, *events) == lines


def test_a_power_that_brings_nothing_is_not_told() -> None:
    assert told("consume", event("use", "Old Earth", 0)) == []


def test_the_sale_of_ones_own_names_the_cards_drawn() -> None:
    (mine,) = told("consume", *SOLD, viewer=ANN)
    assert mine.endswith("for 3 cards: Spice World, Old Earth and New Sparta.")


def test_a_stake_is_named_to_its_owner_alone() -> None:
    stake = event("ante", "", 3, cards="Spice World", own="Old Earth")
    assert told("consume", stake) == ["Ann stakes a card of cost 3: turns up Spice World."]
    assert told("consume", stake, viewer=ANN) == ["You stake Old Earth: turn up Spice World."]
