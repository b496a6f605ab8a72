"""`kingdomino play`: a game in the terminal."""
