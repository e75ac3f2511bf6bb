"""The findings as an HTML page that works offline and can be printed.

page       fills the templates in the folder of the same name, and says how figures were measured
overview   all cards in one plot
card       the section of a card, with its printed face
whole      the effects of the set on the game
tiles      the same for tiles of Roll
plots      formatted figures, intervals on a scale and histograms
"""
