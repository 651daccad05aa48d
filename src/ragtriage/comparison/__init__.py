"""Are two evaluations different, and what may be said about it?"""
