"""Turns of players in phases: powers, prices, placements."""
