"""Positions in the middle of a game, for tests."""
