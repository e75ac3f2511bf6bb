"""Tests of the experiments that tell whether cards are balanced."""
