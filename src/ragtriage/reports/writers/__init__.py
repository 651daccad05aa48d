"""Cases and traces written in the layouts of other tools, and in our own."""
