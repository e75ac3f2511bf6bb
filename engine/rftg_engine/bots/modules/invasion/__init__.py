"""Heuristics for invasions: estimates for a view, and the values of choices."""

from rftg_engine.bots.modules.invasion import choices as _choices  # noqa: F401
