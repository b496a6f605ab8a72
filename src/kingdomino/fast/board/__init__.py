"""What all compiled code stands on: Numba, where everything lies, the torus, randomness."""
