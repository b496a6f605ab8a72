"""Bots that live outside: programs and addresses, asked in JSON, and ours answering as they do."""
