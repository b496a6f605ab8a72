"""Games looked at closely: told, graded, counted, and learned from."""
