"""Who sits at a table now: rooms in memory, bots that move, clocks that run out."""
