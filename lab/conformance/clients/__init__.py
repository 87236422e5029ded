"""The conformance script run through clients that others wrote."""
