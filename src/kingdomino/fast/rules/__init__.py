"""The rules of the games on bit planes; their numbers are those of core and games."""
