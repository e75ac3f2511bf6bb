"""The commands of the compiler, and the cards with which several of them are tried."""

MINE = """\
set: mine
title: My Cards
requires: [base]
cards:
  - title: Ice Moon
    world: 2
    vp: 1
    copies: 3
    produces: rare
    powers: |
      produce: good
  - title: Ice Market
    development: 3
    vp: 2
    powers: |
      trade: price +1 for rare goods
"""
