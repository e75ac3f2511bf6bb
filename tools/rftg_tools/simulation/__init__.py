"""Simulations: many games between bots."""
