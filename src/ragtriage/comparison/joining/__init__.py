"""How the cases of several evaluations are brought together, a part of them at a time."""
