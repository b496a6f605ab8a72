"""The search for the best action: rules and playouts in, a decision out."""
