"""What the reader knows of each language, one table a language, for native speakers to correct."""
