"""A judge of games between two rounds: what it sees, what it knows, what it says."""
