"""The connection to a source and its tables."""
