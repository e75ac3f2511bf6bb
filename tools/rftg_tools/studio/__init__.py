"""The studio: one place to edit cards, to look at them, play with them and learn from it."""
