"""Airflow runs Strandline's ingestion and waits until hours of its tables are final."""

__version__ = "0.1.0.dev0"
