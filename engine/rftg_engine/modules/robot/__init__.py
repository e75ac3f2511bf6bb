"""The solitaire robot: an opponent of dice and a mat (arc 1 booklet, Solitaire Game Rules)."""
