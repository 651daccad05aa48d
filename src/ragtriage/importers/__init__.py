"""Evaluation sets and traces as other tools write them, read as cases and traces."""
