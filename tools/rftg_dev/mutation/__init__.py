"""Recall by mutation: every single-token mistake in a power line, and whether check sees it."""
