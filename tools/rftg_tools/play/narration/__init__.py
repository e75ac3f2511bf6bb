"""Wording of a game in progress: questions, reasons why something is impossible, and the log."""

from rftg_tools.play.narration.asks import ask_of, cards_of_ask, describe_refusal, moment_of
from rftg_tools.play.narration.log import Log, cards_of_entries, cards_of_sums, round_sums
from rftg_tools.play.narration.modules import invaders
from rftg_tools.play.narration.scores import score_sheet, why_over

__all__ = [
    "Log",
    "ask_of",
    "cards_of_ask",
    "cards_of_entries",
    "cards_of_sums",
    "describe_refusal",
    "invaders",
    "moment_of",
    "round_sums",
    "score_sheet",
    "why_over",
]
