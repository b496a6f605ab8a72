"""Whole games, thousands at once, on the CPU and on a GPU."""
