"""What commands share: options, files, contests and how they fail."""
