"""Bots that look ahead on the fast engine, and games looked at again by them."""
