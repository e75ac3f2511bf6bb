"""Rules that sets bring."""
