"""Tests of what is made quicker than in the standard library."""
