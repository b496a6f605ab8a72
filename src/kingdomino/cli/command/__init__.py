"""One file a command, in rooms by what people do."""
