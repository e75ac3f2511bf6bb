"""Soak test: many random games, with everything checked that must hold at every step."""
