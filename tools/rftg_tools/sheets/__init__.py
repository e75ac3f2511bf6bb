"""Sheets: cards, their backs and the other parts of a game on paper, and as images for tables."""
