"""Bots that have learned: nets in NumPy, their weights on disk, and who plays by them."""
