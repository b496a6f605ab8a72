"""What commands share: options, files and how they fail."""
