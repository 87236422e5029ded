"""The release, which is that of the engine."""

__version__ = "0.1.0.dev0"
