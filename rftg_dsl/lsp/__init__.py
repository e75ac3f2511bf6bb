"""Language server for card files.

`context` and `names` know only cards; all other modules also know the protocol.
"""
