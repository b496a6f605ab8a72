"""What is sent to a browser: the pages, packed and made small."""
