"""Seats by link: a table that is opened to others, each seat by a key of its own."""
