"""Whole games in a real browser, through the page alone: what it shows is read, what it asks is
answered by clicks, taps or keys. Nothing here talks to the server."""
