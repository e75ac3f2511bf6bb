"""The rules of design lints: one rule, one file."""
