"""Heuristics for invasions: their stakes, and the values of choices."""

from rftg_engine.bots.modules.invasion import choices as _choices  # noqa: F401
