"""Tests of seats by link."""
