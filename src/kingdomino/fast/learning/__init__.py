"""Vector environments: rows of games, what a seat sees of them, and steps."""
