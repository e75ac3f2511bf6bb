"""Playtests: statistics of cards in games with people, and the players' marks."""
