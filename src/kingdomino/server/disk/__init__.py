"""What is kept: one SQLite file, its migrations, and the lock of its folder."""
