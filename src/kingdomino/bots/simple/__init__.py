"""Bots that need the rules and nothing else: random, greedy, and what greedy looks at."""
