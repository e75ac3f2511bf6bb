"""Observers of a game that keep what happens."""
