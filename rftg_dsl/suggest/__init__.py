"""Suggestions: likely corrections for text that can't be parsed or understood."""
