"""What bots know of invasions: what they put at stake, and how their choices are valued."""

from rftg_engine.bots.modules.invasion import choices as _choices  # noqa: F401
