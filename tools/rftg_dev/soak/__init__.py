"""Soak tests: random games and edits with extensive checks."""
