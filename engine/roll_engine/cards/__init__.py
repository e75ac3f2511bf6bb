"""The tiles in use and their powers."""
