"""The cards in use, and their powers bound to them."""
