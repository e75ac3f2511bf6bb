"""Faces of cards: their facts, art and icons, typeset by Typst in a theme."""
