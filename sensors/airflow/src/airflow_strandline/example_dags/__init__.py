"""Dags to copy from; each is run by the tests."""
