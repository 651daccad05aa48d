"""Probing: asking the generator again with the context changed, and reading what that shows."""
