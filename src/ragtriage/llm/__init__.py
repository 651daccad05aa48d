"""Models behind an OpenAI-compatible endpoint: asking them, and reading what they reply."""
