"""Chapters: the sentences of a log, each from the events that it tells."""

import pytest

from gamekit.events import ChipsGained, Event, GameEnded, Scored
from rftg_engine import asks
from rftg_engine.cards.terms import Gain
from rftg_engine.events import (
    ActionsChosen,
    CardLost,
    CardPlaced,
    CardsDiscarded,
    CardsDrawn,
    CardsKept,
    CardStaked,
    CardsTaken,
    CostGuessed,
    GoodPlaced,
    GoodSold,
    GoodSpent,
    KindChosen,
    PaymentMade,
    PowerDone,
    PowerUsed,
    PrestigeChanged,
    PrestigeLed,
    SearchBegan,
    SearchFound,
    SearchTurnedUp,
    TakeoverDeclared,
    TakeoverResolved,
    TokensChanged,
    WorldConquered,
    WorldReplaced,
)
from rftg_engine.turns.gains import DrawCards, OweCards
from rftg_tools.play.narration.sentences import Narrator
from rftg_tools.play.narration.step_log import StepLog
from rftg_tools.play.narration.texts import plain_text
from rftg_tools.simulation.race import table_of

TABLE = table_of(("base", "gathering-storm", "rebel-vs-imperium", "brink-of-war"))
NUMBER = {title: number for number, title in reversed(list(enumerate(TABLE.titles)))}
ANN, BOB = 0, 1


def power_with(*gains: type[Gain]) -> int:
    """The number of a power without a price that gives just this."""
    return next(
        power.number
        for power in TABLE.power_list
        if [type(gain) for gain in power.gains] == [*gains] and not power.price
    )


DRAWS, DRAWS_AND_DISCARDS = power_with(DrawCards), power_with(DrawCards, OweCards)


def cards_of(titles: str) -> tuple[int, ...]:
    return tuple(NUMBER[title] for title in titles.split("/") if title)


def told(step: str, *events: Event, viewer: int | None = None) -> list[str]:
    """The entries of a step in words."""
    log = StepLog(Narrator(TABLE, ("Ann", "Bob"), viewer), step, 3)
    for one in events:
        log.add_event(one if one.seat == viewer else one.redacted())
    return [plain_text(entry["text"], TABLE.titles) for entry in log.entries()]


BOTH = cards_of("Space Mercenaries/New Military Tactics")
PAID = (
    CardPlaced(ANN, NUMBER["Contact Specialist"]),
    PaymentMade(ANN, asks.PAY_FOR_DEVELOPMENT, NUMBER["Contact Specialist"], 1, cards_of("")),
    CardsDiscarded(ANN, 1, cards_of("Spice World")),
)


def test_a_placement_is_told_with_its_price_to_all() -> None:
    assert told("develop", *PAID) == ["Ann places Contact Specialist for 1 card."]
    assert told("develop", *PAID, viewer=ANN) == ["You place Contact Specialist for 1 card."]


def test_what_two_players_place_together_is_one_line_each() -> None:
    other = (
        CardPlaced(BOB, NUMBER["Space Marines"]),
        PaymentMade(BOB, asks.PAY_FOR_DEVELOPMENT, NUMBER["Space Marines"], 2, cards_of("")),
    )
    events = (PAID[0], other[0], *PAID[1:], other[1])
    first, second = told("develop", *events)
    assert first == "Ann places Contact Specialist for 1 card."
    assert second == "Bob places Space Marines for 2 cards."


def test_tokens_are_told_by_their_classes() -> None:
    used = PowerUsed(ANN, NUMBER["Space Marines"], 0)
    relics, idols = TokensChanged(ANN, "relic", 2), TokensChanged(ANN, "idol", 1)
    assert told("consume", used, TokensChanged(ANN, "relic", -1), relics, idols) == [
        "Ann uses Space Marines: spends 1 relic token and takes 2 relic tokens and 1 idol token."
    ]


def test_draws_are_named_to_the_one_who_draws_only() -> None:
    drawn = (
        CardsDrawn(ANN, 2, cards_of("Spice World/Gem World")),
        CardsDiscarded(ANN, 1, cards_of("Gem World")),
    )
    assert told("explore", *drawn) == ["Ann draws 2 cards and discards 1 card."]
    (mine,) = told("explore", *drawn, viewer=ANN)
    assert mine == "You draw Spice World and Gem World and discard Gem World."


