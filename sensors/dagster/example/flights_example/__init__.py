"""Flights by the hour: ingested from SQL Server, counted once an hour is final."""
