"""How each stage is judged, and the table that reads the verdicts together."""
