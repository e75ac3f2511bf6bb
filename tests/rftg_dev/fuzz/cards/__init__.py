"""Tests of the random card files, and of what is done with them."""
