"""What is drawn and said in a terminal."""
