"""Findings: what one is, how it is shown, which are reported, and what each code means."""
