"""What is thought and read in processes beside the server, and who is served first."""
