"""Ways to pay, in words: what each takes, and with whose help."""

from __future__ import annotations

from gamekit.decisions import Payment, Way
from rftg_engine import Side
from rftg_engine.view import view_of
from rftg_tools.play.narration import ask_of
from rftg_tools.play.narration.texts import plain
from tests.game import FIRST, Game

MERCENARIES = """
  - title: Hirelings
    development: 2
    vp: 1
    powers: |
      settle: may discard up to 2 cards -> military +1 each
"""

WAYS = (Way((), 6, 6),)


def ways(game: Game) -> dict[str, tuple[int, int]]:
    """The ways to pay that are offered, by their words."""
    view = view_of(game.state, FIRST)
    ask = ask_of(game.table, view, game.payment(), ("Ann", "Bob"))
    return {
        plain(way["label"], game.table.titles): (way["price"], way["most"]) for way in ask["ways"]
    }


def test_a_world_is_paid_for_or_placed_by_giving_up_a_card() -> None:
    game = Game(Side("Old Earth, Colony Ship", hand="Spice World, 3 cards"))
    game.choose("settle")
    game.place(FIRST, "Spice World")
    assert ways(game) == {"2 cards": (2, 2), "Nothing, discarding Colony Ship": (0, 0)}


def test_a_military_world_is_conquered_with_what_is_called_up_or_paid_for() -> None:
    tableau = "New Sparta, Hirelings, Contact Specialist"
    game = Game(Side(tableau, hand="Pirate World, 5 cards"), cards=MERCENARIES)
    game.choose("settle")
    game.place(FIRST, "Pirate World")
    assert ways(game) == {
        "Conquer it, using Hirelings, for 2 cards": (2, 2),
        "2 cards, using Contact Specialist": (2, 2),
    }


def test_a_card_whose_power_does_not_help_says_why() -> None:
    tableau = "Old Earth, Colony Ship, Contact Specialist"
    game = Game(Side(tableau, hand="Alien Robotic Factory, 7 cards"))
    game.choose("settle")
    game.place(FIRST, "Alien Robotic Factory")
    view = view_of(game.state, FIRST)
    decision = Payment(FIRST, "pay for world", view.seats[FIRST].tableau[-1], WAYS, view.hand)
    ask = ask_of(game.table, view, decision, ("Ann", "Bob"))
    told = {game.table.titles[int(card)]: why["why"] for card, why in ask["why_not"].items()}
    assert told == {
        "Alien Robotic Factory": ["It is the card being paid for."],
        "Colony Ship": ["Its power does not apply to this card."],
        "Contact Specialist": ["Its power does not apply to this card."],
    }
