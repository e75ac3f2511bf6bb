"""Readers: from a recorded choice to the answer of our decision, with the options compared."""
