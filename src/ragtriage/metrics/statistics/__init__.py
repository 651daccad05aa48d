"""Numbers that say what a difference, or a judge, can show; one idea a file."""
