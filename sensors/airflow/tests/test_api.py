"""The package's public names, held against the last listing."""

from listing import LISTINGS, listing


def test_the_public_api_is_the_committed_listing() -> None:
    """A change of the API is a change of the listing, to be seen in review."""
    committed = LISTINGS["airflow_strandline"].read_text("utf-8")
    assert listing("airflow_strandline") == committed, "python/tests/listing.py writes it"
