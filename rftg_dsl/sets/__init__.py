"""Checked sets: the parts of a card file, and names across loaded sets."""
