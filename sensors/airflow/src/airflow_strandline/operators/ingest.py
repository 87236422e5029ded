"""Tasks that ingest."""
