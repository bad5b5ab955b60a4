"""The HTTP API of the local table."""
