"""The words of a game being played: what is asked, why something cannot be done, what happened.

Nothing here decides anything; it words what the engine asks and what a player may see.
"""

from rftg_tools.play.narration.asks import ask_of, cards_of_ask
from rftg_tools.play.narration.log import Log, cards_of_entries, first_change
from rftg_tools.play.narration.moments import moment_of
from rftg_tools.play.narration.refusals import refused
from rftg_tools.play.narration.rounds import cards_of_sums, round_sums
from rftg_tools.play.narration.scores import score_sheet

__all__ = [
    "Log",
    "ask_of",
    "cards_of_ask",
    "cards_of_entries",
    "cards_of_sums",
    "first_change",
    "moment_of",
    "refused",
    "round_sums",
    "score_sheet",
]
