"""Sheets: cards, their backs and other parts of a game, on paper and as images."""
