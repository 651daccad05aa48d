"""Numbers: ranking metrics and their intervals."""
