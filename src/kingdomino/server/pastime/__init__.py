"""What people do here besides playing at a table."""
