"""The nine Haystack evaluators under their own names."""
