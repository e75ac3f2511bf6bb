"""Laying out tables in the middle of a game."""
