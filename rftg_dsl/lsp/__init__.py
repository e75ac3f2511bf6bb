"""Language server for card files.

`context` and `names` are independent of the protocol; all other modules use it.
"""
