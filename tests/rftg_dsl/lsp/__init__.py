"""Tests of the language server, by a client that speaks to it over its input and output."""
