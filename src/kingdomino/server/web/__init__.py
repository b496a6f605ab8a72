"""Who may ask, and how: HTTP, sockets, limits and what is sent back."""
