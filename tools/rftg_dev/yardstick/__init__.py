"""Yardstick: the bots' forecasts of who wins, compared with games of another player."""