def test_actions_are_one_entry() -> None:
    chosen = (
        ActionsChosen(ANN, (4,)),
        ActionsChosen(
            BOB,
            (
                0,
                12,
            ),
        ),
    )
    assert told("choose", *chosen) == [
        "Ann chooses Settle; Bob chooses Explore +5 and Develop with prestige."
    ]


CONQUERED = (
    CardPlaced(ANN, NUMBER["Pirate World"]),
    PaymentMade(
        ANN,
        asks.PAY_FOR_WORLD,
        NUMBER["Pirate World"],
        1,
        BOTH,
    ),
    CardLost(ANN, NUMBER["New Military Tactics"]),
    CardsDiscarded(ANN, 1, cards_of("Spice World")),
    WorldConquered(ANN, NUMBER["Pirate World"], 4, 3),
    CardsDrawn(ANN, 1, cards_of("Gem World")),
)
SOLD = (
    GoodSpent(ANN, NUMBER["Gem World"]),
    GoodSold(ANN, NUMBER["Gem World"], 1, 3),
    CardsDrawn(ANN, 3, cards_of("Spice World/Old Earth/New Sparta")),
)
TAKEN = (
    TakeoverDeclared(ANN, NUMBER["Pirate World"], BOB, NUMBER["Imperium Seat"]),
    PaymentMade(
        ANN, asks.PAY_FOR_TAKEOVER, NUMBER["Pirate World"], 2, cards_of("Space Mercenaries")
    ),
    PaymentMade(BOB, asks.DEFEND, NUMBER["Pirate World"], 0, cards_of("New Military Tactics")),
    CardLost(BOB, NUMBER["New Military Tactics"]),
    TakeoverResolved(ANN, NUMBER["Pirate World"], BOB, 6, 5, True),
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
                TakeoverResolved(ANN, NUMBER["Pirate World"], BOB, 6, 5, True),
                CardLost(BOB, NUMBER["Pirate World"]),
                GoodSpent(BOB, NUMBER["Pirate World"]),
            ),
            ["Ann takes over Pirate World from Bob with military 6 against 5; it is destroyed."],
        ),
        (
            "settle",
            (TakeoverResolved(ANN, NUMBER["Pirate World"], BOB, 4, 6, False),),
            ["Ann fails to take over Pirate World from Bob with military 4 against 6."],
        ),
        (
            "consume",
            (
                CostGuessed(ANN, 3, cards_of("Gem World")),
                CardsTaken(ANN, 1, cards_of("Gem World")),
                CardStaked(ANN, 3, cards_of("Spice World"), cards_of("Old Earth")),
                CardsDiscarded(ANN, 1, cards_of("Old Earth")),
                CardStaked(ANN, 3, cards_of("Spice World/Gem World"), cards_of("Old Earth")),
                CardsTaken(ANN, 1, cards_of("Gem World")),
                CardsKept(ANN, (NUMBER["Gem World"],)),
            ),
            [
                "Ann names 3, turns up Gem World and takes Gem World.",
                "Ann stakes a card of cost 3, turns up Spice World and loses the stake.",
                "Ann stakes a card of cost 3, turns up Spice World and Gem World and takes "
                "Gem World.",
            ],
        ),
        (
            "search",
            (
                SearchBegan(ANN, 0),
                SearchTurnedUp(ANN, NUMBER["Spice World"]),
                SearchTurnedUp(ANN, NUMBER["Space Marines"]),
                CardsTaken(ANN, 1, cards_of("Space Marines")),
                SearchFound(ANN, NUMBER["Space Marines"]),
            ),
            [
                f"Ann searches for {TABLE.search[0].title}: turns up Spice World and Space Marines "
                "and takes Space Marines."
            ],
        ),
        (
            "produce",
            (
                GoodPlaced(ANN, NUMBER["Spice World"]),
                KindChosen(ANN, NUMBER["Gem World"], 2),
                GoodPlaced(ANN, NUMBER["Gem World"]),
                ChipsGained(BOB, 1),
            ),
            [
                "Ann produces goods on Spice World (bonus) and Gem World (as Rare, bonus).",
                "Bob gains 1 VP.",
            ],
        ),
        (
            "produce",
            (
                GoodPlaced(ANN, NUMBER["Spice World"]),
                PowerUsed(ANN, NUMBER["Space Marines"], DRAWS),
                CardsDrawn(ANN, 1, ()),
                PowerDone(ANN, NUMBER["Space Marines"], DRAWS),
                GoodPlaced(ANN, NUMBER["Gem World"]),
            ),
            [
                "Ann produces goods on Spice World (bonus) and Gem World (bonus).",
                "Ann uses Space Marines: draws 1 card.",
            ],
        ),
        (
            "settle",
            (
                CardPlaced(ANN, NUMBER["Gem World"]),
                PowerUsed(ANN, NUMBER["Space Marines"], DRAWS),
                PowerUsed(ANN, NUMBER["Pirate World"], DRAWS),
                ChipsGained(ANN, 1),
                PowerDone(ANN, NUMBER["Pirate World"], DRAWS),
                PrestigeChanged(ANN, 1),
                PowerDone(ANN, NUMBER["Space Marines"], DRAWS),
                CardsDrawn(ANN, 1, ()),
            ),
            [
                "Ann places Gem World and draws 1 card.",
                "Ann uses Space Marines: gains 1 prestige.",
                "Ann uses Pirate World: gains 1 VP.",
            ],
        ),
        (
            "develop",
            (
                PowerUsed(ANN, NUMBER["Space Marines"], DRAWS_AND_DISCARDS),
                CardsDrawn(ANN, 2, ()),
                PowerDone(ANN, NUMBER["Space Marines"], DRAWS_AND_DISCARDS),
                PowerUsed(ANN, NUMBER["Pirate World"], DRAWS),
                CardsDrawn(ANN, 1, ()),
                PowerDone(ANN, NUMBER["Pirate World"], DRAWS),
                CardsDiscarded(ANN, 1, (), owed=True),
            ),
            [
                "Ann uses Space Marines: draws 2 cards and discards 1 card.",
                "Ann uses Pirate World: draws 1 card.",
            ],
        ),
        (
            "round end",
            (CardsDiscarded(ANN, 2, cards_of("Spice World/Gem World")),),
            ["Ann discards 2 cards to get down to the hand limit."],
        ),
        (
            "round start",
            (PrestigeLed(ANN), ChipsGained(ANN, 1), CardsDrawn(ANN, 1, cards_of("Gem World"))),
            ["Ann has the most prestige: gains 1 VP and draws 1 card."],
        ),
        (
            "settle",
            (
                WorldReplaced(
                    ANN,
                    NUMBER["Spice World"],
                    NUMBER["Gem World"],
                    NUMBER["Terraforming Engineers"],
                ),
                CardLost(ANN, NUMBER["Gem World"]),
                GoodSpent(ANN, NUMBER["Gem World"]),
                CardPlaced(ANN, NUMBER["Spice World"]),
                PrestigeChanged(ANN, 1),
            ),
            [
                "Ann replaces Gem World with Spice World using Terraforming Engineers and gains "
                "1 prestige."
            ],
        ),
        (
            "round end",
            (
                GameEnded(-1, "chips"),
                Scored(ANN, 30, 2, True),
                Scored(BOB, 20, 2, False),
            ),
            [
                "The game ends: the last VP chip has been taken.",
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
    assert told("consume", PowerUsed(ANN, NUMBER["Old Earth"], 0)) == []


def test_the_sale_of_ones_own_names_the_cards_drawn() -> None:
    (mine,) = told("consume", *SOLD, viewer=ANN)
    assert mine.endswith("for 3 cards: Spice World, Old Earth and New Sparta.")


def test_a_stake_is_named_to_its_owner_alone() -> None:
    stake = CardStaked(ANN, 3, cards_of("Spice World"), cards_of("Old Earth"))
    assert told("consume", stake) == ["Ann stakes a card of cost 3 and turns up Spice World."]
    assert told("consume", stake, viewer=ANN) == ["You stake Old Earth and turn up Spice World."]
