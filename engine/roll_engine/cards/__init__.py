"""The tiles in use and what they say."""
