"""A server of one's own, and the machine that it runs on."""
