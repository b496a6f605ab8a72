"""The Kingdomino family of games: rules you can trust, records you can check."""
