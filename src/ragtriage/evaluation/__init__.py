"""The pipeline: pair, judge, diagnose, write."""
