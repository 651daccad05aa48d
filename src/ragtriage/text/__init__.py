"""Strings: how texts are compared, read and split."""
