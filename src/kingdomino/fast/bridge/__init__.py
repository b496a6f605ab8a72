"""From the readable engine to rows of words and back."""
