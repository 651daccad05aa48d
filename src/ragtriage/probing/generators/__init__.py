"""Generators: what is asked again, whatever it sits behind; one kind a file."""
