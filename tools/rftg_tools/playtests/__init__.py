"""Playtests: what became of cards in games with people, and what the players thought of them."""
