"""Soak tests: random games and edits in which everything is checked."""
