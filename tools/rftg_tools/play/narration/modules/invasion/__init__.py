"""Invasions in words: the log, what players are asked, and the score sheet."""

from __future__ import annotations

from rftg_tools.play.narration.modules.invasion import asked, attack_log, points

__all__ = ["asked", "attack_log", "points"]
