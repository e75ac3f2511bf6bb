"""Figures beside the card: its tests as one types, and a quick balance in the background."""
