"""Versions of cards: stored when a file is saved, compared, and restored."""
