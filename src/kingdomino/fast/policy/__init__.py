"""Quick ways to play: random, greedy and the playouts of the search."""
