"""How cards look: a card's facts, its art and its icons, set by Typst in the look of a theme."""
