"""Judges that ask a model: what they ask, what they believe of the reply, and what they make of it."""
