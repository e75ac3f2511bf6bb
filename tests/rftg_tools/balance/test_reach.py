"""Lines of a card that affect few cards."""

from pathlib import Path

from rftg_tools.balance.advice import narrow_lines
from tests.rftg_tools.balance.trying import lab

TWO_LINES = """
- title: Alien Antiquary
  development: 2
  vp: 1
  powers: |
    settle: cost -2 for "Alien Robotic Factory"
    settle: cost -1 for worlds
    produce: draw 1
"""


def test_a_line_about_few_cards_is_told_and_others_are_not(tmp_path: Path) -> None:
    compiled = lab(tmp_path, TWO_LINES)
    cards = len(compiled.deck.cards)
    assert narrow_lines(compiled, compiled.subjects[0]) == [
        f'`settle: cost -2 for "Alien Robotic Factory"` affects 1 of the {cards} cards in use:'
        " it would do more with more such cards, or if it affected more kinds of cards."
    ]
