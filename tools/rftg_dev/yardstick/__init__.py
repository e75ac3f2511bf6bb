"""Comparison of the bots' forecasts of the winner with games of another player."""
