"""Seats by link: a table that is open to visitors, each with a key to one seat."""
