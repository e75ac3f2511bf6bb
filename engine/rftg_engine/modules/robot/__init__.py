"""The solitaire robot: an opponent with dice and a mat (arc 1 booklet, Solitaire Game Rules)."""
