"""What is known of each language, one file of data a language, and what belongs to none in `other.toml`."""
