"""Lists of words."""
