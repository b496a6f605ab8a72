"""What a player asks for beside a game."""
