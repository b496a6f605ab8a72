"""What a table is: events folded into a position, and the position as seats see it."""
