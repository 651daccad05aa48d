"""Models: the client, the replies, and the bridge to synchronous code."""
