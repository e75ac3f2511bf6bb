"""A recorded game looked at again: what else could have been done, and what it was worth."""
