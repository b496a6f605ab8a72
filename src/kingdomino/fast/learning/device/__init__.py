"""What the threads of a GPU do for games that are learned from."""
