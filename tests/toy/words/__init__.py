"""The words of mines."""
