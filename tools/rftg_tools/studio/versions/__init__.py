"""Versions of a card: each saved state that differs, what changed, and a way back."""
