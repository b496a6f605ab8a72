"""Bots measured against each other: paired games, statistics, ladders; one machine or many."""
