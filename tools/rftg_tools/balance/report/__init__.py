"""The findings as an HTML page that works offline and can be printed.

page       fills the templates in the folder of the same name
overview   all cards in one plot
card       the section of a card
faces      the printed cards
whole      the effects of the set on the game
tiles      the same for tiles of Roll
method     how the figures were measured
plots      intervals on a scale and histograms, in percent of their space
numbers    formatted figures
"""
