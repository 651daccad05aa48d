"""Stating: whether an answer says what is expected of it, among other words."""
