"""How results get out."""
