"""The rules of the games on bit planes; may use the board and nothing else."""
