"""The command line, through its own doors."""
