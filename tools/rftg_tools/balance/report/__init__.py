"""The findings as one page of HTML that opens anywhere, offline, and prints.

page       puts the parts into the templates of the folder of that name
overview   all cards in one plot
card       the section of a card
faces      the cards as they are printed
whole      what the set does to the game
tiles      the same for tiles of Roll
method     how it was measured
plots      intervals on a scale and counts as columns, in percent of their room
numbers    figures as people read them
"""
