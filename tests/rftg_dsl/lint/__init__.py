"""Tests of the design lints."""
