"""Self-play training of the learned players, with JAX: the extra ``learn``."""
